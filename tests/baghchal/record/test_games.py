"""Every golden game, through every format and back."""

import pytest

from pointboard.baghchal import rules
from pointboard.baghchal.notation import obx
from pointboard.baghchal.record import FORMATS, Record, json, log, pgn


@pytest.fixture(scope="module")
def records(games):
    return [Record().extend(obx.parse_move(move) for move in game["moves"]) for game in games]


def test_there_are_125_games_of_all_endings(games, records):
    assert len(records) == 125
    assert {record.outcome().reason for record in records} == {
        rules.Reason.FIVE_CAPTURES,
        rules.Reason.TIGERS_TRAPPED,
        rules.Reason.THREEFOLD,
    }
    assert all(game["pypi_draw_claim_at_ply"] is None for game in games)


def test_positions_and_endings_are_those_of_the_golden_file(games, records):
    for game, record in zip(games, records, strict=True):
        assert [obx.format(state) for state in record.positions()] == game["obx"]
        assert record.result == game["result"]
        assert record.outcome().winner == game["winner"]
        assert record.outcome().reason == game["reason"].removesuffix(" (board+side to move)")
        assert record.state.captured == game["captured"]
        assert record.legal() == ()
        # Nothing but the last position ends a game.
        assert record.head(len(record.plies) - 1).outcome() is None


def test_pypi_text_is_read_and_written_letter_by_letter(games, records):
    for game, record in zip(games, records, strict=True):
        assert pgn.parse(game["pypi_pgn"]) == record
        assert pgn.parse(" " + game["pypi_pgn"]) == record  # as Board.pgn begins
        assert pgn.format(record, plain=True) == game["pypi_pgn"]


def test_the_log_is_the_list_of_positions(games, records):
    for game, record in zip(games, records, strict=True):
        text = "\n".join(game["obx"]) + "\n"
        assert log.parse(text) == record
        assert log.format(record) == log.format(record, plain=True) == text


def test_moves_are_found_from_the_boards_alone(games, records):
    for game, record in zip(games, records, strict=True):
        bare = "\n".join(" ".join(line.split(" ")[:4]) + " -" for line in game["obx"])
        assert log.parse(bare) == record


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_holds_every_game(name, records):
    for record in records:
        (result,) = FORMATS[name].read_all(FORMATS[name].format_all((record,)))
        assert result == (record, None)
        assert FORMATS[name].recognises(FORMATS[name].format_all((record,)))


def test_json_without_positions(records):
    for record in records[:5]:
        text = json.format(record, positions=False)
        assert '"obx"' not in text
        assert json.parse(text) == record


def test_all_games_in_one_pgn_text(records):
    assert list(pgn.parse_all(pgn.format_all(records))) == records
    assert list(pgn.parse_all("\n".join(pgn.format(record, plain=True) for record in records))) == records
