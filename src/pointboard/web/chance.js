// Dice.

/** A die, each face as likely as any other. */
export function die() {
  const byte = crypto.getRandomValues(new Uint8Array(1))[0];
  return byte < 252 ? 1 + (byte % 6) : die();
}

/** Two dice as an event; of an opening roll both differ. */
export function rolled(opening) {
  const [first, second] = [die(), die()];
  if (opening && first === second) return rolled(opening);
  return rollEvent(opening, first, second);
}

/** The event of two dice; in an opening roll the first is White's. */
export function rollEvent(opening, first, second) {
  if (opening) return `opening roll W${first} B${second}`;
  return `roll ${Math.max(first, second)}${Math.min(first, second)}`;
}
