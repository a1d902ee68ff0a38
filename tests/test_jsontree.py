"""Values of a JSON text: each is of the kind that is asked for, or its path and place are told."""

import pytest

from pointboard.jsontree import Fault, Item, load, locate, named

TEXT = '\n {"name": "x", "list": [1, [2.5, true], {"deep": null}],\n  "last": {"a": 1, "b": -7}}\n'


@pytest.mark.parametrize(
    ("path", "begins"),
    [
        ((), '{"name"'),
        (("name",), '"x"'),
        (("list",), "[1,"),
        (("list", 0), "1,"),
        (("list", 1, 1), "true"),
        (("list", 2, "deep"), "null"),
        (("last", "b"), "-7"),
    ],
)
def test_a_value_is_found_again(path, begins):
    assert TEXT.startswith(begins, locate(TEXT, path))


def test_of_a_name_that_stands_twice_the_first_is_found():
    assert locate('{"a": 1, "a": 2}', ("a",)) == 6


def test_paths_are_written_as_programmers_write_them():
    assert [named(path) for path in ((), ("a",), ("a", 0, "b"), (3, "c"))] == ["text", "a", "a[0].b", "[3].c"]


def test_values_of_each_kind():
    top = load(TEXT).object(("name", "list", "last", "more"))
    assert list(top) == ["name", "list", "last"]
    assert top["name"].text() == "x"
    first, second, third = top["list"].list()
    assert (first.whole(1, 1), first.number()) == (1, 1.0)
    assert [part.path for part in second.list()] == [("list", 1, 0), ("list", 1, 1)]
    assert (second.list()[0].number(), second.list()[1].truth()) == (2.5, True)
    assert third.object() == {}  # null says that something is not there
    assert load(TEXT).needed(top, "last").object()["b"].whole(-9, 0) == -7


@pytest.mark.parametrize(
    ("text", "ask", "path", "message"),
    [
        ("[]", Item.object, (), "expected an object, found a list"),
        ("{}", Item.list, (), "expected a list, found an object"),
        ("null", Item.list, (), "expected a list, found null"),
        ("1", Item.text, (), "expected text, found a number"),
        ("true", Item.number, (), "expected a number, found a truth value"),
        ('"1"', Item.number, (), "expected a number, found text"),
        ("1", Item.truth, (), "expected a truth value, found a number"),
        ("1.0", lambda item: item.whole(0, 2), (), "expected a whole number from 0 to 2, found 1.0"),
        ("true", lambda item: item.whole(0, 2), (), "expected a whole number from 0 to 2, found True"),
        ("3", lambda item: item.whole(0, 2), (), "expected a whole number from 0 to 2, found 3"),
        ('{"a": 1}', lambda item: item.needed(item.object(), "b"), (), "expected 'b' in this object"),
        ('{"a": 1}', lambda item: item.object(("b", "c")), ("a",), "expected one of the names b, c"),
        ('{"a": 1, "a": 2}', Item.object, ("a",), "the name 'a' stands twice in this object"),
        ('[{"a": 1}]', lambda item: item.list()[0].object()["a"].list(), (0, "a"), "expected a list, found a number"),
        ("[]", lambda item: item.wrong("seconds"), (), "expected seconds, found a list"),
    ],
)
def test_a_value_of_another_kind(text, ask, path, message):
    with pytest.raises(Fault) as caught:
        ask(load(text))
    assert (caught.value.path, caught.value.field, caught.value.message) == (path, named(path), message)
    assert caught.value.offset(text) == locate(text, path)


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("", 0, "expected JSON: Expecting value"),
        ('{\n"a" 1}', 6, "expected JSON: Expecting ':' delimiter"),
        ("[1] 2", 4, "expected JSON: Extra data"),
        ("[" * 200_000, 0, "expected a record, found values nested too deep"),
        (" [NaN]", 1, "expected JSON, which has no NaN"),
        (" [-Infinity]", 1, "expected JSON, which has no -Infinity"),
        (" " + "1" * 21, 1, "expected numbers of at most 20 digits"),
    ],
)
def test_a_text_that_is_none(text, at, message):
    with pytest.raises(Fault) as caught:
        load(text)
    assert (caught.value.field, str(caught.value), caught.value.offset(text)) == ("text", message, at)


def test_twenty_digits_are_a_number():
    assert load("1" * 20).value == int("1" * 20)
