// The places of a board that can be pointed at, over its picture: by click, by dragging, by keyboard.

import { draw } from "/web/dom.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FAR = 6; // pixels from which on a press is a drag

/**
 * A place is {name, x, y, box | radius, label, state, mark, text}: where it is, in units of the drawing; `label` for
 * those who hear it; `state` is a list of classes ("start", "target", "chosen", "hit"); `mark` is where a target is
 * marked. `pick(name)` is called for a click, Enter or Space, `drop(from, to)` after dragging, `leave()` for Escape.
 */
export class Overlay {
  #root;
  #work;
  #places = [];
  #layout = "";
  #at = null;
  #press = null;

  constructor(root, work) {
    this.#root = root;
    this.#work = work;
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("focusin", (event) => this.#reach(event.target.dataset.place));
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.#lift());
  }

  /** Show places over a drawing of so many units; the same places keep the focus. */
  show(width, height, label, places) {
    this.#lift();
    this.#places = places;
    this.#root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#root.setAttribute("aria-label", label);
    const layout = JSON.stringify(places.map(({ name, x, y }) => [name, x, y]));
    if (layout !== this.#layout) {
      const focused = this.#root.contains(document.activeElement) && this.#at;
      this.#root.replaceChildren(...places.map((place) => this.#built(place)));
      this.#layout = layout;
      if (!places.some(({ name }) => name === this.#at)) this.#at = places[0]?.name ?? null;
      if (focused) this.#element(this.#at)?.focus();
    }
    for (const place of places) this.#dress(this.#element(place.name), place);
  }

  #element(name) {
    return this.#root.querySelector(`[data-place="${name}"]`);
  }

  #built({ name, x, y, box, radius }) {
    const area = box
      ? draw("rect", { class: "area", x: x - box[0] / 2, y: y - box[1] / 2, width: box[0], height: box[1], rx: 10 })
      : draw("circle", { class: "area", cx: x, cy: y, r: radius });
    return draw("g", { "data-place": name, role: "button" }, area, draw("circle", { class: "mark" }),
      draw("text", { x, y: y + 9 }));
  }

  #dress(element, { name, x, y, label, state, mark, text }) {
    element.setAttribute("class", ["place", ...state].join(" "));
    element.setAttribute("aria-label", label);
    element.setAttribute("aria-disabled", String(state.length === 0));
    element.setAttribute("aria-pressed", String(state.includes("chosen")));
    element.setAttribute("tabindex", name === this.#at ? "0" : "-1");
    const [, ring, words] = element.children;
    ring.setAttribute("cx", mark?.[0] ?? x);
    ring.setAttribute("cy", mark?.[1] ?? y);
    ring.setAttribute("r", mark?.[2] ?? 11);
    words.textContent = text ?? "";
  }

  #reach(name) {
    if (!name || name === this.#at) return;
    this.#element(this.#at)?.setAttribute("tabindex", "-1");
    this.#at = name;
    this.#element(name).setAttribute("tabindex", "0");
  }

  #name(event) {
    return event.target.closest?.("[data-place]")?.dataset.place;
  }

  #click(event) {
    const name = this.#name(event);
    if (name) this.#work.pick(name);
  }

  #key(event) {
    if (event.key === "Escape") this.#work.leave();
    const name = this.#name(event);
    if (name && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      this.#work.pick(name);
    }
    const step = ARROWS[event.key];
    if (!step || !name) return;
    event.preventDefault();
    const next = this.#nearest(this.#places.find((place) => place.name === name), step);
    if (next) this.#element(next.name).focus();
  }

  /** The nearest place in a direction; what lies aside counts twice. */
  #nearest(from, [across, down]) {
    let best = null;
    let least = Infinity;
    for (const place of this.#places) {
      const along = (place.x - from.x) * across + (place.y - from.y) * down;
      const aside = Math.abs((place.x - from.x) * down) + Math.abs((place.y - from.y) * across);
      const length = along + 2 * aside;
      if (along > 4 && aside <= 2.5 * along && length < least) [best, least] = [place, length];
    }
    return best;
  }

  #down(event) {
    const name = this.#name(event);
    const place = this.#places.find((one) => one.name === name);
    if (!place?.state.includes("start") || event.button !== 0) return;
    this.#press = { name, x: event.clientX, y: event.clientY, ghost: null };
  }

  #move(event) {
    const press = this.#press;
    if (!press) return;
    if (!press.ghost) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR) return;
      this.#work.lift(press.name);
      press.ghost = draw("circle", { class: "ghost", r: 20 });
      this.#root.append(press.ghost);
      this.#press = press; // showing the targets has lifted it
    }
    const matrix = this.#root.getScreenCTM().inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    press.ghost.setAttribute("cx", x);
    press.ghost.setAttribute("cy", y);
  }

  #up(event) {
    const press = this.#press;
    this.#lift();
    if (!press?.ghost) return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]");
    if (under && this.#root.contains(under) && under.dataset.place !== press.name) {
      this.#work.drop(press.name, under.dataset.place);
    }
  }

  #lift() {
    this.#press?.ghost?.remove();
    this.#press = null;
  }
}
