"""The laws that every game keeps, and a function that checks them on positions from random play.

A new game is tested by them before it has a test of its own (see ``docs/adding-a-game.md``)::

    >>> from pointboard import get
    >>> check(get("baghchal"), matches=1, plies=4)

With pytest, one test for each law::

    @pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
    def test_my_game(law):
        law(MY_GAME, sample(MY_GAME))
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias
from xml.etree import ElementTree as ET

from pointboard.errors import IllegalMoveError, LossyConversionError, NotationError, PositionError
from pointboard.game import Choice, Conversion, Events, Evidence, Game, Notation

__all__ = [
    "LAWS",
    "Law",
    "Sample",
    "check",
    "damaged_text_is_refused_in_words",
    "each_notation_is_stable",
    "events_can_happen",
    "legal_moves_can_be_made",
    "losses_are_named",
    "move_text_round_trips",
    "other_moves_are_refused",
    "outcome_is_final",
    "parts_are_plain_data",
    "pictures_never_fail",
    "same_position_same_key",
    "sample",
    "start_is_possible",
    "text_round_trips",
    "the_choice_is_legal",
]

_AnyGame: TypeAlias = Game[Any, Any]


@dataclass(frozen=True, slots=True)
class Sample:
    """Positions of a game to check its laws on: the matches played, each as its positions and the events between.

    Where moves are all that happens in a game, the events are its moves.
    """

    matches: tuple[tuple[tuple[Any, ...], tuple[Any, ...]], ...]

    def states(self) -> tuple[Any, ...]:
        """All positions, in the order of play."""
        return tuple(state for states, _ in self.matches for state in states)


Law: TypeAlias = Callable[[_AnyGame, Sample], None]


def sample(game: _AnyGame, *, matches: int = 6, plies: int = 120, seed: int = 1) -> Sample:
    """Positions by random play: ``matches`` of at most ``plies`` events; the same for the same seed.

    Where dice may decide they mostly do, so that the play goes on.

    >>> from pointboard import get
    >>> len(sample(get("baghchal"), matches=2, plies=3).states())
    8
    """
    random = Random(seed)  # noqa: S311 (play, not secrets)
    steps, played = game.steps, []
    for _ in range(matches):
        match = steps.begin(game.start())
        states: list[Any] = [steps.state(match)]
        events: list[Any] = []
        while len(events) < plies and (choice := _choice(steps, match, random)):
            event = random.choice(choice)
            after = steps.apply(match, event)
            if game.events is not None and random.random() < _PLAYS_ON and not steps.legal(after):
                continue  # such as a forfeit, after which nothing would be seen
            match = after
            events.append(event)
            states.append(steps.state(match))
        played.append((tuple(states), tuple(events)))
    return Sample(tuple(played))


_DICE_DECIDE = 0.9
_PLAYS_ON = 0.99


def _choice(steps: Events, match: Any, random: Random) -> Sequence[Any]:  # noqa: ANN401 (any game's match)
    """The events to choose from: mostly those of the dice, where dice may decide; else one kind of all others."""
    dice = steps.chance(match)
    if dice and random.random() < _DICE_DECIDE:
        return dice
    thrown, kinds = frozenset(dice), dict[type, list[Any]]()
    for event in steps.legal(match):
        if event not in thrown:
            kinds.setdefault(type(event), []).append(event)
    if len(kinds) > 1:
        return kinds[random.choice(list(kinds))]
    return next(iter(kinds.values()), dice)


def check(game: _AnyGame, *, matches: int = 6, plies: int = 120, seed: int = 1) -> None:
    """Check all laws; AssertionError names the law, the position and what came instead."""
    positions = sample(game, matches=matches, plies=plies, seed=seed)
    for law in LAWS:
        law(game, positions)


def _hold(kept: bool, law: str, *about: object) -> None:  # noqa: FBT001 (the condition comes first, as in assert)
    if not kept:
        raise AssertionError(f"{law}: {', '.join(map(str, about))}")


def start_is_possible(game: _AnyGame, _: Sample) -> None:
    """The start position is always the same, can be, is not over, and has moves, or events that may happen."""
    start = game.start()
    _hold(start == game.start(), "the start position is one value", start)
    _hold(start.status() == (), "the start position can be", start, start.status())
    _hold(game.outcome(start) is None and _goes_on(game, start), "the start position has moves", start)


def _goes_on(game: _AnyGame, state: Any) -> bool:  # noqa: ANN401 (any game's state)
    """Whether something may happen in a position."""
    return bool(game.steps.legal(game.steps.begin(state)))


def _known(game: _AnyGame, positions: Sample) -> frozenset[Any]:
    """Moves of the sample: one that is legal in each second of its positions."""
    legal = (game.legal(state) for state in positions.states()[::2])
    return frozenset(moves[len(moves) // 2] for moves in legal if moves)


def text_round_trips(game: _AnyGame, positions: Sample) -> None:
    """``parse(format(state))`` is the state, in strict reading; the notation knows its own text."""
    notation = game.main_notation
    for state in positions.states():
        text = notation.format(state)
        _hold(notation.parse(text) == state, "parse(format(state)) is the state", text, notation.parse(text))
        _hold(notation.parse(text, lax=True) == state, "lax reading takes what strict reading takes", text)
        _hold(notation.recognises(text), "a notation recognises its own text", text)


def each_notation_is_stable(game: _AnyGame, positions: Sample) -> None:
    """What a notation writes it reads, and writes again as it was; its name is its key."""
    for name, notation in game.notations.items():
        _hold(notation.name == name, "a notation is found by its name", name, notation.name)
        written = [text for state in positions.states() if (text := _written(notation, state)) is not None]
        _hold(bool(written), "a notation can write some position", name)
        for text in written:
            again = notation.format(notation.parse(text))
            _hold(again == text, "what is read is written as it was", name, text, again)
            _hold(notation.recognises(text), "a notation recognises its own text", name, text)


def _written(notation: Notation[Any], state: Any) -> str | None:  # noqa: ANN401 (any game's state)
    """The text of a position, None where the notation cannot hold it and says so."""
    try:
        return notation.format(state)
    except LossyConversionError:
        return None


def damaged_text_is_refused_in_words(game: _AnyGame, positions: Sample) -> None:
    """A damaged text is read, or refused with NotationError or PositionError; nothing else comes out of ``parse``.

    But for LossyConversionError, where a text says what no position of the game can hold.
    """
    random = Random(2)  # noqa: S311
    for notation in game.notations.values():
        for state in positions.states()[::3]:
            text = _written(notation, state) or ""
            for damaged in (*_damaged(text, random), "", " ", "\0", text + text):
                for lax in (False, True):
                    _refuses_in_words(notation, damaged, lax=lax)


def _damaged(text: str, random: Random) -> Iterator[str]:
    for _ in range(4):
        at = random.randrange(len(text) + 1)
        yield text[:at] + text[at + 1 :]
        yield text[:at] + random.choice("0129 /-#:ABGTXa\u0662\xa0") + text[at + random.randrange(2) :]


def _refuses_in_words(notation: Notation[Any], text: str, *, lax: bool) -> None:
    try:
        state = notation.parse(text, lax=lax)
    except NotationError as error:
        _hold(1 <= error.column <= len(text) + 1, "a column lies in the text", repr(text), error.column)
        _hold(bool(error.field) and error.text == text, "an error names field and text", repr(text), repr(error.field))
        refused = True
    except PositionError as error:
        _hold(bool(error.problems), "a PositionError lists problems", repr(text))
        refused = False
    except LossyConversionError as error:
        _hold(bool(error.losses), "what cannot be held is named", repr(text))
        refused = False
    else:
        _hold(state.status() == (), "parse gives positions that can be", repr(text), state.status())
        refused = False
    if not lax and not refused:
        _hold(notation.recognises(text), "what is read is recognised", notation.name, repr(text))


def legal_moves_can_be_made(game: _AnyGame, positions: Sample) -> None:
    """``legal`` is a tuple without doubles; each of its moves gives a position that can be and leaves the old one."""
    for state in positions.states():
        moves, before = game.legal(state), game.main_notation.format(state)
        _hold(isinstance(moves, tuple), "legal gives a tuple", type(moves))
        _hold(len(set(moves)) == len(moves), "legal moves are told apart", before)
        for move in moves:
            after = game.apply(state, move)
            _hold(after.status() == (), "a legal move gives a possible position", before, move, after.status())
        _hold(game.main_notation.format(state) == before, "apply leaves the position as it was", before)


def move_text_round_trips(game: _AnyGame, positions: Sample) -> None:
    """A move's text names that move, with the position and without."""
    for state in positions.states():
        for move in game.legal(state):
            text = game.format_move(move)
            _hold(game.parse_move(text, state) == move, "parse_move(format_move(move), state) is the move", text)
            _hold(game.parse_move(text, state, lax=True) == move, "lax reading takes what strict reading takes", text)


def other_moves_are_refused(game: _AnyGame, positions: Sample) -> None:
    """Every move of the sample that is not legal in a position raises IllegalMoveError there, as value and as text.

    A text may also raise NotationError. What is not refused must be another way to say a legal move.
    """
    known = _known(game, positions)
    for state in positions.states()[::7]:
        for move in sorted(known - set(game.legal(state)), key=game.format_move):
            _refuses(game, state, move)


def _refuses(game: _AnyGame, state: Any, move: Any) -> None:  # noqa: ANN401
    text = game.format_move(move)
    attempts: tuple[tuple[Callable[[], Any], Callable[[Any], Any]], ...] = (
        (lambda: game.apply(state, move), lambda legal: game.apply(state, legal)),
        (lambda: game.parse_move(text, state), lambda legal: legal),
    )
    for attempt, expected in attempts:
        try:
            found = attempt()
        except (IllegalMoveError, NotationError) as error:
            _hold(bool(error.message), "a refusal says why", text)
        else:
            known = found in map(expected, game.legal(state))
            _hold(known, "an illegal move is refused", game.main_notation.format(state), text)


def outcome_is_final(game: _AnyGame, positions: Sample) -> None:
    """A position has an outcome exactly when it has no legal moves; then every move is refused.

    In a game with events something may happen until there is an outcome, and no move after it.
    """
    known = _known(game, positions)
    for state in positions.states():
        result, text = game.outcome(state), game.main_notation.format(state)
        goes_on = bool(game.legal(state)) if result is not None else _goes_on(game, state)
        _hold((result is None) == goes_on, "over exactly when no move is legal", text, result)
        if result is not None:
            _hold(bool(result.reason), "an outcome has its reason", text)
            _hold(result.winner is None or bool(result.winner), "a winner is a side", text, result.winner)
            for move in sorted(known, key=game.format_move):
                _refuses(game, state, move)


def same_position_same_key(game: _AnyGame, positions: Sample) -> None:
    """Equal positions have equal, hashable keys; positions with equal keys have the same moves and outcome."""
    seen: dict[Any, tuple[frozenset[str], Any]] = {}
    steps = game.steps
    for states, events in positions.matches:
        match = steps.begin(game.start())
        for expected, event in zip(states, (*events, None), strict=True):
            state = steps.state(match)
            text = game.main_notation.format(expected)
            _hold(state == expected and hash(state) == hash(expected), "the same moves, the same position", text)
            key = state.position_key()
            _hold(key == expected.position_key(), "the same position, the same key", text)
            facts = (frozenset(map(game.format_move, game.legal(state))), game.outcome(state))
            _hold(seen.setdefault(key, facts) == facts, "the same key, the same moves", text)
            if event is not None:
                match = steps.apply(match, event)


def events_can_happen(game: _AnyGame, positions: Sample) -> None:
    """What may happen can: each event gives a possible position, has a text, and comes from it again.

    Legal moves are among the events, those of the dice too; the reason why no move is due stands where none is legal.
    """
    steps = game.steps
    for state in positions.states()[::8]:
        match, text = steps.begin(state), game.main_notation.format(state)
        events = steps.legal(match)
        _hold(steps.state(match) == state, "a match begins at its position", text)
        _hold(isinstance(events, tuple) and len(set(events)) == len(events), "events are told apart", text)
        _hold(set(steps.chance(match)) <= set(events), "dice are events", text)
        _hold((steps.idle(state) is None) == bool(game.legal(state)), "idle exactly when no move is legal", text)
        names = {steps.format(event, match): event for event in events}
        _hold(len(names) == len(events), "events have texts of their own", text)
        for name, event in names.items():
            _hold(steps.parse(name, match) == event, "parse(format(event)) is the event", text, name)
            _hold(steps.parse(name, match, lax=True) == event, "lax reading takes what strict reading takes", name)
            after = steps.state(steps.apply(match, event))
            _hold(after.status() == (), "an event gives a possible position", text, name, after.status())
        for move in game.legal(state):
            after = steps.apply(match, steps.parse(game.format_move(move), match))
            _hold(steps.state(after) == game.apply(state, move), "a move is an event", text, move)


def pictures_never_fail(game: _AnyGame, positions: Sample) -> None:
    """Each position has a text picture and an SVG picture that is well-formed XML."""
    for state in positions.states():
        _hold(bool(game.render_text(state).strip()), "a text picture shows something", state)
        root = ET.fromstring(game.render_svg(state))  # noqa: S314 (our own picture)
        _hold(root.tag == "{http://www.w3.org/2000/svg}svg", "a picture is SVG", root.tag)


def parts_are_plain_data(game: _AnyGame, positions: Sample) -> None:
    """``describe`` gives what JSON can hold, the same for the same position."""
    for state in positions.states():
        parts = game.describe(state)
        _hold(json.loads(json.dumps(parts)) == parts, "the parts of a position are plain data", parts)
        _hold(game.describe(state) == parts, "a position has one description", parts)


def the_choice_is_legal(game: _AnyGame, positions: Sample) -> None:
    """``choose`` gives a legal move and the position after it, ranked lines, and how it knows; None when all is over.

    Under a node limit the same question gets the same answer. A game without an engine has no choice to look at.
    """
    if game.choose is None:
        return
    for states, _ in positions.matches:
        for state in (*states[:: max(1, len(states) // 4)], states[-1]):
            found, text = game.choose(state, nodes=100, seed=1), game.main_notation.format(state)
            _hold(found == game.choose(state, nodes=100, seed=1), "a limited choice is repeatable", text, found)
            over = game.outcome(state)
            ended = over if over is not None else game.outcome(found.after)
            _hold(
                found.state == state and found.outcome in (over, ended),
                "a choice tells how the game ended",
                text,
                found,
            )
            if over is not None:
                _hold(
                    (found.move, found.evidence, found.after) == (None, None, state), "nothing to choose", text, found
                )
                continue
            if not game.legal(state):
                _no_move_is_due(game, state, found)
                continue
            _hold(found.move in game.legal(state), "the choice is legal", text, found.move)
            _hold(
                found.after == game.apply(state, found.move), "after is the position after the move", text, found.after
            )
            _hold(found.evidence in tuple(Evidence), "a choice says how it is known", text, found.evidence)
            for line in found.lines:
                _hold(line.move in game.legal(state) and line.pv[:1] == (line.move,), "a line begins here", text, line)


def _no_move_is_due(game: _AnyGame, state: Any, found: Choice[Any, Any]) -> None:  # noqa: ANN401 (any game's state)
    """Where no move is due the choice is an event that may happen, or to let the dice decide, or nothing."""
    text, steps, decision = game.main_notation.format(state), game.steps, found.decision
    _hold(found.move is None and found.lines == (), "no move is chosen where none is due", text, found)
    if decision is None or decision.event is None:
        _hold(found.after == state, "nothing happens where nothing is decided", text, found)
        return
    match = steps.begin(state)
    _hold(found.after == steps.state(steps.apply(match, decision.event)), "after is what it leads to", text, found)
    _hold(found.evidence in tuple(Evidence), "a decision says how it is known", text, found.evidence)


def losses_are_named(game: _AnyGame, positions: Sample) -> None:
    """``convert`` gives the target's own text, lists a loss when something is lost, and none when nothing is."""
    main = game.main_notation
    for state in positions.states()[::3]:
        text = main.format(state)
        for name, target in game.notations.items():
            try:
                result = game.convert(text, name, source=main.name)
            except LossyConversionError as error:
                _hold(bool(error.losses), "what cannot be held is named", text, name)
                continue
            _is_conversion(result, main.name, name)
            _hold(target.format(target.parse(result.text)) == result.text, "a conversion is written form", result.text)
            kept = target.parse(result.text) == state
            _hold(kept or bool(result.losses), "what is lost is named", text, result.text)
            _strict_conversion_agrees(game, text, result)


def _is_conversion(result: Conversion, source: str, target: str) -> None:
    _hold((result.source, result.target) == (source, target), "a conversion names its ends", result)


def _strict_conversion_agrees(game: _AnyGame, text: str, result: Conversion) -> None:
    try:
        again = game.convert(text, result.target, source=result.source, strict=True)
    except LossyConversionError as error:
        _hold(error.losses == result.losses, "a strict conversion names the same losses", text, error.losses)
    else:
        _hold(not result.losses and again == result, "a strict conversion loses nothing", text, result.losses)


LAWS: tuple[Law, ...] = (
    start_is_possible,
    text_round_trips,
    each_notation_is_stable,
    damaged_text_is_refused_in_words,
    legal_moves_can_be_made,
    move_text_round_trips,
    other_moves_are_refused,
    outcome_is_final,
    same_position_same_key,
    events_can_happen,
    pictures_never_fail,
    parts_are_plain_data,
    the_choice_is_legal,
    losses_are_named,
)
"""The laws, each a function of a game and a sample that raises AssertionError where it is broken."""
