"""The page in a real browser, Debian's chromium, against a server that answers with the API's own structs.

Where chromium or playwright is not installed these tests are skipped with that reason; continuous integration sets
POINTBOARD_BROWSER=1, and then a missing browser is a failure.
"""

import os
import re
import shutil
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from urllib.parse import parse_qs, quote, urlsplit

import msgspec
import pytest

from pointboard import games
from pointboard.api import schema
from pointboard.errors import NotationError, PositionError

try:
    from playwright.sync_api import expect as expect_that
    from playwright.sync_api import sync_playwright
except ImportError:
    sync_playwright = None

GAME = games.get("baghchal")
WEB = files("pointboard") / "web"
TYPES = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
AFTER_C3 = "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1"


def missing(what):
    if os.environ.get("POINTBOARD_BROWSER"):
        pytest.fail(f"{what} is not installed, but POINTBOARD_BROWSER asks for it")
    pytest.skip(f"{what} is not installed")


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        path = urlsplit(self.path).path
        query = {key: values[0] for key, values in parse_qs(urlsplit(self.path).query).items()}
        if path == "/" or path.startswith("/web/"):
            name = path.removeprefix("/web/").removeprefix("/") or "index.html"
            self.answer(200, TYPES[name.rpartition(".")[2]], (WEB / name).read_bytes())
            return
        try:
            state = GAME.main_notation.parse(query["obx"], lax=True) if "obx" in query else GAME.start()
        except (NotationError, PositionError) as error:
            message = getattr(error, "message", str(error))
            self.json(400, schema.ErrorAnswer("error", error.field, error.column, message))
            return
        if path == "/v1/baghchal/board.svg":
            picture = GAME.render_svg(state, size=int(query.get("size", 360)), theme=query.get("theme", "light"))
            self.answer(200, TYPES["svg"], picture.encode())
        elif path == "/v1/baghchal/moves":
            self.json(200, schema.MovesAnswer.of(GAME, state))
        elif path == "/v1/baghchal/best":
            self.json(200, schema.BestAnswer.of(GAME, GAME.choose(state, depth=1)))

    def json(self, status, answer):
        self.answer(status, "application/json", msgspec.json.encode(answer))

    def answer(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass  # a browser hangs up on answers that it no longer needs


@pytest.fixture(scope="module")
def base():
    with Server(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser():
    program = shutil.which("chromium") or missing("chromium")
    if sync_playwright is None:
        missing("playwright")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield running
        running.close()


@pytest.fixture
def page(browser, base):
    """The page at the start position; a script error or anything that its policy forbids fails the test."""
    context = browser.new_context()
    page, faults = context.new_page(), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if "Security Policy" in said.text else None)
    page.goto(base)
    expect(page, "#status").to_have_text("Goats to move. 20 goats in hand, 0 captured.")
    yield page
    context.close()
    assert faults == []


def expect(page, selector):
    return expect_that(page.locator(selector))


def point(page, name):
    return page.locator(f'[data-point="{name}"]')


def test_clicking_points_makes_legal_moves_and_the_back_button_takes_them_back(page):
    point(page, "C3").click()
    expect(page, "#obx").to_have_value(AFTER_C3)
    expect(page, "#status").to_have_text("Tigers to move. 19 goats in hand, 0 captured.")
    assert page.url.endswith(f"#obx={quote(AFTER_C3, safe='')}")
    point(page, "D4").click()  # neither a tiger nor, without one chosen, a target
    point(page, "A1").click()
    expect(page, '[data-point="A1"]').to_have_attribute("aria-pressed", "true")
    expect(page, '[data-point="B2"]').to_have_attribute("aria-label", "B2, empty, move here from A1")
    assert page.locator(".target").count() == 3
    point(page, "B2").click()
    expect(page, "#obx").to_have_value("XXXXT/XTXXX/XXGXX/XXXXX/TXXXT g @19 c0 mA1B2 #t1")
    expect(page, "#board-light").to_have_attribute("alt", "Bagh Chal board. Tigers on E1, B2, A5, E5. Goats on C3.")
    page.go_back()
    expect(page, "#obx").to_have_value(AFTER_C3)
    page.locator("#back").click()
    expect(page, "#status").to_have_text("Goats to move. 20 goats in hand, 0 captured.")
    expect(page, "#back").to_be_disabled()


def test_the_best_move_is_shown_with_its_evidence_and_can_be_played(page):
    expect(page, "#best").to_have_text(re.compile(r"^m[A-E][1-5]: found by search to depth 1, "))
    move = page.locator("#best").inner_text().partition(":")[0]
    page.locator("#play").click()
    expect(page, "#obx").to_have_value(re.compile(rf"t @19 c0 {move} #g1$"))


def test_the_computer_answers_when_asked_to(page):
    page.locator("#answer").check()
    point(page, "C3").click()
    expect(page, "#obx").to_have_value(re.compile(r" #t1$"))


def test_a_problem_is_shown_with_its_field_and_column(page):
    page.locator("#obx").fill("TXXXT/XXXXX/XXGXB/XXXXX/TXXXT t @19 c0 mC3 #g1")
    page.locator("#obx").press("Enter")
    expect(page, "#problem").to_have_text("board, column 17: expected T, G or X, found 'B'")
    assert page.locator("#obx").evaluate("box => [box.selectionStart, box.selectionEnd]") == [16, 17]
    page.locator("#restart").click()
    expect(page, "#problem").to_be_hidden()


def test_a_position_comes_from_the_address_and_a_finished_game_has_no_best_move(page, base):
    over = "XXTXX/XTGXX/XXTXT/XXGGX/XXGGG g @9 c5 mE1C1(D1) #t11"
    page.goto(f"{base}#obx={quote(over, safe='')}")
    expect(page, "#status").to_have_text("Tigers win: five captures.")
    expect(page, "#best").to_have_text("None: the game is over.")
    expect(page, "#play").to_be_disabled()


def test_the_keyboard_reaches_every_point(page):
    point(page, "A1").focus()
    for key in ("ArrowUp", "ArrowLeft", *["ArrowRight"] * 5, "ArrowDown"):
        page.keyboard.press(key)
    expect(page, '[data-point="E2"]').to_be_focused()
    assert page.locator('[data-point][tabindex="0"]').count() == 1
    page.keyboard.press("Enter")
    expect(page, "#obx").to_have_value("TXXXT/XXXXG/XXXXX/XXXXX/TXXXT t @19 c0 mE2 #g1")


def test_a_point_of_the_picture_lies_under_its_button(page):
    box, image = point(page, "D2").bounding_box(), page.locator("#board-light").bounding_box()
    scale = image["width"] / 412
    assert box["x"] + box["width"] / 2 == pytest.approx(image["x"] + (64 + 3 * 75) * scale, abs=1)
    assert box["y"] + box["height"] / 2 == pytest.approx(image["y"] + (64 + 75) * scale, abs=1)


def test_without_scripts_the_board_is_there(browser, base):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(base)
    assert page.locator("#board-light").bounding_box()["width"] > 200
    expect(page, "#restart").to_be_hidden()
    expect(page, "noscript").to_be_visible()
    context.close()
