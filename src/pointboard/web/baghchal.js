// Bagh Chal on the page: where the points lie, and the moves of the server's list as clicks. It knows no rule.

import { t } from "/web/words.js";

const NAMES = [1, 2, 3, 4, 5].flatMap((row) => [..."ABCDE"].map((column) => `${column}${row}`));
const PIECES = { T: "tiger", G: "goat", X: "empty" };
const [EDGE, STEP] = [64, 75]; // A1 lies at (64, 64), its neighbours 75 away (render/svg.py)

export const SIDES = ["g", "t"];
export const SIZE = [412, 474];
export const START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #";

/** The opponents there are: a key, the words for it, what is asked of the server. */
export const ENGINES = [1, 2, 3, 4, 5, 6, 7, 8].map((level) => [`${level}`, `level.baghchal.${level}`, { level }]);

/** Whose move it is in a position. */
export const mover = (position) => position.split(" ")[1];

/** The points by name, with where they lie and what stands there. */
export function points(position) {
  const letters = position.split(" ")[0].replaceAll("/", "");
  return NAMES.map((name, i) => ({
    name, x: EDGE + STEP * (i % 5), y: EDGE + STEP * Math.floor(i / 5), piece: PIECES[letters[i]],
  }));
}

/** A move as the list of moves shows it. */
export const moveWords = (event) => event.replace(/^m/, "").replace(/^([A-E]\d)([A-E]\d)/, "$1–$2");

/** The position and the number of a point's place for a board seen from a side; Bagh Chal has one view only. */
export const views = () => ({});

/** The moves of a position, played by pointing at them. */
export class Turn {
  /** `answer` is the server's list of moves. */
  constructor(position, answer) {
    this.position = position;
    this.idle = false; // whether it is not for the visitor to move
    this.complete = null; // the move that was made
    this.steps = [];
    this.places = new Map();
    this.moves = answer.moves.map((one) => {
      const [, first, second, captured] = /^m([A-E]\d)([A-E]\d)?(?:\(([A-E]\d)\))?/.exec(one.move);
      return { ...one, source: second ? first : null, target: second ?? first, captured };
    });
  }

  /** The points from which a piece may move. */
  starts() {
    return new Set(this.idle ? [] : this.moves.filter(({ source }) => source).map(({ source }) => source));
  }

  /** Where the piece on `source` may go; with null, where one may be placed. */
  targets(source) {
    const found = this.idle ? [] : this.moves.filter((one) => one.source === source);
    return new Map(found.map((one) => [one.target, one]));
  }

  /** Make a move of `targets`. */
  go(move) {
    this.complete = move;
    this.steps = [move];
  }

  /** Take back what was not sent yet. */
  undo() {
    this.complete = null;
    this.steps = [];
  }

  /** The position to draw. */
  get shown() {
    return this.position;
  }

  /** Whether the move is made with its last step; a play of the dice is still to be confirmed. */
  get sudden() {
    return true;
  }

  /** The places to point at; `chosen` is the point whose piece is to move. */
  spots(chosen) {
    const [starts, targets] = [this.starts(), this.targets(chosen)];
    return points(this.position).map(({ name, x, y, piece }) => {
      const move = targets.get(name);
      const state = [];
      if (move) state.push("target", ...(chosen ? [] : ["free"]), ...(move.captured ? ["hit"] : []));
      if (starts.has(name)) state.push("start");
      if (name === chosen) state.push("chosen");
      const use = !move ? (starts.has(name) ? t("spot.can_move") : "")
        : !chosen ? t("spot.place") : t(move.captured ? "spot.capture" : "spot.here", { from: chosen, on: move.captured });
      return { name, x, y, radius: 36, label: [name, t(`piece.${piece}`), use].filter(Boolean).join(", "), state };
    });
  }

  /** What the side to move may do, in words. */
  todo(chosen) {
    if (this.idle || !this.moves.length) return "";
    if (chosen) return t("todo.target", { from: chosen });
    return t(this.moves.some(({ source }) => !source) ? "todo.place" : `todo.move.${mover(this.position)}`);
  }
}
