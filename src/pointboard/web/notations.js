// The position in every notation of its game, each with a button that copies it.

import { make, part } from "/web/dom.js";
import { t } from "/web/words.js";

/** Copy a text, and say on the button that it is done. */
export async function copy(text, button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = t("copied");
  } catch {
    button.textContent = t("copy.failed");
  }
  setTimeout(() => {
    button.textContent = before;
  }, 1500);
}

/** The list of the page, which the server has filled for the first position: a title, a text, a button in each row. */
export class Notations {
  #list;
  #first = document.body.dataset.position;

  constructor(list) {
    this.#list = list;
    list.addEventListener("click", (event) => {
      const button = event.target.closest("button.copy");
      if (button) copy(button.parentElement.querySelector("code").textContent, button);
    });
  }

  /** Show the texts of a position, by the names of their notations. */
  show(texts, position) {
    if (position === this.#first) return; // it stands there; and somebody may be typing in the box by now
    this.#first = null;
    const box = part("id-text");
    box.value = position;
    box.removeAttribute("aria-invalid");
    const titles = [...this.#list.children].map((row) => row.querySelector("h3").textContent);
    this.#list.replaceChildren(...Object.entries(texts).map(([name, text], i) => {
      const title = titles[i] ?? name;
      return make("li", {}, make("h3", {}, title), ...(text === null ? [make("p", {}, t("notations.none"))] : [
        make("code", {}, text), make("button", { type: "button", class: "copy" }, t("copy")),
      ]));
    }));
  }
}
