// A report on the whole game: the record goes to the server, which judges it in a job; the page asks how far it is.

import { fetched, post } from "/web/api.js";
import { button, make, part } from "/web/dom.js";
import { number, problemWords, t } from "/web/words.js";

const PAUSE = 1000; // milliseconds between two looks at the job
const FORMAT = "json"; // the format of records that keeps everything

/** Let the server judge the record of a game, and show the way to the report in the element `note`. */
export async function report(game, line, note) {
  const said = make("span", {}, t("report.begun"));
  let job = null;
  let stopped = false;
  const at = () => `/v1/${game}/records/${job.id}`;
  const stop = () => {
    stopped = true;
    if (job) fetch(at(), { method: "DELETE", keepalive: true }).catch(() => {}); // nobody waits for it any more
  };
  window.addEventListener("pagehide", stop);
  note.replaceChildren(said, " ", button("report-stop", t("report.stop"), stop));
  try {
    const { text: body } = await post(game, "record", { ...line, to: FORMAT });
    const headers = { "Content-Type": "application/octet-stream" };
    if (!stopped) job = await fetched(`/v1/${game}/records`, { method: "POST", headers, body });
    if (stopped) stop();
    while (!stopped && (job.status === "waiting" || job.status === "running")) {
      said.textContent = t("report.going", { done: number(job.done), count: number(job.count) });
      await new Promise((work) => setTimeout(work, PAUSE));
      if (!stopped) job = await fetched(at());
    }
    if (stopped) note.textContent = t("report.stopped");
    else if (job.status !== "done") note.textContent = job.problem;
    else note.replaceChildren(make("a", { id: "report-link", href: job.reports[".html"], target: "_blank" }, t("report.open")));
  } catch (error) {
    note.textContent = stopped ? t("report.stopped") : problemWords(error);
  }
  window.removeEventListener("pagehide", stop);
  part("report").disabled = false;
}
