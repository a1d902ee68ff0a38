# ruff: noqa: E501 - rows of a table
import pytest

from pointboard.baghchal.notation import obx
from pointboard.baghchal.record import Clock, Headers, Mark, Ply, Record, RecordError, RecordMoveError, Result, log
from pointboard.baghchal.rules import Repetition
from pointboard.baghchal.state import Move, Side, State
from pointboard.errors import PositionError

START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
FIRST = "TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g1"
SECOND = "XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 mA1C3(B2) #t1"
MOVES = (Move(None, 6), Move(0, 12, 6))
GAME = Record().extend(MOVES)

FULL_TEXT = r"""# [Event "the \"big\" one"]
# [Result "0-1"]
# [Repetition "none"]
# [x "y"]
# {Before.}
TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #
TXXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB2 #g1
# !? {[%clk 0:04:58] {so\} it\nends}
XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 mA1C3(B2) #t1
# !!
"""
FULL = Record(
    Headers(event='the "big" one', result=Result.TIGERS, repetition=Repetition.NONE, extra=(("x", "y"),)),
    (Ply(MOVES[0], "{so} it\nends", Clock(298_000), Mark.INTERESTING), Ply(MOVES[1], mark=Mark.BRILLIANT)),
    comment="Before.",
)


def text(*lines):
    return "\n".join(lines)


def fault(source):
    """What stops the reading, and how many plies came before."""
    result = log.read(source)
    with pytest.raises(type(result.error)) as caught:
        log.parse(source)
    assert str(caught.value) == str(result.error)
    return str(result.error), len(result.record.plies)


def test_everything():
    assert log.parse(FULL_TEXT) == FULL
    assert log.format(FULL) == FULL_TEXT
    assert log.format(FULL, plain=True) == text(START, FIRST, SECOND) + "\n" == log.format(GAME)


@pytest.mark.parametrize(
    "source",
    [
        text(START, FIRST, SECOND),
        "\ufeff" + text("", START, "  " + FIRST + "\t\r", "\r", SECOND, ""),
        text(START, START, FIRST, FIRST, SECOND),  # as the specification's example repeats its positions
        text("#", START, "#  ", FIRST, SECOND),
        text(START, FIRST.replace(" #g1", ""), SECOND.replace("#t1", "-")),
        text(START.lower(), FIRST.replace("mB2", "b2"), SECOND.replace("(B2)", "")),
        text(START, FIRST.replace("mB2", "-"), SECOND.replace("mA1C3(B2)", "-")),
        text("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0", FIRST.replace(" @19", ""), SECOND),
    ],
)
def test_forms_of_the_same_game(source):
    assert log.parse(source) == GAME


def test_a_log_has_a_position():
    assert fault("") == ("board, line 1, column 1: expected a position, found the end of the text", 0)
    assert fault("\ufeff\n \r\n") == ("board, line 3, column 1: expected a position, found the end of the text", 0)
    result = log.read('# [Goats "Sita"]\n# said')
    assert str(result.error) == "board, line 2, column 7: expected a position, found the end of the text"
    assert result.record == Record(Headers(goats="Sita"), comment="said")
    assert log.parse(START) == Record()
    assert log.format(Record()) == START + "\n"


def test_the_example_of_the_specification_corrected():
    source = text(
        START,
        FIRST,
        FIRST,
        "XTXXT/XGXXX/XXXXX/XXXXX/TXXXT g @19 c0 mA1B1 #t1",
        "XTXXT/XGXXX/XXXXX/XXXXX/TXXXT g @19 c0 mA1B1 #t1",
        "XTXXT/XGGXX/XXXXX/XXXXX/TXXXT t @18 c0 mC2 #g2",
    )
    assert [str(move) for move in log.parse(source).moves] == ["mB2", "mA1B1", "mC2"]


def test_the_example_of_the_specification_as_it_stands():
    source = text(START, FIRST, "TXTXT/TXXXX/XXXXX/XXXXX/TXXXT g @19 c0 mA1B2 #t1")
    message, plies = fault(source)
    assert message == (
        "board, line 3, column 1: 4 tigers needed, has 6; "
        "board, line 3, column 1: 0 on the board, 19 in hand and 0 captured make 19 goats, not 20; "
        "last_move, line 3, column 40: mA1B2: no tiger on B2, A1 is not empty"
    )
    assert plies == 1
    with pytest.raises(PositionError) as caught:
        log.parse(source)
    assert caught.value.text.endswith("mA1B2 #t1")
    assert (caught.value.line, caught.value.column) == (3, 1)


def test_comments_of_every_kind():
    source = text("# {a}", "# free \\n text", START, "# {b}", FIRST, "#c", "# {d [%clk 0:00:01] e}", "# ! f", "# ?")
    record = log.parse(source)
    assert record.comment == "a\nfree \\n text\nb"
    assert record.plies == (Ply(MOVES[0], "c\nd e\n! f", Clock(1000), Mark.BAD),)


def test_a_game_from_a_later_position():
    start = "TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t @15 c4 mB1 #g5"
    after = "XGXXT/TXXXX/XXXXX/XXXXX/TXXXT g @15 c4 mA1A2 #t5"
    record = log.parse(text(start, after))
    assert record.start == obx.parse(start)
    assert log.format(record) == text(start, after, "")


def test_a_number_that_comes_later_numbers_the_game_from_its_start():
    start = "TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t @15 c4 - #"
    bare = "XGXXT/TXXXX/XXXXX/XXXXX/TXXXT g @15 c4 mA1A2 #"
    numbered = "GGXXT/TXXXX/XXXXX/XXXXX/TXXXT t @14 c4 mA1 #g6"
    record = log.parse(text(start, bare, numbered, "GGXXT/XXXXX/TXXXX/XXXXX/TXXXT g @14 c4 mA2A3 #"))
    assert [state.ply for state in record.positions()] == [9, 10, 11, 12]
    assert record.turn(1).number == 5
    assert log.parse(text(start, bare)).start.ply is None
    impossible = "GGXXT/TXXXX/XXXXX/XXXXX/TXXXT t @14 c4 mA1 #g1"
    message, plies = fault(text(start, bare, impossible))
    assert message == "number, line 3, column 44: 6 goats were placed, so the number must be 6, is 1"
    assert plies == 1


def test_a_number_before_the_beginning():
    # The last position can be number 21, but then the first would be one of the placement phase.
    start = "TXXXT/GGGXX/GGGGG/GGGGG/TGGGT g @0 c4 - #"
    lines = [start]
    record = Record(start=obx.parse(start))
    for move in ("mC2D2", "mA1B1", "mD2C2"):
        record = record.play(obx.parse_move(move))
        lines.append(obx.format(record.state))
    numbered = lines[3].replace("mD2C2 #", "mD2C2 #g21")
    message, plies = fault(text(*lines[:3], numbered))
    assert message == (
        "number, line 4, column 45: mD2C2 leads to another position: XTXXT/GGGXX/GGGGG/GGGGG/TGGGT t @0 c4 mD2C2 #"
    )
    assert plies == 2


@pytest.mark.parametrize(
    ("lines", "message", "plies"),
    [
        (("Place a goat at B2:",), "board, line 1, column 1: expected 5 rows, not 1, found 'P'", 0),
        ((START, "  " + FIRST + "x"), "number, line 2, column 49: expected a blank or the end of the text, found 'x'", 0),
        ((START, FIRST, "x" * 300), "text, line 3, column 201: expected at most 200 characters, found 'x'", 1),
        (
            (START, SECOND),
            "turn, line 2, column 31: expected a position one move after the one before it, with the other side to move",
            0,
        ),
        (
            (START, FIRST, "XXXXT/XXGXX/XXXTX/XXXXX/TXXXT g @19 c0 - -"),
            "board, line 3, column 1: expected a position one move after the one before it",
            1,
        ),
        (
            (START, FIRST.replace("XGXXX/XXXXX", "GXXXX/XXXXX").replace("mB2", "mA2"), SECOND),
            "line 3, column 40, ply 2 (tigers' move 1), mA1C3(B2): no goat on B2 to jump over",
            1,
        ),
        (
            (START, "TGXXT/XGXXX/XXXXX/XXXXX/TXXXT t @18 c0 mB2 #"),
            "board, line 2, column 1: mB2 leads to another position: " + FIRST,
            0,
        ),
        (
            (START, FIRST, "XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @18 c2 mA1C3(B2) #"),
            "in_hand, line 3, column 33: mA1C3(B2) leads to another position: " + SECOND,
            1,
        ),
        ((START, '# [Goats "x"]'), "Goats, line 2, column 1: expected headers before the first position only", 0),
        (("# [Goats x]",), 'header, line 1, column 1: expected a header like # [Event "name"]', 0),
        (('# [Goats "x"] y',), 'header, line 1, column 1: expected a header like # [Event "name"]', 0),
        (('# [Event "a"]', ' # [event "b"]'), "Event, line 2, column 5: Event stands here a second time", 0),
        (('# [Rules "six"]', START), "Rules, line 1, column 11: expected standard, found 'six'", 0),
        (('# [Start "x"]', START), "Start, line 1, column 11: expected no such header: a log starts at its first position", 0),
        ((START, "# {open"), "comment, line 2, column 1: expected one comment in braces, and nothing after it on its line", 0),
        ((START, "# {a} b"), "comment, line 2, column 1: expected one comment in braces, and nothing after it on its line", 0),
        ((START, "# !"), "mark, line 2, column 1: expected a move before its mark", 0),
        ((START, FIRST, "# !", "# ?"), "mark, line 4, column 1: expected one mark for a move, found a second", 1),
        ((START, "# {[%clk 0:00:01]}"), "clock, line 2, column 1: expected a move before its clock", 0),
        (
            (START, FIRST, "# {[%clk 0:00:01]}", "# {[%clk 0:00:01]}"),
            "clock, line 4, column 1: expected one clock for a move, found a second",
            1,
        ),
        (
            (START, FIRST, "# {a [%clk 1]}"),
            "clock, line 3, column 12: expected a clock like 0:05:00 or 0:05:00.250, found '1'",
            1,
        ),
    ],
)  # fmt: skip
def test_what_is_no_log(lines, message, plies):
    assert fault(text(*lines)) == (message, plies)


def test_the_first_illegal_move_is_named_and_what_came_before_is_kept():
    result = log.read(
        text('# [Goats "Sita"]', START, FIRST, "XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 mA1C3(B2) #t1", "no")
    )
    assert isinstance(result.error, RecordError)
    assert result.record == Record(Headers(goats="Sita")).extend(MOVES)
    late = log.read(text(START, FIRST, "TXXXT/XGXXX/XXTXX/XXXXX/XXXXT g @19 c0 - #t1"))
    assert isinstance(late.error, RecordMoveError)
    assert str(late.error) == "line 3, column 40, ply 2 (tigers' move 1), mA5C3: A5 is not joined to C3"
    assert (late.error.ply, late.error.side, late.error.number, late.error.line) == (2, Side.TIGER, 1, 3)
    assert late.record == Record().extend(MOVES[:1])


def test_results_that_contradict_the_board(games):
    won = next(game for game in games if game["winner"] == "t")
    result = log.read('# [Event "x"]\n# [Result "1-0"]\n' + "\n".join(won["obx"]))
    assert str(result.error) == ("Result, line 2, column 12: 1-0 is declared, but the board says 0-1: five captures")
    assert result.record.headers == Headers(event="x")
    assert len(result.record.plies) == won["plies"]


def test_the_policy_of_a_log_that_names_none(games):
    drawn = next(game for game in games if game["winner"] is None)
    source = "\n".join(drawn["obx"])
    assert log.parse(source, repetition=Repetition.NONE).outcome() is None
    assert log.parse('# [Repetition "threefold"]\n' + source, repetition=Repetition.NONE).outcome() is not None


@pytest.mark.parametrize(
    ("before", "after", "move"),
    [
        (START, FIRST, "mB2"),
        (FIRST, SECOND, "mA1C3(B2)"),
        (FIRST, "TXXXT/XGXXX/XXXXX/XXXTX/TXXXX g @19 c0 - -", "mE5D4"),
        (FIRST, "XXXXT/XGXXX/XXXXX/XXXTX/TXXXX g @19 c0 - -", None),
        ("TXXXT/GGGXX/GGGGG/GGGGG/TGGGT g @0 c4 - #", "TXXXT/GGXGX/GGGGG/GGGGG/TGGGT t @0 c4 - #", "mC2D2"),
        (START, START, None),
        (START, "XTXXT/XGXXX/XXXXX/XXXXX/TXXXT t @19 c0 - #", None),
        (FIRST, "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @19 c1 - #", None),
    ],
)
def test_the_move_between_two_boards(before, after, move):
    found = log.difference(obx.read(before).to_state(), State(obx.read(after).board, Side.GOAT, 0, 0))
    assert (None if found is None else str(found)) == move
