// The text of a backgammon position, field by field; what it means and whether it can be is for the server to say.

export const BAR = { W: 0, B: 25 };
const CHARS = "0123456789abcdefghijklmnop";

/** The other side. */
export const other = (side) => (side === "W" ? "B" : "W");

/** The fields of an id, counts of checkers by pip. */
export function read(text) {
  const [white, black, cube, dice, last, phase, scoreWhite, scoreBlack, length, moveId, checkers] = text.split(":");
  const counts = (field) => [...CHARS].map((char) => field.split(char).length - 1);
  return {
    W: counts(white), B: counts(black), cube, dice: [...dice].map(Number), last, phase,
    score: { W: scoreWhite, B: scoreBlack }, length, moveId, checkers: Number(checkers ?? 15),
  };
}

/** The id of such fields. */
export function write({ W, B, cube, dice, last, phase, score, length, moveId, checkers }) {
  const text = (counts) => counts.map((count, pip) => CHARS[pip].repeat(count)).join("");
  const fields = [text(W), text(B), cube, dice.join(""), last, phase, score.W, score.B, length, moveId];
  return [...fields, ...(checkers === 15 ? [] : [checkers])].join(":");
}

/** The point of a pip as the side counts it (25 its bar, 0 borne off), and the pip of such a point. */
export const turned = (side, at) => (side === "W" ? 25 - at : at);

/** How many checkers of a side are borne off. */
export const off = (fields, side) => fields.checkers - fields[side].reduce((sum, count) => sum + count, 0);
