import pytest

from pointboard.baghchal.record import Headers, Result, Rules
from pointboard.baghchal.record.headers import HEADER_NAMES, collect, header_name, items
from pointboard.baghchal.rules import THREEFOLD_DRAW, Outcome, Reason, Repetition
from pointboard.baghchal.state import Side
from pointboard.errors import NotationError

FULL = Headers(
    event="Open", site="Kathmandu", date="2026-11-30", round="3", goats="Sita", tigers="", result=Result.DRAW,
    termination="agreement", rules=Rules.STANDARD, repetition=Repetition.SUPERKO,
    extra=(("Annotator", "Hari"), ("x_1", "")),
)  # fmt: skip


def test_the_names_and_their_order():
    assert list(HEADER_NAMES.values()) == [
        "Event", "Site", "Date", "Round", "Goats", "Tigers", "Result", "Termination", "Rules", "Repetition",
    ]  # fmt: skip


def test_items_leave_out_defaults_and_collect_reads_them_back():
    assert items(Headers()) == []
    assert collect({}) == Headers()
    assert items(FULL) == [
        ("Event", "Open"),
        ("Site", "Kathmandu"),
        ("Date", "2026-11-30"),
        ("Round", "3"),
        ("Goats", "Sita"),
        ("Tigers", ""),
        ("Result", "1/2-1/2"),
        ("Termination", "agreement"),
        ("Repetition", "superko"),
        ("Annotator", "Hari"),
        ("x_1", ""),
    ]
    assert collect(dict(items(FULL))) == FULL


def test_the_policy_of_a_game_that_names_none():
    assert collect({}, Repetition.NONE).repetition is Repetition.NONE
    assert collect({"Repetition": "threefold"}, Repetition.NONE).repetition is Repetition.THREEFOLD
    assert collect({"Rules": "standard"}).rules is Rules.STANDARD
    assert collect({"Result": "*"}).result is None


def test_header_names_are_known_in_any_case():
    assert header_name("gOATS") == "Goats"
    assert header_name("START") == "Start"
    assert header_name("annotatoR") == "annotatoR"
    assert header_name("\u017fite") == "\u017fite"
    assert collect({"Start": "left to the reader"}) == Headers()


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("Result", "2-0", "Result, column 1: expected 1-0 or 0-1 or 1/2-1/2, found '2-0'"),
        ("Rules", "", "Rules, column 1: expected standard, found ''"),
        ("Repetition", "Threefold", "Repetition, column 1: expected threefold or none or superko, found 'Threefold'"),
    ],
)
def test_values_that_are_on_no_list(name, value, message):
    with pytest.raises(NotationError) as caught:
        collect({name: value})
    assert str(caught.value) == message
    assert (caught.value.field, caught.value.text) == (name, value)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("a b",), "extra, column 1: expected a name of ASCII letters, digits and underscores, found 'a b'"),
        (("1a",), "extra, column 1: expected a name of ASCII letters, digits and underscores, found '1a'"),
        (("é",), "extra, column 1: expected a name of ASCII letters, digits and underscores, found 'é'"),
        (("gOATS",), "extra, column 1: 'gOATS' is a header with a field of its own"),
        (("start",), "extra, column 1: 'start' is a header with a field of its own"),
        (("A", "B", "A"), "extra, column 1: 'A' stands here a second time"),
    ],
)
def test_names_of_your_own(names, message):
    with pytest.raises(NotationError) as caught:
        Headers(extra=tuple((name, "") for name in names))
    assert str(caught.value) == message
    assert (caught.value.field, caught.value.text) == ("extra", names[-1])


def test_results_of_outcomes():
    assert Result.of(THREEFOLD_DRAW) is Result.DRAW
    assert Result.of(Outcome(Side.GOAT, Reason.TIGERS_TRAPPED)) is Result.GOATS
    assert Result.of(Outcome(Side.TIGER, Reason.GOATS_STUCK)) is Result.TIGERS
