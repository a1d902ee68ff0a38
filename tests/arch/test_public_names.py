"""``__all__``: present, sorted, complete; nothing in it that is not there."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "src" / "pointboard"


def public(tree, *, package):
    """The public names that a module defines; of a package's ``__init__`` those that it imports too."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            made = node.value.func if isinstance(node.value, ast.Call) else None
            if isinstance(made, ast.Name) and made.id in {"TypeVar", "ParamSpec"}:
                continue  # a type variable is no name to import
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                yield from (leaf.id for leaf in ast.walk(target) if isinstance(leaf, ast.Name))
        elif package and isinstance(node, ast.ImportFrom) and node.module != "__future__":
            yield from (alias.asname or alias.name for alias in node.names)


def imported(tree):
    """The names that a module imports: it may offer them, but need not."""
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)


def listed(tree):
    """The names of ``__all__``; None where there is none."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return ast.literal_eval(node.value)
    return None


def order(name):
    """Constants, then classes, then the rest, each by name: the order that ruff's RUF022 writes."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[0].isupper() else 2
    return kind, name


def name_faults(text, *, package=False):
    tree = ast.parse(text)
    names = {name for name in public(tree, package=package) if not name.startswith("_")}
    found = listed(tree)
    if found is None:
        return [f"no __all__, but {sorted(names)}"] if names else []
    faults = [f"{name} is missing" for name in sorted(names - set(found))]
    here = names | set(imported(tree))
    faults += [f"{name} is not here" for name in found if name not in here and not name.startswith("__")]
    if found != sorted(found, key=order):
        faults.append("not sorted")
    return faults


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_all_is_sorted_and_complete(path):
    assert name_faults(path.read_text("utf-8"), package=path.name == "__init__.py") == []


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("def f(): ...", ["no __all__, but ['f']"]),
        ("__all__ = ['f']\ndef f(): ...\nclass C: ...\n_x = 1", ["C is missing"]),
        ("__all__ = ['f', 'g']\ndef f(): ...", ["g is not here"]),
        ("__all__ = ['f', 'A', 'X_Y']\ndef f(): ...\nclass A: ...\nX_Y: int = 1", ["not sorted"]),
        ("__all__ = ['X_Y', 'A', 'f']\ndef f(): ...\nclass A: ...\nX_Y: int = 1\nS = TypeVar('S')", []),
        ("__all__ = ['a']\na, b = 1, 2", ["b is missing"]),
        ("_x = 1", []),
    ],
)
def test_each_kind_of_fault_is_found(text, faults):
    assert name_faults(text) == faults


def test_a_package_lists_what_it_offers():
    text = "from __future__ import annotations\nfrom x import a, b as c\n__all__ = ['a']"
    assert name_faults(text, package=True) == ["c is missing"]
    assert name_faults(text) == []
