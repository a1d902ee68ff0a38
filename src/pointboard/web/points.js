// The points of the board: 25 buttons over the picture, reached with Tab and the arrow keys.

const NAMES = [1, 2, 3, 4, 5].flatMap((row) => [..."ABCDE"].map((column) => `${column}${row}`));
const PIECES = { T: "tiger", G: "goat", X: "empty" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The points of a move as OBX writes it: "mC3", "mA1B1", "mA1C3(B2)". */
export function readMove(text) {
  const [, first, second] = /^m([A-E][1-5])([A-E][1-5])?/.exec(text);
  return second ? { source: first, target: second } : { source: null, target: first };
}

/** What stands on each point, by name, from a position's OBX text. */
export function readBoard(obx) {
  const letters = obx.split(" ")[0].replaceAll("/", "");
  return new Map(NAMES.map((name, i) => [name, PIECES[letters[i]]]));
}

/** The position in words, for those who do not see it. */
export function boardWords(obx, turn) {
  const board = readBoard(obx);
  const [, , inHand, captured] = obx.split(" ");
  const hand = `${inHand.slice(1)} ${inHand === "@1" ? "goat" : "goats"} in hand, ${captured.slice(1)} captured.`;
  const on = (piece) => NAMES.filter((name) => board.get(name) === piece).join(", ") || "no point";
  return `Bagh Chal board. ${turn} ${hand} Tigers on ${on("tiger")}. Goats on ${on("goat")}.`;
}

/**
 * The buttons; `choose(answer)` is called with an element of the server's list of moves, `explain(words)` with why a
 * click does nothing.
 */
export class Points {
  #board = new Map();
  #buttons = new Map();
  #moves = [];
  #source = null;
  #mover = "goat";
  #placing = true;

  constructor(root, choose, explain) {
    for (const name of NAMES) {
      const button = document.createElement("button");
      button.type = "button";
      button.tabIndex = name === "A1" ? 0 : -1;
      button.dataset.point = name;
      button.addEventListener("click", () => this.#click(name, choose, explain));
      button.addEventListener("focus", () => this.#reach(name));
      this.#buttons.set(name, button);
    }
    root.replaceChildren(...this.#buttons.values());
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Show a position and its legal moves (the server's list). */
  show(obx, moves) {
    this.#board = readBoard(obx);
    this.#moves = moves.map((answer) => ({ ...readMove(answer.move), answer }));
    this.#mover = obx.split(" ")[1] === "g" ? "goat" : "tiger";
    this.#placing = this.#starts(null);
    this.#select(null);
  }

  /** What the side to move may do, in words. */
  todo() {
    if (!this.#moves.length) return "The game is over.";
    if (this.#placing) return "Place a goat: click an empty point.";
    return `Move a ${this.#mover}: click it, then one of the marked points.`;
  }

  #click(name, choose, explain) {
    const source = this.#source;
    const move = this.#moves.find((one) => one.target === name && one.source === source);
    if (move) {
      choose(move.answer);
      return;
    }
    const starts = name !== source && this.#starts(name);
    explain(starts || name === source ? this.todo() : this.#why(name));
    this.#select(starts ? name : null);
  }

  /** Why a click on a point is neither a move nor the beginning of one. */
  #why(name) {
    const piece = this.#board.get(name);
    const mover = this.#mover;
    if (!this.#moves.length) return "The game is over.";
    if (piece !== "empty" && piece !== mover) return `The ${piece} on ${name} cannot move: it is the ${mover}s' turn.`;
    if (this.#placing) return `The goat on ${name} cannot move: goats move only when none is left in hand.`;
    if (piece === mover) return `The ${mover} on ${name} cannot move: no point that it could go to is free.`;
    if (this.#source) return `The ${mover} on ${this.#source} cannot go to ${name}.`;
    return `${name} is empty: click a ${mover} first.`;
  }

  #starts(name) {
    return this.#moves.some(({ source }) => source === name);
  }

  #select(name) {
    this.#source = name;
    const targets = new Set(this.#moves.filter(({ source }) => source === name).map(({ target }) => target));
    for (const [point, button] of this.#buttons) {
      const target = targets.has(point);
      const starts = this.#starts(point);
      button.classList.toggle("target", target && name !== null);
      button.classList.toggle("active", target || starts);
      if (starts) button.setAttribute("aria-pressed", String(point === name));
      else button.removeAttribute("aria-pressed");
      const use = target ? (name ? `, move here from ${name}` : ", place a goat here") : starts ? ", can move" : "";
      button.setAttribute("aria-label", `${point}, ${this.#board.get(point)}${use}`);
    }
  }

  #reach(name) {
    for (const [point, button] of this.#buttons) button.tabIndex = point === name ? 0 : -1;
  }

  #key(event) {
    if (event.key === "Escape") this.#select(null);
    const step = ARROWS[event.key];
    const at = NAMES.indexOf(event.target.dataset.point);
    if (!step || at < 0) return;
    event.preventDefault();
    const column = Math.min(4, Math.max(0, (at % 5) + step[0]));
    const row = Math.min(4, Math.max(0, Math.floor(at / 5) + step[1]));
    this.#buttons.get(NAMES[5 * row + column]).focus();
  }
}
