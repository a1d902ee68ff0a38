// The words of the page, from the one file of its language.

const lang = document.body.dataset.lang || "en";
const words = await (await fetch(`/web/words/${lang}.json`)).json();

/** The words under a key, with the values put in. */
export function t(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** The words for the side of a game. */
export const sideWords = (game, side) => t(`side.${game}.${side}`);

/** A word that the server says, in the language of the page where that knows it. */
export const said = (kind, word) => words[`${kind}.${word}`] ?? word;

/** What an error says. */
export function problemWords(error) {
  if (error.error === "no_answer") return t("problem.no_answer");
  const { message, field, column } = error;
  const told = message.startsWith("line "); // an error in a record says its own place
  if (field && field !== "text" && column && !told) return t("problem.place", { field, column, message });
  return field && field !== "text" && !message.startsWith(field) ? t("problem.field", { field, message }) : message;
}

/** A number with so many digits after the point, as the language writes it; `signed` with + before what is above 0. */
export function number(value, digits = 0, signed = false) {
  return new Intl.NumberFormat(lang, {
    minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: signed ? "exceptZero" : "auto",
  }).format(value);
}
