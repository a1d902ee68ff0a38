// What the page asks of the server: the documented addresses under /v1, JSON or a picture in answer.

/** The parameter that holds a position in the main notation of each game. */
export const MAIN = { baghchal: "obx", backgammon: "ogid" };

/** An answer that is not 2xx; `field` and `column` (from 1) are null where the fault has no place. */
export class ApiError extends Error {
  constructor({ message, error = null, field = null, column = null }) {
    super(message);
    this.error = error;
    this.field = field;
    this.column = column;
  }
}

/** A text as it stands in an address: all but letters, digits and ": _ -" is percent-encoded. */
export function encoded(text) {
  const byte = (value) => `%${value.toString(16).toUpperCase().padStart(2, "0")}`;
  return text.replace(/[^A-Za-z0-9:_-]+/gu, (part) => [...new TextEncoder().encode(part)].map(byte).join(""));
}

/** The address of the page of a position; the language stays the one that was chosen. */
export function pageOf(game, position) {
  const lang = new URLSearchParams(location.search).get("lang");
  return `/b/${game}/${encoded(position)}${lang ? `?lang=${encoded(lang)}` : ""}`;
}

/** The address of a question about a game; what is empty or null is left out. */
export function address(game, route, query) {
  const given = Object.entries(query).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const text = given.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");
  return `/v1/${game}/${route}${text ? `?${text}` : ""}`;
}

/** The answer at an address, JSON as what it holds; ApiError, AbortError as for `ask`. */
export async function fetched(where, options) {
  let answer;
  let body;
  try {
    answer = await fetch(where, options);
    const json = (answer.headers.get("content-type") ?? "").includes("json");
    body = json ? await answer.json() : await answer.text();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError({ message: "", error: "no_answer" });
  }
  if (!answer.ok) throw new ApiError(typeof body === "string" ? { message: body } : body);
  return body;
}

/** The JSON answer to a question; ApiError when the server refuses or is not there, AbortError when stopped. */
export function ask(game, route, query, signal) {
  return fetched(address(game, route, query), { signal });
}

/** The same by POST, for what may be long. */
export function post(game, route, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return fetched(`/v1/${game}/${route}`, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** What is proved of the games so far: a row for each phase that can be solved. */
export const proved = async () => (await fetched("/health")).proved;

/** The picture of a position as an SVG element of this document, its words in the language of the page. */
export async function picture(game, query, signal) {
  const text = await fetched(address(game, "board.svg", { ...query, lang: document.body.dataset.lang }), { signal });
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}
