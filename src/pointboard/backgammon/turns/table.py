"""The turn machine as data: which event leads from which phases to which, who acts, what it needs.

Every row stands for one kind of event from some phases. Rows of the long path follow the specification's table; those
of the short path are what the reference codec plays; a row without a path belongs to both. Nothing is decided outside
these rows: ``machine`` looks an event up here, asks its needs and has its effect. ``drawing`` writes the rows as the
tables of ``docs/turns.md``.

Source: OGID specification, "Field 6", with the rulings of ``docs/turns.md``.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from pointboard.backgammon.state import PHASES, Phase
from pointboard.backgammon.turns import steps as s
from pointboard.backgammon.turns.ends import Path
from pointboard.backgammon.turns.events import EventKind

__all__ = ["ROWS", "Actor", "Row", "drawing", "row_of"]


class Actor(StrEnum):
    """Whose event it is; the value is what the drawn table says."""

    TO_ACT = "the side to act"
    ANSWERER = "the side that did not act last"
    EITHER = "either side"
    NOBODY = "nobody"


class Row(NamedTuple):
    """One kind of event: from where to where, on which path (None: both), whose it is, what it needs, what it does.

    No ``targets`` mean that the phase stays.
    """

    event: EventKind
    sources: tuple[Phase, ...]
    targets: tuple[Phase, ...]
    path: Path | None
    actor: Actor
    needs: tuple[s.Need, ...]
    effect: s.Effect


def _rows() -> Iterable[Row]:
    p, k, short, long = Phase, EventKind, Path.SHORT, Path.LONG
    to_act, answerer, either, nobody = Actor
    iw, ib, r, c, a, d, pr = p.OPENING, p.OPENING_ROLLED, p.ROLLED, p.PLAYED, p.TAKEN, p.DOUBLED, p.ROLLING
    passed, g, m, f, ff = p.PASSED, p.GAME_OVER, p.MATCH_OVER, p.FINISHED, p.FORFEIT
    rg, rm = p.RESIGNED_GAME, p.RESIGNED_MATCH
    turn = (s.MAY_TURN, s.NO_CRAWFORD, s.BELOW_LIMIT)
    given_up = (s.SIZE, s.A_MATCH, s.NOT_OVER)
    new_game = (s.RESULT, s.UNDECIDED, s.VARIANT)
    set_anew = (s.NO_DICE, s.NOT_OVER)
    return (
        Row(k.OPENING_ROLL, (iw,), (iw, ib), None, nobody, (s.THROWS,), s.throw),
        Row(k.BEGIN, (iw,), (ib,), None, nobody, (s.NO_DICE,), s.begin),
        Row(k.START_ROLL, (c, a), (pr,), long, to_act, (), s.keep),
        Row(k.ROLL, (c, a), (r,), short, to_act, (s.FACES,), s.roll),
        Row(k.ROLL, (pr,), (r,), None, to_act, (s.FACES,), s.roll),
        Row(k.ROLL, (ib,), (ib,), None, to_act, (s.NO_DICE, s.FACES), s.roll),
        Row(k.PLAY, (ib, r), (c,), None, to_act, (s.LEGAL_PLAY,), s.play),
        Row(k.DOUBLE, (c, a), (d,), None, to_act, turn, s.double),
        Row(k.TAKE, (d,), (a,), None, to_act, (s.OFFERED, s.BELOW_LIMIT), s.take),
        Row(k.PASS, (d,), (g,), short, to_act, (s.OFFERED,), s.drop),
        Row(k.PASS, (d,), (passed,), long, to_act, (s.OFFERED,), s.drop),
        Row(k.BEAVER, (d,), (), None, to_act, (s.NEVER,), s.keep),
        Row(k.RESIGN, (c, a, d), (), short, either, given_up, s.act),
        Row(k.RESIGN, (ib, r, c, a, d, pr), (rg, rm), long, either, given_up, s.resign),
        Row(k.ACCEPT, (rg,), (g, m), None, answerer, (s.SIZE, s.LAST), s.accept),
        Row(k.ACCEPT, (rm,), (m,), None, answerer, (s.UNSIZED, s.LAST), s.act),
        Row(k.FORFEIT, (iw, ib, c, a, d), (), short, either, (s.NO_DICE, s.NOT_OVER), s.act),
        Row(k.FORFEIT, (iw, ib, r, c, a, d, passed, pr, g, rg), (ff,), long, either, (), s.leave),
        Row(k.CLOSE, (c,), (g, m), long, nobody, (s.OVER, s.LAST), s.close),
        Row(k.CLOSE, (passed,), (g, m), None, nobody, (s.LAST,), s.close),
        Row(k.CLOSE, (ff,), (m,), None, nobody, (s.LAST,), s.keep),
        Row(k.CLOSE, (m,), (f,), None, nobody, (s.LAST,), s.keep),
        Row(k.NEXT_GAME, (c,), (iw,), short, nobody, (s.OVER, *new_game), s.restart),
        Row(k.NEXT_GAME, (g,), (iw,), None, nobody, new_game, s.restart),
        Row(k.SET_POSITION, (iw,), (iw, c), None, nobody, set_anew, s.set_up),
        Row(k.SET_POSITION, (ib,), (ib, c), None, nobody, set_anew, s.set_up),
        Row(k.SET_POSITION, (a,), (a, c), None, nobody, set_anew, s.set_up),
        Row(k.SET_POSITION, (c, pr), (), None, nobody, set_anew, s.set_up),
        Row(k.MARKER, tuple(x for x in p if x not in (r, d)), (), None, either, (s.NO_DICE,), s.act),
    )


def _paths(row: Row) -> tuple[Path, ...]:
    return tuple(Path) if row.path is None else (row.path,)


ROWS: tuple[Row, ...] = tuple(_rows())
"""The machine: at most one row for a kind of event, a phase and a path."""

_BY_KEY = {(row.event, phase, path): row for row in ROWS for phase in row.sources for path in _paths(row)}


def row_of(event: EventKind, phase: Phase, path: Path) -> Row | None:
    """The row for an event of that kind in that phase, None when it has no place there.

    >>> row_of(EventKind.PASS, Phase.DOUBLED, Path.SHORT).targets[0].value
    'G'
    """
    return _BY_KEY.get((event, phase, path))


def _table(head: tuple[str, ...], lines: Iterable[tuple[str, ...]]) -> str:
    rows = (head, tuple("---" for _ in head), *lines)
    return "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def _phases(phases: tuple[Phase, ...]) -> str:
    return " ".join(phase.value for phase in phases)


def _event_lines() -> Iterable[tuple[str, ...]]:
    for row in ROWS:
        path = "both" if row.path is None else row.path.value
        needs = "; ".join(need.words for need in row.needs)
        targets = _phases(row.targets) or "the same"
        yield row.event.value, _phases(row.sources), targets, path, row.actor.value, needs


def _phase_lines() -> Iterable[tuple[str, ...]]:
    notes = (EventKind.SET_POSITION, EventKind.MARKER, EventKind.BEAVER)
    for phase, rule in PHASES.items():
        ways = []
        for path in Path:
            rows = (row_of(kind, phase, path) for kind in EventKind if kind not in notes)
            ways.append(", ".join(f"{row.event} → {_phases(row.targets) or phase.value}" for row in rows if row))
        yield phase.value, rule.meaning, *ways


def drawing() -> str:
    """The machine as two tables in Markdown: by phase, then by event.

    >>> drawing().splitlines()[0]
    '| phase | meaning | on the short path | on the long path |'
    """
    by_phase = _table(("phase", "meaning", "on the short path", "on the long path"), _phase_lines())
    return by_phase + "\n" + _table(("event", "from", "to", "path", "whose", "needs"), _event_lines())
