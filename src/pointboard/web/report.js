// A report on the whole game: the record goes to the server, which judges it in a job; the page asks how far it is.

import { fetched, post } from "/web/api.js";
import { make, part } from "/web/dom.js";
import { number, problemWords, t } from "/web/words.js";

const PAUSE = 1000; // milliseconds between two looks at the job
const FORMAT = "json"; // the format of records that keeps everything

/** Let the server judge the record of a game, and show the way to the report in the element `note`. */
export async function report(game, line, note) {
  note.textContent = t("report.begun");
  try {
    const { text } = await post(game, "record", { ...line, to: FORMAT });
    const base = `/v1/${game}/records`;
    let job = await fetched(base, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: text });
    while (job.status === "waiting" || job.status === "running") {
      note.textContent = t("report.going", { done: number(job.done), count: number(job.count) });
      await new Promise((work) => setTimeout(work, PAUSE));
      job = await fetched(`${base}/${job.id}`);
    }
    if (job.status !== "done") note.textContent = job.problem;
    else note.replaceChildren(make("a", { id: "report-link", href: job.reports[".html"], target: "_blank" }, t("report.open")));
  } catch (error) {
    note.textContent = problemWords(error);
  }
  part("report").disabled = false;
}
