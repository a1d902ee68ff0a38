// The panel for exploring: every legal move with its verdict, as the server finds them out, and how each is known.

import { address, MAIN, proved } from "/web/api.js";
import { make, panel } from "/web/dom.js";
import { number, said, sideWords, t } from "/web/words.js";

const SERIOUS = 100; // what a move gives away, in hundredths of a goat, to be coloured as bad
const DECIDED = 9000; // a score beyond it is a forced result: 10000 less the plies to the end

/** How deep the moves were looked at: a search that its limit ends has looked at the first of them a ply deeper. */
function depthWords(lines, depth) {
  const depths = lines.map((line) => line.depth);
  const [least, most] = depths.length ? [Math.min(...depths), Math.max(...depths)] : [depth, depth];
  return least === most ? number(most) : `${number(least)}–${number(most)}`;
}

export class Explore {
  #table;
  #rules;
  #board;
  #source = null;
  #legal = [];
  #best = 0; // the best score
  #body = make("div", { id: "verdicts" });
  #note = make("p", { id: "explore-note", class: "known", role: "status" });
  #tables = make("p", { id: "proved", class: "known" });
  #panel;

  constructor(section, table, rules, board) {
    this.#table = table;
    this.#rules = rules;
    this.#board = board;
    this.#panel = panel(section, t("explore"), false, this.#note, this.#body, this.#tables);
    this.#panel.addEventListener("toggle", () => this.show());
    window.addEventListener("pagehide", () => this.stop());
  }

  /** Ask no further: the server ends the search when nobody listens. */
  stop() {
    this.#source?.close();
    this.#source = null;
  }

  /** Explore the position of the table, if the panel is open. */
  show() {
    this.stop();
    this.#body.replaceChildren();
    this.#note.textContent = "";
    const { game, position, shown } = this.#table;
    if (!this.#panel.open || !shown) return;
    this.#proved();
    const source = new EventSource(address(game, "explore", { [MAIN[game]]: position }));
    this.#source = source;
    this.#note.textContent = t("explore.asking");
    const hear = (name, work) =>
      source.addEventListener(name, (event) => source === this.#source && work(JSON.parse(event.data)));
    hear("legal", (legal) => {
      this.#legal = legal.moves.length ? legal.moves.map(({ move, ...one }) => ({ event: move, ...one })) : legal.events;
      this.#fill([], null);
    });
    hear("judged", (judged) => this.#judged(judged));
    hear("fault", (fault) => {
      this.#note.textContent = fault.message;
    });
    hear("done", () => {
      if (this.#note.textContent === t("explore.asking")) this.#note.textContent = t("explore.nothing");
      this.stop();
    });
    source.onerror = () => {
      if (source !== this.#source) return;
      this.#note.textContent = t("problem.no_answer");
      this.stop();
    };
  }

  /** Tell what is proved for whoever asks this server, and what it builds; a phase that others make up has no words. */
  async #proved() {
    const { game } = this.#table;
    const rows = (await proved().catch(() => [])).filter((row) => row.game === game);
    const whole = rows.filter(({ phase, ready, tables }) => phase === "all" && ready === tables);
    const words = (said(`phase.${game}`, "all") === "all" ? rows : whole.length ? whole : rows)
      .map((row) => ({ ...row, what: said(`phase.${game}`, row.phase) }))
      .filter(({ phase, what, ready, tables, building }) => what !== phase && (ready === tables || building !== null))
      .map(({ what, building }) => building === null ? what : t("proved.building", { what, share: number(100 * building) }));
    this.#tables.textContent = words.length ? t("proved", { what: words.join(", ") }) : rows.length ? t("proved.none") : "";
  }

  #judged({ lines, evidence, depth, nodes, note, decision }) {
    const [value] = lines.map((line) => line.value).filter(Boolean);
    const known = value ?? decision?.value;
    const levels = new Set(lines.map((line) => line.value?.level).filter(Boolean)); // engines look deeper at the better plays
    const source = known ? `${known.source} ${[...levels].join(", ") || known.level}` : "";
    const by = known?.evidence ?? evidence;
    const how = by && t(`known.${by}`, { source, depth: depthWords(lines, depth), nodes: number(nodes) });
    this.#note.textContent = [how, note].filter(Boolean).join(" ");
    this.#fill(lines, decision);
  }

  /** The list: what is judged first, in its order, then what is not. */
  #fill(lines, decision) {
    this.#best = Math.max(...lines.map(({ score }) => score ?? -Infinity));
    const judged = new Map(lines.map((line) => [line.move, line]));
    const rows = lines.map(({ move }) => this.#legal.find(({ event }) => event === move)).filter(Boolean);
    const rest = this.#legal.filter(({ event }) => !judged.has(event) && !/^(opening )?roll |^begin|^forfeit/.test(event));
    const value = lines.some((line) => line.value);
    const heads = ["explore.move", value ? "explore.equity" : "explore.verdict", value ? "explore.chances" : "explore.known"];
    this.#body.replaceChildren(...this.#decision(decision), make("table", { class: "verdicts" },
      make("thead", {}, make("tr", {}, ...heads.map((key) => make("th", { scope: "col" }, t(key))))),
      make("tbody", {}, ...[...rows, ...rest].map((one) => this.#row(one, judged.get(one.event))))));
  }

  #row({ event, after }, line) {
    const show = (hints) => () => this.#board.hint(hints);
    const move = make("button", { type: "button", on: {
      click: () => this.#table.go(after, event), mouseenter: show(event), mouseleave: show(""), focus: show(event), blur: show(""),
    } }, this.#rules.moveWords(event));
    const [kind, words, more] = line ? this.#verdict(line) : ["", ["…"], ""];
    return make("tr", {}, make("th", { scope: "row" }, move), make("td", { class: `verdict ${kind}` }, ...words), make("td", { class: "known" }, more));
  }

  /** The colour, the words and how it is known, of a move that was judged. */
  #verdict({ verdict, value, score, depth }) {
    const { game, shown } = this.#table;
    if (value) return this.#value(value);
    if (verdict) {
      const known = t("explore.proved");
      if (verdict.winner === null) return ["draw", [t("explore.draw")], known];
      const kind = verdict.winner === shown.mover ? "win" : "loss";
      const side = sideWords(game, verdict.winner);
      if (verdict.plies === null) return [kind, [t("explore.wins", { side })], known];
      return [kind, [t("explore.wins_in", { side, plies: number(verdict.plies) })], known];
    }
    const known = t("explore.depth", { depth: number(depth) });
    if (score === null) return ["", ["–"], known];
    if (Math.abs(score) > DECIDED) {
      const winner = score > 0 ? shown.mover : this.#rules.SIDES.find((side) => side !== shown.mover);
      const words = t("explore.wins_in", { side: sideWords(game, winner), plies: number(10000 - Math.abs(score)) });
      return [score > 0 ? "win" : "loss", [words], known];
    }
    const kind = score === this.#best ? "win" : this.#best - score > SERIOUS ? "loss" : "";
    return [kind, [t("explore.goats", { count: number(score / 100, 1, true) })], known];
  }

  #value({ equity, loss, chances, evidence, level }) {
    const kind = loss < 0.02 ? "win" : loss > 0.1 ? "loss" : "draw";
    const share = (part) => number(100 * part, 1);
    const odds = chances ? t("explore.odds", {
      win: share(chances.win), gammon: share(chances.gammon), backgammon: share(chances.backgammon),
      lose: share(1 - chances.win), lose_gammon: share(chances.lose_gammon),
    }) : "";
    const words = [number(equity, 3, true)];
    if (loss > 0.0005) words.push(make("small", {}, number(-loss, 3)));
    return [kind, words, [odds, said("evidence", evidence), level].filter(Boolean).join(" · ")];
  }

  /** What to do about the cube, and what each way is worth. */
  #decision(decision) {
    if (!decision) return [];
    const rows = decision.options.map(({ name, equity, loss }) => make("tr", {}, make("th", { scope: "row" }, said("option", name)),
      make("td", { class: "number" }, number(equity, 3, true)), make("td", { class: "number" }, loss ? number(-loss, 3, true) : "")));
    const heads = ["explore.cube", "explore.equity", "explore.loss"].map((key) => make("th", { scope: "col" }, t(key)));
    return [make("p", { class: "verdict win" }, said("decision", decision.verdict)),
      make("table", { class: "verdicts" }, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows))];
  }
}
