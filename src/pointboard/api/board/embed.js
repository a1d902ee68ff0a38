// <point-board game="backgammon" id="..."></point-board>: any position on any page, drawn by the server of this script.
// Attributes: game (baghchal or backgammon), id (in any notation; the start without it), and as for board.svg
// theme, size, title, lang, bottom, home. The picture leads to the page of the position.

(() => {
  const base = new URL(".", document.currentScript?.src ?? "http://127.0.0.1:8000/embed.js");
  const OPTIONS = ["theme", "size", "title", "lang", "bottom", "home"];
  const LANGUAGES = ["en", "ne"]; // an element of a page in another one may say so: its board is in English
  const encoded = (text) => encodeURIComponent(text).replace(/[!'()*.~]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);

  class PointBoard extends HTMLElement {
    static observedAttributes = ["game", "id", ...OPTIONS];
    #link = document.createElement("a");
    #picture = document.createElement("img");

    constructor() {
      super();
      this.#picture.style.cssText = "display:block;max-width:100%;height:auto";
      this.#picture.addEventListener("error", () => (this.dataset.problem = ""));
      this.#picture.addEventListener("load", () => delete this.dataset.problem);
      this.#link.append(this.#picture);
      this.attachShadow({ mode: "open" }).append(this.#link);
    }

    connectedCallback() {
      this.#draw();
    }

    attributeChangedCallback() {
      if (this.isConnected) this.#draw();
    }

    #draw() {
      const game = encodeURIComponent(this.getAttribute("game") ?? "baghchal");
      const id = this.getAttribute("id") ?? "";
      const lang = LANGUAGES.find((one) => one === this.getAttribute("lang")?.toLowerCase().split("-")[0]);
      const given = (name) => (name === "lang" ? lang : this.getAttribute(name)) ?? null;
      const wanted = OPTIONS.map((name) => [name, given(name)]).filter(([, text]) => text !== null);
      const query = [...(id ? [["text", id]] : []), ...wanted].map(([name, text]) => `${name}=${encoded(text)}`).join("&");
      this.#picture.alt = this.getAttribute("title") ?? `${decodeURIComponent(game)}: ${id}`;
      this.#picture.src = new URL(`v1/${game}/board.svg${query && `?${query}`}`, base).href;
      this.#link.href = new URL(`b/${game}/${encoded(id)}${lang ? `?lang=${encoded(lang)}` : ""}`, base).href;
    }
  }

  if (!customElements.get("point-board")) customElements.define("point-board", PointBoard);
})();
