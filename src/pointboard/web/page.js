// The page: one position, kept in the address as "#obx=...", so that links and the Back button work.

import { address, ask } from "/web/api.js";
import { boardWords, Points } from "/web/points.js";

const START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #";
const DECIDED = 9000; // a score beyond it is a forced result: 10000 less the number of half-moves to the end
const SIDES = { g: "Goats", t: "Tigers" };
const KNOWN = {
  table: () => "proved by table",
  search: (best) => `found by search to depth ${best.depth}, ${best.nodes.toLocaleString("en")} positions`,
  engine: (best) => `said by an engine at depth ${best.depth}`,
  estimate: () => "an estimate",
};

const part = (id) => document.getElementById(id);
const points = new Points(part("points"), (move) => play(move.after));
let asking = new AbortController();
let shown = null; // the last position that could be shown, in its written form
let best = null; // the answer about it, once it has come
let reply = false; // whether the computer is to answer the move just made

function outcomeWords({ winner, reason }) {
  return winner ? `${SIDES[winner]} win: ${reason}.` : `Draw: ${reason}.`;
}

function statusWords(obx) {
  const [, turn, inHand, captured] = obx.split(" ");
  return `${SIDES[turn]} to move. ${inHand.slice(1)} goats in hand, ${captured.slice(1)} captured.`;
}

function scoreWords(score) {
  if (score === null) return "";
  if (score > DECIDED) return `; wins in ${10000 - score} half-moves`;
  if (score < -DECIDED) return `; loses in ${10000 + score} half-moves`;
  const side = SIDES[shown.split(" ")[1]].toLowerCase();
  return `; ${score > 0 ? "+" : ""}${(score / 100).toFixed(2)} for the ${side}`;
}

function showProblem(error) {
  const where = [error.field, error.column === null ? null : `column ${error.column}`].filter(Boolean).join(", ");
  part("problem").textContent = where ? `${where}: ${error.message}` : error.message;
  part("problem").hidden = false;
  part("obx").setAttribute("aria-invalid", "true");
  if (error.column !== null && document.activeElement === part("obx")) {
    part("obx").setSelectionRange(error.column - 1, error.column);
  }
}

function showPosition({ position, outcome, moves }) {
  shown = position;
  part("problem").hidden = true;
  part("obx").removeAttribute("aria-invalid");
  part("obx").value = position;
  part("status").textContent = outcome ? outcomeWords(outcome) : statusWords(position);
  part("board-dark").srcset = address("board.svg", { obx: position, size: 560, theme: "dark" });
  part("board-light").src = address("board.svg", { obx: position, size: 560 });
  part("board-light").alt = boardWords(position);
  points.show(position, moves);
}

function showBest(answer) {
  best = answer;
  part("play").disabled = answer.move === null;
  if (answer.move === null) {
    part("best").textContent = "None: the game is over.";
    return;
  }
  part("best").textContent = `${answer.move}: ${KNOWN[answer.evidence](answer)}${scoreWords(answer.score)}.`;
  const expected = answer.lines.find((line) => line.move === answer.move)?.pv ?? [];
  part("line").textContent = expected.length > 1 ? `Expected: ${expected.join(" ")}` : "";
}

/** Ask for the best move of the shown position, and make it where the computer is to answer. */
async function search() {
  best = null;
  part("play").disabled = true;
  part("best").textContent = "Searching…";
  part("line").textContent = "";
  const { signal } = asking;
  try {
    showBest(await ask("best", { obx: shown, level: part("level").value }, signal));
  } catch (error) {
    if (error.name !== "AbortError") part("best").textContent = error.message;
    return;
  }
  if (reply && part("answer").checked && best.move !== null) {
    reply = false;
    go(best.after);
  }
}

/** Show a position; whatever was asked about another is dropped. */
async function show(obx) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  try {
    showPosition(await ask("moves", { obx }, signal));
  } catch (error) {
    if (error.name === "AbortError") return;
    showProblem(error);
  }
  if (!shown) part("best").textContent = "None: there is no position.";
  else if (!best || best.position !== shown) await search();
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
part("level").addEventListener("change", () => {
  asking.abort();
  asking = new AbortController();
  if (shown) search();
});
window.addEventListener("popstate", () => {
  reply = false;
  arrive();
});
arrive();
