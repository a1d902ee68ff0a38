// The panel of the game: the list of what happened with steps back and on, and records going out and coming in.

import { post } from "/web/api.js";
import { button, choice, make, panel, part } from "/web/dom.js";
import { copy } from "/web/notations.js";
import { report } from "/web/report.js";
import { number, problemWords, sideWords, t } from "/web/words.js";

const FORMATS = { baghchal: ["pgn", "json", "log"], backgammon: ["mat", "sgf", "json"] };

export class GameList {
  #table;
  #rules;
  #board;
  #list = make("ol", { id: "plies", class: "plies" });

  constructor(section, table, rules, board) {
    this.#table = table;
    this.#rules = rules;
    this.#board = board;
    const step = (id, sign, to) =>
      button(id, sign, () => this.#step(to), { "aria-label": t(`game.${id}`), title: t(`game.${id}`) });
    panel(section, t("game"), true,
      make("div", { class: "buttons steps" },
        step("first", "«", () => 0), step("previous", "‹", (at) => at - 1),
        step("following", "›", (at) => at + 1), step("last", "»", (_, last) => last)),
      this.#list,
      make("details", { id: "records" }, make("summary", {}, t("game.records")),
        choice("format", t("game.format"), FORMATS[table.game].map((name) => [name, t(`record.${name}`)]), null, () => {}),
        make("div", { class: "buttons" }, button("export", t("game.export"), () => this.#export()),
          button("download", t("game.download"), () => this.#download()),
          button("copy-record", t("copy"), (event) => copy(part("record").value, event.target)),
          button("report", t("report"), () => this.#report())),
        make("p", { id: "report-note", role: "status" }),
        make("label", { for: "record" }, t("game.record")),
        make("textarea", { id: "record", rows: 6, spellcheck: "false", on: {
          dragover: (event) => event.preventDefault(), drop: (event) => this.#drop(event),
        } }),
        make("p", { id: "record-problem", class: "problem", role: "alert", hidden: true }),
        make("p", { id: "record-note", role: "status" }),
        make("div", { id: "record-games" }),
        make("div", { class: "buttons" },
          button("import", t("game.import"), () => this.#import({ text: part("record").value })),
          make("label", { class: "file", for: "file" }, t("game.file")),
          make("input", { id: "file", type: "file", on: { change: (event) => this.#read(event.target.files[0]) } }))),
    );
  }

  /** Show the line that the position of the table stands in. */
  show() {
    const { lines, at } = this.#table;
    const line = lines.line(at);
    this.#list.replaceChildren(...line.map((id) => this.#row(id, id === at)));
    this.#list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    const place = line.indexOf(at);
    for (const id of ["first", "previous"]) part(id).disabled = place <= 0;
    for (const id of ["following", "last"]) part(id).disabled = place === line.length - 1;
  }

  #row(id, current) {
    const { event, up, position } = this.#table.lines.get(id);
    const before = up === null ? null : this.#table.lines.get(up).position;
    const side = before === null ? null : this.#rules.mover(before);
    const words = event === null ? t("game.start") : this.#rules.moveWords(event);
    const played = up !== null && /^(opening )?roll /.test(this.#table.lines.get(up).event ?? "") && !/^roll/.test(event);
    const mark = side && !played && make("span", { class: `side-mark ${side}`, title: sideWords(this.#table.game, side) });
    const go = make("button", { type: "button", "data-position": position, "aria-current": current ? "step" : null,
      on: { click: () => this.#table.step(id) } }, ...(mark ? [mark] : []), words);
    return make("li", {}, go);
  }

  #step(to) {
    const line = this.#table.lines.line(this.#table.at);
    const at = to(line.indexOf(this.#table.at), line.length - 1);
    if (line[at] !== undefined) this.#table.step(line[at]);
  }

  /** The first position of the line and the events after it. */
  #line() {
    const { lines, at } = this.#table;
    if (at === null) return { position: this.#rules.START, events: [] };
    const [first, ...rest] = lines.line(at).map((id) => lines.get(id));
    return { position: first.position, events: rest.map(({ event }) => event) };
  }

  async #ask(body) {
    part("record-problem").hidden = true;
    part("record-note").textContent = "";
    try {
      return await post(this.#table.game, "record", body);
    } catch (error) {
      part("record-problem").hidden = false;
      part("record-problem").textContent = problemWords(error);
      return null;
    }
  }

  async #export() {
    const { position, events } = this.#line();
    const answer = await this.#ask({ position, events, to: part("format").value });
    if (!answer) return null;
    part("record").value = answer.text;
    if (answer.losses?.length) part("record-note").textContent = t("notations.losses", { losses: answer.losses.join(", ") });
    return answer.text;
  }

  async #download() {
    const text = await this.#export();
    if (text === null) return;
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    make("a", { href: url, download: `game.${part("format").value}` }).click();
    URL.revokeObjectURL(url);
  }

  /** Read a record, and show one of its games: the first, or the one that was chosen. */
  async #import(record, game = 1) {
    const answer = await this.#ask({ ...record, number: game });
    if (!answer) return;
    part("record-note").textContent = t("game.imported", { count: number(answer.events.length) });
    part("record-problem").hidden = !answer.problem;
    if (answer.problem) part("record-problem").textContent = problemWords(answer.problem);
    this.#choices(record, answer);
    if (answer.problem && answer.events.length === 0) return; // nothing to show instead of the game that is there
    this.#table.load(answer.positions, answer.events.map((event) => event ?? t("game.set")));
  }

  /** The choice among the games of a record that holds several. */
  #choices(record, { games, number: shown }) {
    const all = Array.from({ length: games }, (_, i) => [String(i + 1), number(i + 1)]);
    const choose = (event) => this.#import(record, Number(event.target.value));
    part("record-games").replaceChildren(...(games > 1 ? [choice("game-number", t("game.which"), all, String(shown), choose)] : []));
  }

  #report() {
    part("report").disabled = true;
    report(this.#table.game, this.#line(), part("report-note"));
  }

  #drop(event) {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    this.#read(file);
  }

  async #read(file) {
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      part("record").value = text;
      await this.#import({ text });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await this.#import({ data: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) });
    }
  }
}
