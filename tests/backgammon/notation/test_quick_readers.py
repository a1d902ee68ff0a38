"""The look-up tables of the three parsers hold exactly the words that they should.

A word that is missing in a table would only cost time, as the careful reader takes the text then; a word too many would
be read.
"""

import json
from pathlib import Path

import pytest

from pointboard.backgammon.board import Side
from pointboard.backgammon.notation import gnubg, ogid, xgid
from pointboard.backgammon.state import Action, Cube, Length, Modifier, Owner, Phase

GOLDEN = Path(__file__).parents[2] / "golden" / "backgammon" / "ids.jsonl"
ROWS = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
ROLLS = {f"{a}{b}": tuple(sorted((a, b))) for a in range(1, 7) for b in range(1, 7)}
NUMBERS = {str(n): n for n in range(1000)}


class Careful:
    """Stands in for a careful reader where none may be needed."""

    def __init__(self, text, *, lax):
        raise AssertionError(f"the careful reader was asked for {text!r}, lax={lax}")


@pytest.mark.parametrize(("module", "name"), [(ogid, "ogid"), (xgid, "xgid")])
def test_the_quick_readers_take_every_golden_id(monkeypatch, module, name):
    monkeypatch.setattr(module, "_Reader", Careful)
    for row in ROWS:
        module.parse(row[name])


def careful(*given, **options):
    raise AssertionError(f"the careful reader was asked for {given}, {options}")


def test_the_quick_reader_takes_every_golden_position_id(monkeypatch):
    monkeypatch.setattr(gnubg, "_position_in_full", careful)
    for row in ROWS:
        gnubg.parse(f"{row['gnubg_position_id']}:{row['gnubg_match_id']}")


def test_ogid():
    assert {
        f"{owner.value}{exponent}{action.value}": Cube(owner, exponent, action)
        for owner in Owner
        for exponent in range(31)
        for action in Action
    } == ogid._CUBES
    assert ogid._DICE == {"": (), **ROLLS}
    assert ogid._SIDES == {"W": Side.WHITE, "B": Side.BLACK}
    assert {"": Phase.PLAYED, **{phase.value: phase for phase in Phase}} == ogid._PHASES
    assert ogid._NUMBERS == NUMBERS
    modifiers = (Modifier.NONE, Modifier.CRAWFORD, Modifier.LAST)
    assert {f"{n}{m.value}": Length(n, m, 0) for n in range(100) for m in modifiers} == ogid._LENGTHS
    pips = "0123456789abcdefghijklmnop"
    for table, first, second in zip(ogid._PAIR_TEXTS, pips[::2], pips[1::2], strict=True):
        assert table == {a + 256 * b: first * a + second * b for a in range(16) for b in range(16)}


def test_xgid():
    assert xgid._NUMBERS == NUMBERS
    assert xgid._SIGNS == {"1": 1, "0": 0, "-1": -1}
    assert xgid._TURNS == {"1": 1, "-1": -1}
    letters = {"D": ((), "D"), "B": ((), "B"), "R": ((), "R")}
    assert {"00": ((), ""), **letters, **{word: (faces, "") for word, faces in ROLLS.items()}} == xgid._ROLLS
    assert xgid._RULES == {
        (True, "0"): 0, (True, "1"): 1, (True, "2"): 2, (True, "3"): 3, (False, "0"): 0, (False, "1"): 1,
    }  # fmt: skip
    assert xgid._LETTERS == b"-ABCDEFGHIJKLMNOPabcdefghijklmnop"
    upper, lower = xgid._LETTERS[1:17], xgid._LETTERS[17:]
    for table, own in ((xgid._UPPER, upper), (xgid._LOWER, lower)):
        assert {byte: n for byte, n in enumerate(table) if n} == {byte: n for n, byte in enumerate(own, 1)}
    for n in range(16):
        assert xgid._WRITTEN[n] == (upper[n - 1] if n else ord("-"))
        assert xgid._WRITTEN[n << 4] == (lower[n - 1] if n else ord("-"))


def test_gnubg():
    assert {f"{a}{b}": faces for (a, b), faces in gnubg._ROLLS.items()} == ROLLS
    assert frozenset("AQgw") == gnubg._SPARE_ZERO
    runs = {a + 256 * b: "0" + "1" * a + "0" + "1" * b for a in range(16) for b in range(16)}
    assert gnubg._RUNS.__self__ == runs
    bits = {code: tuple(code >> at & mask for at, mask in ((0, 15), (4, 3), (6, 1), (7, 1))) for code in range(256)}
    assert {code: fields for code, fields in bits.items() if fields[1] != 2} == gnubg._CUBE_CODES
    bits = {code: tuple(code >> at & mask for at, mask in ((0, 7), (3, 1), (4, 1), (5, 3))) for code in range(128)}
    assert {code: fields for code, fields in bits.items() if fields[0] <= 4} == gnubg._STATE_CODES
    dice = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    assert {a + 8 * b: (a, b) for a, b in [(0, 0), *dice]} == gnubg._DICE_CODES
    first = 0
    for start, count in gnubg._LAYOUT.values():
        assert start == first
        first += count
    assert first == 72
    assert tuple(gnubg._LAYOUT) == gnubg.Match._fields


def test_gnubg_counts():
    steps = {}
    for ones in range(16):
        for byte in range(256):
            counts, run = [], ones
            for at in range(8):
                if byte >> at & 1:
                    run += 1
                else:
                    counts.append(run)
                    run = 0
            if max(counts[:1], default=run) <= 15:
                steps[256 * ones + byte] = (bytes(counts), 256 * run)
    assert steps == gnubg._STEPS
