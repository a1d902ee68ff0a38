"""The page takes plays apart into steps: all plays of the server's list come together again, and nothing else."""

import random

from pointboard import games
from pointboard.api.schema import MovesAnswer

GAME = games.get("backgammon")
GAMES, PLIES = 12, 40
BEAR_OFFS = (
    "ijjkklmnno:112233:N0N:16:B:R:0:0:0:40",
    "klmo:13:N0N:14:B:R:0:0:0:40",
    "lo:113:N0N:16:B:R:0:0:0:40",
    "hkllmnoo:1122335:N0N:66:B:R:0:0:0:40",
    "jlnn:1m:N0N:26:B:R:0:0:0:40",
    "jnoo:1145:N0N:11:W:R:0:0:0:40",
    "o:l1:N0N:16:W:R:0:0:0:40",
)
WALK = """async (cases) => {
  const { Plays } = await import("/web/plays.js");
  const { read, other } = await import("/web/ogid.js");
  return cases.map(({ position, moves }) => {
    const fields = read(position);
    const plays = new Plays(fields, other(fields.last), moves);
    const [seen, made, wrong] = [new Set(), new Set(), []];
    const walk = (steps) => {
      const key = JSON.stringify([...steps].sort());
      if (seen.has(key)) return;
      seen.add(key);
      const move = plays.complete(steps);
      const next = plays.next(steps);
      if (move) {
        made.add(move.move);
        const [then, now] = [read(move.after), plays.after(steps)];
        if (JSON.stringify([then.W, then.B]) !== JSON.stringify([now.W, now.B])) wrong.push([move.move, steps]);
      } else if (!next.length) wrong.push(["stuck", steps]);
      for (const step of next) walk([...steps, step]);
    };
    walk([]);
    return [made.size, moves.length, wrong];
  });
}"""


def positions():
    """Positions with dice, of seeded games and of bear-offs."""
    chance = random.Random(1)  # noqa: S311 - a game is no secret
    yield from map(GAME.main_notation.parse, BEAR_OFFS)
    for _ in range(GAMES):
        match = GAME.steps.begin(GAME.start())
        for _ in range(PLIES):
            rolls = GAME.steps.chance(match)
            events = rolls or GAME.steps.legal(match)
            legal = GAME.legal(GAME.steps.state(match))
            if legal:
                yield GAME.steps.state(match)
            elif not rolls:
                break
            match = GAME.steps.apply(match, chance.choice(events[: len(legal)] if legal else events))


def test_every_play_can_be_made_by_steps_and_steps_make_nothing_else(visitor):
    cases = []
    for state in positions():
        answer = MovesAnswer.of(GAME, state)
        moves = [{"move": one.move, "after": one.after} for one in answer.moves]
        cases.append({"position": answer.position, "moves": moves})
    assert len(cases) > 200
    found = visitor.open("backgammon").page.evaluate(WALK, cases)
    for case, (made, count, wrong) in zip(cases, found, strict=True):
        assert (made, wrong) == (count, []), case["position"]
