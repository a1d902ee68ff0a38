"""What is no text is a TypeError, not an error about notation; a number without its sign is no number."""

import pytest

from pointboard.baghchal.notation import obx
from pointboard.baghchal.state import State
from pointboard.errors import NotationError


@pytest.mark.parametrize("value", [None, b"TXXXT", 5, State.start(), ["TXXXT"]])
def test_what_is_no_text_is_a_type_error(value):
    for read in (obx.parse, obx.read, obx.parse_board, obx.parse_move):
        with pytest.raises(TypeError, match=r"expected a text \(str\), found "):
            read(value)


def test_a_number_begins_with_its_sign():
    with pytest.raises(NotationError, match="number, column 44: expected # or -, found 'g'"):
        obx.parse("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 g1")
