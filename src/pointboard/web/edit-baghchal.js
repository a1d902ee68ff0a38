// A position of Bagh Chal while it is put together by hand; whether it can be is for the server to say.

import { points } from "/web/baghchal.js";
import { choice, draw, make, part } from "/web/dom.js";
import { sideWords, t } from "/web/words.js";

const GOATS = 20;
const LETTERS = { tiger: "T", goat: "G", empty: "X" };

export class Editor {
  constructor(position) {
    const [, turn, inHand, captured] = position.split(" ");
    this.turn = turn;
    this.inHand = Number(inHand.slice(1));
    this.captured = Number(captured.slice(1));
    this.board = points(position);
  }

  /** What can be put on the board, with the words for it. */
  get palette() {
    return ["goat", "tiger", "empty"].map((piece) => [piece, t(`setup.${piece}`)]);
  }

  /** The position as text. */
  get text() {
    const rows = [0, 5, 10, 15, 20].map((at) => this.board.slice(at, at + 5).map(({ piece }) => LETTERS[piece]).join(""));
    return `${rows.join("/")} ${this.turn} @${this.inHand} c${this.captured} - #`;
  }

  /** Put a piece on a point, in place of what stands there; a goat comes out of the hand as long as there is one. */
  put(name, piece) {
    const point = this.board.find((one) => one.name === name);
    const change = (point.piece === "goat" ? 1 : 0) - (piece === "goat" && point.piece !== "goat" ? 1 : 0);
    point.piece = point.piece === piece ? "empty" : piece;
    this.inHand = Math.min(GOATS, Math.max(0, this.inHand + change));
    if (part("setup-hand")) part("setup-hand").value = this.inHand;
  }

  /** Take everything off the board. */
  clear() {
    for (const point of this.board) point.piece = "empty";
    [this.inHand, this.captured] = [GOATS, 0];
  }

  /** The points to put something on. */
  places() {
    return this.board.map(({ name, x, y, piece }) =>
      ({ name, x, y, radius: 36, label: `${name}, ${t(`piece.${piece}`)}`, state: ["edit"] }));
  }

  /** The picture of an empty board, made of one with pieces. */
  strip(picture) {
    for (const one of picture.querySelectorAll(":scope > use, :scope > circle[r='25'], :scope > g:last-of-type")) one.remove();
    return picture;
  }

  /** The pieces as drawings, for a picture that holds their heads. */
  pieces(picture) {
    return this.board.filter(({ piece }) => piece !== "empty").flatMap(({ x, y, piece }) => [
      draw("circle", { class: "ground", cx: x, cy: y, r: 25 }),
      draw("use", { href: `#${picture.querySelector(`[id$="-${piece}"]`).id}`, x, y }),
    ]);
  }

  /** The fields beside the board; `changed` is called when one of them is another. */
  controls(changed) {
    const field = (id, name, most) => make("div", { class: "field" }, make("label", { for: id }, t(id.replace("-", "."))),
      make("input", { id, type: "number", min: 0, max: most, value: this[name], on: { input: (event) => {
        this[name] = Number(event.target.value);
        changed();
      } } }));
    return [
      choice("setup-turn", t("setup.turn"), ["g", "t"].map((side) => [side, sideWords("baghchal", side)]), this.turn,
        (event) => {
          this.turn = event.target.value;
          changed();
        }),
      field("setup-hand", "inHand", GOATS), field("setup-captured", "captured", 5),
    ];
  }
}
