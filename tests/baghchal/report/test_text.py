"""A report in words, as lines and as plain data."""

import json

import pytest

from pointboard.baghchal.notation import obx
from pointboard.baghchal.record import Headers, Record, Result
from pointboard.baghchal.report import judge, to_data, to_text
from pointboard.baghchal.report.text import lines
from pointboard.baghchal.report.values import Accuracy, Bar, Option, Value
from pointboard.baghchal.report.words import (
    accuracy_words,
    decisive_words,
    did_words,
    ending_words,
    evidence_words,
    option_words,
    share_words,
    value_words,
)
from pointboard.baghchal.state import Side
from pointboard.game import Evidence
from pointboard.reports import Tone

TABLE, SEARCH = Evidence.TABLE, Evidence.SEARCH
MOVE = obx.parse_move("mC3")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Value(None, None, TABLE), "draw"),
        (Value(Side.GOAT, None, TABLE), "goats win"),
        (Value(Side.TIGER, 21, TABLE), "tigers win in 21"),
        (Value(Side.TIGER, 0, TABLE), "tigers have won"),
        (Value(Side.GOAT, 3, SEARCH, 9997, 3), "goats win in 3"),
        (Value(None, None, SEARCH, 35, 7), "goats +0.35"),
        (Value(None, None, SEARCH, -120, 7), "tigers +1.20"),
        (Value(None, None, SEARCH, 0, 7), "level"),
        (Value(None, 0, SEARCH, 0, 0), "draw"),
    ],
)
def test_values_in_words(value, words):
    assert value_words(value) == words
    assert option_words(Option(MOVE, value)) == f"mC3: {words}"


def test_what_the_rule_about_repetition_does_in_words():
    draw = Value(None, None, TABLE)
    assert option_words(Option(MOVE, draw, Bar.DRAWS)) == "mC3: draw; third occurrence, a draw at once"
    assert option_words(Option(MOVE, draw, Bar.FORBIDDEN)) == "mC3: draw; forbidden by superko"


def test_a_report_as_text(reports):
    text = to_text(reports[219]).splitlines()
    assert text[:5] == [
        "Goats: Sita, Tigers: Hari. Result: 1-0, all tigers trapped",
        "Moves judged by table: all 39, proved.",
        "",
        " ply    move       value after     what it did",
        "   1 g mD1        draw            keeps the draw",
    ]
    assert text[-13:] == [
        "  32 t mD4D3      goats win       turns a draw into a loss",
        "                                  better: mB2B1, mD2C2",
        "  33 g mC2        goats win       keeps the win",
        "  34 t mD2C3      goats win       stays in the loss",
        "  35 g mD2        goats win       keeps the win",
        "  36 t mC3D4      goats win       stays in the loss",
        "  37 g mC3        goats win       keeps the win",
        "  38 t mB2A2      goats win       stays in the loss",
        "  39 g mB2        goats have won  wins",
        "",
        "The result last changed hands at ply 32 (tigers' move 16, mD4D3): draw to loss.",
        "Goats: 20 of 20 proved moves (100.0 %) kept the value, 2 of 2 (100.0 %) where a mistake was possible.",
        "Tigers: 18 of 19 proved moves (94.7 %) kept the value, 2 of 3 (66.7 %) where a mistake was possible.",
    ]


def test_slips_in_words(reports):
    moves = reports[98].moves
    assert did_words(moves[43]) == "keeps the win, 2 plies longer than needed"
    assert did_words(moves[47]) == "keeps the win, 2 plies longer than needed: the slowest win"
    assert did_words(moves[56]) == "stays in the loss, 2 plies sooner than needed"
    text = to_text(reports[98])
    assert "quicker: mB4B2(B3) (in 1), mB4D4(C4) (in 1)\n" in text
    assert "holds out longer: mA3B4 (in 4), " in text
    assert "better: mA1, mD1, mA3, mE3 and 2 more\n" in text


def test_a_game_that_never_changed_hands(reports):
    assert decisive_words(reports[221]) == "The proved value never changed hands: draw from start to end."
    assert did_words(reports[221].moves[-1]) == "keeps the draw; the third occurrence draws at once"


def test_a_report_by_search_says_so(records):
    whole = records[98]
    ending = Record(start=whole.positions()[54]).extend(whole.moves[54:])
    report = judge(ending, nodes=3000)
    assert evidence_words(report) == "Moves judged by search, 3,000 positions a search: all 10, estimates."
    assert decisive_words(report).endswith(": open to loss, by search.")
    words = [did_words(move) for move in report.moves]
    assert words[0] == "allows a forced loss"
    assert words[3] == "misses a forced win"
    assert words[-1] == "wins"
    assert words[-2] == "stays in the forced loss"
    assert "keeps the forced win, 2 plies longer than needed" in words
    text = to_text(report)
    assert "better by search: " in text
    assert "quicker by search: " in text
    assert text.startswith("Result: 0-1, five captures\n")


def test_moves_that_the_search_likes_less(records):
    report = judge(records[98].head(6), nodes=200)
    words = {did_words(move) for move in report.moves}
    for move in report.moves:
        assert did_words(move) == (
            f"{move.loss / 100:.2f} goats worse than the best" if move.loss else "the best by search"
        )
    assert len(words) > 1
    assert decisive_words(report) == "No move is known to have changed the result."


def test_both_kinds_are_counted_apart(records, only_sliding):
    whole = records[98]
    report = judge(Record(start=whole.positions()[34]).extend(whole.moves[34:]), only_sliding, nodes=200)
    said = "Moves judged by table: 27 of 30, proved; by search, 200 positions a search: 3, estimates."
    assert evidence_words(report) == said
    lost = report.accuracy[0].loss
    assert accuracy_words(report.accuracy[0]).endswith(f"; 2 by search gave away {lost / 100:.2f} goats, an estimate")
    assert decisive_words(report).endswith(": draw to loss.")


def test_accuracy_in_words():
    assert accuracy_words(Accuracy(Side.GOAT, 0, 0, 0, 0, 0)) == "no move"
    assert accuracy_words(Accuracy(Side.GOAT, 3, 3, 0, 0, 0)) == (
        "3 of 3 proved moves (100.0 %) kept the value, none could have lost it"
    )
    assert accuracy_words(Accuracy(Side.GOAT, 0, 0, 0, 7, 125)) == "7 by search gave away 1.25 goats, an estimate"
    assert share_words(None) == "-"
    assert share_words(1 / 3) == "33.3 %"


def test_endings_in_words(golden, records):
    drawn = records[219].head(4)
    assert ending_words(judge(drawn, golden)) == "not over"
    for headers, words in [
        (Headers(result=Result.TIGERS), "0-1, declared"),
        (Headers(result=Result.DRAW, termination="agreed"), "1/2-1/2, declared (agreed)"),
    ]:
        assert ending_words(judge(Record(headers, drawn.plies), golden)) == words


def test_an_empty_game(golden):
    report = judge(Record(), golden)
    assert evidence_words(report) == "There is no move to judge."
    assert to_text(report).splitlines()[1:] == [
        "There is no move to judge.",
        "",
        "The proved value never changed hands: draw from start to end.",
        "Goats: no move.",
        "Tigers: no move.",
    ]


def test_the_tones_of_lines(reports, golden, records):
    found = lines(reports[219])
    assert [said.text for said in found if said.tone is Tone.BAD] == [
        "  32 t mD4D3      goats win       turns a draw into a loss"
    ]
    assert [said.text.strip() for said in found if said.tone is Tone.GOOD] == ["better: mB2B1, mD2C2"]
    slow = [said for said in lines(reports[98]) if "quicker: " in said.text]
    assert {said.tone for said in slow} == {Tone.FAINT}
    headers = Headers(result=Result.GOATS, goats="a\x1b[31m\nb")
    noted = lines(judge(Record(headers, records[219].head(4).plies), golden))
    assert noted[0].text == "Goats: a [31m b. Result: 1-0, declared"
    assert noted[-1] == (
        "Note: The declared result is 1-0, but the last position is proved: draw.",
        Tone.BAD,
    )


def test_a_report_as_data(reports, games):
    data = to_data(reports[219])
    assert json.loads(json.dumps(data)) == data
    assert [one["position"] for one in data["positions"]] == games[219]["obx"]
    assert (data["result"], data["decisive"], data["repetition"]) == ("1-0", 32, "threefold")
    assert data["outcome"] == {"winner": "g", "reason": "all tigers trapped"}
    assert (data["notes"], data["nodes"]) == ([], 50_000)
    assert data["accuracy"]["t"] == {
        "proved": 19,
        "kept": 18,
        "share": 18 / 19,
        "chances": 3,
        "share_of_chances": 2 / 3,
        "searched": 0,
        "loss": 0,
    }
    assert data["positions"][-1] == {
        "position": games[219]["obx"][-1],
        "winner": "g",
        "plies": 0,
        "score": None,
        "depth": None,
        "evidence": "table",
    }
    move = data["moves"][31]
    assert {name: found for name, found in move.items() if name != "options"} == {
        "ply": 32,
        "side": "t",
        "number": 16,
        "move": "mD4D3",
        "evidence": "table",
        "change": "draw to loss",
        "slip": None,
        "loss": None,
        "better": ["mB2B1", "mD2C2"],
    }
    assert move["options"][0] == {
        "move": "mB2B1",
        "winner": None,
        "plies": None,
        "score": None,
        "depth": None,
        "evidence": "table",
        "bar": None,
    }
    assert to_data(reports[221])["moves"][-1]["options"][0].keys() == move["options"][0].keys()
    bars = {option["bar"] for found in to_data(reports[221])["moves"] for option in found["options"]}
    assert bars == {None, "draws"}


def test_an_unfinished_game_as_data():
    data = to_data(judge(Record(), nodes=100))
    assert (data["result"], data["outcome"], data["decisive"]) == (None, None, None)
    assert data["positions"][0]["evidence"] == "search"
    assert data["positions"][0]["depth"] > 0
