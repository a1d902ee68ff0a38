// What the visitor chose on this machine: colours and language. Nothing of it is sent but the language in the address.

import { part } from "/web/dom.js";

/** What this browser keeps under a name; null where there is nothing, or it keeps nothing. */
export function kept(name) {
  try {
    return localStorage.getItem(`pointboard.${name}`);
  } catch {
    return null;
  }
}

/** Keep a text on this machine. */
export function keep(name, value) {
  try {
    localStorage.setItem(`pointboard.${name}`, value);
  } catch {
    // a browser that keeps nothing: then it holds for this page only
  }
}

function wear(theme) {
  if (["light", "dark", "contrast"].includes(theme)) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme; // as the system has it
}

/** Let the page follow the choices of colours and language. */
export function follow() {
  const before = kept("theme");
  if ([...part("theme").options].some(({ value }) => value === before)) part("theme").value = before;
  wear(part("theme").value);
  part("theme").addEventListener("change", () => {
    keep("theme", part("theme").value);
    wear(part("theme").value);
  });
  part("lang").addEventListener("change", () => {
    const query = new URLSearchParams(location.search);
    query.set("lang", part("lang").value);
    location.search = query;
  });
}
