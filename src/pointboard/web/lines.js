// The positions that were looked at in this tab, as a tree: each knows the one it came from and by what event.

const MOST = 3000; // positions that are kept through a reload

/** The tree of one game; it lies in the tab's own storage, so that tabs do not know of each other. */
export class Lines {
  #key;
  #nodes;
  #next = new Map(); // where the line went on from a position, the last time

  constructor(game) {
    this.#key = `pointboard.${game}`;
    this.#nodes = this.#kept();
    this.#nodes.forEach(({ up }, id) => up === null || this.#next.set(up, id));
  }

  #kept() {
    try {
      return JSON.parse(sessionStorage.getItem(this.#key)) ?? [];
    } catch {
      return [];
    }
  }

  #keep() {
    try {
      if (this.#nodes.length <= MOST) sessionStorage.setItem(this.#key, JSON.stringify(this.#nodes));
    } catch {
      // a browser that keeps nothing, or is full: the line ends with the page
    }
  }

  /** Add a position; without `up` it begins a line. The id of what is there already is given again. */
  add(position, up = null, event = null) {
    const there = this.#nodes.findIndex((one) => up !== null && one.up === up && one.event === event);
    const id = there < 0 ? this.#nodes.push({ position, up, event }) - 1 : there;
    if (up !== null) this.#next.set(up, id);
    if (there < 0) this.#keep();
    return id;
  }

  /** The position with an id, undefined where there is none. */
  get(id) {
    return this.#nodes[id];
  }

  /** The ids from the beginning of the line to this one. */
  path(id) {
    const found = [];
    for (let at = id; at !== null; at = this.#nodes[at].up) found.unshift(at);
    return found;
  }

  /** The same, and on to the end of the line. */
  line(id) {
    const found = this.path(id);
    while (this.#next.has(found.at(-1))) found.push(this.#next.get(found.at(-1)));
    return found;
  }

  /** Go on from here in the line that holds this position from now on. */
  choose(id) {
    for (const at of this.path(id)) if (this.#nodes[at].up !== null) this.#next.set(this.#nodes[at].up, at);
  }
}
