"""The real program: exit codes, streams, pipes that close, signals, missing extras."""

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

START = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"
TIGERS = "GXXXT/XTXXX/XXGXX/XXXXX/TXXXT t @18 c0 mA1 #g2"
OVER = "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @15 c5 - #"
PROGRAM = [sys.executable, "-m", "pointboard.cli.main"]


def test_exit_codes(program):
    assert program("show", START).code == 0
    assert program("check", "what").code == 1
    assert program("show", "--wrong").code == 2
    assert program("--version").out.startswith("pointboard ")


def test_the_package_is_the_program():
    done = subprocess.run(
        [sys.executable, "-m", "pointboard", "check", "what"], capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 1
    assert done.stderr.startswith(b"argument 1, column 1: board: ")


def test_several_lines_of_standard_input(program):
    run = program("moves", stdin=f"{START}\nwhat\n{TIGERS}\n")
    assert run.code == 1
    assert [len(line.split()) for line in run.lines] == [21, 16]
    assert run.err.startswith("standard input, line 2, column 1: ")


def test_empty_standard_input_is_not_silent(program):
    run = program("moves")
    assert run.code == 2
    assert "no positions were given" in run.err


@pytest.mark.parametrize(
    "arguments", [("show", "--pretty", TIGERS), ("check", "what"), ("best", "--depth", "1", START)]
)
def test_no_colours_in_a_pipe(program, arguments):
    run = program(*arguments, env={"FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"})
    assert "\x1b" not in run.out + run.err
    run = program(*arguments, "--color", "always", env={"NO_COLOR": "1"})
    assert "\x1b[" in run.out + run.err


@pytest.mark.parametrize(
    ("extra", "environment", "colours"),
    [
        ([], {}, True),
        ([], {"NO_COLOR": "1"}, False),
        ([], {"TERM": "dumb"}, False),
        (["--color=never"], {}, False),
        (["--color=always"], {"NO_COLOR": "1"}, True),
    ],
)
def test_colours_on_a_terminal(extra, environment, colours):
    ours, theirs = pty.openpty()
    kept = {"PATH": os.environ["PATH"], "TERM": "xterm", **environment}
    done = subprocess.run([*PROGRAM, "show", "--pretty", TIGERS, *extra], stdout=theirs, env=kept, check=False)
    os.close(theirs)
    said = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        said += part
    os.close(ours)
    assert done.returncode == 0
    assert (b"\x1b[" in said) is colours


def test_a_reader_that_goes_away_is_no_error(tmp_path):
    (tmp_path / "many.txt").write_text(f"{START}\n" * 2000)
    with subprocess.Popen(
        [*PROGRAM, "show", "--file", tmp_path / "many.txt"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 141


@pytest.mark.parametrize("arguments", [("--help",), ("record", "-h"), ("show", "--color", "always", "--pretty", START)])
def test_a_reader_that_was_never_there_is_no_error(arguments):
    """The pages of help and styled lines come from another package, which ends with a code of its own."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*PROGRAM, *arguments], stdout=writing, stderr=subprocess.PIPE, check=False, timeout=60)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_full_disk_gets_a_sentence():
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*PROGRAM, "show", START], stdout=full, stderr=subprocess.PIPE, check=False, text=True)
    assert (done.returncode, done.stderr) == (2, "pointboard: output: No space left on device\n")


def closed(numbers, *arguments):
    """Run the program with streams closed, as the shell does it; what is open is a pipe."""
    redirections = " ".join(f"{number}>&-" for number in numbers)
    command = ["sh", "-c", f'exec "$@" {redirections}', "sh", *PROGRAM, *arguments]
    return subprocess.run(command, capture_output=True, check=False, text=True, input="", timeout=60)


@pytest.mark.parametrize("numbers", [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)])
def test_a_closed_stream_is_an_empty_one(numbers):
    done = closed(numbers, "check", START)
    assert (done.returncode, done.stdout) == (0, "" if 1 in numbers else f"ok obx {START}\n")
    assert done.stderr == ""
    done = closed(numbers, "check", "what")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("" if 2 in numbers else "argument 1, column 1: ")
    assert "Traceback" not in done.stderr
    done = closed(numbers, "show")
    assert (done.returncode, done.stdout) == (2, "")
    assert ("no positions were given" in done.stderr) is (2 not in numbers)


def test_a_closed_stream_is_not_taken_by_a_file(tmp_path):
    path = tmp_path / "start.svg"
    assert closed((1, 2), "show", "start", "--svg", path).returncode == 0
    assert path.read_text(encoding="utf-8").startswith("<svg")
    assert path.read_text(encoding="utf-8").rstrip().endswith("</svg>")


def test_a_message_that_cannot_be_written_leaves_the_exit_code():
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*PROGRAM, "show", "--file", "none"], stderr=full, stdout=full, check=False)
        assert done.returncode == 2
        done = subprocess.run([*PROGRAM, "check", "what"], stderr=full, check=False)
        assert done.returncode == 2


def test_interruption_is_quiet():
    with subprocess.Popen(
        [*PROGRAM, "perft", OVER, START, "30"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout.readline() == b"0\n"  # the next count takes for ever
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == (b"", b"")
        assert process.returncode == 130


def test_a_terminal_that_knows_few_letters_is_no_error(program):
    run = program("show", "--pretty", START, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert (run.code, run.err) == (0, "")
    assert run.lines[1] == "1  T---.---.---.---T  1"
    run = program(
        "identify", "T\N{LATIN SMALL LETTER E WITH ACUTE}", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    )
    assert run.code == 1
    assert "  T\\xe9\n" in run.err


def test_arguments_that_are_no_text_are_bad_positions():
    for verb in (["check", "--json"], ["identify"]):
        done = subprocess.run([*PROGRAM, *verb, b"T\xff"], capture_output=True, check=False)
        assert done.returncode == 1
        assert done.stderr.decode() == (
            "argument 1, column 2: text: expected printable ASCII, found '\N{REPLACEMENT CHARACTER}'\n"
            "  T\N{REPLACEMENT CHARACTER}\n   ^\n"
        )


@pytest.mark.parametrize("package", ["typer", "rich", "msgspec"])
def test_a_missing_extra_gets_a_sentence(package):
    code = f"import sys; sys.modules[{package!r}] = None; from pointboard.cli.main import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (f"pointboard: {package} is not installed; install it with: pip install 'pointboard[cli]'\n")


def test_main_itself_needs_the_standard_library_only():
    code = (
        "import sys, pointboard.cli.main;"
        "print([m for m in ('typer', 'rich', 'msgspec', 'numpy', 'numba', 'litestar') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "[]\n"
