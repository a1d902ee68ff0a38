# ruff: noqa: E501 - rows of a table
from dataclasses import replace
from itertools import pairwise

import pytest

from pointboard.baghchal.notation import obx
from pointboard.baghchal.record import (
    Clock,
    Headers,
    Mark,
    Ply,
    Record,
    RecordError,
    RecordMoveError,
    Result,
    Turn,
    pgn,
)
from pointboard.baghchal.rules import Reason, Repetition
from pointboard.baghchal.state import Move, Side
from pointboard.errors import LossyConversionError

PLAIN = "1. G22 Bx1133 2. G13"
MOVES = (Move(None, 6), Move(0, 12, 6), Move(None, 2))
GAME = Record().extend(MOVES)
LATE = obx.parse("TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t @15 c4 mB1 #g5")

FULL_TEXT = r"""[Event "the \"big\" one"]
[Goats "Sita"]
[Result "0-1"]
[Repetition "superko"]
[Annotator "C:\\hari"]
[Start "TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t @15 c4 mB1 #g5"]

{Late.} 5... B1121! 6. G11?? {[%clk 0:04:58] {so\} it ends} B5545 {[%clk 0:00:01.500]} # 0-1
"""
FULL = Record(
    Headers(
        event='the "big" one',
        goats="Sita",
        result=Result.TIGERS,
        repetition=Repetition.SUPERKO,
        extra=(("Annotator", "C:\\hari"),),
    ),
    (
        Ply(Move(0, 5), mark=Mark.GOOD),
        Ply(Move(None, 0), "{so} it ends", Clock(298_000), Mark.BLUNDER),
        Ply(Move(24, 19), clock=Clock(1500)),
    ),
    LATE,
    "Late.",
)


def fault(text):
    """What stops the reading, and how many plies came before."""
    result = pgn.read(text)
    assert isinstance(result.error, RecordError | RecordMoveError)
    with pytest.raises(type(result.error)) as caught:
        pgn.parse(text)
    assert str(caught.value) == str(result.error)
    return str(result.error), len(result.record.plies)


def test_the_whole_superset():
    assert pgn.parse(FULL_TEXT) == FULL
    assert pgn.format(FULL) == FULL_TEXT


def test_a_plain_record_is_pypi_text_with_an_open_end():
    assert pgn.parse(PLAIN) == GAME
    assert pgn.format(GAME) == PLAIN + " # *\n"
    assert pgn.format(GAME, plain=True) == PLAIN


def test_no_text_is_a_game_without_moves():
    assert pgn.parse("") == pgn.parse(" \r\n") == pgn.parse("# *") == pgn.parse("\ufeff") == Record()
    assert pgn.format(Record()) == "# *\n"
    assert pgn.format(Record(), plain=True) == ""


@pytest.mark.parametrize(
    "text",
    [
        "1.G22 Bx1133 2.G13",
        "1. G22Bx1133 2. G13",
        "1. G22\r\nBx1133\r\n2.\tG13\r\n",
        "\ufeff1. G22 1... Bx1133 2. G13",
        "G22 Bx1133 G13",
        "1. G22 {} Bx1133 2. {} G13 *",
        "1. G22 Bx1133 2. G13 # *",
        "1. G22 Bx1133 2. G13#*",
        '[Result "*"] 1. G22 Bx1133 2. G13',
        '[ Rules"standard" ][repetition\t"threefold"] 1. G22 Bx1133 2. G13',
    ],
)
def test_other_forms_of_the_same_game(text):
    assert pgn.parse(text) == GAME


@pytest.mark.parametrize("ending", ["# 1-0", "#1-0", "1-0", "# \n1-0"])
def test_a_declared_result(ending):
    record = pgn.parse(f"{PLAIN} {ending}")
    assert record == replace(GAME, headers=Headers(result=Result.GOATS))
    assert pgn.format(record) == f'[Result "1-0"]\n\n{PLAIN} # 1-0\n'
    assert pgn.format(record, plain=True) == f"{PLAIN}# 1-0"
    assert pgn.parse(f'[Result "1-0"] {PLAIN}') == record
    assert pgn.parse(f'[Result "1-0"] {PLAIN} # *') == record


def test_comments():
    record = pgn.parse('{before} [Event "x"] { again } 1. G22 {one}\n{ two\r\nlines } Bx1133 {\\sedge\\s}')
    assert record.comment == "before\nagain"
    assert [ply.comment for ply in record.plies] == ["one\ntwo\nlines", " edge "]
    assert pgn.format(record) == '[Event "x"]\n\n{before\\nagain} 1. G22 {one\\ntwo\\nlines} Bx1133 {\\sedge\\s} # *\n'


def test_clocks_and_marks():
    record = pgn.parse("1. G22!? {[%clk 0:05:00]} Bx1133?! {a [%clk 0:04:59] b} {c} 2. G13 {[%eval 3]}")
    assert record.plies == (
        Ply(MOVES[0], "", Clock(300_000), Mark.INTERESTING),
        Ply(MOVES[1], "a b\nc", Clock(299_000), Mark.DUBIOUS),
        Ply(MOVES[2], "[%eval 3]"),
    )
    assert pgn.parse(pgn.format(record)) == record


def test_long_games_are_broken_into_lines(games):
    text = pgn.format(pgn.parse(games[0]["pypi_pgn"]))
    lines = text.splitlines()
    assert all(len(line) <= 100 for line in lines)
    assert all(len(line) + len(following.split(" ")[0]) >= 93 for line, following in pairwise(lines))
    long_comment = Record().play(MOVES[0], comment="x" * 200).play(MOVES[1])
    assert pgn.format(long_comment).splitlines() == ["1. G22", "{" + "x" * 200 + "}", "Bx1133 # *"]
    # "1. G22 {x...} # *" of 100 characters stands on one line, of 101 on two.
    for size, widths in ((87, [100]), (88, [97, 3])):
        text = pgn.format(Record().play(MOVES[0], comment="x" * size))
        assert [len(line) for line in text.splitlines()] == widths


def test_a_start_position_cannot_be_written_plainly():
    with pytest.raises(LossyConversionError) as caught:
        pgn.format(FULL, plain=True)
    assert str(caught.value) == "PyPI baghchal's text cannot hold: start position"
    assert caught.value.losses == ("start position",)


def test_goats_to_move_at_the_start():
    start = obx.parse("TXXXT/XXXXX/XXGXX/XXXXX/XTXXT g @19 c0 mA5B5 #t1")
    record = Record(start=start).play(Move(None, 6))
    text = f'[Start "{obx.format(start)}"]\n\n2. G22 # *\n'
    assert pgn.format(record) == text
    assert pgn.parse(text.replace("Start", "start")) == record
    unnumbered = replace(start, ply=None)
    assert pgn.format(Record(start=unnumbered).play(Move(None, 6))).endswith("\n\n1. G22 # *\n")


@pytest.mark.parametrize(
    ("text", "message", "plies"),
    [
        ("hello", "text, line 1, column 1: expected a move, a move number, a comment, a header or a result, found 'hello'", 0),
        ("1. G22\n  ; no", "text, line 2, column 3: expected a move, a move number, a comment, a header or a result, found ';'", 1),
        (
            "1. G22 " + "y" * 21,
            f"text, line 1, column 8: expected a move, a move number, a comment, a header or a result, found '{'y' * 20}...'",
            1,
        ),
        (
            "1. G22 " + "y" * 20,
            f"text, line 1, column 8: expected a move, a move number, a comment, a header or a result, found '{'y' * 20}'",
            1,
        ),
        ("1. G22 #", "text, line 1, column 8: expected a move, a move number, a comment, a header or a result, found '#'", 1),
        ("1. G22 # 1-02", "text, line 1, column 8: expected a move, a move number, a comment, a header or a result, found '#'", 1),
        ("1. G22!!!", "text, line 1, column 4: expected a move, a move number, a comment, a header or a result, found 'G22!!!'", 0),
        ("1.... G22", "text, line 1, column 1: expected a move, a move number, a comment, a header or a result, found '1....'", 0),
        ("1. G22 (1. G33)", "text, line 1, column 8: variations are not part of this notation", 1),
        ("1. G22 {never", "comment, line 1, column 8: the comment is not closed", 1),
        ('[Event "x\n"]', 'header, line 1, column 1: expected a header like [Event "name"]', 0),
        ("1. G62", "move, line 1, column 5: expected a point 11 to 55, found '6'", 0),
        ("1. G2", "move, line 1, column 6: expected 1 to 5, found the end of the text", 0),
        ("1. G22 Bx113", "move, line 1, column 13: expected 1 to 5, found the end of the text", 1),
    ],
)  # fmt: skip
def test_text_that_is_no_record(text, message, plies):
    assert fault(text) == (message, plies)


@pytest.mark.parametrize(
    ("text", "message", "plies"),
    [
        ("2. G22", "number, line 1, column 1: expected the goats' move 1 or its number, 1., found '2.'", 0),
        ("1... G22", "number, line 1, column 1: expected the goats' move 1 or its number, 1., found '1...'", 0),
        ("1. G22 1. B1112", "number, line 1, column 8: expected the tigers' move 1 or its number, 1..., found '1.'", 1),
        ("1. 1. G22", "number, line 1, column 4: expected the goats' move 1, found '1.'", 0),
        ("1. G22 1...", "number, line 1, column 8: expected a move after its number", 1),
        ("1. # 1-0", "number, line 1, column 1: expected a move after its number", 0),
    ],
)
def test_numbers_must_be_right(text, message, plies):
    assert fault(text) == (message, plies)


def test_the_first_illegal_move_is_named_and_what_came_before_is_kept():
    result = pgn.read('[Goats "Sita"]\n1. G22 Bx1133\n2. G33 B1112')
    error = result.error
    assert str(error) == "line 3, column 4, ply 3 (goats' move 2), G33: C3 is not empty"
    assert (error.line, error.column, error.ply, error.side, error.number) == (3, 4, 3, Side.GOAT, 2)
    assert (error.move, error.message) == ("G33", "C3 is not empty")
    assert result.record == Record(Headers(goats="Sita")).extend(MOVES[:2])
    assert result.record.turn(3) == Turn(3, Side.GOAT, 2)


@pytest.mark.parametrize(
    ("text", "message", "plies"),
    [
        ("1. B1112", "line 1, column 4, ply 1 (goats' move 1), B1112: goats are to move, not tigers", 0),
        ("1. G22 G33", "line 1, column 8, ply 2 (tigers' move 1), G33: tigers are to move, not goats", 1),
        ("1. G22 B1133", "line 1, column 8, ply 2 (tigers' move 1), B1133: A1 is not joined to C3", 1),
        ("1. G22 Bx1123", "line 1, column 8, ply 2 (tigers' move 1), Bx1123: no jump leads from A1 to C2", 1),
        ("1. G22 Bx1131", "line 1, column 8, ply 2 (tigers' move 1), Bx1131: no goat on A2 to jump over", 1),
        ("1. G2223", "line 1, column 4, ply 1 (goats' move 1), G2223: goats may not slide while 20 are in hand", 0),
    ],
)
def test_moves_that_the_rules_forbid(text, message, plies):
    assert fault(text) == (message, plies)


def test_no_move_follows_the_end_of_a_game(games):
    won = next(game for game in games if game["winner"] == "t")
    message, plies = fault(won["pypi_pgn"].split("#")[0] + " G11")
    assert message.endswith("G11: the game is over: five captures")
    assert plies == won["plies"]
    drawn = next(game for game in games if game["winner"] is None)
    text = drawn["pypi_pgn"].split("#")[0]
    record = pgn.parse(text)
    assert record.outcome().reason is Reason.THREEFOLD
    on = pgn.parse(text, repetition=Repetition.NONE)
    assert on.outcome() is None
    again = pgn.format(on.play(on.legal()[0]), plain=True)
    assert fault(again)[0].endswith(": the game is over: threefold repetition")
    assert fault(again)[1] == drawn["plies"]
    assert len(pgn.parse(f'[Repetition "none"] {again}').plies) == drawn["plies"] + 1


def test_results_that_contradict_the_board(games):
    won = next(game for game in games if game["winner"] == "t")
    moves = won["pypi_pgn"].split("#")[0]
    reason = "1-0 is declared, but the board says 0-1: five captures"
    assert fault(f"{moves}\n# 1-0") == (f"result, line 2, column 1: {reason}", won["plies"])
    assert fault(f'[Result "1-0"]\n{moves}# 0-1') == (f"Result, line 1, column 10: {reason}", won["plies"])
    kept = pgn.read(f'[Event "x"] [Result "1-0"]\n{moves}').record
    assert kept.headers == Headers(event="x")
    assert kept.result is Result.TIGERS
    assert pgn.parse(f'[Result "0-1"]\n{won["pypi_pgn"]}').headers.result is Result.TIGERS
    assert pgn.parse(f"{moves} # *").headers.result is None
    text = f'[Result "1-0"] {PLAIN} # 0-1'
    message = "result, line 1, column 37: expected 1-0, the result that the header declares, found 0-1"
    assert fault(text) == (message, 3)
    assert pgn.read(text).record.headers.result is Result.GOATS


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[Result "2-0"] 1. G22', "Result, line 1, column 10: expected 1-0 or 0-1 or 1/2-1/2, found '2-0'"),
        ('\n[Rules "six"] 1. G22', "Rules, line 2, column 9: expected standard, found 'six'"),
        ('[Event "a"][event "b"]', "Event, line 1, column 13: Event stands here a second time"),
        ('[a "a"]\n[a "b"]', "a, line 2, column 2: a stands here a second time"),
        (
            r'[Event "a\x"]',
            "Event, line 1, column 11: expected one of \\ \" { } [ n r t s after a backslash, found 'x'",
        ),
        (
            '[Start "TXXXT"] 1. G22',
            "Start, line 1, column 9: board, column 6: expected 5 rows, not 1, found the end of the text",
        ),
        (
            '[Start "TXXXT/XXXXX/XXXXX/XXXXX/XXXXT g @20 c0 - #"]',
            "Start, line 1, column 9: board: 4 tigers needed, has 3",
        ),
        ("{[%clk 0:05:00]} 1. G22", "clock, line 1, column 1: expected a move before its clock"),
        (
            "1. G22 {[%clk 0:05:00]} {[%clk 0:05:00]}",
            "clock, line 1, column 25: expected one clock for a move, found a second",
        ),
        ("1. G22 {a\\", "comment, line 1, column 8: the comment is not closed"),
        (
            "1. G22 {a\\q}",
            "comment, line 1, column 11: expected one of \\ \" { } [ n r t s after a backslash, found 'q'",
        ),
    ],
)
def test_headers_and_comments_that_say_nothing_known(text, message):
    found, plies = fault(text)
    assert found == message
    assert plies == text.count("G22 {")


def test_headers_around_a_bad_one_are_kept():
    record = pgn.read('[Event "a"] [Rules "x"] [Result "y"] [Goats "b"] 1. G22').record
    assert record == Record(Headers(event="a", goats="b"))


def test_one_game_is_expected():
    error = "expected one game, found the beginning of another; parse_all() and read_all() read several"
    assert fault(f"{PLAIN} # 1-0\n1. G33") == (f"text, line 2, column 1: {error}", 3)
    assert fault(f'{PLAIN}\n[Event "b"]') == (f"text, line 2, column 1: {error}", 3)
    assert fault(f"{PLAIN} # 1-0 {{late}}") == (f"text, line 1, column 28: {error}", 3)
    assert fault(f"{PLAIN} # 1-0\n\n?") == (f"text, line 3, column 1: {error}", 3)
    assert fault(f"1. G77 # 1-0\n{PLAIN}")[1] == 0


def test_several_games():
    text = f'[Event "a"]\n\n[Event "b"]\n{PLAIN}\n\n[Event "c"]\n\n# *\n{{said}}\n{PLAIN} # 1-0 {PLAIN}'
    events = [(game.headers.event, game.comment, len(game.plies)) for game in pgn.parse_all(text)]
    assert events == [("a", "", 0), ("b", "", 3), ("c", "", 0), (None, "said", 3), (None, "", 3)]
    assert list(pgn.parse_all("")) == []
    assert list(pgn.parse_all(f"\ufeff{PLAIN}")) == [GAME]
    records = [FULL, Record(), Record(comment="only"), GAME, FULL]
    assert list(pgn.parse_all(pgn.format_all(records))) == records
    assert pgn.format_all([]) == ""


def test_reading_goes_on_after_a_bad_game():
    text = f"1. G99 # 1-0 {PLAIN} # *\n\n" + 'what? [\n\n  [Event "b"]\n' + PLAIN + "\n\nno end"
    results = list(pgn.read_all(text))
    assert [(len(result.record.plies), result.error is None) for result in results] == [
        (0, False), (3, True), (0, False), (3, False),
    ]  # fmt: skip
    assert results[2].error.line == 3
    assert results[3].record.headers.event == "b"
    assert (results[3].error.line, results[3].error.column) == (8, 1)
    games = pgn.parse_all(f"{PLAIN} # *\n1. G99")
    assert next(games) == GAME
    with pytest.raises(RecordError, match="line 2, column 5"):
        next(games)
    policy = list(pgn.read_all(PLAIN, repetition=Repetition.NONE))
    assert policy[0].record.headers.repetition is Repetition.NONE
