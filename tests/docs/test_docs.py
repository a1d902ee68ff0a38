"""Every example that a reader can see is run: doctests of the package, and the blocks of README.md and docs/.

How a page is read (``docs/testing.md`` says it for writers):

- ``python`` and ``pycon`` blocks run in one namespace per page, in order: with ``>>>`` as doctests, else as they stand.
- ``console`` blocks run in bash, in one empty folder per page: a line that begins with ``$ `` is a command, ``> `` goes
  on with it, and what follows must be what it prints (``...`` stands for anything, as in doctest).
- After ``<!-- server -->`` a server runs, and 127.0.0.1:8000 in the block is its address.
- Blocks of any other kind are shown, not run.
"""

import doctest
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
ADDRESS = "127.0.0.1:8000"
FLAGS = doctest.ELLIPSIS
FENCE = re.compile(r"^( *)```(\w*)[^\n]*\n(.*?)^\1```[ ]*$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block: its kind, its text without the indent, the line it begins at, whether it wants a server."""

    kind: str
    text: str
    line: int
    server: bool


class Command(NamedTuple):
    """A command of a console block and what it must print."""

    line: str
    output: str


def blocks(page):
    """The blocks of a page in order."""
    for fence in FENCE.finditer(page):
        indent, kind, text = fence.groups()
        above = page[: fence.start()].rstrip().rpartition("\n")[2].strip()
        lines = "".join(line.removeprefix(indent) for line in text.splitlines(keepends=True))
        yield Block(kind, lines, page.count("\n", 0, fence.start()) + 2, above == "<!-- server -->")


def commands(text):
    """The commands of a console block."""
    found = []
    for line in text.splitlines(keepends=True):
        if line.startswith("$ "):
            found.append(Command(line[2:], ""))
        elif line.startswith("> ") and found and not found[-1].output:
            found[-1] = Command(found[-1].line + line[2:], "")
        elif found:
            found[-1] = Command(found[-1].line, found[-1].output + line)
        else:
            raise ValueError(f"a console block begins with a command, not with {line!r}")
    return found


def run_python(block, names, where):
    """Run a block in the page's namespace, which it goes on filling."""
    if ">>>" not in block.text:
        exec(compile("\n" * (block.line - 1) + block.text, where, "exec"), names)  # noqa: S102 (our own pages)
        return
    test = doctest.DocTestParser().get_doctest(block.text, names, where, where, block.line - 1)
    said = []
    result = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append, clear_globs=False)
    names.update(test.globs)
    if result.failed:
        raise AssertionError("".join(said))


def run_console(block, folder, where):
    """Run a block's commands and compare what they print."""
    environment = {
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
        "HOME": os.environ.get("HOME", str(folder)),
        "LC_ALL": "C.UTF-8",
        "TERM": "dumb",
        "COLUMNS": "120",
        "POINTBOARD_TABLES": os.environ["POINTBOARD_TABLES"],  # where there are none: tests/conftest.py
    }
    for command in commands(block.text):
        done = subprocess.run(
            ["bash", "-c", command.line], cwd=folder, env=environment, text=True, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        wanted, printed = tidy(command.output), tidy(done.stdout)
        about = f"{where}, line {block.line}: $ {command.line}"
        if not doctest.OutputChecker().check_output(wanted, printed, FLAGS):
            raise AssertionError(f"{about}wanted:\n{wanted}\nprinted:\n{printed}")
        if done.returncode and not command.output.strip():
            raise AssertionError(f"{about}ended with {done.returncode}")


def tidy(text):
    """Without blanks at line ends and empty lines at the end."""
    return "\n".join(line.rstrip() for line in text.splitlines()).rstrip() + "\n"


def run_page(text, folder, where, address):
    """Run the blocks of a page; ``address()`` starts a server if none runs, and gives its host and port."""
    names = {"__name__": "__main__"}
    for block in blocks(text):
        here = block._replace(text=block.text.replace(ADDRESS, address())) if block.server else block
        if block.kind in {"python", "pycon"}:
            run_python(here, names, where)
        elif block.kind == "console":
            run_console(here, folder, where)


@pytest.fixture(scope="session")
def address():
    """A server on a free port, started when the first page asks for one."""
    running = []

    def start():
        if not running:
            command = [str(Path(sys.executable).parent / "pointboard"), "serve", "--port", "0", "--no-solve"]
            server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            said = ""
            for line in server.stdout:
                said += line
                if found := re.search(r"http://(127\.0\.0\.1:\d+)/", line):
                    running.append((found[1], server))
                    break
            if not running:
                raise AssertionError(f"the server did not start:\n{said}")
        return running[0][0]

    yield start
    for _, server in running:
        server.terminate()
        server.communicate()
        assert server.returncode == 0


# --- the package and its pages ---------------------------------------------------------------------------------------


def module_names():
    for path in sorted((SRC / "pointboard").rglob("*.py")):
        names = path.relative_to(SRC).with_suffix("").parts
        yield ".".join(names[:-1] if names[-1] == "__init__" else names)


@pytest.mark.parametrize("name", list(module_names()))
def test_doctests(name, tmp_path, monkeypatch):
    module = importlib.import_module(name)
    monkeypatch.chdir(tmp_path)
    said, runner = [], doctest.DocTestRunner(optionflags=FLAGS)
    for test in doctest.DocTestFinder(exclude_empty=True).find(module, name):
        runner.run(test, out=said.append)
    assert not runner.failures, "".join(said)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_page(page, tmp_path, monkeypatch, address):
    monkeypatch.chdir(tmp_path)
    run_page(page.read_text(encoding="utf-8"), tmp_path, page.relative_to(ROOT).as_posix(), address)


def test_there_are_examples():
    kinds = [block.kind for block in blocks(PAGES[0].read_text(encoding="utf-8"))]
    assert kinds.count("python") >= 3
    assert "console" in kinds


# --- the harness -----------------------------------------------------------------------------------------------------

PAGE = """
# Page

```python
>>> number = 20 + 1
>>> print("a long line")
a ... line
```

1. A list:

   ```python
   assert number == 21
   other = number + 1
   ```

```console
$ printf 'one\\ntwo\\n'
one
...
$ cat > file <<X
> written
> X
$ cat file
written
$ echo {address}; pwd | grep -c file
{address}
0
```

```sh
exit 1
```
"""


def no_server():
    raise AssertionError("no block wanted a server")


def test_a_page_that_says_what_happens_passes(tmp_path):
    run_page(PAGE.replace("{address}", ADDRESS), tmp_path, "page", no_server)


def test_a_marked_block_talks_to_the_server(tmp_path):
    block = f"```console\n$ echo {ADDRESS}; test {ADDRESS} = 127.0.0.1:4711 && echo same\n{ADDRESS}\nsame\n```\n"
    run_page(f"<!-- server -->\n\n{block}", tmp_path, "page", lambda: "127.0.0.1:4711")
    with pytest.raises(AssertionError, match="wanted"):
        run_page(block, tmp_path, "page", no_server)


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("```python\n>>> 1 + 1\n3\n```\n", "Expected:\n    3"),
        ("```pycon\n>>> 1 + 1\n3\n```\n", 'File "page", line 2'),
        ("```console\n$ echo a\nb\n```\n", "page, line 2: $ echo a"),
        ("```console\n$ echo a\n```\n", "printed:\na\n"),
        ("```console\n$ true\nb\n```\n", "wanted:\nb"),
        ("```console\n$ false\n```\n", "ended with 1"),
    ],
)
def test_a_page_that_is_wrong_fails(page, said, tmp_path):
    with pytest.raises(AssertionError) as error:
        run_page(page, tmp_path, "page", no_server)
    assert said in str(error.value)


def test_other_faults_come_out(tmp_path):
    with pytest.raises(ZeroDivisionError):
        run_page("```python\n1 / 0\n```\n", tmp_path, "page", no_server)
    with pytest.raises(NameError):
        run_page("```python\nnumber\n```\n", tmp_path, "page", no_server)
    with pytest.raises(ValueError, match="begins with a command"):
        run_page("```console\necho a\n```\n", tmp_path, "page", no_server)
    with pytest.raises(AssertionError, match="no block wanted a server"):
        run_page("<!-- server -->\n```console\n$ true\n```\n", tmp_path, "page", no_server)


def test_a_command_may_end_badly_where_its_words_are_shown(tmp_path):
    run_page("```console\n$ echo bad; false\nbad\n```\n", tmp_path, "page", no_server)
