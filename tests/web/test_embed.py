"""The element for other sites: pictures of positions on a page of another host, each with a link to its page."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from urllib.parse import quote

import pytest

from pointboard.api.board.words import LANGUAGES

OBX = "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1"
PAGE = """<!doctype html><title>Elsewhere</title>
<script src="{base}/embed.js"></script>
<point-board id="{id}" game="baghchal" theme="dark" lang="ne-NP" title="The first move"></point-board>
<point-board id="4HPwATDgc/ABMA" game="backgammon" bottom="B"></point-board>
<point-board game="backgammon" lang="de"></point-board>
<point-board id="&lt;img src=x onerror=alert(1)&gt;"></point-board>"""


@pytest.fixture
def elsewhere(browser, base):
    """A page of another server with the element in it, under a strict policy of its own."""
    errors = []

    class Site(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Security-Policy", f"default-src 'none'; script-src {base}; img-src {base}")
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
            self.end_headers()
            self.wfile.write(PAGE.format(base=base, id=OBX).encode())

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        context = browser.new_context()
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"http://127.0.0.1:{site.server_port}/")
        yield page
        context.close()
        site.shutdown()
    assert errors == []


def test_the_element_knows_the_languages_of_the_server():
    text = (files("pointboard") / "api" / "board" / "embed.js").read_text(encoding="utf-8")
    assert f"const LANGUAGES = {json.dumps(LANGUAGES)};" in text


def test_other_sites_show_positions(elsewhere, base):
    images = elsewhere.locator("point-board img")
    for at, width in ((0, 360), (1, 480), (2, 480)):
        elsewhere.wait_for_function(
            "at => document.querySelectorAll('point-board')[at].shadowRoot.querySelector('img').naturalWidth", arg=at
        )
        assert images.nth(at).evaluate("one => one.naturalWidth") == width
    links = elsewhere.locator("point-board a").evaluate_all("all => all.map((one) => one.href)")
    assert links[0] == f"{base}/b/baghchal/{quote(OBX, safe=':_-')}?lang=ne"
    assert "lang" not in images.nth(2).get_attribute("src")
    assert links[1:3] == [f"{base}/b/backgammon/4HPwATDgc%2FABMA", f"{base}/b/backgammon/"]
    assert images.nth(0).get_attribute("alt") == "The first move"
    assert images.nth(1).get_attribute("alt") == "backgammon: 4HPwATDgc/ABMA"
    assert images.nth(0).get_attribute("src").endswith("&theme=dark&title=The%20first%20move&lang=ne")


def test_a_wrong_id_is_told_by_an_attribute_and_stays_text(elsewhere):
    elsewhere.wait_for_selector("point-board[data-problem]")
    assert elsewhere.locator("point-board[data-problem]").count() == 1
    assert elsewhere.locator("point-board img").count() == 4


def test_the_picture_follows_the_attributes(elsewhere):
    first = elsewhere.locator("point-board").first
    first.evaluate("one => one.setAttribute('size', '100')")
    elsewhere.wait_for_function(
        "() => document.querySelector('point-board').shadowRoot.querySelector('img').naturalWidth === 100"
    )
