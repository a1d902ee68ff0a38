"""Where positions come from: arguments, files, standard input."""

import sys

from pointboard.cli.inputs import LONGEST_LINE, Entry, entries

START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
TIGERS = "GXXXT/XTXXX/XXGXX/XXXXX/TXXXT t @18 c0 mA1 #g2"


def test_standard_input_is_read_when_no_argument_is_given(cli):
    run = cli("check", stdin=f"\n{START}\r\n   \nwhat\n{TIGERS}")
    assert run.code == 1
    assert run.lines == [f"ok obx {START}", f"ok obx {TIGERS}"]
    assert run.err.splitlines()[0] == "standard input, line 4, column 1: board: expected 5 rows, not 1, found 'w'"


def test_a_dash_is_standard_input(cli):
    run = cli("check", TIGERS, "-", START, stdin=f"{START}\n")
    assert run.lines == [f"ok obx {TIGERS}", f"ok obx {START}", f"ok obx {START}"]
    assert cli("check", "--file", "-", stdin=f"{START}\n").lines == [f"ok obx {START}"]


def test_files_come_after_arguments_and_say_their_line(cli, tmp_path):
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_bytes(b"\xef\xbb\xbf" + START.encode() + b"\n")
    two.write_text(f"{TIGERS}\n\nbad\n")
    run = cli("check", "--file", one, "-f", two, "start")
    assert run.lines == [f"ok obx {START}", f"ok obx {START}", f"ok obx {TIGERS}"]
    assert run.err.startswith(f"{two}, line 3, column 1: board: ")


def test_a_missing_file_is_a_usage_error(cli, tmp_path):
    run = cli("check", "--file", tmp_path / "none.txt")
    assert run.code == 2
    assert run.err == f"pointboard: {tmp_path / 'none.txt'}: No such file or directory\n"
    assert cli("check", "--file", tmp_path).err == f"pointboard: {tmp_path}: Is a directory\n"


def test_bytes_that_are_no_text_are_reported_where_they_stand(cli):
    run = cli("check", stdin=START.encode() + b"\xff\n" + START.encode() + b"\n")
    assert run.code == 1
    assert run.lines == [f"ok obx {START}"]
    assert run.err.splitlines()[0] == (
        "standard input, line 1, column 43: text: expected printable ASCII, found '\N{REPLACEMENT CHARACTER}'"
    )


def test_signs_that_would_steer_a_terminal_are_not_repeated(cli):
    run = cli("check", "\x1b[31mT\u202e", "x" * 300)
    assert "\x1b" not in run.err
    assert "\u202e" not in run.err
    assert "  ?[31mT?\n  ^\n" in run.err
    assert "xxx" not in run.err  # too long to be repeated


def test_a_position_without_quotes_is_explained(cli):
    run = cli("show", *START.split())
    assert run.code == 2
    assert f"a position with blanks needs quotes: '{START}'" in run.err
    assert cli("show", *START.split()[:-1]).code == 2  # the shell takes the rest for a comment


def test_no_position_at_all_is_a_usage_error(cli):
    run = cli("show", stdin="\n\n")
    assert run.code == 2
    assert "no positions were given" in run.err


def test_a_terminal_is_not_waited_for(monkeypatch):
    class Terminal:
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stdin", Terminal())
    try:
        list(entries([], []))
    except Exception as error:  # noqa: BLE001 - typer's usage error has another parent in each of its versions
        assert "give positions as arguments, with --file FILE, or on standard input" in str(error)
    else:
        raise AssertionError("it waited")
    assert list(entries(["a"], [])) == [Entry("argument 1", "a")]


def test_of_a_line_that_is_too_long_to_be_read_the_beginning_is_refused(cli, tmp_path):
    """One without an end filled the memory."""
    path = tmp_path / "long.txt"
    exact = "T" * (LONGEST_LINE - 1)
    path.write_text(f"{START}\n{'T' * (2 * LONGEST_LINE + 7)}\n{exact}\n{exact}T\n{START}\n")
    found = list(entries([], [path]))
    assert [len(entry.text) for entry in found] == [
        len(START),
        LONGEST_LINE,
        LONGEST_LINE - 1,
        LONGEST_LINE,
        len(START),
    ]
    assert [entry.place.rpartition(" ")[2] for entry in found] == list("12345")
    run = cli("check", "--file", path)
    assert (run.code, len(run.lines)) == (1, 2)
    assert run.err.splitlines()[0].startswith(f"{path}, line 2, column 201: ")


def test_a_game_of_one_line_without_an_end(cli):
    for verb in (("play", "--side", "both"), ("play", "--game", "backgammon")):
        run = cli(*verb, stdin="9" * (3 * LONGEST_LINE))
        assert (run.code, len(run.err) < 1000) == (1, True)
