"""What is no text is a TypeError, not an error about notation."""

import pytest

from pointboard.baghchal.notation import obx
from pointboard.baghchal.state import State


@pytest.mark.parametrize("value", [None, b"TXXXT", 5, State.start(), ["TXXXT"]])
def test_what_is_no_text_is_a_type_error(value):
    for read in (obx.parse, obx.read, obx.parse_board, obx.parse_move):
        with pytest.raises(TypeError, match=r"expected a text \(str\), found "):
            read(value)
