"""An import never points up, and no game knows another: read from the source with ast, wherever an import stands."""

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "src" / "pointboard"

# The lowest first. Within a row of the foundation or of the base an import points left; record, render and engine do
# not know each other; neither do bulk and testing.
FOUNDATION = (
    "errors",
    "scan",
    "jsontree",
    "folders",
    "files",
    "tables",
    "values",
    "wording",
    "page",
    "records",
    "reports",
    "game",
    "jit",
)
BASE = ("board", "state", "rules")
MIDDLE = ("turns", "match", "notation")
UPPER = ("record", "render", "engine")
ABOVE = "report"  # a report on a game needs all three of the row below it
TOP = ("games", "pointboard", "bulk", "testing", "api", "cli", "web", "__main__")
STRANGERS = ({"record", "render", "engine"}, {"bulk", "testing"})


@dataclass(frozen=True)
class Place:
    """Where a module stands: its rank, the part of the house, the game whose folder it is in."""

    rank: int
    part: str
    game: str | None = None


def place(module, games):
    """The place of ``pointboard.a.b``; None for a module that the plan does not know."""
    names = module.split(".")[1:]
    order = (*FOUNDATION, *BASE, *MIDDLE, *UPPER, ABOVE, "game.py", "package", *TOP)
    if not names:
        return Place(order.index("pointboard"), "pointboard")
    if names[0] in games:
        part = names[1] if len(names) > 1 else "package"
        part = "game.py" if part == "game" else part
        allowed = (*BASE, *MIDDLE, *UPPER, ABOVE, "game.py", "package")
        return Place(order.index(part), part, names[0]) if part in allowed else None
    return Place(order.index(names[0]), names[0]) if names[0] in (*FOUNDATION, *TOP) else None


def modules(root):
    """Each module's dotted name and file."""
    for path in sorted(root.rglob("*.py")):
        names = path.relative_to(root.parent).with_suffix("").parts
        yield ".".join(names[:-1] if names[-1] == "__init__" else names), path


def imported(tree, known):
    """The modules of the house that a module imports, and each line that imports relatively."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            yield "." * node.level, node.lineno
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield (whole if whole in known else node.module), node.lineno
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if name in {"import_module", "__import__"}:
                yield from ((a.value, node.lineno) for a in node.args[:1] if isinstance(a, ast.Constant))


def arrow_fault(source, target):
    """Why a module at ``source`` may not import one at ``target``; None if it may."""
    if source.game and target.game and source.game != target.game:
        return f"{source.game} knows {target.game}"
    if source.part == target.part and source.game == target.game:
        return None
    if any({source.part, target.part} <= strangers for strangers in STRANGERS):
        return f"{source.part} knows {target.part}"
    return "points up" if target.rank > source.rank else None


def game_tests(tree, games):
    """The lines that compare something with a game's name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare | ast.MatchValue):
            names = {leaf.value for leaf in ast.walk(node) if isinstance(leaf, ast.Constant)}
            if not names.isdisjoint(games):
                yield node.lineno if isinstance(node, ast.Compare) else node.value.lineno


def faults(root):
    """Every import and every comparison that breaks the plan, as one line each."""
    games = {path.parent.name for path in root.glob("*/board.py")}
    files = dict(modules(root))
    found = []
    for module, path in files.items():
        where, source, tree = path.relative_to(root.parent), place(module, games), ast.parse(path.read_text("utf-8"))
        if source is None:
            found.append(f"{where}: stands nowhere in the plan")
            continue
        if source.game is None:
            found += [f"{where}:{line}: asks which game it is" for line in game_tests(tree, games)]
        for name, line in imported(tree, files):
            if name.startswith("."):
                found.append(f"{where}:{line}: imports relatively")
            if name.split(".")[0] != "pointboard":
                continue
            target = place(name, games)
            fault = "imports what the plan does not know" if target is None else arrow_fault(source, target)
            if fault:
                found.append(f"{where}:{line}: {name}: {fault}")
    return found


def test_the_house_keeps_its_plan():
    assert faults(ROOT) == []


def test_the_house_is_looked_at():
    names = dict(modules(ROOT))
    assert {"pointboard", "pointboard.baghchal", "pointboard.baghchal.notation.obx", "pointboard.games"} <= set(names)
    seen = {name for path in names.values() for name, _ in imported(ast.parse(path.read_text("utf-8")), names)}
    assert {"pointboard.errors", "pointboard.baghchal.rules", "pointboard.baghchal.notation.obx"} <= seen


FAULTY = {
    "errors.py": ("from pointboard.scan import Cursor", "pointboard.scan: points up"),
    "scan.py": ("import pointboard.errors\nfrom pointboard import games", "pointboard.games: points up"),
    "game.py": ("def f():\n    from pointboard.tic.rules import legal", "pointboard.tic.rules: points up"),
    "jit.py": ("from pointboard import get", "pointboard: points up"),
    "games.py": ('if 0:\n    import_module("pointboard.web.page")', "pointboard.web.page: points up"),
    "tic/board.py": ("from pointboard.tic import legal", "pointboard.tic: points up"),
    "tic/state.py": ("if TYPE_CHECKING:\n    from pointboard.tic import rules", "pointboard.tic.rules: points up"),
    "tic/rules.py": ("from pointboard.tac.board import x", "pointboard.tac.board: tic knows tac"),
    "tic/notation/text.py": ("import pointboard.tic.record.log", "pointboard.tic.record.log: points up"),
    "tic/record/log.py": ("from pointboard.tic.engine import x", "pointboard.tic.engine: record knows engine"),
    "tic/render/svg.py": ("from pointboard.tic.record import log", "pointboard.tic.record.log: render knows record"),
    "tic/engine/search.py": ("from pointboard.tic.render import x", "pointboard.tic.render: engine knows render"),
    "tic/record/file.py": ("import pointboard.tic.report.judge", "pointboard.tic.report.judge: points up"),
    "tic/engine/watch.py": ("from pointboard.tic.report import x", "pointboard.tic.report: points up"),
    "tic/report/page.py": ("from pointboard.tic.game import x", "pointboard.tic.game: points up"),
    "tic/game.py": ("import pointboard.games as g", "pointboard.games: points up"),
    "tic/helpers.py": ("", "stands nowhere in the plan"),
    "tac/rules.py": ("from . import board", "imports relatively"),
    "tac/board.py": ("from pointboard.utils import x", "pointboard.utils: imports what the plan does not know"),
    "bulk/arrow.py": ("import pointboard.testing.texts", "pointboard.testing.texts: bulk knows testing"),
    "api/routes.py": ("def f(game):\n    return game == 'tic'", "asks which game it is"),
    "cli/main.py": ("def f(game):\n    return game in ('tac',)", "asks which game it is"),
    "web/page.py": ("match game:\n    case 'tic':\n        pass", "asks which game it is"),
    "api/app.py": ("__import__('pointboard.cli.main')", "pointboard.cli.main: points up"),
}  # fmt: skip

SOUND = {
    "__init__.py": "from pointboard.games import get",
    "errors.py": "import dataclasses",
    "scan.py": "from pointboard.errors import X",
    "game.py": "from pointboard.errors import X",
    "jit.py": "from pointboard import errors",
    "games.py": "from pointboard.game import Game\n_MODULES = {'tic': 'pointboard.tic.game'}",
    "tic/__init__.py": "from pointboard.tic.rules import x\nfrom pointboard.tic.notation.text import y",
    "tic/game.py": "from pointboard.tic.render import svg\nif name == 'tic':\n    pass",
    "tic/board.py": "",
    "tic/rules.py": "from pointboard.tic.board import x\nfrom pointboard.tic import board",
    "tic/notation/text.py": "from pointboard.tic.notation.moves import y\nfrom pointboard.scan import Cursor",
    "tic/notation/moves.py": "",
    "tic/record/log.py": "from pointboard.tic.notation import text\nfrom pointboard.jit import x",
    "tic/render/svg.py": "import pointboard.tic.board",
    "tic/report/judge.py": "import pointboard.tic.record.log\nfrom pointboard.tic.engine import x",
    "tac/board.py": "",
    "testing/contract.py": "from pointboard import get\nfrom pointboard.tic.rules import legal",
    "api/app.py": "from pointboard.tic import x\nfrom pointboard.testing import texts\nname = {'tic': 1}['tic']",
    "cli/main.py": "import pointboard.api.app\nimport os.path",
    "web/__init__.py": "import pointboard.cli.main",
}


def grow(folder, files):
    root = folder / "pointboard"
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def test_a_sound_tree_has_no_faults(tmp_path):
    assert faults(grow(tmp_path, SOUND)) == []


@pytest.mark.parametrize("name", FAULTY)
def test_each_kind_of_fault_is_found(tmp_path, name):
    text, fault = FAULTY[name]
    found = faults(grow(tmp_path, {**SOUND, name: text}))
    assert len(found) == 1
    assert found[0].startswith(f"pointboard/{name}")
    assert found[0].endswith(fault)
