"""Take the pictures of the page about the web board: ``python docs/web_pictures.py`` with chromium installed.

They are written beside this file, as web-*.webp; a server is started for them and ended.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from base64 import b64decode
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
COMMAND = [sys.executable, "-m", "pointboard.cli.main", "serve", "--port", "0", "--workers", "1", "--no-solve"]
QUALITY = 60
TIGERS = "TXXXT/XGXXG/XXXXX/GXXXG/TXGXT t @14 c1 - #"
OPENING = "11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:IB:0:0:7:0"
MIDDLE = "11ccccchhjjjjkk:666667788ddddoo:N0N::B:C:0:0:7:2"


def opened(page: Page, base: str, game: str, text: str) -> None:
    """Show a position and wait until it can be played."""
    page.goto(f"{base}/b/{game}/{quote(text, safe='')}")
    page.wait_for_selector("#panel-play[aria-busy=false]")


def take(page: Page, name: str) -> None:
    """Write the picture ``web-<name>.webp`` of what is seen now."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    session = page.context.new_cdp_session(page)
    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    data = b64decode(shot["data"])
    (HERE / f"web-{name}.webp").write_bytes(data)
    print(f"web-{name}.webp: {len(data):,} bytes")


def pictures(page: Page, base: str) -> None:
    """All of them."""
    opened(page, base, "backgammon", OPENING)
    page.locator('[data-place="p17"]').click()
    take(page, "play")
    opened(page, base, "baghchal", TIGERS)
    page.locator("#panel-explore summary").click()
    page.locator("#verdicts .verdict", has_text=re.compile("[0-9]")).first.wait_for()
    page.wait_for_function("() => document.querySelectorAll('#verdicts tbody tr').length > 3")
    page.wait_for_timeout(3000)
    take(page, "explore")
    opened(page, base, "backgammon", MIDDLE)
    page.locator("#panel-setup summary").click()
    page.locator("#setup-play:enabled").wait_for()
    take(page, "setup")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 390, "height": 780})
    opened(page, base, "baghchal", TIGERS)
    take(page, "phone")


def main() -> None:
    """Start a server, take the pictures, end it."""
    with subprocess.Popen(COMMAND, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:  # noqa: S603
        assert server.stdout is not None  # noqa: S101
        said = ""
        while "API docs" not in said:
            said += server.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert found is not None  # noqa: S101
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1180, "height": 760}, locale="en-GB", reduced_motion="reduce")
        pictures(page, found[0])
        browser.close()
        server.terminate()


if __name__ == "__main__":
    main()
