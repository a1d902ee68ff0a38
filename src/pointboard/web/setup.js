// The panel for setting up a position by hand: pieces, counts, cube, score, dice; the server says what cannot be.

import { ask, MAIN, picture } from "/web/api.js";
import { button, draw, make, panel, part } from "/web/dom.js";
import { Overlay } from "/web/overlay.js";
import { problemWords, t } from "/web/words.js";

export class Setup {
  #table;
  #rules;
  #board;
  #editor = null;
  #Editor = null;
  #tool = null;
  #empty = null;
  #layer = draw("svg", { class: "overlay", role: "group" });
  #overlay;
  #body = make("div");
  #panel;
  #checking = new AbortController();

  constructor(section, table, rules, board) {
    this.#table = table;
    this.#rules = rules;
    this.#board = board;
    this.#overlay = new Overlay(this.#layer, {
      pick: (name) => this.#put(name), lift: () => {}, drop: () => {}, leave: () => this.leave(),
    });
    this.#panel = panel(section, t("setup"), false, this.#body);
    this.#panel.addEventListener("toggle", () => (this.#panel.open ? this.#begin() : this.leave()));
  }

  /** Whether a position is being set up. */
  get active() {
    return this.#editor !== null;
  }

  async #begin() {
    if (this.active) return;
    const start = this.#rules.START;
    const query = { [MAIN[this.#table.game]]: start, theme: "page", size: 788, ...this.#rules.views(this.#board.bottom) };
    try {
      this.#Editor ??= (await import(`/web/edit-${this.#table.game}.js`)).Editor;
      this.#empty = await picture(this.#table.game, query);
    } catch (error) {
      this.#board.fail(error);
      return;
    }
    if (!this.#panel.open) return;
    this.#editor = new this.#Editor(this.#table.position ?? start, this.#board.bottom);
    this.#editor.strip(this.#empty);
    this.#empty.setAttribute("role", "presentation");
    this.#empty.removeAttribute("aria-labelledby");
    this.#tool = this.#editor.palette[0][0];
    this.#fill();
    this.#show();
    this.#panel.scrollIntoView({ block: "nearest" });
  }

  #fill() {
    const tools = this.#editor.palette.map(([tool, words]) => make("label", { class: "tool" },
      make("input", { type: "radio", name: "tool", value: tool, checked: tool === this.#tool, on: { change: () => {
        this.#tool = tool;
      } } }), words));
    this.#body.replaceChildren(
      make("p", {}, t("setup.how")),
      make("fieldset", { class: "tools" }, make("legend", {}, t("setup.piece")), ...tools),
      make("div", { class: "fields" }, ...this.#editor.controls(() => this.#show())),
      make("p", { id: "setup-problem", class: "problem", role: "status" }),
      make("div", { class: "buttons" },
        button("setup-play", t("setup.go"), () => this.#go(), { class: "main" }),
        button("setup-clear", t("setup.clear"), () => this.#clear()),
        button("setup-cancel", t("setup.cancel"), () => this.leave())),
    );
  }

  #put(name) {
    this.#editor.put(name, this.#tool);
    this.#show();
  }

  #clear() {
    this.#editor.clear();
    this.#fill();
    this.#show();
  }

  #show() {
    const [width, height] = this.#rules.SIZE;
    part("board").classList.add("editing");
    for (const old of this.#empty.querySelectorAll(".put")) old.remove();
    this.#empty.append(draw("g", { class: "put" }, ...this.#editor.pieces(this.#empty)));
    if (!this.#layer.isConnected) {
      part("board").replaceChildren(this.#empty, this.#layer);
      part("panel-play").inert = true;
    }
    this.#overlay.show(width, height, t("setup.places"), this.#editor.places());
    this.#check();
  }

  /** Let the server say what is wrong with the position, if anything is. */
  async #check() {
    this.#checking.abort();
    this.#checking = new AbortController();
    const { signal } = this.#checking;
    const text = this.#editor.text;
    part("status").textContent = text;
    try {
      await ask(this.#table.game, "position", { [MAIN[this.#table.game]]: text }, signal);
      part("setup-problem").textContent = "";
      part("setup-play").disabled = false;
    } catch (error) {
      if (error.name === "AbortError" || !this.active) return;
      part("setup-problem").textContent = problemWords(error);
      part("setup-play").disabled = true;
    }
  }

  #go() {
    const { text } = this.#editor;
    this.leave();
    this.#table.go(text, null);
  }

  /** Leave the set-up; the board is again that of the game. */
  leave() {
    if (!this.active) return;
    this.#checking.abort();
    this.#editor = null;
    this.#body.replaceChildren();
    this.#panel.open = false;
    this.#layer.remove();
    part("board").classList.remove("editing");
    part("panel-play").inert = false;
    this.#board.restore();
  }
}
