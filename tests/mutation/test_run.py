"""The changes that the mutation run makes, and that a change takes the place of its module."""

import importlib.util
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def run():
    spec = importlib.util.spec_from_file_location("mutation_run", HERE / "run.py")
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(__import__("sys").modules, "mutation_run", module)  # dataclasses look their module up
        spec.loader.exec_module(module)
        yield module


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("x < 1", ["x <= 1", "x >= 1", "2", "0"]),
        ("x is y", ["x is not y"]),
        ("x in y", ["x not in y"]),
        ("x and y", ["x or y"]),
        ("x & y | z", ["x & y & z", "x | y"]),
        ("x << 1", ["x >> 1", "2", "0"]),
        ("not x", ["x"]),
        ("x = True", ["False"]),
        ("f(a, b=c)", ["pass", "f(a)"]),
        ("x = zip(y, strict=True)", []),
        ("x = 'ab'", ["'a'"]),
        ("x = ''", ["'X'"]),
        ("x += y", ["x -= y"]),
        ("x if y else z", ["x if not y else z"]),
        ("[x for x in y if z]", [" for x in y"]),
        ("def f(a: int = 0) -> 1:\n    'words'\n    return a", ["1", "return None"]),
        ("raise x", ["pass"]),
        ("x = f'ab{y}'", ["a"]),
        ("__all__ = ['f']\nimport x\n'words'", []),
    ],
)
def test_changes(run, text, changed):
    assert [mutant.new for mutant in run.mutants_of(text, "m", Path("m.py"))] == changed


def test_a_change_says_where_it_is(run):
    text = "def f(x):\n    return x & 6\n"
    found = list(run.mutants_of(text, "baghchal/rules", Path("m.py")))
    assert [mutant.name for mutant in found] == [
        "baghchal/rules f: `return x & 6` -> `return None`",
        "baghchal/rules f: `x & 6` -> `x | 6`",
        "baghchal/rules f: `6` -> `7`",
        "baghchal/rules f: `6` -> `5`",
    ]
    assert {mutant.line for mutant in found} == {2}
    names = {}
    exec(found[1].code, names)  # noqa: S102
    assert names["f"](1) == 7


def test_the_text_is_left_as_it_was(run):
    text = "x = 1 < 2\n"
    for mutant in run.mutants_of(text, "m", Path("m.py")):
        assert mutant.old != mutant.new
    assert len({mutant.name for mutant in run.mutants_of(text, "m", Path("m.py"))}) == 6


def test_a_loader_gives_the_changed_module(run):
    mutant = next(m for m in run.mutants("baghchal/rules") if m.new == "'threefol'")
    loader = run.Loader("pointboard.baghchal.rules", mutant)
    assert loader.find_spec("pointboard.baghchal.state") is None
    module = importlib.util.module_from_spec(loader.find_spec("pointboard.baghchal.rules"))
    loader.exec_module(module)
    assert module.Repetition.THREEFOLD == "threefol"


def test_every_module_has_tests(run):
    assert [Path(path).name for path in run.tests_of("baghchal/rules")] == ["test_rules.py"]
    turns = ["test_turns.py", "test_turns_laws.py", "test_turns_set_up.py", "test_match.py", "test_replay.py"]
    assert [Path(path).name for path in run.tests_of("backgammon/turns/ends")] == turns
    assert "test_obx.py" in [Path(path).name for path in run.tests_of("baghchal/notation/obx")]
    assert Path(run.tests_of("backgammon/notation/ogid")[-1]).name == "test_quick_readers.py"
    normal = ["test_convert.py", "test_gnubg.py", "test_xgid.py"]
    assert [Path(path).name for path in run.tests_of("backgammon/notation/normal")] == normal
    assert all(Path(path).is_file() for names in map(run.tests_of, run.every()) for path in names)
    bugs = ["test_backgammon.py", "test_own_backgammon.py"]
    assert [Path(path).name for path in run.bugs_of("backgammon/turns/ends")] == bugs
    with pytest.raises(SystemExit, match="baghchal/nothing has no tests"):
        run.tests_of("baghchal/nothing")


def test_what_the_page_explains_is_read(run):
    assert all(" -> " in line and ": `" in line for line in run.known())
