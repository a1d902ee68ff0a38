// A position of backgammon while it is put together by hand; whether it can be is for the server to say.

import { place, SIDES, spot } from "/web/backgammon.js";
import { choice, draw, make } from "/web/dom.js";
import { off, other, read, turned, write } from "/web/ogid.js";
import { number, sideWords, t } from "/web/words.js";

const SHOWN = 5; // checkers of a stack that are drawn
const EXPONENTS = Array.from({ length: 11 }, (_, exponent) => exponent);

export class Editor {
  constructor(position, bottom) {
    this.fields = read(position);
    this.bottom = bottom;
    this.mover = other(this.fields.last);
    this.fields.dice = this.fields.dice.length === 2 ? this.fields.dice : [];
    this.opening = this.fields.phase === "IW" || this.fields.phase === "IB";
    const [, exponent] = /^.(\d+)/.exec(this.fields.cube);
    [this.owner, this.exponent] = [this.fields.cube[0], exponent];
    this.crawford = this.fields.length.includes("C");
    this.points = parseInt(this.fields.length, 10);
  }

  /** What can be put on the board, with the words for it. */
  get palette() {
    return [...SIDES.map((side) => [side, t("setup.checker", { side: sideWords("backgammon", side) })]),
      ["remove", t("setup.remove")]];
  }

  /** The position as text. */
  get text() {
    const { fields } = this;
    return write({
      ...fields, cube: `${this.owner}${this.exponent}N`, last: other(this.mover), phase: fields.dice.length ? "R" : "C",
      length: `${this.points}${this.crawford ? "C" : ""}`, moveId: this.opening ? 2 : fields.moveId,
    });
  }

  /** Put a checker on a place, or take one from it. */
  put(name, tool) {
    if (!name.startsWith("p")) return;
    const pip = Number(name.slice(1));
    const { fields } = this;
    if (tool !== "remove") fields[tool][pip] += off(fields, tool) > 0 ? 1 : 0;
    else for (const side of SIDES) fields[side][pip] = Math.max(0, fields[side][pip] - 1);
  }

  /** Take everything off the board. */
  clear() {
    for (const side of SIDES) this.fields[side].fill(0);
  }

  /** The places to put a checker on: every point and both bars. */
  places() {
    return Array.from({ length: 26 }, (_, pip) => {
      const one = place(this.fields, pip, this.bottom);
      const on = SIDES.filter((side) => this.fields[side][pip]).map((side) =>
        t("spot.checkers", { count: number(this.fields[side][pip]), side: sideWords("backgammon", side) }));
      const where = one.bar ? t("spot.bar", { side: sideWords("backgammon", pip ? "B" : "W") }) : number(turned(this.bottom, pip));
      return { ...one, label: [where, on.join(", ") || t("piece.empty")].join(", "), state: ["edit"] };
    });
  }

  /** The picture of an empty board, made of one of the start. */
  strip(picture) {
    const gone = ":scope > circle, :scope > text:not([font-size='21']), :scope > rect[width='50']";
    for (const one of picture.querySelectorAll(gone)) one.remove();
    return picture;
  }

  /** The checkers as drawings, and the numbers of those borne off. */
  pieces() {
    const found = [];
    for (let pip = 0; pip < 26; pip += 1) {
      let height = 0;
      for (const side of SIDES) {
        const count = this.fields[side][pip];
        for (let i = 0; i < Math.min(count, SHOWN); i += 1, height += 1) {
          const [cx, cy] = spot(turned(this.bottom, pip), height);
          found.push(draw("circle", { class: `checker ${side}`, cx, cy, r: 21 }));
          if (i === SHOWN - 1 && count > SHOWN) {
            found.push(draw("text", { class: `count ${side}`, x: cx, y: cy + 9 }, String(count)));
          }
        }
      }
    }
    return found;
  }

  #choice(name, options, changed, work = (value) => value) {
    return choice(`setup-${name}`, t(`setup.${name}`), options, String(this[name]), (event) => {
      this[name] = work(event.target.value);
      changed();
    });
  }

  #input(id, value, attributes, change) {
    return make("div", { class: "field" }, make("label", { for: id }, t(id.replace("-", "."))),
      make("input", { id, value, autocomplete: "off", ...attributes, on: { input: (event) => change(event.target) } }));
  }

  /** The fields beside the board; `changed` is called when one of them is another. */
  controls(changed) {
    const { fields } = this;
    const whole = { type: "number", min: 0, max: 999 };
    const sides = SIDES.map((side) => [side, sideWords("backgammon", side)]);
    const set = (work) => (input) => {
      work(input);
      changed();
    };
    return [
      this.#choice("mover", sides, changed),
      this.#input("setup-dice", fields.dice.join(""), { inputmode: "numeric", maxlength: 2, size: 2 }, set((input) => {
        fields.dice = [...input.value].map((face) => (/\d/.test(face) ? Number(face) : face)).sort();
      })),
      this.#choice("exponent", EXPONENTS.map((exponent) => [String(exponent), number(2 ** exponent)]), changed),
      this.#choice("owner", [["N", t("setup.nobody")], ...sides], changed),
      this.#input("setup-points", this.points, whole, set((input) => { this.points = Number(input.value); })),
      ...SIDES.map((side) => this.#input(`setup-score${side}`, fields.score[side], whole,
        set((input) => { fields.score[side] = String(Number(input.value)); }))),
      make("div", { class: "field inline" },
        make("input", { id: "setup-crawford", type: "checkbox", checked: this.crawford,
          on: { change: (event) => set((input) => { this.crawford = input.checked; })(event.target) } }),
        make("label", { for: "setup-crawford" }, t("setup.crawford"))),
    ];
  }
}
