// The panel for playing: who plays, what may happen, the dice, and the opponent that moves by itself.

import { ask, MAIN } from "/web/api.js";
import { rolled, rollEvent } from "/web/chance.js";
import { button, choice, make, part } from "/web/dom.js";
import { keep, kept } from "/web/prefs.js";
import { said, sideWords, t } from "/web/words.js";

const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 250; // ms, so that one sees what happens
const ROLLS = /^(opening )?roll [^ ]+( [^ ]+)?$/;

const begins = (events, word) => events.find((event) => event.startsWith(word));

/** `rules` is the module of the game, `board` the board on the page, `say` tells the visitor something. */
export class Play {
  #section;
  #table;
  #rules;
  #board;
  #say;
  #live = false;
  #held = false; // whether the focus was on a button that may be gone now

  constructor(section, table, rules, board, say) {
    this.#section = section;
    this.#table = table;
    this.#rules = rules;
    this.#board = board;
    this.#say = say;
    section.replaceChildren(
      make("h2", {}, t("play")),
      make("div", { class: "players" }, ...rules.SIDES.map((side) => this.#player(side))),
      make("div", { class: "buttons" },
        make("span", { id: "actions" }),
        button("new", t("play.new"), () => this.#begin()),
        ...(rules.SIDES.includes("W") ? [button("flip", t("play.flip"), () => this.#board.flip())] : [])),
      make("form", { id: "dice-form", class: "field inline", hidden: true, on: { submit: (event) => this.#typed(event) } },
        make("label", { for: "dice" }, t("play.type_dice")),
        make("input", {
          id: "dice", inputmode: "numeric", pattern: "[1-6]{2}", maxlength: 2, size: 2, required: true, autocomplete: "off",
        }),
        make("button", { type: "submit" }, t("play.put"))),
      make("form", { id: "resign-form", class: "field inline", hidden: true, on: { submit: (event) => this.#resign(event) } },
        make("label", { for: "resign" }, t("play.resign_size")), make("select", { id: "resign" }),
        make("button", { type: "submit" }, t("play.resign"))),
    );
  }

  #player(side) {
    const { game } = this.#table;
    const options = [["", t("player.hand")], ...this.#rules.ENGINES.map(([key, words]) => [key, t(words)])];
    const chosen = kept(`${game}.${side}`) ?? "";
    return choice(`player-${side}`, sideWords(game, side), options, chosen, () => {
      keep(`${game}.${side}`, part(`player-${side}`).value);
      this.#board.refresh();
      this.show(true);
    });
  }

  /** The opponent that plays a side, none where that is played by hand. */
  #engine(side) {
    const key = side && part(`player-${side}`).value;
    return this.#rules.ENGINES.find(([name]) => name === key) ?? null;
  }

  /** Whose turn it is to do anything: who acts, or answers a resignation; nobody before the first roll. */
  #actor() {
    const { shown } = this.#table;
    const accept = begins(shown.events, "accept");
    if (!accept) return shown.mover;
    const [, resigned] = /^resign (\w)/.exec(this.#table.lines.get(this.#table.at).event) ?? [];
    return this.#rules.SIDES.find((side) => side !== resigned);
  }

  /** Let nothing be pressed while the server is asked. */
  wait() {
    this.#section.setAttribute("aria-busy", "true");
    this.#held ||= part("actions").contains(document.activeElement);
    for (const one of this.#section.querySelectorAll("button")) one.disabled = one.id !== "new" && one.id !== "flip";
  }

  /** Show what may happen now, and let the opponent act if it is its turn in a game that is being played. */
  show(live) {
    const { shown } = this.#table;
    this.#live = live;
    this.#section.setAttribute("aria-busy", "false");
    for (const one of this.#section.querySelectorAll("button")) one.disabled = false;
    const engine = shown && this.#engine(this.#actor());
    part("actions").replaceChildren(...(shown ? this.#actions(shown, engine) : this.#again()));
    this.#hold();
    const rolls = Boolean(shown && !engine && shown.events.some((event) => ROLLS.test(event)));
    part("dice-form").hidden = !rolls;
    const sizes = (shown?.events ?? []).filter((event) => event.startsWith("resign ") && this.#mine(event.split(" ")[1]));
    part("resign-form").hidden = sizes.length === 0;
    part("resign").replaceChildren(...sizes.map((event) => {
      const [, side, size] = event.split(" ");
      return make("option", { value: event }, `${sideWords(this.#table.game, side)}: ${said("size", size)}`);
    }));
    if (live && shown && this.#acts()) this.#pause(engine);
  }

  /** Whether the visitor may act now. */
  mine() {
    const { shown } = this.#table;
    return Boolean(shown) && !this.#engine(this.#actor());
  }

  /** Whether the dice may be rolled now, by the visitor. */
  canRoll() {
    return this.mine() && this.#table.shown.events.some((event) => ROLLS.test(event));
  }

  /** Whether a side is played by hand, and acts now if both are. */
  #mine(side) {
    const { mover } = this.#table.shown;
    return !this.#engine(side) && (mover === side || Boolean(this.#engine(mover)));
  }

  /** Whether something happens now without the visitor. */
  #acts() {
    const { shown } = this.#table;
    if (shown.outcome) return false;
    if (this.#engine(this.#actor())) return true;
    return Boolean(begins(shown.events, "opening roll")) && this.#rules.SIDES.every((side) => this.#engine(side));
  }

  /** Give the focus that a button had to what comes next: the button to press now, or the board. */
  #hold() {
    if (this.#table.shown && !this.mine()) return; // the opponent first
    if (this.#held && document.activeElement === document.body)
      (part("actions").querySelector(".main") ?? part("board").querySelector('[tabindex="0"]'))?.focus({ preventScroll: true });
    this.#held = false;
  }

  /** The way on where the server did not answer: to ask it again. */
  #again() {
    const { at } = this.#table;
    return at === null ? [] : [button("again", t("play.again"), () => this.#table.show(at, true), { class: "main" })];
  }

  #actions({ events, resigned }, engine) {
    const found = [];
    const add = (id, event, attributes) =>
      event && found.push(button(id, t(`play.${id}`), () => this.#table.happen(event), attributes));
    if (!engine) {
      if (this.#board.complete) found.push(button("done", t("play.done"), () => this.done(), { class: "main" }));
      if (events.some((event) => ROLLS.test(event))) found.push(button("roll", t("play.roll"), () => this.roll(), { class: "main" }));
      add("double", begins(events, "double"));
      add("take", begins(events, "take"), { class: "main" });
      add("pass", begins(events, "pass"));
      add("accept", begins(events, "accept"), { class: "main" });
    } else if (!this.#live) {
      found.push(button("go-on", t("play.go_on"), () => this.show(true), { class: "main" }));
    }
    if (resigned) found.push(button("decline", t("play.decline"), () => this.back()));
    if (begins(events, "next game")) add("next", begins(events, "next game"), { class: "main" });
    const undo = button("undo", t("play.undo"), () => this.back());
    undo.disabled = !this.#board.begun && this.#table.lines.get(this.#table.at).up === null;
    return [...found, undo];
  }

  /** Take back a step of the play, or else the last move and what the opponent did after it. */
  back() {
    if (this.#board.undo()) return this.show(false);
    const { lines } = this.#table;
    let { up } = lines.get(this.#table.at);
    if (up === null) return null;
    const theirs = (id) => lines.get(id).up !== null && this.#engine(this.#rules.mover(lines.get(id).position));
    while (theirs(up)) ({ up } = lines.get(up));
    return this.#table.step(up);
  }

  /** Send the play that was made. */
  done() {
    const move = this.#board.complete;
    if (move) this.#table.go(move.after, move.move);
  }

  /** Roll the dice. */
  roll() {
    const opening = Boolean(begins(this.#table.shown.events, "opening roll"));
    return this.#table.happen(rolled(opening));
  }

  #typed(event) {
    event.preventDefault();
    const [first, second] = part("dice").value;
    part("dice").value = "";
    const opening = Boolean(begins(this.#table.shown.events, "opening roll"));
    this.#table.happen(rollEvent(opening, first, second));
  }

  #resign(event) {
    event.preventDefault();
    this.#table.happen(part("resign").value);
  }

  #begin() {
    this.#table.go(this.#rules.START, null);
  }

  async #pause(engine) {
    const { signal } = this.#table;
    this.wait();
    await new Promise((work) => setTimeout(work, PAUSE));
    if (!signal.aborted) await this.#act(engine, signal);
  }

  /** Do what the opponent does here: accept, roll, decide about the cube, or move. */
  async #act(engine, signal) {
    const { events } = this.#table.shown;
    const accept = begins(events, "accept");
    if (accept) return this.#table.happen(accept);
    const rolls = events.some((event) => ROLLS.test(event));
    if (rolls && !events.includes("double")) return this.roll();
    this.#say(t("play.thinking", { side: sideWords(this.#table.game, this.#actor()) }));
    try {
      const query = { [MAIN[this.#table.game]]: this.#table.position, ...engine[2] };
      const best = await ask(this.#table.game, "best", query, signal);
      if (signal.aborted) return null;
      if (best.move !== null) {
        this.#board.tell(this.#told(best));
        return this.#table.go(best.after, best.move);
      }
      const event = best.decision?.event;
      if (event && !ROLLS.test(event)) {
        this.#board.tell(t("play.did", { side: sideWords(this.#table.game, this.#actor()), what: said("event", event) }));
        return this.#table.happen(event);
      }
      return rolls ? this.roll() : null;
    } catch (error) {
      if (error.name === "AbortError") return null;
      this.#board.fail(error);
      return this.show(false);
    }
  }

  #told({ move, mistake, lines }) {
    const side = sideWords(this.#table.game, this.#actor());
    const words = this.#rules.moveWords;
    if (!mistake) return t("play.moved", { side, move: words(move) });
    return t("play.erred", { side, move: words(move), best: words(lines[0].move) });
  }
}
