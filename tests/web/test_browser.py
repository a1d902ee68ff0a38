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
from pointboard.baghchal.engine.levels import LEVELS
from pointboard.errors import NotationError, PositionError

try:
    from playwright.sync_api import expect as expect_that
    from playwright.sync_api import sync_playwright
except ImportError:
    sync_playwright = None

GAME = games.get("baghchal")
WEB = files("pointboard") / "web"
TYPES = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
SEED = next(seed for seed in range(99) if LEVELS[1].errs(GAME.apply(GAME.start(), GAME.parse_move("mC3")), seed))
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
        if path == "/health":
            rows = self.server.proved.pop(0) if len(self.server.proved) > 1 else self.server.proved[0]
            self.json(200, schema.HealthAnswer("ok", "0", 1, 0, 0, rows))
            return
        if path == "/v1/identify":
            self.json(200, schema.IdentifyAnswer.of(query["text"]))
            return
        try:
            text = query.get("obx") or GAME.convert(query.get("text", "T3T/5/5/5/T3T g g20 c0 m"), "obx", lax=True).text
            state = GAME.main_notation.parse(text, lax=True)
        except (NotationError, PositionError) as error:
            self.json(400, schema.ErrorAnswer.of(error))
            return
        if path == "/v1/baghchal/board.svg":
            self.picture(state, query)
        elif path == "/v1/baghchal/moves":
            self.json(200, schema.MovesAnswer.of(GAME, state))
        elif path == "/v1/baghchal/best":
            limit = {"level": int(query["level"])} if "level" in query else {"depth": 1}
            self.json(200, schema.BestAnswer.of(GAME, GAME.choose(state, **limit, seed=SEED)))

    def picture(self, state, query):
        hints = [GAME.parse_move(query["hints"], state)] if "hints" in query else []
        size, theme = int(query.get("size", 360)), query.get("theme", "light")
        self.answer(200, TYPES["svg"], GAME.render_svg(state, size=size, theme=theme, hints=hints).encode())

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
    proved = [[]]  # noqa: RUF012 - the rows of the next answers of /health; the last one stays

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
    expect(page, "#best").to_have_text(re.compile("^m"))
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
    expect(page, "#status").to_have_text("Move a tiger: click it, then one of the marked points.")
    assert page.url.endswith(f"#obx={quote(AFTER_C3, safe='')}")
    point(page, "D4").click()  # neither a tiger nor, without one chosen, a target
    point(page, "A1").click()
    expect(page, '[data-point="A1"]').to_have_attribute("aria-pressed", "true")
    expect(page, '[data-point="B2"]').to_have_attribute("aria-label", "B2, empty, move here from A1")
    assert page.locator(".target").count() == 3
    point(page, "B2").click()
    expect(page, "#obx").to_have_value("XXXXT/XTXXX/XXGXX/XXXXX/TXXXT g @19 c0 mA1B2 #t1")
    said = "Goats to move. 19 goats in hand, 0 captured. Tigers on E1, B2, A5, E5. Goats on C3."
    expect(page, "#board-light").to_have_attribute("alt", f"Bagh Chal board. {said}")
    page.go_back()
    expect(page, "#obx").to_have_value(AFTER_C3)
    page.locator("#back").click()
    expect(page, "#status").to_have_text("Place a goat: click an empty point.")
    expect(page, "#back").to_be_disabled()


def test_the_best_move_is_shown_with_its_evidence_on_the_board_too_and_can_be_played(page):
    words = r"^m[A-E][1-5]: found by search, 1 half-moves deep, \d+ positions, an estimate at its end; worth "
    expect(page, "#best").to_have_text(re.compile(words + r"[+-]?\d+\.\d goats to the goats\.$"))
    move = page.locator("#best").inner_text().partition(":")[0]
    for picture, name in (("#board-light", "src"), ("#board-dark", "srcset")):
        expect(page, picture).to_have_attribute(name, re.compile(rf"&hints={move}(&|$)"))
    page.locator("#play").click()
    expect(page, "#obx").to_have_value(re.compile(rf"t @19 c0 {move} #g1$"))


def test_a_forced_result_is_no_estimate(page, base):
    page.goto(f"{base}#obx={quote('TXXXX/XGXXX/XXXXX/XXXXX/TXXTT t @15 c4 - #', safe='')}")
    words = r"^mA1C3\(B2\): found by search, \d half-moves deep, \d+ positions, to the end of the game; wins in 1 half-"
    expect(page, "#best").to_have_text(re.compile(words))


def test_the_opponent_answers_with_its_level_and_the_best_move_is_no_mistake_of_its(page):
    expect(page, "#answer").to_be_disabled()
    page.locator("#level").select_option("1")
    point(page, "C3").click()
    expect(page, "#obx").to_have_value(re.compile(r" #t1$"))
    words = "The opponent, level 1, played m\\w+, a weaker move on purpose; the best it saw was m\\w+. Place a goat: "
    expect(page, "#status").to_have_text(re.compile(words))
    expect(page, "#best").to_have_text(re.compile("^m[A-E][1-5]: found by search, 1 half-moves deep"))
    page.locator("#answer").click()
    expect(page, "#obx").to_have_value(re.compile(r" #g2$"))
    page.locator("#level").select_option("")
    expect(page, "#answer").to_be_disabled()
    expect(page, "#obx").to_have_value(re.compile(r" #g2$"))


def test_a_problem_is_shown_with_its_field_and_column(page):
    page.locator("#obx").fill("TXXXT/XXXXX/XXGXB/XXXXX/TXXXT t @19 c0 mC3 #g1")
    page.locator("#obx").press("Enter")
    expect(page, "#problem").to_have_text("board, column 17: expected T, G or X, found 'B'")
    assert page.locator("#obx").evaluate("box => [box.selectionStart, box.selectionEnd]") == [16, 17]
    page.locator("#restart").click()
    expect(page, "#problem").to_be_hidden()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "Type or paste a position, then press Show."),
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXX g @20 c0 - #", "board, column 1: 4 tigers needed, has 3"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "is .*, a notation of backgammon; here is Bagh Chal"),
    ],
)
def test_after_a_wrong_text_the_last_position_does_not_look_valid(page, text, problem):
    page.locator("#obx").fill(text)
    page.locator("#obx").press("Enter")
    expect(page, "#problem").to_have_text(re.compile(problem))
    expect(page, "#status").to_have_text(
        "The text cannot be shown. Board and best move are those of the last position."
    )
    expect(page, ".board").to_have_css("opacity", "0.35")
    expect(page, "#advice").to_have_css("opacity", "0.35")
    expect(page, "#play").to_be_disabled()
    assert page.locator("#points").evaluate("points => points.inert")
    page.locator("#back").click()
    expect(page, "#problem").to_be_hidden()
    expect(page, ".board").to_have_css("opacity", "1")
    expect(page, "#play").to_be_enabled()
    point(page, "C3").click()
    expect(page, "#obx").to_have_value(AFTER_C3)


def test_a_wrong_text_in_the_address_stands_in_the_box(page, base):
    page.goto(f"{base}#obx=TXXXT")
    expect(page, "#obx").to_have_value("TXXXT")
    expect(page, "#problem").to_have_text(re.compile("^board, column 6: "))


def test_other_notations_are_recognised(page):
    page.locator("#obx").fill("B3B/5/2G2/5/B3B B 1")
    page.locator("#obx").press("Enter")
    expect(page, "#obx").to_have_value("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 - #g1")
    expect(page, "#notation").to_have_text("Read as PyPI baghchal FEN; this is the same in OBX.")
    page.locator("#obx").fill("txxxt/xxxxx/xxgxx/xxxxx/txxxt t c0 c3")
    page.locator("#obx").press("Enter")
    expect(page, "#obx").to_have_value("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #")
    expect(page, "#notation").to_be_hidden()


@pytest.mark.parametrize(
    ("obx", "clicks", "said"),
    [
        (AFTER_C3, ["C3"], "The goat on C3 cannot move: it is the tigers' turn."),
        (AFTER_C3, ["D4"], "D4 is empty: click a tiger first."),
        (AFTER_C3, ["A1", "D4"], "The tiger on A1 cannot go to D4."),
        (AFTER_C3, ["A1", "A1"], "Move a tiger: click it, then one of the marked points."),
        (
            "XTXXT/XXXXX/XXGXX/XXXXX/TXXXT g @19 c0 mA1B1 #t1",
            ["C3"],
            "The goat on C3 cannot move: goats move only when none is left in hand.",
        ),
        (
            "XTXXT/XXXXX/XXGXX/XXXXX/TXXXT g @19 c0 mA1B1 #t1",
            ["B1"],
            "The tiger on B1 cannot move: it is the goats' turn.",
        ),
        (
            "TGGXT/GGXXX/GXGXX/XXXXX/TXXXT t @14 c0 - #",
            ["A1"],
            "The tiger on A1 cannot move: no point that it could go to is free.",
        ),
        ("XXTXX/XTGXX/XXTXT/XXGGX/XXGGG g @9 c5 mE1C1(D1) #t11", ["A1"], "The game is over."),
    ],
)
def test_a_click_that_does_nothing_says_why(page, base, obx, clicks, said):
    page.goto(f"{base}#obx={quote(obx, safe='')}")
    expect(page, "#obx").to_have_value(obx)
    for name in clicks:
        point(page, name).click()
    expect(page, "#status").to_have_text(said)


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


def test_what_is_proved_is_told_and_how_far_the_server_is(page, monkeypatch):
    expect(page, "#proved").to_be_hidden()
    sliding = schema.ProvedAnswer("baghchal", "sliding", 1, 5, 0.429)
    everything = schema.ProvedAnswer("baghchal", "all", 1, 24, None)
    other = schema.ProvedAnswer("another game", "all", 1, 1, None)
    done = [[msgspec.structs.replace(row, ready=5, building=None) for row in (sliding, everything)]]
    monkeypatch.setattr(Server, "proved", [[sliding, everything, other], *done])
    page.clock.install()
    page.reload()
    there = "Tables of proved values that are there: sliding 1 of 5, all 1 of 24."
    expect(page, "#proved").to_have_text(f"{there} The server builds sliding now: 42 % done.")
    page.clock.fast_forward(3000)
    expect(page, "#proved").to_have_text("Tables of proved values that are there: sliding 5 of 5, all 5 of 24.")


def test_without_scripts_the_board_is_there(browser, base):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(base)
    assert page.locator("#board-light").bounding_box()["width"] > 200
    expect(page, "#restart").to_be_hidden()
    expect(page, "noscript").to_be_visible()
    context.close()
