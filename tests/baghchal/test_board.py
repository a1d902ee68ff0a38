"""The board's geometry against the numbers of the OBX specification, and the board as a value."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointboard.baghchal import board as b
from pointboard.baghchal.board import Board, point, point_name

# "Normal Adjacency Lookup" ($legalMovesConnectionMatrix), numbers and order as printed there.
CONNECTIONS = (
    [1, 5, 6], [2, 0, 6], [3, 1, 7, 6, 8], [4, 2, 8], [3, 9, 8],
    [6, 10, 0], [7, 5, 11, 1, 10, 2, 12, 0], [8, 6, 12, 2], [9, 7, 13, 3, 12, 4, 14, 2], [8, 14, 4],
    [11, 15, 5, 6, 16], [12, 10, 16, 6], [13, 11, 17, 7, 16, 8, 18, 6], [14, 12, 18, 8], [13, 19, 9, 18, 8],
    [16, 20, 10], [17, 15, 21, 11, 20, 12, 22, 10], [18, 16, 22, 12], [19, 17, 23, 13, 22, 14, 24, 12], [18, 24, 14],
    [21, 15, 16], [22, 20, 16], [23, 21, 17, 18, 16], [24, 22, 18], [23, 19, 18],
)  # fmt: skip

# "Capture Jump Adjacency Lookup" ($captureMovesConnectionMatrix).
CAPTURES = (
    [2, 10, 12], [3, 11], [4, 0, 12, 10, 14], [1, 13], [2, 14, 12],
    [7, 15], [8, 16, 18], [9, 5, 17], [6, 18, 16], [7, 19],
    [12, 20, 0, 2, 22], [13, 21, 1], [14, 10, 22, 2, 20, 4, 24, 0], [11, 23, 3], [12, 24, 4, 22, 2],
    [17, 5], [18, 6, 8], [19, 15, 7], [16, 8, 6], [17, 9],
    [22, 10, 12], [23, 11], [24, 20, 12, 14, 10], [21, 13], [22, 14, 12],
)  # fmt: skip

MOVES_MATRIX = ((3, 3, 5, 3, 3), (3, 8, 4, 8, 3), (5, 4, 8, 4, 5), (3, 8, 4, 8, 3), (3, 3, 5, 3, 3))
CAPTURE_MATRIX = ((3, 2, 5, 2, 3), (2, 3, 3, 3, 2), (5, 3, 8, 3, 5), (2, 3, 3, 3, 2), (3, 2, 5, 2, 3))
TIGER_MATRIX = ((6, 5, 10, 5, 6), (5, 11, 7, 11, 5), (10, 7, 16, 7, 10), (5, 11, 7, 11, 5), (6, 5, 10, 5, 6))

ANY_BOARD = st.lists(st.sampled_from((0, 1, 2)), min_size=25, max_size=25)


def test_connection_table_is_the_specifications_in_its_order():
    assert tuple(map(tuple, CONNECTIONS)) == b.CONNECTION_TABLE


def test_capture_table_is_the_specifications_in_its_order():
    assert tuple(map(tuple, CAPTURES)) == b.CAPTURE_TABLE


def test_the_three_matrices_are_the_specifications():
    assert (MOVES_MATRIX, CAPTURE_MATRIX, TIGER_MATRIX) == (
        b.MOBILITY_MATRIX, b.CAPTURE_MATRIX, b.TIGER_MOBILITY_MATRIX,
    )  # fmt: skip


def test_counts_of_the_board():
    assert (b.POINT_COUNT, len(b.LINES), len(b.JUMPS), len(b.JUMP_LINES), len(b.SYMMETRIES)) == (25, 56, 80, 40, 8)
    assert b.ALL_POINTS == 0x1FFFFFF
    assert b.TIGER_START == 1 << 0 | 1 << 4 | 1 << 20 | 1 << 24


def test_lines_are_the_connections_once_each_smaller_end_first():
    assert list(b.LINES) == sorted({(i, j) for i, to in enumerate(CONNECTIONS) for j in to if i < j})
    assert b.LINES[:3] == ((0, 1), (0, 5), (0, 6))


def test_jumps_go_two_steps_along_one_line():
    expected = [(i, (i + j) // 2, j) for i, to in enumerate(CAPTURES) for j in sorted(to)]
    assert list(b.JUMPS) == expected
    assert all(over in CONNECTIONS[a] and to in CONNECTIONS[over] for a, over, to in b.JUMPS)
    assert list(b.JUMP_LINES) == [jump for jump in expected if jump[0] < jump[2]]


def test_point_names_run_row_by_row():
    assert b.POINT_NAMES[:7] == ("A1", "B1", "C1", "D1", "E1", "A2", "B2")
    assert [point(name) for name in b.POINT_NAMES] == list(range(25))
    assert [point_name(i) for i in range(25)] == list(b.POINT_NAMES)


@pytest.mark.parametrize("name", ["", "A0", "A6", "F1", "a1", "A1 ", "1A", "A11", "\u0410" + "1"])
def test_point_refuses_what_is_no_point(name):
    with pytest.raises(ValueError, match=r"^expected a point from A1 to E5, found ") as error:
        point(name)
    assert str(error.value).endswith(repr(name))
    assert error.value.__cause__ is None
    assert error.value.__suppress_context__


@pytest.mark.parametrize("number", [-1, 25, 100])
def test_point_name_refuses_other_numbers(number):
    with pytest.raises(ValueError, match=f"^expected a point number from 0 to 24, found {number}$"):
        point_name(number)


def test_symmetries_are_the_eight_of_the_square_in_their_order():
    assert b.SYMMETRIES[0] == tuple(range(25))
    assert len(set(b.SYMMETRIES)) == 8
    corners = [tuple(b.POINT_NAMES[s[i]] for i in (0, 4, 24, 20)) for s in b.SYMMETRIES]
    assert corners == [
        ("A1", "E1", "E5", "A5"), ("E1", "E5", "A5", "A1"), ("E5", "A5", "A1", "E1"), ("A5", "A1", "E1", "E5"),
        ("E1", "A1", "A5", "E5"), ("E5", "E1", "A1", "A5"), ("A5", "E5", "E1", "A1"), ("A1", "A5", "E5", "E1"),
    ]  # fmt: skip


@pytest.mark.parametrize("symmetry", range(8))
def test_each_symmetry_keeps_lines_and_jumps(symmetry):
    to = b.SYMMETRIES[symmetry]
    assert sorted(to) == list(range(25))
    assert {tuple(sorted((to[i], to[j]))) for i, j in b.LINES} == set(b.LINES)
    assert {(to[i], to[over], to[j]) for i, over, j in b.JUMPS} == set(b.JUMPS)


def test_a_board_says_what_stands_where():
    board = Board(b.TIGER_START, 1 << point("C3") | 1 << point("B1"))
    assert board.text() == "TGXXT/XXXXX/XXGXX/XXXXX/TXXXT"
    assert (board.tiger_count, board.goat_count, board.empty.bit_count()) == (4, 2, 19)
    assert "".join(board.piece(i) for i in range(25)) == board.text().replace("/", "")
    assert board.cells()[:5] == (2, 1, 0, 0, 2)
    assert board.cells()[12] == 1
    assert not board.empty & (board.tigers | board.goats)


@given(ANY_BOARD)
def test_cells_and_text_say_the_same(cells):
    board = Board.from_cells(cells)
    assert board.cells() == tuple(cells)
    assert board.text().replace("/", "") == "".join("XGT"[cell] for cell in cells)
    assert [len(row) for row in board.text().split("/")] == [5] * 5
    assert board == Board.from_cells(tuple(cells))
    assert board.empty | board.tigers | board.goats == b.ALL_POINTS


@given(ANY_BOARD, st.integers(0, 7))
def test_image_moves_each_piece_to_the_symmetrys_point(cells, symmetry):
    image = Board.from_cells(cells).image(symmetry).cells()
    assert all(image[b.SYMMETRIES[symmetry][i]] == cells[i] for i in range(25))


def test_a_board_that_cannot_be_is_shown_all_the_same():
    board = Board(1 << 24, 1 << 24 | 1 << 5)
    assert board.piece(24) == "?"
    assert board.text() == "XXXXX/GXXXX/XXXXX/XXXXX/XXXX?"


@pytest.mark.parametrize("length", [0, 24, 26])
def test_from_cells_wants_25_points(length):
    with pytest.raises(ValueError, match=f"^expected 25 points, found {length}$"):
        Board.from_cells([0] * length)


@pytest.mark.parametrize("cell", [3, -1, "T", None])
def test_from_cells_wants_0_1_or_2(cell):
    with pytest.raises(ValueError, match=r"^expected 0 \(empty\), 1 \(goat\) or 2 \(tiger\) at C1, found ") as error:
        Board.from_cells([0, 1, cell, *[0] * 22])
    assert str(error.value).endswith(f"found {cell!r}")


def test_row_codes_hold_each_text_of_each_row():
    for row, codes in enumerate(b.ROW_CODES):
        assert len(codes) == 243
        for text, code in codes.items():
            goats, tigers = code & b.ALL_POINTS, code >> 25
            assert goats == sum(1 << 5 * row + i for i, letter in enumerate(text) if letter == "G")
            assert tigers == sum(1 << 5 * row + i for i, letter in enumerate(text) if letter == "T")


def test_a_board_is_a_value():
    assert len({Board(1, 2), Board(1, 2), Board(2, 1)}) == 2
    with pytest.raises(AttributeError):
        Board(1, 2).tigers = 3
    assert not hasattr(Board(1, 2), "__dict__")
