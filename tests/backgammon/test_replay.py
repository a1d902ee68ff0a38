"""Matches as the reference codec replays them: every position before and after every ply, the points, the scores."""

import json
from pathlib import Path

import pytest

from pointboard.backgammon.board import Board, Side, Variant
from pointboard.backgammon.match import Match, Reason, Size
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.rules import OFF, Move
from pointboard.backgammon.state import Cube, Length, MatchRules, Modifier, Phase, Score
from pointboard.backgammon.turns import (
    Accept,
    Begin,
    Double,
    Forfeit,
    MakePlay,
    Mark,
    Marker,
    NextGame,
    OpeningRoll,
    Pass,
    Resign,
    Roll,
    SetPosition,
    Take,
    Terms,
    apply,
    apply_all,
    completed,
)

GOLDEN = Path(__file__).parents[1] / "golden" / "backgammon"


def rows(name):
    return [json.loads(line) for line in (GOLDEN / name).read_text(encoding="utf-8").splitlines()]


MATCHES = {row["id"]: row for row in rows("replay.jsonl")}
SPECIAL = {row["name"]: row["doc"] for row in rows("replay_special.jsonl")}
MARKS = {24: Mark.GAME_OVER, 25: Mark.MATCH_OVER, 26: Mark.FINISHED, 30: Mark.OTHER}
SIDES = {1: Side.WHITE, 0: Side.BLACK, None: Side.WHITE}
# Before these plies the codec writes the id as though it were the turn of the side that makes the ply.
OUT_OF_TURN = {24, 25, 26, 27, 28, 29, 30}
REASONS = {"played_out": Reason.BORNE_OFF, "dropped": Reason.PASSED, "resigned": Reason.RESIGNED}


def text(state, variant="backgammon"):
    """The position as the codec's replay writes it: it forgets field 11 (the one ruled exception)."""
    return ogid.format(state).removesuffix(":3") if variant == "hypergammon" else ogid.format(state)


def moves(side, steps):
    """Absolute pips from a list of pairs: pip, number of pips."""
    if side is Side.WHITE:
        return tuple(Move(pip, pip + n if pip + n < 25 else OFF) for pip, n in steps)
    return tuple(Move(pip, pip - n if pip > n else OFF) for pip, n in steps)


def dice_events(state, side, dice):
    """How the dice of a ply come to lie there; the first of a game may be a doublet, or meet a position set up."""
    low, high = sorted(dice)
    if state.phase is not Phase.OPENING:
        return [Roll(low, high, side=side)]
    if low == high:
        return [Begin(side), Roll(low, high, side=side)]
    return [OpeningRoll(white=high, black=low) if side is Side.WHITE else OpeningRoll(white=low, black=high)]


def with_header(match, game):
    """The match with what the header of a game says: the mark L, which no rule sets; C must have come by itself."""
    length = match.state.length
    assert (length.modifier is Modifier.CRAWFORD) is game["is_crawford"]
    if game["is_lastgame"] and not game["is_crawford"]:
        length = Length(length.points, Modifier.LAST)
    cube = Cube(exponent=game.get("initial_cube_value", 0))
    return Match(match.state._replace(length=length, cube=cube), match.terms, match.game)


def step(match, events, before, after, variant="backgammon"):
    """Apply the events of one ply; the id before it stands before the last of them."""
    for event in events[:-1]:
        match = match.apply(event)
    assert text(match.state, variant) == before
    full = completed(match.state, events[-1])
    assert full in match.legal_events()
    match = match.apply(events[-1])
    assert text(match.state, variant) == after
    assert match.state.status() == ()
    return match


def ply_events(state, ply):
    side = Side(ply["color"])
    if ply["action"] == "move":
        return [*dice_events(state, side, ply["dice"]), MakePlay(moves(side, ply["moves"]), side=side)]
    if ply["action"] == "resign":
        return [Resign(Size[ply["resign_value"].upper()], side=side)]
    return [{"double": Double, "take": Take, "drop": Pass}[ply["action"]](side=side)]


@pytest.mark.parametrize("name", MATCHES)
def test_every_ply_of_a_match_gives_the_recorded_ids(name):
    row = MATCHES[name]
    terms = Terms(MatchRules(jacoby=row["jacoby"]), crawford=row["crawford_rule"])
    match = Match.start(Length(row["match_length"]), score=Score(*row["start_score"]), terms=terms)
    for number, game in enumerate(row["games"], 1):
        if number > 1:
            match = match.apply(NextGame())
        match = with_header(match, game)
        assert match.game == number
        for ply in game["plies"]:
            match = step(match, ply_events(match.state, ply), ply["ogid_before"], ply["ogid_after"])
        if game["termination"] == "resigned":
            assert match.result is None
            match = match.apply(Accept())
        winner = Side(game["winner"])
        won = (match.score.white, match.score.black)["WB".index(winner)] - match.state.score["WB".index(winner)]
        needed = match.state.away["WB".index(winner)] if match.state.away else game["points_won"]
        assert won == min(game["points_won"], needed)
        assert (match.result.winner, match.result.reason) == (winner, REASONS[game["termination"]])
        assert (match.over() is not None) is (number == len(row["games"]) and row["match_length"] > 0)
    assert match.score == Score(*row["final_score"])
    if row["match_length"]:
        assert match.over().winner is (Side.WHITE if row["result"] == 1 else Side.BLACK)
        assert match.legal_events() == ()


def test_the_matches_are_all_there():
    plies = [ply for row in MATCHES.values() for game in row["games"] for ply in game["plies"]]
    assert (len(MATCHES), len(plies), len(SPECIAL)) == (38, 4621, 21)


def special_events(state, ply):
    action, side = ply["action_id"], SIDES[ply.get("color")]
    if action in MARKS:
        return [Marker(MARKS[action])]
    if action <= 20:
        steps = [(move["from"], move["pips"]) for move in ply["moves"]]
        return [*dice_events(state, side, (ply["d1"], ply["d2"])), MakePlay(moves(side, steps), side=side)]
    if action in {27, 28}:
        match = action == 28 and state.length.points > 0
        return [Resign(Size[ply["resign_value"].upper()], match=match, side=side)]
    if action == 31:
        counts = ply["set_position"]
        board = Board.of([max(n, 0) for n in counts], [max(-n, 0) for n in counts])
        return [*([Begin(side)] if state.phase is Phase.OPENING else []), SetPosition(board, side)]
    return [{21: Double, 22: Take, 23: Pass}[action](side=side) if action != 29 else Forfeit(side)]


@pytest.mark.parametrize("name", SPECIAL)
def test_every_odd_transition_gives_the_recorded_ids(name):
    doc = SPECIAL[name]
    variant = Variant(doc["variant"])
    score = Score(doc.get("white_score_start", 0), doc.get("black_score_start", 0))
    terms = Terms(MatchRules(jacoby=doc["jacoby"]), crawford=doc["crawford"], variant=variant)
    played = doc.get("crawford_played_before_start", False)
    match = Match.start(Length(doc["match_length"]), score=score, terms=terms, crawford_played=played)
    for number, game in enumerate(doc["games"]):
        match = with_header(match.apply(NextGame()) if number else match, game)
        for ply in game["plies"]:
            (*first, last) = special_events(match.state, ply)
            state = apply_all(match.state, first)
            if ply["action_id"] in OUT_OF_TURN:
                state = state._replace(last_actor=SIDES[ply.get("color")].other)
            assert text(state, variant) == ply["ogid_before"]
            assert text(apply(state, last), variant) == ply["ogid_after"]
            for event in (*first, last):
                match = match.apply(event)
        if match.waiting is not None:
            match = match.apply(Accept())
        if game["winner"] != 255 and name != "forfeit (29)":
            assert match.result.winner is (Side.WHITE, Side.BLACK)[game["winner"]]
    ended = doc["games"][-1]["winner"] != 255
    assert (match.result is not None) is ended


def test_the_header_of_the_forfeited_game_is_not_to_be_trusted():
    game = SPECIAL["forfeit (29)"]["games"][0]
    assert (game["plies"][-1]["color"], game["winner"]) == (1, 0)  # White forfeits, and is said to have won


def test_a_side_may_resign_on_the_turn_of_the_other():
    plies = SPECIAL["resign match (28)"]["games"][0]["plies"]
    state = ogid.parse(plies[-2]["ogid_after"])
    assert state.to_act is Side.WHITE
    assert ogid.format(apply(state, Resign(side=Side.BLACK))) == plies[-1]["ogid_after"]
