"""Change the rules, the turns and the notations in small ways, one at a time, and see whether the tests notice.

    python tests/mutation/run.py                               # rules, turns and notations of every game
    python tests/mutation/run.py baghchal/rules --jobs 2       # some modules
    python tests/mutation/run.py baghchal/rules --list         # the changes, without running anything

Each change ("mutant") is compiled in place of its module in a process of its own, where the module's tests run until
one fails. Changes that no test noticed are printed; those that change nothing that can be seen are listed with the
reason in docs/testing.md, and the program ends with 1 when any other survives. Tools that import the package once and
switch mutants afterwards do not do here: much of the geometry and of the notations is tables built at import.
"""

# ruff: noqa: T201 (it prints what it finds)

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import gc
import importlib.util
import os
import re
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

import hypothesis.strategies  # noqa: F401 (what every process needs is loaded once, before they part)
import pytest
from hypothesis import HealthCheck, Phase, settings

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "pointboard"
TESTS = ROOT / "tests"
KNOWN = ROOT / "docs" / "testing.md"

COMPARE = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
BINARY = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
}  # fmt: skip
ALSO = {  # tests that go by another name, of a folder or of a module
    "backgammon/turns": ("backgammon/test_match.py", "backgammon/test_replay.py"),
    **{
        f"backgammon/notation/{name}": ("backgammon/notation/test_quick_readers.py",)
        for name in ("gnubg", "ogid", "xgid")
    },
    "backgammon/notation/found": ("backgammon/notation/test_ogid.py", "backgammon/notation/test_xgid.py"),
    "backgammon/notation/normal": (
        "backgammon/notation/test_convert.py",
        "backgammon/notation/test_gnubg.py",
        "backgammon/notation/test_xgid.py",
    ),
}
SKIPPED = {"annotation", "returns", "decorator_list", "type_comment"}


@dataclass(frozen=True)
class Mutant:
    """One change: where, what it was, what it is now, and the changed module."""

    module: str
    where: str
    line: int
    old: str
    new: str
    code: CodeType

    @property
    def name(self) -> str:
        return f"{self.module} {self.where}: `{self.old}` -> `{self.new}`"


def replacements(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of a node."""
    yield from other_operators(node)
    yield from other_parts(node)


def other_operators(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                for other in COMPARE.get(type(op), ()):
                    yield with_fields(node, ops=[*ops[:at], other(), *ops[at + 1 :]])
        case ast.BoolOp(op=op):
            yield with_fields(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in BINARY:
            yield with_fields(node, op=BINARY[type(op)]())
        case ast.UnaryOp(operand=operand):
            yield operand


def other_parts(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
            if value:
                yield ast.Constant(value - 1)
        case ast.Constant(value=str(value)):
            yield ast.Constant(value[:-1] if value else "X")
        case ast.Call(keywords=keywords) if keywords and not is_zip(node):
            for at in range(len(keywords)):
                yield with_fields(node, keywords=keywords[:at] + keywords[at + 1 :])
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if not isinstance(
            test, ast.Compare | ast.BoolOp | ast.UnaryOp
        ):
            yield with_fields(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.comprehension(ifs=ifs) if ifs:
            for at in range(len(ifs)):
                yield with_fields(node, ifs=ifs[:at] + ifs[at + 1 :])
        case ast.Return(value=value) if value is not None and ast.unparse(value) not in {"None", "False"}:
            yield ast.Return(ast.Constant(None))
        case ast.Raise() | ast.Expr(value=ast.Call()):
            yield ast.Pass()


def with_fields(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def places(node: ast.AST, where: str = "module") -> Iterator[tuple[ast.AST, str, int | None, str]]:
    """Every place of the tree that may be changed: parent, field, index in it, name of the function around."""
    for field, value in ast.iter_fields(node):
        children = enumerate(value) if isinstance(value, list) else [(None, value)]
        for at, child in children:
            if not isinstance(child, ast.AST) or field in SKIPPED or is_text_for_readers(child):
                continue
            if field == "keywords" and is_zip(node):
                continue
            inside = where
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                inside = child.name if where == "module" else f"{where}.{child.name}"
            yield node, field, at, inside
            yield from places(child, inside)


def is_zip(node: ast.AST) -> bool:
    """A call of ``zip``, whose ``strict`` is a guard against our own slips."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "zip"


def is_text_for_readers(child: ast.AST) -> bool:
    """A docstring, ``__all__``, or an import."""
    if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
        return True
    if isinstance(child, ast.Assign) and ast.unparse(child.targets[0]) == "__all__":
        return True
    return isinstance(child, ast.Import | ast.ImportFrom)


def mutants(module: str) -> Iterator[Mutant]:
    """Every change of a module."""
    path = PACKAGE / f"{module}.py"
    yield from mutants_of(path.read_text(encoding="utf-8"), module, path)


def mutants_of(text: str, module: str, path: Path) -> Iterator[Mutant]:
    """Every change of a module's text."""
    tree = ast.parse(text)
    for parent, field, at, where in list(places(tree)):
        held = getattr(parent, field)
        node = held if at is None else held[at]
        for other in replacements(node):
            ast.copy_location(other, node)
            put(parent, field, at, other)
            with contextlib.suppress(SyntaxError, ValueError, TypeError):
                code = compile(ast.fix_missing_locations(tree), str(path), "exec")
                line = getattr(node, "lineno", getattr(parent, "lineno", 0))
                yield Mutant(module, where, line, shown(parent, node, node), shown(parent, node, other), code)
            put(parent, field, at, node)


def put(parent: ast.AST, field: str, at: int | None, node: ast.AST) -> None:
    if at is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[at] = node


def shown(parent: ast.AST, node: ast.AST, other: ast.AST) -> str:
    """A node as one reads it; of a statement with a body only the head."""
    text = ast.unparse(other).splitlines()[0]
    if isinstance(node, ast.Constant) and isinstance(parent, ast.JoinedStr):
        return str(getattr(other, "value", text))
    return text if len(text) <= 120 else text[:117] + "..."


class Loader:
    """Gives the changed module when it is imported."""

    def __init__(self, name: str, mutant: Mutant) -> None:
        self.name = name
        self.mutant = mutant

    def find_spec(self, name: str, _path: object = None, _target: object = None):
        if name == self.name:
            return importlib.util.spec_from_loader(name, self, origin=str(PACKAGE / f"{self.mutant.module}.py"))
        return None

    def create_module(self, _spec: object) -> None:
        return None

    def exec_module(self, module: object) -> None:
        module.__file__ = module.__spec__.origin
        exec(self.mutant.code, module.__dict__)  # noqa: S102 (our own module, changed by us)


class LawsLast:
    """Runs the tests of single cases first, rows of them before others, since most changes are noticed there.

    The random tests come last. Where a law is broken the smallest example is not looked for: that it is broken is all
    that is asked. That examples are slow to come says nothing about a change; on a busy machine it would pass for a law
    that is broken.
    """

    def pytest_collection(self) -> None:
        # On top of the profile of conftest.py.
        hurried = settings(phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck))
        settings.register_profile("mutation", hurried)
        settings.load_profile("mutation")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: (hasattr(item.obj, "hypothesis"), not hasattr(item, "callspec")))


def tests_of(module: str) -> list[str]:
    """The test files of a module, by its name; of a folder that has no folder of tests, by the name of the folder."""
    folder, _, name = module.rpartition("/")
    also = [TESTS / name for key in (folder, module) for name in ALSO.get(key, ())]
    if not (TESTS / folder).is_dir():  # a part of several modules that is tested as one
        folder, _, name = folder.rpartition("/")
    found = sorted((TESTS / folder).glob(f"test_{name}*.py"))
    if not found and not also:
        raise SystemExit(f"{module} has no tests")
    return [str(path) for path in [*found, *also]]


def bugs_of(module: str) -> list[str]:
    """The files of known bugs of a module's game, which are asked about what comes through the module's own tests."""
    return [str(path) for path in sorted((TESTS / "bugs").glob(f"test_*{module.partition('/')[0]}.py"))]


def start(mutant: Mutant | None, tests: list[str], bugs: list[str], limit: int = resource.RLIM_INFINITY) -> int:
    """Run the tests in a process of its own, against the change or, without one, against the module as it is.

    It is ended when it has computed for ``limit`` seconds: a change may never come to an end.
    """
    child = os.fork()
    if child:
        return child
    code = 70
    try:
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        if mutant is not None:
            sys.meta_path.insert(0, Loader("pointboard." + mutant.module.replace("/", "."), mutant))
        # That a test fails is enough: why it does need not be worked out.
        options = ["-x", "-q", "-p", "no:cacheprovider", "--tb=no", "--assert=plain", "--rootdir", str(ROOT)]
        code = int(pytest.main([*options, *tests], plugins=[LawsLast()]))
        if not code and bugs:
            code = int(pytest.main([*options, *bugs], plugins=[LawsLast()]))
    finally:
        os._exit(code)


def wait(children: dict[int, tuple[Mutant | None, float]]) -> tuple[Mutant | None, int]:
    """The first of the processes to end, and how; one past its time is ended and counts as noticed."""
    while True:
        for child, (mutant, deadline) in list(children.items()):
            ended, status = os.waitpid(child, os.WNOHANG)
            if not ended and time.monotonic() > deadline:
                os.kill(child, 9)
                ended, status = os.waitpid(child, 0)
            if ended:
                del children[child]
                return mutant, os.waitstatus_to_exitcode(status)
        time.sleep(0.005)


def survivors(module: str, jobs: int, progress: bool) -> tuple[int, list[Mutant]]:  # noqa: FBT001
    """How many changes of a module there are, and those that its tests do not notice."""
    tests, bugs, began = tests_of(module), bugs_of(module), time.monotonic()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _, code = wait({start(None, tests, bugs): (None, began + 600)})
    if code:
        raise SystemExit(f"the tests of {module} fail as it is (pytest ends with {code})")
    patience = 5 + 5 * (time.monotonic() - began)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    limit = 5 + round(3 * (used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime))
    running: dict[int, tuple[Mutant | None, float]] = {}
    todo, found, count = mutants(module), [], 0
    while True:
        while len(running) < jobs and (mutant := next(todo, None)) is not None:
            count += 1
            running[start(mutant, tests, bugs, limit)] = (mutant, time.monotonic() + patience)
        if not running:
            return count, found
        mutant, code = wait(running)
        if code == 0:
            found.append(mutant)
        if code <= 0:  # one past its time counts as noticed, but is named: the machine may have been busy
            late = " (past its time)" if code else ""
            print(f"  src/pointboard/{mutant.module}.py:{mutant.line}: {mutant.name}{late}", flush=True)
        if progress and count % 50 == 0:
            print(f"  {count} changes, {len(found)} not noticed", file=sys.stderr, flush=True)


def known() -> set[str]:
    """The changes that docs/testing.md says change nothing: the lines of its ``mutants`` blocks but for the reasons."""
    blocks = re.findall(r"^```mutants\n(.*?)^```", KNOWN.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return {line for block in blocks for line in block.splitlines() if line and not line.startswith(" ")}


def every() -> list[str]:
    """The modules that are changed when none is named."""
    paths = [*PACKAGE.glob("*/rules.py"), *PACKAGE.glob("*/turns/*.py"), *PACKAGE.glob("*/notation/*.py")]
    return sorted(path.relative_to(PACKAGE).with_suffix("").as_posix() for path in paths if path.stem != "__init__")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "modules", nargs="*", default=every(), help=f"of {', '.join(every())}; also any other of src/pointboard"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes at the same time")
    parser.add_argument("--list", action="store_true", help="print the changes and run nothing")
    parser.add_argument("--progress", action="store_true", help="say how far it is")
    given = parser.parse_args()
    if given.list:
        for module in given.modules:
            for mutant in mutants(module):
                print(f"{mutant.line}: {mutant.name}")
        return 0
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    with tempfile.TemporaryDirectory() as compiled:
        sys.dont_write_bytecode, sys.pycache_prefix = False, compiled  # each file is compiled once, not in each process
        gc.freeze()
        return run(given.modules, given.jobs, given.progress)


def run(modules: list[str], jobs: int, progress: bool) -> int:  # noqa: FBT001
    """Try every change of the modules; 1 if the page does not explain exactly those that come through."""
    accepted, unexplained, seen = known(), 0, set()
    for module in modules:
        count, found = survivors(module, jobs, progress)
        names = [mutant.name for mutant in found]
        seen.update(names)
        unexplained += sum(name not in accepted for name in names)
        print(f"{module}: {count} changes, {len(found)} not noticed", flush=True)
    stale = {name for name in accepted if name.split()[0] in modules} - seen
    for name in sorted(stale):
        print(f"listed in docs/testing.md, but not among those: {name}")
    print(f"{unexplained} without a reason in docs/testing.md")
    return 1 if unexplained or stale else 0


if __name__ == "__main__":
    sys.exit(main())
