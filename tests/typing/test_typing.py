"""The files beside this one are users' programs: they must pass ``mypy --strict`` as they stand."""

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PROGRAMS = sorted(path.name for path in HERE.glob("*.py") if path.name != Path(__file__).name)


def mypy(*paths):
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-error-summary", *paths]
    done = subprocess.run(command, cwd=HERE.parents[1], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr, done.returncode


def test_users_programs_type_check():
    assert mypy(*(f"tests/typing/{name}" for name in PROGRAMS)) == ("", 0)


def test_there_are_programs():
    assert {"use_baghchal.py", "use_pointboard.py", "use_testing.py", "refused.py"} <= set(PROGRAMS)


def test_a_program_with_a_mistake_does_not(tmp_path):
    program = tmp_path / "program.py"
    program.write_text("from pointboard import baghchal\nbaghchal.parse(1)\n", encoding="utf-8")
    output, code = mypy(str(program))
    assert code == 1
    assert output.count("error:") == 1
    assert '"parse" has incompatible type "int"; expected "str"' in output


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name.startswith("use_")])
def test_users_programs_run(name):
    subprocess.run([sys.executable, str(HERE / name)], check=True, capture_output=True)
