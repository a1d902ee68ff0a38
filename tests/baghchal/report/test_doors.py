"""What is of another kind than a report takes is told so."""

import pytest

from pointboard.baghchal import report

OTHER = [None, 7, 1.5, True, [], {}, object(), b"x", "x"]


@pytest.mark.parametrize("value", OTHER)
def test_a_value_of_another_kind_is_refused(value):
    with pytest.raises(TypeError, match=r"^expected a Record, found "):
        report.judge(value)
    for door in (report.to_text, report.to_data, report.to_html):
        with pytest.raises(TypeError, match=r"^expected a Report, found "):
            door(value)
