"""What stands in the repository: sizes, and strings that belong to one machine and not to the project."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Written with gaps so that this file does not hold them itself.
FOLDERS = "w_ork t_mp r_oot h_ome U_sers".replace("_", "").split()
HOSTS = "pypi_.org python_hosted.org npm_js.org npm_js.com debian_.org/debian golang_.org".replace("_", "").split()
FORBIDDEN = re.compile(rf"(?<![\w.)\]}}*-])/(?:{'|'.join(FOLDERS)})/\w|{'|'.join(map(re.escape, HOSTS))}")

LONGEST_FILE, LONGEST_FUNCTION = 500, 50
REASON = re.compile("long because|longer than", re.IGNORECASE)  # a longer one says why in its first line


def tracked():
    """The files of the repository as git lists them, new ones included; binary files left out."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    for name in names:
        if (ROOT / name).is_file():
            raw = (ROOT / name).read_bytes()
            if b"\0" not in raw:
                yield name, raw.decode("utf-8")


TRACKED = dict(tracked())
SOURCES = {name: text for name, text in TRACKED.items() if name.endswith(".py")}


def machine_strings(text):
    return [
        f"line {n}: {found[0]}" for n, line in enumerate(text.splitlines(), 1) for found in FORBIDDEN.finditer(line)
    ]


def long_parts(text):
    """The file and the functions that are too long and do not say why."""
    lines = text.splitlines()
    if len(lines) > LONGEST_FILE and not REASON.search(lines[0]):
        yield f"{len(lines)} lines"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            code = node.body[1:] if ast.get_docstring(node) is not None and node.body[1:] else node.body
            size = node.end_lineno - code[0].lineno + 1  # what is said and asked for before it does not count
            first = "\n".join(lines[node.lineno - 1 : node.body[0].end_lineno])
            if size > LONGEST_FUNCTION and not REASON.search(first):
                yield f"{node.name}: {size} lines"


@pytest.mark.parametrize("name", TRACKED)
def test_no_file_names_this_machine(name):
    assert machine_strings(TRACKED[name]) == []


@pytest.mark.parametrize("name", [name for name in SOURCES if name.startswith("src/")])
def test_files_and_functions_are_short(name):
    assert list(long_parts(SOURCES[name])) == []


@pytest.mark.parametrize("name", [name for name in SOURCES if not name.startswith("src/")])
def test_other_files_are_short(name):
    assert [part for part in long_parts(SOURCES[name]) if ":" not in part] == []


def test_the_repository_is_looked_at():
    assert {"pyproject.toml", "README.md", "src/pointboard/errors.py", "tests/arch/test_files.py"} <= set(TRACKED)


@pytest.mark.parametrize(
    "text",
    [*(f"see /{folder}/x" for folder in FOLDERS), *(f"https://{host}/x" for host in HOSTS), f"a\n(/{FOLDERS[1]}/x)"],
)
def test_strings_of_a_machine_are_found(text):
    assert len(machine_strings(text)) == 1


@pytest.mark.parametrize("text", ["tests/work/x", "a/tmp", "./root/x", "the work/ folder", "rm -rf /", "x/home/y"])
def test_other_paths_are_free(text):
    assert machine_strings(text) == []


def test_long_parts_are_found():
    body = "    pass\n" * 60
    assert list(long_parts("x = 1\n" * 501)) == ["501 lines"]
    assert list(long_parts('"""Long because it is data."""\n' + "x = 1\n" * 501)) == []
    assert list(long_parts("x = 1\n" * 500)) == []
    assert list(long_parts(f"async def f():\n{body}")) == ["f: 60 lines"]
    assert list(long_parts(f'def f():\n    """Long because it lists."""\n{body}')) == []
    assert list(long_parts(f"def f(\n{'    a,' * 60}):\n    'words'\n" + "    pass\n" * 50)) == []
