"""The pages in a real browser, Debian's chromium, against the real server with its built-in engines.

Where chromium or playwright is not installed these tests are skipped with that reason; continuous integration sets
POINTBOARD_BROWSER=1, and then a missing browser is a failure.
"""

import os
import re
import shutil
import subprocess
import sys
from urllib.parse import quote

import pytest

try:
    from playwright.sync_api import Error as PlaywrightError
    from playwright.sync_api import expect, sync_playwright
except ImportError:
    sync_playwright = None

try:
    from axe_playwright_python.sync_playwright import Axe
except ImportError:
    Axe = None

PATIENCE = 20_000  # milliseconds until something that should happen counts as missing
CHANCE = """{
  let state = SEED;
  crypto.getRandomValues = (array) => {
    for (let i = 0; i < array.length; i += 1) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      array[i] = (state >>> 16) & 255;
    }
    return array;
  };
}"""


def missing(what):
    if os.environ.get("POINTBOARD_BROWSER"):
        pytest.fail(f"{what} is not installed, but POINTBOARD_BROWSER asks for it")
    pytest.skip(f"{what} is not installed")


@pytest.fixture(scope="session")
def base():
    """The address of a server of this test run; its search process is warm."""
    command = [
        sys.executable,
        "-P",
        "-m",
        "pointboard.cli.main",
        "serve",
        "--port",
        "0",
        "--workers",
        "1",
        "--no-solve",
    ]
    command += ["--per-client", "8"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        said = ""
        while "API docs" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        yield re.search(r"http://127\.0\.0\.1:\d+", said)[0]
        process.terminate()


@pytest.fixture(scope="session")
def browser():
    program = shutil.which("chromium") or missing("chromium")
    if sync_playwright is None:
        missing("playwright")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield running
        running.close()


class Visitor:
    """Somebody with a browser of their own: one page, what it says, and what is done to it."""

    def __init__(self, browser, base, **options):
        options = {"reduced_motion": "reduce", "locale": "en-GB", "color_scheme": "light", **options}
        self.context = browser.new_context(**options)
        self.context.add_init_script(CHANCE.replace("SEED", "1"))
        self.base, self.faults, self.refused = base, [], []
        self.page = self.tab()

    def tab(self):
        """Another tab; a script error, a fault of the server or an error on the console fails the test."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.faults.append(error.stack or str(error)))
        page.on("console", lambda said: said.type == "error" and self.faults.append(said.text))
        page.on("response", lambda answer: answer.status >= 400 and self.refused.append(answer.status))
        return page

    def open(self, game, text="", query=""):
        """Go to the page of a position, and wait until it can be played."""
        self.page.goto(f"{self.base}/b/{game}/{quote(text, safe='')}{query}")
        return self.ready()

    def ready(self):
        """Wait until it is for the visitor to act."""
        self.page.wait_for_selector("#panel-play[aria-busy=false]")
        return self

    def click(self, *selectors):
        """Click buttons by their id, or places of the board by their name."""
        for one in selectors:
            if one.startswith("#"):  # a button
                self.page.locator(one).click()
            else:  # a place that does nothing says so, and is clicked all the same
                place = self.page.locator(f'[data-place="{one}"]')
                place.wait_for()
                try:
                    place.click(force=True)
                except PlaywrightError as error:  # the board was drawn anew at that moment
                    if "not visible" not in str(error) and "not attached" not in str(error):
                        raise
                    place.wait_for()
                    place.click(force=True)
            self.ready()
        return self

    @property
    def position(self):
        """The position in the box."""
        self.ready()
        return self.page.locator("#id-text").input_value()

    @property
    def status(self):
        """What is said below the board."""
        self.ready()
        return self.page.locator("#status").inner_text()

    def says(self, pattern):
        """Wait until something is said below the board."""
        self.shows("#status", pattern)

    def shows(self, selector, pattern):
        """Wait until an element has such a text."""
        expect(self.page.locator(selector).first).to_have_text(re.compile(pattern))

    def until(self, true):
        """Wait until something is so."""
        for _ in range(PATIENCE // 50):
            if true():
                return
            self.page.wait_for_timeout(50)
        assert true()

    def targets(self):
        """The places that are marked."""
        return sorted(self.page.locator(".place.target").evaluate_all("all => all.map((one) => one.dataset.place)"))


@pytest.fixture
def visit(browser, base):
    """Make visitors; at the end none of their pages may have met a fault."""
    made = []

    def make(**options):
        made.append(Visitor(browser, base, **options))
        return made[-1]

    yield make
    for one in made:
        one.context.close()
    assert [
        fault for one in made for fault in one.faults if "the server responded with a status of 4" not in fault
    ] == []
    assert [status for one in made for status in one.refused if status >= 500] == []


@pytest.fixture
def visitor(visit):
    return visit()


@pytest.fixture
def faults():
    """A function that says what axe-core finds wrong with a page, as far as it is serious."""
    if Axe is None:
        missing("axe-playwright-python")

    def look(page):
        return [
            (one["id"], node["target"], node["failureSummary"])
            for one in Axe().run(page).response["violations"]
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]

    return look
