// What the page asks of the server: GET /v1/..., JSON in answer.

const ROOT = "/v1/baghchal/";

/** An answer that is not 2xx; `field` and `column` (from 1) are null where the fault has no place. */
export class ApiError extends Error {
  constructor({ message, field = null, column = null }) {
    super(message);
    this.field = field;
    this.column = column;
  }
}

/** The address of a route; every value is percent-encoded, so that "#" in a position survives. */
export function address(route, query, root = ROOT) {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  return `${root}${route}?${given.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&")}`;
}

/** The JSON answer at an address; ApiError when the server refuses or does not answer, AbortError when stopped. */
async function fetched(where, signal) {
  let answer;
  let body;
  try {
    answer = await fetch(where, { signal });
    body = await answer.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError({ message: "The server does not answer." });
  }
  if (!answer.ok) throw new ApiError(body);
  return body;
}

/** The JSON answer of a route of the game. */
export function ask(route, query, signal) {
  return fetched(address(route, query), signal);
}

/** What is proved of the game so far: a row for each phase that can be solved. */
export async function proved() {
  return (await fetched("/health")).proved.filter(({ game }) => ROOT.includes(`/${game}/`));
}

/** Every notation of any game that a text may be, the likeliest first. */
export async function identify(text, signal) {
  return (await fetched(address("identify", { text }, "/v1/"), signal)).found;
}

/**
 * What a text in any notation says: the answer of "moves", and `notation`, the title of one that is not OBX. An
 * ApiError says what is wrong with the text, or which other game it is of.
 */
export async function read(text, signal) {
  if (text === "") throw new ApiError({ message: "Type or paste a position, then press Show." });
  try {
    const answer = await ask("moves", { text }, signal);
    if (answer.position === text) return { answer, notation: null };
    const way = (await identify(text, signal)).find(({ game, position }) => game === answer.game && position);
    return { answer, notation: way && way.notation !== "obx" ? way.title : null };
  } catch (error) {
    if (!error.field) throw error;
    const [way] = await identify(text, signal);
    if (!way || ROOT.includes(`/${way.game}/`)) throw error;
    throw new ApiError({ message: `This is ${way.title}, a notation of ${way.game}; here is Bagh Chal only.` });
  }
}
