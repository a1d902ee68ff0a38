// The page of a position: its parts, and how they hear of each other.

import { MAIN } from "/web/api.js";
import { Board } from "/web/board.js";
import { part } from "/web/dom.js";
import { Explore } from "/web/explore.js";
import { GameList } from "/web/gamelist.js";
import { Notations } from "/web/notations.js";
import { Play } from "/web/play.js";
import { follow } from "/web/prefs.js";
import { Setup } from "/web/setup.js";
import { Table } from "/web/table.js";
import { t } from "/web/words.js";

follow();

/** Bring the page of a game to life. */
async function begin(game) {
  const rules = await import(`/web/${game}.js`);
  const table = new Table(game, {
    changed: async (live) => {
      setup.leave(); // what is set up there is not the position any more
      notations.show(table.shown.facts.notations, table.position);
      list.show();
      const drawn = board.show();
      explore.show();
      await drawn;
      play.show(live);
    },
    waiting: () => {
      play.wait();
      explore.stop();
    },
    failed: (error) => {
      board.fail(error);
      play.show(false);
      board.refresh();
    },
  });
  const board = new Board(table, rules, {
    mine: () => play.mine(),
    made: () => play.done(),
    step: () => play.show(false),
    dice: () => (board.complete ? play.done() : play.canRoll() && play.roll()),
    cube: () => table.happen("double"),
  });
  const say = (words) => {
    part("status").textContent = words;
  };
  const play = new Play(part("panel-play"), table, rules, board, say);
  const explore = new Explore(part("panel-explore"), table, rules, board);
  const list = new GameList(part("panel-game"), table, rules, board);
  const setup = new Setup(part("panel-setup"), table, rules, board);
  const notations = new Notations(part("notations"));
  part("id-text").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    part("id-form").requestSubmit();
  });
  window.addEventListener("popstate", () => {
    setup.leave();
    table.arrive(null);
  });
  document.title = `${t(`game.${game}`)} - ${t("site")}`;
  if (document.body.dataset.position) await table.arrive(document.body.dataset.position);
  else {
    list.show();
    play.show(false);
  }
}

if (document.body.dataset.game in MAIN) begin(document.body.dataset.game);
