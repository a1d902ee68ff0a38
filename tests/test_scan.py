"""The cursor: what each reading takes, and where and how it stops."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import NamedTuple

import pytest

from pointboard.errors import IllegalMoveError, NotationError
from pointboard.scan import (
    Cursor,
    Kind,
    fitting,
    instance,
    kinds_of,
    line_ends,
    line_start,
    lines,
    member,
    only_text,
    refused,
    shown,
)


def stopped(call):
    with pytest.raises(NotationError) as error:
        call()
    return error.value.field, error.value.column, error.value.message


def test_a_cursor_begins_at_the_first_character():
    cursor = Cursor("c3")
    assert (cursor.field, cursor.offset, cursor.column, cursor.next, cursor.at_end) == ("text", 0, 1, "c", False)
    assert Cursor("").at_end
    assert Cursor("").next == ""


def test_one_of_gives_the_character_and_moves_on():
    cursor = Cursor("gT")
    assert cursor.one_of("gt") == "g"
    assert (cursor.column, cursor.at_end) == (2, False)
    assert stopped(lambda: cursor.one_of("gt")) == ("text", 2, "expected g or t, found 'T'")
    assert cursor.column == 2
    assert cursor.one_of("T") == "T"
    assert cursor.at_end
    assert stopped(lambda: cursor.one_of("gt", "a side")) == ("text", 3, "expected a side, found the end of the text")


def test_a_folding_cursor_gives_the_alphabets_spelling():
    cursor = Cursor("Ga", fold=True)
    assert cursor.one_of("gt") == "g"
    assert cursor.one_of("AB") == "A"
    assert Cursor("a").peek("AB") is None
    assert Cursor("c", fold=True).peek("AB") is None


def test_peek_reads_nothing():
    cursor = Cursor("x")
    assert cursor.peek("xy") == "x"
    assert cursor.peek("ab") is None
    assert cursor.offset == 0
    assert Cursor("").peek("x") is None


def test_skip_tells_whether_it_read():
    cursor = Cursor("mC", fold=True)
    assert not cursor.skip("#")
    assert cursor.column == 1
    assert cursor.skip("M")
    assert cursor.column == 2


def test_fail_says_what_stands_there_or_elsewhere():
    cursor = Cursor("abc", "board")
    cursor.offset = 1
    assert stopped(lambda: cursor.fail("x")) == ("board", 2, "expected x, found 'b'")
    assert stopped(lambda: cursor.fail("x", column=1, field="turn")) == ("turn", 1, "expected x, found 'a'")
    assert stopped(lambda: cursor.fail("x", column=4)) == ("board", 4, "expected x, found the end of the text")
    with pytest.raises(NotationError) as error:
        cursor.fail("x")
    assert error.value.text == "abc"


@pytest.mark.parametrize(
    ("text", "value", "column"),
    [("0", 0, 2), ("7", 7, 2), ("20", 20, 3), ("20x", 20, 3), ("2 0", 2, 2), ("19/", 19, 3)],
)
def test_number_reads_ascii_digits(text, value, column):
    cursor = Cursor(text)
    assert cursor.number(0, 20) == value
    assert cursor.column == column


@pytest.mark.parametrize(
    ("text", "low", "column", "found"),
    [
        ("", 0, 1, "the end of the text"), ("x", 0, 1, "'x'"), ("+5", 0, 1, "'+'"), ("-1", 0, 1, "'-'"),
        ("21", 0, 2, "'21'"), ("200", 0, 3, "'200'"), ("020", 0, 2, "'02'"), ("00", 0, 2, "'00'"),
        ("\u0662", 0, 1, "'\u0662'"),
        ("0", 1, 1, "'0'"), ("3", 5, 1, "'3'"), ("13", 15, 2, "'13'"), ("13x", 15, 2, "'13'"),
    ],
)  # fmt: skip
def test_number_stops_at_the_first_wrong_character(text, low, column, found):
    cursor = Cursor(text, "in_hand")
    assert stopped(lambda: cursor.number(low, 20)) == (
        "in_hand", column, f"expected a number from {low} to 20, found {found}",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "column", "found"),
    [("\xa0a", 1, r"'\xa0'"), ("ab\n", 3, r"'\n'"), ("a\x7f", 2, r"'\x7f'"), ("g @\u0662", 4, "'\u0662'"),
     ("a\x1fb\x00", 2, r"'\x1f'")],
)  # fmt: skip
def test_check_ascii_stops_at_the_first_other_character(text, column, found):
    assert stopped(Cursor(text).check_ascii) == ("text", column, f"expected printable ASCII, found {found}")


@pytest.mark.parametrize("text", ["", " ", "~", " ~", "".join(map(chr, range(32, 127)))])
def test_check_ascii_takes_printable_ascii(text):
    Cursor(text).check_ascii()


def test_a_word_of_a_closed_alphabet():
    class Coin(StrEnum):
        HEADS = "heads"
        TAILS = "tails"

    assert member(Coin, Coin.TAILS, "coin") is member(Coin, "tails", "coin") is Coin.TAILS
    for value, text, found in (
        ("Heads", "Heads", "'Heads'"),
        (None, "None", "None"),
        (["heads"], "['heads']", "['heads']"),
        ("x" * 10**7, "x" * 10**7, f"'{'x' * 40}'..."),
    ):
        with pytest.raises(NotationError) as error:
            member(Coin, value, "coin")
        assert (error.value.field, error.value.column, error.value.text) == ("coin", 1, text)
        assert str(error.value) == f"coin, column 1: expected heads or tails, found {found}"


def test_a_value_in_a_message_is_short():
    class Mute:
        def __repr__(self):
            raise RuntimeError

    assert shown("x" * 40) == repr("x" * 40)
    assert shown("x" * 41) == repr("x" * 40) + "..."
    assert shown("x" * 41, 41) == repr("x" * 41)
    assert shown(b"x" * 41) == repr(b"x" * 40) + "..."
    assert shown([1] * 13) == repr([1] * 13)
    assert shown([1] * 14) == repr([1] * 14)[:40] + "..."
    assert (shown(None), shown(10**5000), shown(Mute())) == ("None", "<int>", "<Mute>")


def test_a_refused_value():
    error = refused("clock", "milliseconds", 1.5)
    assert (type(error), str(error)) == (NotationError, "clock, column 1: expected milliseconds, found 1.5")
    assert (error.field, error.column, error.text) == ("clock", 1, "1.5")
    assert refused("clock", "milliseconds", "x" * 50).text == "x" * 50


class Size(IntEnum):
    SMALL = 1


class Pair(NamedTuple):
    size: Size
    rest: tuple[int, ...] = ()
    note: str | None = None


@dataclass
class Held:
    pair: Pair
    good: bool = True


def test_only_text_and_instances_pass():
    assert only_text("") == ""
    with pytest.raises(TypeError, match=r"^expected a text \(str\), found bytes$"):
        only_text(b"")
    assert instance(Pair, (pair := Pair(Size.SMALL))) is pair
    with pytest.raises(TypeError, match=r"^expected a Pair, found tuple$"):
        instance(Pair, (Size.SMALL,))
    with pytest.raises(TypeError, match=r"^expected an IllegalMoveError, found NoneType$"):
        instance(IllegalMoveError, None)


def test_the_fields_of_a_value_class():
    assert kinds_of(Held) == (Kind("pair", Pair, frozenset()), Kind("good", bool, frozenset({bool})))
    assert kinds_of(Held) is kinds_of(Held)
    assert [kind.plain for kind in kinds_of(Pair)] == [{Size}, frozenset(), {str, type(None)}]


class Whole:
    def __index__(self):
        return 3


def test_whole_numbers_of_other_packages_fit():
    assert type(fitting(int, Whole(), "die")) is int
    assert fitting(tuple[int, ...], [Whole(), 4], "dice") == (3, 4)
    assert "expected a whole number" in stopped(lambda: fitting(int, Whole(), "die", exact=True))[2]
    assert "expected a whole number" in stopped(lambda: fitting(int, Whole, "die"))[2]


def test_values_of_the_right_kind_fit():
    whole = Pair(Size.SMALL, (1, 2), "x")
    assert fitting(Pair, whole, "pair") == whole
    assert fitting(Pair, Pair(1, [1, 2]), "pair") == Pair(Size.SMALL, (1, 2))
    assert type(fitting(Pair, Pair(1), "pair").size) is Size
    assert fitting(Pair | None, None, "pair") is None
    assert fitting(Pair, whole, "pair", exact=True) == whole
    assert fitting(bytes, b"1", "counts") == b"1"


@pytest.mark.parametrize(
    ("kind", "value", "exact", "said"),
    [
        (Pair, (1,), False, "pair, column 1: expected a Pair, found (1,)"),
        (Pair, Pair(2), False, "size, column 1: expected 1, found 2"),
        (Pair, Pair(1), True, "size, column 1: expected a Size, found 1"),
        (Pair, Pair(Size.SMALL, [1]), True, "rest, column 1: expected a row, found [1]"),
        (Pair, Pair(Size.SMALL, 5), False, "rest, column 1: expected a row, found 5"),
        (Pair, Pair(Size.SMALL, "12"), False, "rest, column 1: expected a row, found '12'"),
        (Pair, Pair(Size.SMALL, ("1",)), False, "rest, column 1: expected a whole number, found '1'"),
        (Pair, Pair(Size.SMALL, (), 5), False, "note, column 1: expected a text, found 5"),
        (bool, 1, False, "pair, column 1: expected True or False, found 1"),
        (int, True, False, "pair, column 1: expected a whole number, found True"),
        (bytes, "x", False, "pair, column 1: expected bytes, found 'x'"),
    ],
)
def test_values_of_another_kind_do_not_fit(kind, value, exact, said):
    with pytest.raises(NotationError) as error:
        fitting(kind, value, "pair", exact=exact)
    assert str(error.value) == said


def test_a_member_that_cannot_say_what_it_is():
    class Mute:
        def __repr__(self):
            raise RuntimeError

    assert stopped(lambda: member(Size, Mute(), "size")) == ("size", 1, "expected 1, found <Mute>")


@pytest.mark.parametrize("text", ["", "\r", "a\r\nb", "\r\n\r\n", "a\rb\nc\r\nd\n\re", "\x0b\x85\u2028a\f\n"])
def test_lines_end_as_on_every_system(text):
    every = lines(text)
    assert every == text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] == "\r\n":
            continue  # inside of an end
        number, start = line_ends(text, 0, offset), line_start(text, offset)
        assert every[number].startswith(text[start:offset].rstrip("\r\n"))
        assert start == 0 or text[start - 1] in "\r\n"
        assert number == line_ends(text, 0, offset // 2) + line_ends(text, offset // 2, offset)


def test_the_cr_of_a_cr_lf_ends_no_line():
    assert (line_ends("a\r\nb", 0, 2), line_start("a\r\nb", 2)) == (0, 0)
    assert (line_ends("a\r\nb", 0, 3), line_start("a\r\nb", 3)) == (1, 3)
