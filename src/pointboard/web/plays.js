// Plays of the dice, step by step. Which plays there are is the server's list; here they are only taken apart.

import { BAR, other, turned } from "/web/ogid.js";

const OFF = 0;

/** The parts of a play's text as pairs of points of its side, 25 for the bar, 0 for off. */
function links(text) {
  if (!/^[0-9b]/.test(text)) return []; // "Cannot move"
  return text.split(" ").flatMap((word) => {
    const [, way, times] = /^([^(]+)(?:\((\d)\))?$/.exec(word);
    const stops = way.split("/").map((stop) => ({ bar: 25, off: OFF })[stop.replace("*", "")] ?? parseInt(stop, 10));
    const pairs = stops.slice(1).map((stop, i) => [stops[i], stop]);
    return Array.from({ length: Number(times ?? 1) }, () => pairs).flat();
  });
}

/** Every way to make links with single dice, each a list of steps; `free(point)` tells where a checker may touch down. */
function ways([first, ...rest], dice, free) {
  if (!first) return [[]];
  const [from, to] = first;
  return [...new Set(dice)].flatMap((die) => {
    const next = Math.max(from - die, OFF);
    if (next < to || (next > to && !free(next))) return [];
    const others = next === to ? rest : [[next, to], ...rest];
    return ways(others, without(dice, die), free).map((steps) => [[from, next], ...steps]);
  });
}

function without(list, value) {
  const at = list.indexOf(value);
  return list.filter((_, i) => i !== at);
}

const same = (a) => (b) => a[0] === b[0] && a[1] === b[1];

/** What is left of a way after some of its steps; null when they are not all of it. */
function remaining(way, steps) {
  let left = way;
  for (const step of steps) {
    const at = left.findIndex(same(step));
    if (at < 0) return null;
    left = left.filter((_, i) => i !== at);
  }
  return left;
}

/** The plays of a side from the server's list, for the fields of a position. */
export class Plays {
  constructor(fields, side, moves) {
    this.side = side;
    this.fields = fields;
    const [high, low] = fields.dice;
    const dice = high === low ? [high, high, high, high] : fields.dice;
    this.all = moves.map((move) => {
      const hits = [...move.move.matchAll(/(\d+)\*/g)].map(([, point]) => Number(point));
      const free = (point) => this.#standing(fields, point) <= (hits.includes(point) ? 1 : 0);
      return { move, ways: ways(links(move.move), dice, free) };
    });
  }

  /** How many checkers of the other side stand on a point. */
  #standing(fields, point) {
    return point === OFF ? 0 : fields[other(this.side)][turned(this.side, point)];
  }

  /** The fields after steps of the side, what is hit on the bar. */
  after(steps) {
    const fields = { ...this.fields, W: [...this.fields.W], B: [...this.fields.B] };
    const them = other(this.side);
    for (const [from, to] of steps) {
      fields[this.side][turned(this.side, from)] -= 1;
      if (to === OFF) continue;
      const pip = turned(this.side, to);
      if (fields[them][pip] === 1) {
        fields[them][pip] = 0;
        fields[them][BAR[them]] += 1;
      }
      fields[this.side][pip] += 1;
    }
    return fields;
  }

  /** The steps that may come next, in an order in which a play can be made: the bar first, off when all are home. */
  next(steps) {
    const fields = this.after(steps);
    const own = (point) => fields[this.side][turned(this.side, point)];
    const farthest = Array.from({ length: 25 }, (_, i) => 25 - i).find((point) => own(point) > 0) ?? 0;
    const found = this.all.flatMap((play) => play.ways.flatMap((way) => remaining(way, steps) ?? []));
    return found.filter(
      ([from, to], i) =>
        own(from) > 0 && (farthest < 25 || from === 25) && (to !== OFF || farthest <= 6) &&
        this.#standing(fields, to) < 2 && found.findIndex(same([from, to])) === i,
    );
  }

  /** The move that these steps make, null where there is more to do. */
  complete(steps) {
    const done = this.all.find((play) => play.ways.some((way) => remaining(way, steps)?.length === 0));
    return done?.move ?? null;
  }

  /** Where the checker on a point may go, with the steps to there; several steps where it hits the same on any way. */
  targets(steps, source) {
    const found = new Map();
    const walk = (way) => {
      const at = way.length ? way.at(-1)[1] : source;
      if (at === OFF) return;
      for (const step of this.next([...steps, ...way])) {
        if (step[0] !== at || way.length >= 4) continue;
        const longer = [...way, step];
        found.set(step[1], [...(found.get(step[1]) ?? []), longer]);
        walk(longer);
      }
    };
    walk([]);
    const chosen = [...found].map(([target, paths]) => [target, this.#clear(steps, paths)]);
    return new Map(chosen.filter(([, path]) => path));
  }

  /** The shortest of several paths to one point; none where they hit different checkers. */
  #clear(steps, paths) {
    const least = Math.min(...paths.map((path) => path.length));
    const short = paths.filter((path) => path.length === least);
    const ends = new Set(short.map((path) => JSON.stringify(this.after([...steps, ...path]))));
    return ends.size === 1 ? short[0] : null;
  }
}
