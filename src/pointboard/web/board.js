// The board on the page: the server's picture with the places to point at over it, and the line of words below.

import { MAIN, picture } from "/web/api.js";
import { draw, part } from "/web/dom.js";
import { Overlay } from "/web/overlay.js";
import { keep, kept } from "/web/prefs.js";
import { problemWords, said, sideWords, t } from "/web/words.js";

const WIDE = 788; // pixels of the picture; the page makes it as wide as there is room

/** `made(move)` is called when a move is whole, `roll()`, `done()` and `double()` for dice and cube. */
export class Board {
  #table;
  #rules;
  #work;
  #turn = null;
  #chosen = null;
  #drawn = "";
  #told = "";
  #hinted = "";
  #facts = null; // what the server says of the position on the board
  #overlay;
  #layer = draw("svg", { class: "overlay", role: "group" });
  #bottom;

  constructor(table, rules, work) {
    this.#table = table;
    this.#rules = rules;
    this.#work = work;
    this.#bottom = kept("bottom") === "B" ? "B" : "W";
    const served = part("board").querySelector("svg");
    this.#drawn = served && this.#bottom === "W" ? document.body.dataset.position : "";
    part("board").append(this.#layer);
    this.#overlay = new Overlay(this.#layer, {
      pick: (name) => this.#pick(name),
      lift: (name) => this.#choose(name),
      drop: (from, to) => this.#drop(from, to),
      leave: () => this.#choose(null),
    });
  }

  /** The move that was made and not sent yet. */
  get complete() {
    return this.#turn?.complete ?? null;
  }

  /** Whether a part of a play was made. */
  get begun() {
    return Boolean(this.#turn?.steps.length);
  }

  /** The side at the bottom of a board that can be turned. */
  get bottom() {
    return this.#bottom;
  }

  /** Words to be said with the next position. */
  tell(words) {
    this.#told = words;
  }

  /** Say a problem that the server or the page has. */
  fail(error) {
    part("problem").hidden = false;
    part("problem").textContent = problemWords(error);
  }

  /** Show the position of the table. */
  async show() {
    const { shown, position } = this.#table;
    this.#facts = shown;
    part("problem").hidden = true;
    this.#turn = new this.#rules.Turn(position, shown.moves, shown.events, this.#bottom);
    this.#chosen = null;
    this.#hinted = "";
    this.#dress();
    await this.#draw();
  }

  /** Show the places again when other hands play. */
  refresh() {
    if (this.#turn) this.#choose(null);
  }

  /** Draw the position again after something else stood in its place. */
  restore() {
    this.#drawn = "";
    part("board").replaceChildren(this.#layer);
    if (this.#turn) {
      this.#dress();
      this.#draw();
    }
  }

  /** See the board from the other side. */
  async flip() {
    this.#bottom = this.#bottom === "W" ? "B" : "W";
    keep("bottom", this.#bottom);
    if (!this.#turn) return;
    this.#turn.bottom = this.#bottom;
    this.#dress();
    await this.#draw();
  }

  /** Show a move of the server's list as a hint on the picture; with "" none. */
  hint(move) {
    this.#hinted = move;
    if (this.#turn && !this.begun) this.#draw();
  }

  /** Take back the last step of a play that was not sent; whether there was one. */
  undo() {
    if (!this.begun) return false;
    this.#turn.undo();
    this.#choose(null);
    this.#draw();
    return true;
  }

  async #draw() {
    const wanted = this.#turn.shown;
    const hints = this.begun ? "" : this.#hinted;
    const key = [wanted, this.#bottom === "W" ? "" : this.#bottom, hints].filter(Boolean).join(" ");
    if (key === this.#drawn) return;
    const { signal } = this.#table;
    const query = { [MAIN[this.#table.game]]: wanted, size: WIDE, theme: "page", hints, ...this.#rules.views(this.#bottom) };
    try {
      const drawn = await picture(this.#table.game, query, signal);
      if (signal.aborted || wanted !== this.#turn.shown || (hints && hints !== this.#hinted)) return;
      this.#drawn = key;
      this.#put(drawn);
    } catch (error) {
      if (error.name !== "AbortError") this.fail(error);
    }
  }

  /** Put a picture under the places, which keep the focus. */
  #put(drawn) {
    const board = part("board");
    for (const old of [...board.children]) if (old !== this.#layer) old.remove();
    board.prepend(drawn);
  }

  /** Put the places and the words on the page. */
  #dress() {
    this.#turn.idle = !this.#work.mine();
    const [width, height] = this.#rules.SIZE;
    this.#overlay.show(width, height, t("board.places"), this.#turn.spots(this.#chosen));
    const todo = this.#turn.todo(this.#chosen);
    part("status").textContent = [this.#told, this.#stands(), todo].filter(Boolean).join(" ");
    if (!this.begun) this.#told = "";
  }

  /** Whose turn it is, or how the game ended. */
  #stands() {
    const { game } = this.#table;
    const { mover, outcome } = this.#facts;
    if (outcome) {
      const { winner, reason } = outcome;
      const words = { reason: said("reason", reason) };
      return t(winner ? `status.wins.${game}.${winner}` : "status.draw", words);
    }
    return mover ? t("status.to_move", { side: sideWords(game, mover) }) : "";
  }

  #choose(name) {
    this.#chosen = name && this.#turn?.starts().has(name) ? name : null;
    if (this.#turn) this.#dress();
  }

  #pick(name) {
    if (!this.#turn || this.#turn.idle) return;
    if (name === "dice") this.#work.dice();
    else if (name === "cube") this.#work.cube();
    else if (this.#turn.targets(this.#chosen).has(name)) this.#go(this.#chosen, name);
    else this.#choose(name === this.#chosen ? null : name);
  }

  #drop(from, to) {
    if (this.#turn && this.#turn.targets(from).has(to)) this.#go(from, to);
    else this.#choose(null);
  }

  #go(from, to) {
    this.#turn.go(this.#turn.targets(from).get(to));
    this.#chosen = null;
    if (this.#turn.sudden) {
      this.#work.made();
      return;
    }
    this.#dress();
    this.#draw();
    this.#work.step();
  }
}
