"""What is published works: the sdist and the wheel are built, installed in empty environments and used from there."""

import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


def run(*command, cwd=None):
    """Run a program; its output, or a failure that shows it."""
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, text=True, check=False, capture_output=True, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def environment(folder, *packages):
    """The interpreter of a new virtual environment with ``packages``."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)
    return python


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder with the sdist and the wheel, the wheel made from the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT)
    return folder


def test_wheel_and_sdist_hold_what_they_must(built):
    (wheel,) = built.glob("*.whl")
    (sdist,) = built.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as file:
        names = file.namelist()
    assert "pointboard/py.typed" in names
    pages = [path for path in (ROOT / "src/pointboard/web").rglob("*") if path.is_file()]
    web = {path.relative_to(ROOT / "src").as_posix() for path in pages if "__pycache__" not in path.parts}
    assert len(web) >= 6
    assert web <= set(names)
    assert all(name.startswith(("pointboard/", "pointboard-")) for name in names)
    with tarfile.open(sdist) as file:
        inside = {name.partition("/")[2] for name in file.getnames()}
    assert {"LICENSE", "README.md", "pyproject.toml", "src/pointboard/py.typed"} <= inside
    assert not any(name.startswith((".venv", "mutants")) for name in inside)


def test_core_needs_nothing_else(built, tmp_path):
    (wheel,) = built.glob("*.whl")
    python = environment(tmp_path / "core", wheel)
    code = """
import pointboard
from pointboard import baghchal
from pointboard.baghchal.engine.choose import choose
state = baghchal.parse("TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t @19 c0 mB1 #g1")
print(choose(state, depth=2).move)
try:
    import pointboard.api.schema
except pointboard.MissingExtraError as error:
    print(error.extra)
"""
    assert run(python, "-c", code, cwd=tmp_path).split() == ["mA1C1(B1)", "server"]


def test_command_names_its_extra(built, tmp_path):
    (wheel,) = built.glob("*.whl")
    python = environment(tmp_path / "bare", wheel)
    done = subprocess.run([python.with_name("pointboard")], text=True, capture_output=True, check=False)
    assert done.returncode == 2
    assert "pip install 'pointboard[cli]'" in done.stderr


def test_readme_runs_from_the_wheel(built, tmp_path):
    (wheel,) = built.glob("*.whl")
    python = environment(tmp_path / "all", f"pointboard[server,cli,fast] @ {wheel.as_uri()}", "pytest")
    page = ROOT / "tests/docs/test_docs.py"
    options = ("-q", "-p", "no:cacheprovider", "--noconftest", "-c", "/dev/null", "--import-mode=importlib")
    said = run(python, "-m", "pytest", *options, page, "-k", "README", cwd=tmp_path)
    assert "1 passed" in said
    where = run(python, "-c", "import pointboard; print(pointboard.__file__)", cwd=tmp_path)
    assert str(tmp_path) in where
