// The page: one position, kept in the address as "#obx=...", so that links and the Back button work.

import { address, ask, proved, read } from "/web/api.js";
import { boardWords, Points } from "/web/points.js";

const START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #";
const DECIDED = 9000; // a score beyond it is a forced result: 10000 less the number of half-moves to the end
const BUILDING_PAUSE = 3000; // milliseconds between two looks at what the server builds
const SIDES = { g: "Goats", t: "Tigers" };
const KNOWN = {
  table: () => "proved by table",
  search: (best) =>
    `found by search, ${best.depth} half-moves deep, ${best.nodes.toLocaleString("en")} positions, ` +
    (Math.abs(best.score) > DECIDED || best.outcome ? "to the end of the game" : "an estimate at its end"),
  engine: (best) => `said by an engine at depth ${best.depth}`,
  estimate: () => "an estimate",
};

const part = (id) => document.getElementById(id);
const points = new Points(part("points"), (move) => play(move.after), say);
let asking = new AbortController();
let shown = null; // the last position that could be shown, in its written form
let best = null; // the answer about it, once it has come
let reply = false; // whether the opponent is to answer the move just made
let answered = ""; // what the opponent has just played, in words

function say(words) {
  part("status").textContent = words;
}

function turnWords(obx, outcome) {
  if (!outcome) return `${SIDES[obx.split(" ")[1]]} to move.`;
  return outcome.winner ? `${SIDES[outcome.winner]} win: ${outcome.reason}.` : `Draw: ${outcome.reason}.`;
}

function scoreWords(score) {
  if (score === null) return "";
  if (score > DECIDED) return `; wins in ${10000 - score} half-moves`;
  if (score < -DECIDED) return `; loses in ${10000 + score} half-moves`;
  const side = SIDES[shown.split(" ")[1]].toLowerCase();
  return `; worth ${score > 0 ? "+" : ""}${(score / 100).toFixed(1)} goats to the ${side}`;
}

function worthWords({ move, score, lines }) {
  const verdict = lines.find((line) => line.move === move)?.verdict;
  if (!verdict) return scoreWords(score);
  if (verdict.winner === null) return "; a draw with best play";
  return `; ${SIDES[verdict.winner].toLowerCase()} win${verdict.plies === null ? "" : ` in ${verdict.plies} half-moves`}`;
}

function answerWords({ move, mistake, lines }) {
  const better = mistake ? `, a weaker move on purpose; the best it saw was ${lines[0].move}` : "";
  return `The opponent, level ${part("level").value}, played ${move}${better}. `;
}

/** Draw the shown position, with the best move once that is known. */
function draw() {
  const wanted = { obx: shown, size: 560, hints: best?.move ?? "" };
  part("board-dark").srcset = address("board.svg", { ...wanted, theme: "dark" });
  part("board-light").src = address("board.svg", wanted);
}

/** Whether what is shown is of an earlier text than the one in the box: it is dimmed then, and nothing can be played. */
function setStale(stale) {
  part("game").classList.toggle("stale", stale);
  part("points").inert = stale;
  part("play").disabled = stale || !best?.move;
  part("answer").disabled = stale || !part("level").value;
}

function showProblem({ message, field, column }) {
  const named = field === "text" ? null : field;
  const where = [named, column === null ? null : `column ${column}`].filter(Boolean).join(", ");
  part("problem").textContent = where ? `${where}: ${message}` : message;
  part("problem").hidden = false;
  part("notation").hidden = true;
  part("obx").setAttribute("aria-invalid", "true");
  setStale(true);
  say(shown ? "The text cannot be shown. Board and best move are those of the last position." : "There is no position.");
  if (!best) part("best").textContent = "None: there is no position.";
  if (column !== null && document.activeElement === part("obx")) part("obx").setSelectionRange(column - 1, column);
}

function showPosition({ position, outcome, moves }, notation) {
  if (best?.position !== position) best = null;
  shown = position;
  part("problem").hidden = true;
  part("notation").hidden = !notation;
  part("notation").textContent = notation ? `Read as ${notation}; this is the same in OBX.` : "";
  part("obx").removeAttribute("aria-invalid");
  part("obx").value = position;
  part("board-light").alt = boardWords(position, turnWords(position, outcome));
  points.show(position, moves);
  say(answered + (outcome ? turnWords(position, outcome) : points.todo()));
  answered = "";
  setStale(false);
  draw();
}

function showBest(answer) {
  best = answer;
  part("play").disabled = answer.move === null;
  if (answer.move === null) {
    part("best").textContent = "None: the game is over.";
    return;
  }
  part("best").textContent = `${answer.move}: ${KNOWN[answer.evidence](answer)}${worthWords(answer)}.`;
  const expected = answer.lines.find((line) => line.move === answer.move)?.pv ?? [];
  const play = expected.length > 1 ? `Expected: ${expected.join(" ")}` : null;
  part("line").textContent = [play, answer.note && `Note: ${answer.note}.`].filter(Boolean).join(". ");
  draw();
}

/** Ask for the best move of the shown position; it is that of the strongest level, whoever the opponent is. */
async function search() {
  if (best) return;
  part("best").textContent = "Searching…";
  part("line").textContent = "";
  const { signal } = asking;
  try {
    showBest(await ask("best", { obx: shown }, signal));
  } catch (error) {
    if (error.name !== "AbortError") part("best").textContent = error.message;
  }
}

/** Let the opponent make its move in the shown position. */
async function answer() {
  const { signal } = asking;
  try {
    const found = await ask("best", { obx: shown, level: part("level").value }, signal);
    if (found.move === null) return false;
    answered = answerWords(found);
    go(found.after);
    return true;
  } catch (error) {
    if (error.name !== "AbortError") say(error.message);
    return error.name === "AbortError";
  }
}

function provedWords(rows) {
  const ready = rows.map(({ phase, ready, tables }) => `${phase} ${ready} of ${tables}`).join(", ");
  const now = rows
    .filter(({ building }) => building !== null)
    .map(({ phase, building }) => ` The server builds ${phase} now: ${Math.floor(100 * building)} % done.`);
  return `Tables of proved values that are there: ${ready}.${now.join("")}`;
}

/** Say what is proved of the game, again and again while the server builds more; nothing where nothing can be. */
async function showProved() {
  const rows = await proved().catch(() => []);
  part("proved").hidden = rows.length === 0;
  part("proved").textContent = provedWords(rows);
  if (rows.some(({ building }) => building !== null)) setTimeout(showProved, BUILDING_PAUSE);
}

function stop() {
  asking.abort();
  asking = new AbortController();
}

/** Show a position; whatever was asked about another is dropped. */
async function show(text) {
  stop();
  const { signal } = asking;
  try {
    const { answer: found, notation } = await read(text, signal);
    if (found.position !== text) history.replaceState(history.state, "", `#obx=${encodeURIComponent(found.position)}`);
    showPosition(found, notation);
  } catch (error) {
    if (error.name === "AbortError") return;
    part("obx").value = text;
    showProblem(error);
    return;
  }
  const wanted = reply && part("level").value;
  reply = false;
  if (!(wanted && (await answer()))) await search();
}

/** Go to a position: a new entry of the browser's history. */
function go(obx) {
  history.pushState({ depth: (history.state?.depth ?? 0) + 1 }, "", `#obx=${encodeURIComponent(obx)}`);
  arrive();
}

/** Show the position that the address names, the start position where it names none. */
function arrive() {
  const found = /^#obx=(.*)$/.exec(location.hash);
  part("back").disabled = !history.state?.depth;
  return show(found ? decoded(found[1]) : START);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray "%": the server says what is wrong with it
  }
}

function play(after) {
  reply = true;
  go(after);
}

part("position").addEventListener("submit", (event) => {
  event.preventDefault();
  reply = false;
  go(part("obx").value.trim());
});
part("obx").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  part("position").requestSubmit();
});
part("restart").addEventListener("click", () => {
  reply = false;
  go(START);
});
part("back").addEventListener("click", () => history.back());
part("play").addEventListener("click", () => play(best.after));
part("level").addEventListener("change", () => setStale(part("game").classList.contains("stale")));
part("answer").addEventListener("click", () => {
  stop();
  answer();
});
window.addEventListener("popstate", () => {
  reply = false;
  arrive();
});
arrive();
showProved();
