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

/** The board in words, for those who do not see it. */
export function boardWords(obx) {
  const board = readBoard(obx);
  const on = (piece) => NAMES.filter((name) => board.get(name) === piece).join(", ") || "no point";
  return `Bagh Chal board. Tigers on ${on("tiger")}. Goats on ${on("goat")}.`;
}

/** The buttons; `choose(answer)` is called with an element of the server's list of moves. */
export class Points {
  #board = new Map();
  #buttons = new Map();
  #moves = [];
  #source = null;

  constructor(root, choose) {
    for (const name of NAMES) {
      const button = document.createElement("button");
      button.type = "button";
      button.tabIndex = name === "A1" ? 0 : -1;
      button.dataset.point = name;
      button.addEventListener("click", () => this.#click(name, choose));
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
    this.#select(null);
  }

  #click(name, choose) {
    const move = this.#moves.find(({ source, target }) => target === name && source === this.#source);
    if (move) choose(move.answer);
    else this.#select(name !== this.#source && this.#starts(name) ? name : null);
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
