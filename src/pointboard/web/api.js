// What the page asks of the server: GET /v1/baghchal/..., JSON in answer.

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
export function address(route, query) {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  return `${ROOT}${route}?${given.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&")}`;
}

/** The JSON answer of a route; ApiError when the server refuses or does not answer, AbortError when stopped. */
export async function ask(route, query, signal) {
  let answer;
  let body;
  try {
    answer = await fetch(address(route, query), { signal });
    body = await answer.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError({ message: "The server does not answer." });
  }
  if (!answer.ok) throw new ApiError(body);
  return body;
}
