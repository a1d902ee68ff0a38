// Backgammon on the page: where points, bars, trays, dice and cube lie, and plays made checker by checker.

import { BAR, off, other, read, turned, write } from "/web/ogid.js";
import { Plays } from "/web/plays.js";
import { number, sideWords, t } from "/web/words.js";

export const SIDES = ["W", "B"];
export const SIZE = [788, 716];
export const START = "11ccccchhhjjjjj:66666888dddddoo:N0N::W:IW:0:0:0:0";

/** The opponents there are: a key, the words for it, what is asked of the server. */
export const ENGINES = [
  ["builtin", "level.backgammon.builtin", { engine: "builtin" }],
  ["gnubg-0", "level.backgammon.gnubg-0", { engine: "gnubg", level: "0-ply" }],
  ["gnubg-2", "level.backgammon.gnubg-2", { engine: "gnubg", level: "2-ply" }],
  ["bgsage-1", "level.backgammon.bgsage-1", { engine: "bgsage", level: "1ply" }],
  ["bgsage-3", "level.backgammon.bgsage-3", { engine: "bgsage", level: "3ply" }],
  ["best", "level.backgammon.best", {}],
];

// Lengths in units of the drawing (render/places.py), with the home boards on the right.
const [POINT, RADIUS, STEP, LONGEST] = [46, 22, 43, 5];
const [TOP, LOW] = [90, 582];
const MIDDLE = (TOP + LOW) / 2;
const FIELDS = [92, 420];
const [BAR_X, TRAY_X, CUBE_X] = [394, 738, 50];
const HALF = (LOW - TOP) / 2;

/** Whose turn it is by the text of a position, if it is anyone's. */
export const mover = (position) => other(read(position).last);

/** What a picture is to be asked with for a board seen from a side. */
export const views = (bottom) => ({ bottom });

/** The middle of the point with a number as the side at the bottom counts it. */
function column(point) {
  const at = point <= 12 ? 12 - point : point - 13;
  return FIELDS[Math.floor(at / 6)] + POINT * ((at % 6) + 0.5);
}

/** Where the checker at a height on a point lies. */
export function spot(point, height) {
  const step = Math.min(height, LONGEST - 1);
  if (point === 0 || point === 25) return [BAR_X, point ? MIDDLE - 40 - STEP * step : MIDDLE + 40 + STEP * step];
  const away = RADIUS + 1 + STEP * step;
  return [column(point), point <= 12 ? LOW - away : TOP + away];
}

const dicePlace = (side, bottom) => [FIELDS[side === bottom ? 1 : 0] + 3 * POINT, MIDDLE];

function cubePlace(owner, bottom) {
  if (owner !== "W" && owner !== "B") return [CUBE_X, MIDDLE];
  return [CUBE_X, owner === bottom ? LOW - 36 : TOP + 36];
}

/** The place that may be pointed at for a pip, 0 to 25: what stands there, and its box. */
export function place(fields, pip, bottom) {
  const point = turned(bottom, pip);
  const bar = point === 0 || point === 25;
  const low = point <= 12;
  const count = fields.W[pip] + fields.B[pip];
  const on = fields.W[pip] && fields.B[pip] ? null : fields.W[pip] ? "W" : fields.B[pip] ? "B" : null;
  return {
    name: `p${pip}`, x: bar ? BAR_X : column(point),
    y: bar ? MIDDLE + (low ? 122 : -122) : low ? LOW - HALF / 2 : TOP + HALF / 2,
    box: [POINT, bar ? 208 : HALF - 30], mark: [...spot(point, count), 13], hit: [...spot(point, 0), 13], count, on, bar,
  };
}

/** What happened, as the list of the game shows it. */
export function moveWords(event) {
  const [, first, second] = /roll \D?(\d)\D*(\d)$/.exec(event) ?? [];
  if (second) return diceWords([first, second]);
  const word = ["next game", "resign", "accept", "double", "take", "pass"].find((one) => event.startsWith(one));
  return word ? t(`event.${word}`) : event;
}

const diceWords = (dice) => [...dice].sort().reverse().join("-");

/** A position whose dice are to be played, or one in which nothing but events is due. */
export class Turn {
  /** `answer` is the server's list of plays; `events` what may happen. */
  constructor(position, answer, events, bottom) {
    this.position = position;
    this.fields = read(position);
    this.side = other(this.fields.last);
    this.bottom = bottom;
    this.events = events;
    this.idle = false; // whether it is not for the visitor to act
    this.moves = answer.moves;
    this.steps = [];
    this.plays = answer.moves.length ? new Plays(this.fields, this.side, answer.moves) : null;
  }

  /** The play that was made, once it is whole. */
  get complete() {
    return this.plays?.complete(this.steps) ?? null;
  }

  /** Whether the move is made with its last step; a play of the dice is still to be confirmed. */
  get sudden() {
    return false;
  }

  #place(point) {
    return point === 0 ? `off${this.side}` : `p${turned(this.side, point)}`;
  }

  #point(name) {
    return name.startsWith("off") ? 0 : turned(this.side, Number(name.slice(1)));
  }

  /** The places from which a checker may move now. */
  starts() {
    const steps = this.idle || !this.plays ? [] : this.plays.next(this.steps);
    return new Set(steps.map(([from]) => this.#place(from)));
  }

  /** Where the checker on a place may go. */
  targets(source) {
    if (this.idle || !source || !this.plays) return new Map();
    return new Map([...this.plays.targets(this.steps, this.#point(source))].map(([to, path]) => [this.#place(to), path]));
  }

  /** Make the steps of a target. */
  go(path) {
    this.steps = [...this.steps, ...path];
  }

  /** Take back the last step. */
  undo() {
    this.steps = this.steps.slice(0, -1);
  }

  /** The position to draw: the one in the middle of the play, or the one after it where no other can be drawn. */
  get shown() {
    const fields = this.plays ? this.plays.after(this.steps) : this.fields;
    if (off(fields, this.side) === fields.checkers && this.complete) return this.complete.after;
    return this.steps.length ? write({ ...fields, phase: "R" }) : this.position;
  }

  /** The places to point at; `chosen` is the one whose checker is to move. */
  spots(chosen) {
    const fields = this.plays ? this.plays.after(this.steps) : this.fields;
    const [starts, targets] = [this.starts(), this.targets(chosen)];
    const found = Array.from({ length: 26 }, (_, pip) => this.#checkers(place(fields, pip, this.bottom), fields));
    for (const side of SIDES) {
      const low = side === this.bottom;
      found.push({
        name: `off${side}`, x: TRAY_X, y: low ? LOW - HALF / 2 : TOP + HALF / 2, box: [60, HALF - 12],
        mark: [TRAY_X, low ? LOW - 40 : TOP + 40, 13],
        label: t("spot.off", { side: sideWords("backgammon", side), count: number(off(fields, side)) }), state: [],
      });
    }
    for (const one of found) {
      const path = targets.get(one.name);
      if (path) {
        one.state.push("target");
        if (one.on && one.on !== this.side) {
          one.state.push("hit");
          one.mark = one.hit;
        }
        one.label += `, ${t("spot.here", { from: this.#words(chosen) })}`;
      }
      if (starts.has(one.name)) one.state.push("start");
      if (one.name === chosen) one.state.push("chosen");
      if (starts.has(one.name) && !path) one.label += `, ${t("spot.can_move")}`;
    }
    return [...found, ...this.#dice(), ...this.#cube()];
  }

  #words(name) {
    const point = this.#point(name);
    return point === 25 ? t("spot.bar_word") : point === 0 ? t("spot.off_word") : number(point);
  }

  #checkers(one, fields) {
    const pip = Number(one.name.slice(1));
    const where = one.bar
      ? t("spot.bar", { side: sideWords("backgammon", pip === BAR.W ? "W" : "B") })
      : number(turned(this.side, pip));
    const on = SIDES.filter((side) => fields[side][pip])
      .map((side) => t("spot.checkers", { count: number(fields[side][pip]), side: sideWords("backgammon", side) }));
    return { ...one, label: [where, on.join(", ") || t("piece.empty")].join(", "), state: [] };
  }

  #dice() {
    const rolls = !this.idle && this.events.some((event) => /^(opening )?roll /.test(event));
    const done = !this.idle && this.complete;
    if (!rolls && !done && this.fields.dice.length < 2) return [];
    const opening = this.fields.phase === "IW";
    const [x, y] = opening ? [BAR_X, MIDDLE] : dicePlace(this.side, this.bottom);
    const label = done ? t("play.done") : rolls ? t("play.roll") : t("spot.dice", { dice: diceWords(this.fields.dice) });
    const text = rolls ? t("play.roll") : "";
    return [{ name: "dice", x, y, box: [124, 56], label, text, state: done ? ["act"] : rolls ? ["act", "roll"] : [] }];
  }

  #cube() {
    const [owner] = this.fields.cube;
    const [x, y] = cubePlace(owner, this.bottom);
    if (this.idle || !this.events.includes("double")) return [];
    return [{ name: "cube", x, y, box: [56, 56], label: t("play.double"), state: ["act"] }];
  }

  /** What the side to act may do, in words. */
  todo(chosen) {
    if (this.idle) return "";
    if (chosen) return t("todo.target", { from: this.#words(chosen) });
    if (this.complete) return t(this.steps.length ? "todo.done" : "todo.cannot");
    if (this.plays) return t(this.steps.length ? "todo.more" : "todo.play", { dice: diceWords(this.fields.dice) });
    for (const event of ["take", "accept", "opening roll", "double", "roll", "next game"]) {
      if (this.events.some((one) => one.startsWith(event))) return t(`todo.${event.replace(" ", "_")}`);
    }
    return "";
  }
}
