"""The error classes: their place in the hierarchy, what they carry, what they say."""

import copy
import pickle
from pathlib import Path

import pytest

from pointboard import errors
from pointboard.errors import (
    AmbiguousMoveError,
    EngineError,
    IllegalMoveError,
    LossyConversionError,
    MissingExtraError,
    NotationError,
    PointboardError,
    PositionError,
    Problem,
    TableError,
)


def test_the_hierarchy_is_as_drawn():
    direct = {PointboardError: ValueError, NotationError: PointboardError, PositionError: PointboardError,
              IllegalMoveError: PointboardError, AmbiguousMoveError: IllegalMoveError,
              LossyConversionError: PointboardError, TableError: PointboardError,
              EngineError: PointboardError, MissingExtraError: ImportError}  # fmt: skip
    for error, base in direct.items():
        assert error.__bases__ == (base,)
        assert error.__name__ in errors.__doc__


def test_a_notation_error_says_field_and_column():
    error = NotationError("expected g", field="turn", column=31, text="x")
    assert str(error) == "turn, column 31: expected g"
    assert (error.message, error.field, error.column, error.text) == ("expected g", "turn", 31, "x")


def test_a_position_error_says_every_problem_and_points_at_the_first():
    error = PositionError((Problem("A", "board", "few", 7), Problem("B", "turn", "wrong")), text="x")
    assert str(error) == "board: few; turn: wrong"
    assert (error.field, error.column, error.text, len(error.problems)) == ("board", 7, "x", 2)
    bare = PositionError((Problem("B", "turn", "wrong"),))
    assert (bare.field, bare.column, bare.text) == ("turn", None, None)


def test_an_illegal_move_error_says_the_ply_where_it_is_known():
    assert str(IllegalMoveError("no goat on A1", move="mA1A2")) == "no goat on A1"
    error = IllegalMoveError("no goat on A1", move="mA1A2", ply=3)
    assert str(error) == "ply 3, mA1A2: no goat on A1"
    assert (error.message, error.move, error.ply) == ("no goat on A1", "mA1A2", 3)
    bare = IllegalMoveError("over")
    assert (bare.move, bare.ply) == (None, None)


def test_an_ambiguous_move_error_lists_the_candidates():
    error = AmbiguousMoveError("several fit", candidates=("mA1A2", "mB1A2"), move="A2")
    assert str(error) == "several fit: mA1A2, mB1A2"
    assert (error.candidates, error.move, error.ply) == (("mA1A2", "mB1A2"), "A2", None)


def test_a_lossy_conversion_error_lists_the_losses():
    error = LossyConversionError("it cannot hold", losses=("last_move", "ply"))
    assert str(error) == "it cannot hold: last_move, ply"
    assert error.losses == ("last_move", "ply")


def test_a_missing_extra_error_says_what_to_install():
    error = MissingExtraError("fast", "numba")
    assert str(error) == "numba is not installed; install it with: pip install 'pointboard[fast]'"
    assert (error.extra, error.name) == ("fast", "numba")


@pytest.mark.parametrize("name", errors.__all__)
def test_every_public_error_is_at_the_top_too(name):
    import pointboard  # noqa: PLC0415

    assert getattr(pointboard, name) is getattr(errors, name)


def test_a_table_error_names_the_file():
    error = TableError("x.table is cut; build it again", Path("x.table"))
    assert str(error) == error.message == "x.table is cut; build it again"
    assert error.path == Path("x.table")


def through(error):
    return pickle.loads(pickle.dumps(error))  # noqa: S301 (made here)


@pytest.mark.parametrize(
    "error",
    [
        NotationError("expected g", field="turn", column=31, text="x"),
        PositionError((Problem("A", "board", "few", 7),), text="x"),
        IllegalMoveError("no", move="mA1", ply=3),
        AmbiguousMoveError("two", candidates=("a", "b"), move="x"),
        LossyConversionError("lost", losses=("dice",)),
        TableError("cut", Path("t")),
        EngineError("gone"),
        MissingExtraError("fast", "numba"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_survives_the_way_between_processes(error):
    """Only the message of an error is what Python keeps of it, and most could not be made of that again."""
    for again in (through(error), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is type(error)
        assert (str(again), again.args, vars(again)) == (str(error), error.args, vars(error))


def test_notes_and_names_survive_too():
    error = IllegalMoveError("no")
    error.add_note("in the third game")
    assert through(error).__notes__ == ["in the third game"]
    assert through(MissingExtraError("fast", "numba")).name == "numba"
