"""The laws of every game: over all registered games, over a toy game that is defined here, and over broken ones.

The toy is Nim with one heap: take one, two or three; who takes the last stone wins. It is written as a third game would
be, to show that the shape in ``pointboard.game`` is enough.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import pytest

import pointboard
from pointboard import games
from pointboard.errors import (
    IllegalMoveError,
    LossyConversionError,
    NotationError,
    PointboardError,
    PositionError,
    Problem,
)
from pointboard.game import Choice, Conversion, Evidence, Game, Line, Notation
from pointboard.scan import Cursor
from pointboard.testing import contract
from pointboard.testing.contract import LAWS, Sample, check, sample

# --- the toy game ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Heap:
    """Stones (0-21), the side to move ("a" or "b"), how many were taken last."""

    stones: int
    turn: str
    taken: int | None = None

    def status(self):
        if self.taken is not None and self.stones + self.taken > 21:
            return (Problem("TOO_MANY", "taken", "21 stones are all there are"),)
        return ()

    def position_key(self):
        return (self.stones, self.turn)


@dataclass(frozen=True, slots=True)
class Won:
    winner: str | None
    reason: str


def legal(heap):
    return tuple(range(1, min(3, heap.stones) + 1))


def apply(heap, taken):
    if taken not in legal(heap):
        raise IllegalMoveError(f"{taken} cannot be taken from {heap.stones}", move=f"-{taken}")
    return Heap(heap.stones - taken, "b" if heap.turn == "a" else "a", taken)


def outcome(heap):
    return None if heap.stones else Won("b" if heap.turn == "a" else "a", "the last stone is taken")


def parse(text, *, lax=False):
    cursor = Cursor(text, "stones", fold=lax)
    cursor.check_ascii()
    stones = cursor.number(0, 21)
    cursor.one_of(" ")
    turn = cursor.one_of("ab")
    cursor.field = "taken"
    taken = cursor.number(1, 3) if cursor.skip("-") else None
    if not cursor.at_end:
        cursor.fail("the end of the text")
    heap = Heap(stones, turn, taken)
    if heap.status():
        raise PositionError(heap.status(), text=text)
    return heap


def write(heap):
    return f"{heap.stones} {heap.turn}" + ("" if heap.taken is None else f"-{heap.taken}")


def parse_bars(text, *, lax=False):
    """One bar for each stone; side a is to move. It cannot write an empty heap."""
    bars = text.strip() if lax else text
    if wrong := re.search(r"[^|]|$(?<!\|)|(?<=^.{21}).", bars):
        raise NotationError("expected bars", field="stones", column=wrong.start() + 1, text=text)
    return Heap(len(bars), "a")


def write_bars(heap):
    if not heap.stones:
        raise LossyConversionError("bars cannot hold", losses=("an empty heap",))
    return "|" * heap.stones


def recognises(parser):
    def recognise(text):
        try:
            parser(text, lax=True)
        except NotationError:
            return False
        except PositionError:
            return True
        return True

    return recognise


NOTATIONS = {
    "heap": Notation("heap", "Heap", parse, write, recognises(parse), frozenset({"stones", "turn", "taken"})),
    "bars": Notation("bars", "Bars", parse_bars, write_bars, recognises(parse_bars), frozenset({"stones"})),
}


def convert(text, to, source=None, *, strict=False):
    assert source == "heap"
    heap = parse(text)
    losses = ()
    if to == "bars":
        losses = ("turn",) * (heap.turn == "b") + ("taken",) * (heap.taken is not None)
    result = Conversion(source, to, NOTATIONS[to].format(heap), losses)
    if strict and losses:
        raise LossyConversionError(f"{to} cannot hold", losses=losses)
    return result


def parse_move(text, state=None, *, lax=False):
    cursor = Cursor(text, "move", fold=lax)
    cursor.one_of("-")
    taken = cursor.number(1, 3)
    if state is not None:
        apply(state, taken)
    return taken


def choose(heap, **_):
    over = outcome(heap)
    if over is not None:
        return Choice(heap, None, heap, None, None, (), 0, 0, over)
    taken = heap.stones % 4 or 1
    return Choice(heap, taken, apply(heap, taken), Evidence.TABLE, None, (Line(taken, None, (taken,), 1),), 1, 1, None)


def draw_svg(heap, **_):
    return f'<svg xmlns="http://www.w3.org/2000/svg"><title>{heap.stones} stones</title></svg>'


NIM = Game(
    name="nim",
    title="Nim",
    notations=NOTATIONS,
    sides=("a", "b"),
    to_move=lambda heap: heap.turn,
    start=lambda: Heap(21, "a"),
    legal=legal,
    apply=apply,
    outcome=outcome,
    parse_move=parse_move,
    format_move=lambda taken: f"-{taken}",
    convert=convert,
    choose=choose,
    describe=lambda heap: {"stones": heap.stones, "turn": heap.turn, "taken": heap.taken},
    render_text=lambda heap: f"{heap.stones} stones, {heap.turn} to move",
    render_svg=draw_svg,
)

# --- the laws hold ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def samples():
    return {}


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("name", games.names())
def test_registered_games_keep_the_laws(name, law, samples):
    game = games.get(name)
    law(game, samples.setdefault(name, sample(game, plies=60)))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_a_third_game_keeps_the_laws(law):
    law(NIM, sample(NIM))


def test_check_runs_every_law():
    ran = []
    check(NIM, matches=2)
    with pytest.MonkeyPatch.context() as patched:
        laws = tuple(lambda game, positions, law=law: ran.append((law, game, positions)) for law in LAWS)
        patched.setattr(contract, "LAWS", laws)
        check(NIM, matches=2, plies=3, seed=4)
    assert ran == [(law, NIM, sample(NIM, matches=2, plies=3, seed=4)) for law in LAWS]
    with pytest.raises(AssertionError, match="the start position can be"):
        check(but(start=lambda: Heap(21, "a", 3)))


def test_a_sample_is_random_play_and_the_same_for_the_same_seed():
    found = sample(NIM, matches=3, plies=4, seed=5)
    assert found == sample(NIM, matches=3, plies=4, seed=5)
    assert found != sample(NIM, matches=3, plies=4, seed=6)
    assert [len(states) for states, _ in found.matches] == [5, 5, 5]
    for states, moves in found.matches:
        assert [apply(*pair) for pair in zip(states[:-1], moves, strict=True)] == list(states[1:])
    assert len(found.states()) == 15
    ends = [states[-1].stones for states, _ in sample(NIM).matches]
    assert ends == [0] * 6


# --- the laws can fail -----------------------------------------------------------------------------------------------


def but(**parts):
    """The toy with other parts."""
    return replace(NIM, **parts)


def changed(key, **parts):
    """The toy with another first or second notation."""
    return but(notations={**NOTATIONS, key: replace(NOTATIONS[key], **parts)})


def chooses(change):
    """The toy with other choices."""
    return but(choose=lambda heap, **_: change(choose(heap)))


def happens(**parts):
    """The toy with other events than its moves."""
    return but(events=replace(NIM.steps, **parts))


def forgetful(text, *, lax=False):
    return replace(parse(text, lax=lax), taken=None)


def forgetful_in_lax(text, *, lax=False):
    return forgetful(text) if lax else parse(text)


def sloppy(text, *, lax=False):
    """Reads a text as int() does, and what int() cannot read falls through."""
    return parse(text, lax=lax) if " " in text else Heap(int(text or "x"), "a")


def anywhere(text, *, lax=False):
    try:
        return parse(text, lax=lax)
    except NotationError as error:
        raise NotationError(error.message, field=error.field, column=0, text=text) from None


def unjudged(text, *, lax=False):
    """Reads anything in lax mode, and gives what cannot be."""
    try:
        return parse(text, lax=lax)
    except NotationError:
        if lax:
            return Heap(21, "a", 3)
        raise


def pass_when_over(heap, taken):
    return apply(heap, taken) if heap.stones else heap


def silent_losses(text, to, source=None, *, strict=False):
    return replace(convert(text, to, source, strict=strict), losses=())


def lenient_strict(text, to, source=None, **_):
    return convert(text, to, source)


def wandering():
    """A start position that is another one each time."""
    stones = iter(range(21, 0, -1))
    return lambda: Heap(next(stones), "a")


def other_choices():
    answers = iter(range(10**6))
    return lambda heap, **_: replace(choose(heap), nodes=next(answers))


BROKEN = [
    ("the start position is one value", but(start=wandering())),
    ("the start position can be", but(start=lambda: Heap(21, "a", 3))),
    ("the start position has moves", but(start=lambda: Heap(0, "a"))),
    ("parse(format(state)) is the state", changed("heap", parse=forgetful)),
    ("lax reading takes what strict reading takes", changed("heap", parse=forgetful_in_lax)),
    ("a notation recognises its own text", changed("heap", recognises=lambda _: False)),
    ("a notation recognises its own text", changed("bars", recognises=lambda _: False)),
    ("a notation is found by its name", changed("bars", name="strokes")),
    ("a notation can write some position", changed("bars", format=lambda _: write_bars(Heap(0, "a")))),
    ("what is read is written as it was", changed("bars", parse=lambda *_, **__: Heap(1, "a"))),
    ("a column lies in the text", changed("heap", parse=anywhere)),
    ("parse gives positions that can be", changed("heap", parse=unjudged)),
    ("legal gives a tuple", but(legal=lambda heap: list(legal(heap)))),
    ("legal moves are told apart", but(legal=lambda heap: legal(heap) * 2)),
    ("a legal move gives a possible position", but(apply=lambda *a: replace(apply(*a), taken=22))),
    ("parse_move(format_move(move), state) is the move", but(parse_move=lambda *_, **__: 1)),
    ("an illegal move is refused", but(apply=pass_when_over)),
    ("an illegal move is refused", but(parse_move=lambda text, *_, **__: parse_move(text))),
    ("over exactly when no move is legal", but(outcome=lambda heap: outcome(Heap(heap.stones // 2, heap.turn)))),
    ("an outcome has its reason", but(outcome=lambda heap: outcome(heap) and Won("a", ""))),
    ("a winner is a side", but(outcome=lambda heap: outcome(heap) and Won("", "won"))),
    ("a text picture shows something", but(render_text=lambda heap: "\n" * heap.stones)),
    ("a picture is SVG", but(render_svg=lambda _: "<svg/>")),
    ("the parts of a position are plain data", but(describe=lambda heap: {"stones": (heap.stones,)})),
    ("a limited choice is repeatable", but(choose=other_choices())),
    ("a choice tells how the game ended", chooses(lambda found: replace(found, outcome=None))),
    ("nothing to choose", chooses(lambda found: replace(found, evidence=Evidence.TABLE))),
    ("the choice is legal", chooses(lambda found: replace(found, move=found.move and 7))),
    ("after is the position after the move", chooses(lambda found: replace(found, after=found.state))),
    ("a choice says how it is known", chooses(lambda found: replace(found, evidence=None))),
    ("a line begins here", chooses(lambda found: replace(found, lines=(Line(9, 0, (9,), 1),)))),
    ("a match begins at its position", happens(begin=lambda heap: Heap(heap.stones // 2, heap.turn))),
    ("events are told apart", happens(legal=lambda heap: legal(heap) * 2)),
    ("dice are events", happens(chance=lambda _: (7,), apply=lambda *a: a[0] if a[1] == 7 else apply(*a))),
    ("idle exactly when no move is legal", happens(idle=lambda _: "not now")),
    ("events have texts of their own", happens(format=lambda *_: "-1")),
    ("parse(format(event)) is the event", happens(parse=lambda *_, **__: 1)),
    ("lax reading takes what strict reading takes", happens(parse=lambda text, _, lax=False: lax or parse_move(text))),
    ("an event gives a possible position", happens(apply=lambda *a: replace(apply(*a), taken=22))),
    ("a move is an event", happens(apply=lambda heap, _: Heap(heap.stones, "b", 0))),
    ("over exactly when no move is legal", happens(legal=lambda heap: legal(heap) if heap.stones > 9 else ())),
    ("what is lost is named", but(convert=silent_losses)),
    ("a strict conversion loses nothing", but(convert=lenient_strict)),
    ("a conversion names its ends", but(convert=lambda *a, **k: replace(convert(*a, **k), source="bars"))),
]


@pytest.mark.parametrize(("law", "broken"), BROKEN, ids=range(len(BROKEN)))
def test_a_broken_game_is_found_out(law, broken):
    positions, found = sample(broken), []
    for keeps_law in LAWS:
        try:
            keeps_law(broken, positions)
        except AssertionError as error:
            found.append(str(error).split(": ")[0])
        except PointboardError:
            pass  # one fault may show in several laws, in some as an error of the game's own
    assert law in found


def test_a_parser_that_lets_other_errors_out_is_found_out():
    with pytest.raises(ValueError, match="invalid literal for int"):
        check(changed("heap", parse=sloppy))


def test_a_picture_that_is_no_xml_is_found_out():
    with pytest.raises(SyntaxError):
        check(but(render_svg=lambda _: "<svg>"))


def test_keys_that_mix_positions_are_found_out():
    @dataclass(frozen=True, slots=True)
    class Mixed(Heap):
        def position_key(self):
            return self.turn

    states = (Mixed(3, "a"), Mixed(2, "b", 1))
    broken = but(start=lambda: states[0], apply=lambda heap, taken: Mixed(heap.stones - taken, "a", taken))
    same = (Mixed(3, "a"), Mixed(2, "a", 1))
    law = next(law for law in LAWS if law.__name__ == "same_position_same_key")
    with pytest.raises(AssertionError, match="the same key, the same moves"):
        law(broken, Sample(((same, (1,)),)))


# --- the registry ----------------------------------------------------------------------------------------------------


def test_a_game_is_registered_for_a_while():
    before = games.names()
    with games.registered(NIM):
        assert games.names() == (*before, "nim")
        assert games.get("nim") is NIM
        assert games.Recognised("nim", "heap") in games.recognise("7 a")
        assert games.recognise("|||")[-1] == ("nim", "bars")
        with pytest.raises(PointboardError, match=r"^a game is called 'nim' already$"), games.registered(NIM):
            pass
    assert games.names() == before
    with pytest.raises(PointboardError) as error:
        games.get("nim")
    assert str(error.value) == f"no game is called 'nim'; there are: {', '.join(before)}"


def test_a_game_goes_even_when_its_tests_fail():
    with pytest.raises(ZeroDivisionError), games.registered(NIM):
        raise ZeroDivisionError
    assert "nim" not in games.names()


def test_no_game_takes_the_name_of_another():
    name = games.names()[0]
    with (
        pytest.raises(PointboardError, match=f"^a game is called '{name}' already$"),
        games.registered(replace(NIM, name=name)),
    ):
        pass
    assert games.get(name) is not NIM


def test_the_main_notation_is_the_first():
    assert NIM.main_notation is NOTATIONS["heap"]
    assert pointboard.get("baghchal").main_notation.name == "obx"


def test_a_text_of_no_game_is_recognised_as_none():
    assert games.recognise("") == ()
    found = games.recognise("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #")
    assert found[0] == games.Recognised("baghchal", "obx")
    assert found[0].game == "baghchal"
