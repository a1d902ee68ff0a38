"""Importing Pointboard loads the standard library only, opens nothing of yours, and changes nothing."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src"

# Run without site-packages, so that an import of anything third-party fails; sys.argv[1] is src, the rest modules.
PROBE = """
import json, os, sys, sysconfig
before, here, opened = set(sys.modules), os.getcwd(), []
sys.path.insert(0, sys.argv[1])
sys.addaudithook(lambda event, args: opened.append(args[0]) if event == "open" and isinstance(args[0], str) else None)
__import__("importlib").import_module(sys.argv[2])
loaded = set(sys.modules) - before
homes = [os.path.join(sys.argv[1], "pointboard"), *(sysconfig.get_path(k) for k in ("stdlib", "platstdlib"))]
homes = [os.path.realpath(home) + os.sep for home in homes]
print(json.dumps({
    "loaded": sorted({name.partition(".")[0] for name in loaded}),
    "outside": [path for path in opened if not os.path.realpath(path).startswith(tuple(homes))],
    "opened": len(opened),
    "moved": os.getcwd() != here,
}))
"""


def probe(module, folder, *, src=SRC):
    command = [sys.executable, "-I", "-S", "-c", PROBE, str(src), module]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout.splitlines()[-1])


def light_modules():
    """The core, and of each game all but its engine: what reads, writes, judges and draws."""
    for path in sorted((SRC / "pointboard").rglob("*.py")):
        names = path.relative_to(SRC).with_suffix("").parts
        heavy = {"api", "cli", "web", "bulk", "engine", "jit"} & set(names) or names[1:2] == ("testing",)
        if not heavy:
            yield ".".join(names[:-1] if names[-1] == "__init__" else names)


@pytest.mark.parametrize("module", ["pointboard", "pointboard.baghchal", "pointboard.baghchal.game"])
def test_an_import_is_light_and_has_no_side_effect(module, tmp_path):
    found = probe(module, tmp_path)
    assert set(found["loaded"]) - sys.stdlib_module_names == {"pointboard"}
    assert found["outside"] == []
    assert found["opened"] > 0
    assert not found["moved"]
    assert list(tmp_path.iterdir()) == []


def test_all_light_modules_load_with_the_standard_library_alone(tmp_path):
    names = list(light_modules())
    assert "pointboard.baghchal.notation.obx" in names
    everything = tmp_path / "everything.py"
    everything.write_text("".join(f"import {name}\n" for name in names), encoding="utf-8")
    code = "import sys; sys.path[:0] = sys.argv[1:]; import everything"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(SRC), str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_engine_is_not_loaded_before_it_is_asked(tmp_path):
    code = "import sys; sys.path.insert(0, sys.argv[1]); import pointboard; pointboard.get('baghchal'); print([m for m in sys.modules if 'engine' in m or 'numpy' in m])"  # noqa: E501
    done = subprocess.run(
        [sys.executable, "-c", code, str(SRC)], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("import os\nos.chdir(os.sep)", "moved"),
        ("import sys\nopen(sys.executable, 'rb').close()", "outside"),
    ],
)
def test_side_effects_are_found(tmp_path, text, key):
    (tmp_path / "pointboard").mkdir()
    (tmp_path / "pointboard" / "__init__.py").write_text(text, encoding="utf-8")
    assert probe("pointboard", tmp_path, src=tmp_path)[key]


# Import each module alone, in an interpreter without site-packages, and say what became of it.
DOORS = """
import importlib, json, sys
sys.path.insert(0, sys.argv[1])
found = {}
for name in sys.argv[2:]:
    for loaded in [loaded for loaded in sys.modules if loaded.partition(".")[0] == "pointboard"]:
        del sys.modules[loaded]
    try:
        importlib.import_module(name)
    except Exception as error:
        found[name] = f"{type(error).__name__} {getattr(error, 'extra', error)}"
    else:
        found[name] = ""
print(json.dumps(found))
"""


def test_every_door_names_the_extra_that_it_needs():
    names = {
        f"pointboard.{folder}.{path.stem}"
        for folder in ("api", "cli")
        for path in (SRC / "pointboard" / folder).glob("*.py")
    }
    command = [sys.executable, "-I", "-S", "-c", DOORS, str(SRC), *sorted(names)]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    free = {name for name, said in found.items() if not said}
    assert free == {
        *(f"pointboard.api.{name}" for name in ("__init__", "asgi", "client", "cors", "room", "settings")),
        *(f"pointboard.cli.{name}" for name in ("__init__", "main", "thinking", "words")),
    }
    for name in names - free:
        assert found[name] == f"MissingExtraError {'server' if '.api.' in name else 'cli'}", name


@pytest.mark.parametrize("package", ["litestar", "msgspec", "uvicorn", "h11"])
def test_a_missing_package_of_the_server_is_named(package):
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "try:\n    from pointboard.api.app import create_app\n"
        "except ImportError as error:\n    print(type(error).__name__, error.extra, error.name)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"MissingExtraError server {package}\n"


def test_what_the_server_imports_is_declared():
    with (SRC.parent / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    for extra, folder in (("server", "api"), ("cli", "cli")):
        declared = {re.match(r"[a-z0-9]+", need)[0] for need in extras[extra]}
        for path in (SRC / "pointboard" / folder).glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module] if isinstance(node, ast.ImportFrom) else []
                roots = {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"pointboard"}
                assert roots <= declared, f"{path}, line {node.lineno}" if roots else ""
