// The table that a game is played at: the position shown, what may happen there, who plays, and the way back.

import { ask, MAIN, pageOf, post } from "/web/api.js";
import { Lines } from "/web/lines.js";

const SILENT = /^(resign|accept|forfeit)/; // what happens without a trace in the position

/** How the game ended where a resignation was accepted, which only the events tell. */
function resigned(made, events) {
  const [, winner] = (made.at(-1)?.startsWith("accept") && /^next game (\w) \w+ resigned$/.exec(events[0])) || [];
  return winner ? { winner, reason: "resigned" } : null;
}

/**
 * `waiting()` is called when something is asked of the server, `changed(live)` when a new position is there, and
 * `failed(error)` for what the server refuses.
 */
export class Table {
  #stop = new AbortController();
  #heard;

  constructor(game, heard) {
    this.game = game;
    this.lines = new Lines(game);
    this.at = null; // the id of the position in the tree
    this.shown = null; // what the server says of it
    this.#heard = heard;
  }

  /** The signal that ends whatever is asked about the position that is shown now. */
  get signal() {
    return this.#stop.signal;
  }

  get position() {
    return this.lines.get(this.at)?.position ?? null;
  }

  /** The last position that holds all there is to know, and the events since then. */
  #question() {
    const events = [];
    let at = this.at;
    while (SILENT.test(this.lines.get(at).event ?? "")) {
      events.unshift(this.lines.get(at).event);
      at = this.lines.get(at).up;
    }
    return [this.lines.get(at).position, events];
  }

  /** Show a position of the tree; `live` tells that play goes on from it. */
  async show(id, live = false) {
    this.#stop.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.at = id;
    this.shown = null;
    this.#heard.waiting();
    this.lines.choose(id);
    const [position, events] = this.#question();
    const query = { [MAIN[this.game]]: position };
    try {
      const [facts, moves, happened] = await Promise.all([
        ask(this.game, "position", query, signal),
        ask(this.game, "moves", query, signal),
        ask(this.game, "events", { ...query, event: events.join(",") }, signal),
      ]);
      const outcome = happened.outcome ?? resigned(events, happened.events) ?? (await this.#repeated(signal));
      this.shown = {
        facts, moves: events.length || outcome ? { ...moves, moves: [] } : moves, events: happened.events,
        outcome, mover: happened.to_move, resigned: events.at(-1)?.startsWith("resign") ?? false,
      };
    } catch (error) {
      if (error.name !== "AbortError") this.#heard.failed(error);
      return;
    }
    await this.#heard.changed(live);
  }

  /** How the game ended by what came before, which no position says; the server is asked where a board comes again. */
  async #repeated(signal) {
    const line = this.lines.path(this.at).map((id) => this.lines.get(id));
    const board = (position) => position.split(" ", 2).join(" ");
    if (line.filter(({ position }) => board(position) === board(this.position)).length < 3) return null;
    const events = line.slice(1).map(({ event }) => event);
    return (await post(this.game, "record", { position: line[0].position, events }, signal)).outcome;
  }

  /** Go on to a position: an entry of the browser's history, an address of its own. */
  go(position, event, live = true) {
    if (event !== null && !this.shown) return null; // a second click, while the first is on its way
    const id = this.lines.add(position, event === null ? null : this.at, event);
    history.pushState({ node: id }, "", pageOf(this.game, position));
    return this.show(id, live);
  }

  /** Go to a position that is in the tree already. */
  step(id) {
    history.pushState({ node: id }, "", pageOf(this.game, this.lines.get(id).position));
    return this.show(id);
  }

  /** Let something happen, and go on to what comes of it. */
  async happen(event) {
    const { signal } = this.#stop;
    const [position, before] = this.#question();
    this.#heard.waiting();
    try {
      const query = { [MAIN[this.game]]: position, event: [...before, event].join(",") };
      const { made, after } = await ask(this.game, "events", query, signal);
      if (!signal.aborted) await this.go(after, made.at(-1).event);
    } catch (error) {
      if (error.name !== "AbortError") this.#heard.failed(error);
    }
  }

  /** Show what the address names, when the browser goes back or on, or the page has come. */
  arrive(position) {
    const node = history.state?.node;
    if (Number.isInteger(node) && this.lines.get(node) && (position ?? this.lines.get(node).position)
        === this.lines.get(node).position) return this.show(node);
    if (position === null) return location.reload(); // an address of before the page came
    const id = this.lines.add(position);
    history.replaceState({ node: id }, "");
    return this.show(id);
  }

  /** A line of events from a position, as another record of a game; the last position is shown. */
  load(positions, events) {
    let id = this.lines.add(positions[0]);
    events.forEach((event, i) => {
      id = this.lines.add(positions[i + 1], id, event);
    });
    return this.step(id);
  }
}
