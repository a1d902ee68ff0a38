"""The page: well formed, whole in itself, safe for any name; its boards, its verdicts and its chart are the game's."""

import re
from base64 import b64encode
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest

from pointboard.baghchal.board import POINT_NAMES
from pointboard.baghchal.notation import obx
from pointboard.baghchal.record import Clock, Headers, Mark, Ply, Record, Result
from pointboard.baghchal.report import judge, to_html
from pointboard.baghchal.report.chart import chart
from pointboard.baghchal.rules import Repetition

VOID = {"meta"}
SVG = "{http://www.w3.org/2000/svg}"


class Page(HTMLParser):
    """Reads a page; complains of tags that do not close in order."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.ids, self.links, self.names, self.style = [], [], [], [], set(), ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self._note(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self._note(tag, attrs)

    def _note(self, tag, attrs):
        self.tags.append(tag)
        for name, value in attrs:
            self.names.add(name)
            if name == "id":
                self.ids.append(value)
            if name in {"href", "src"}:
                self.links.append(value)
            if name == "aria-labelledby":
                self.links += [f"#{part}" for part in value.split()]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "style":
            self.style += data


def xml(text):
    return ET.fromstring(text)  # noqa: S314 (our own pages)


def articles(text):
    return re.findall(r'<article id="ply-(\d+)".*?</article>', text, re.DOTALL), [
        found.group() for found in re.finditer(r"<article .*?</article>", text, re.DOTALL)
    ]


def drawn(picture):
    """The board that a picture shows, as OBX writes it."""
    cells = ["X"] * 25
    for use in picture.iter(f"{SVG}use"):
        name, x, y = use.get("href"), int(use.get("x", 0)), int(use.get("y", 0))
        if name != "#board-board" and y < 400:
            cells[(y - 64) // 75 * 5 + (x - 64) // 75] = {"#board-tiger": "T", "#board-goat": "G"}[name]
    return "/".join("".join(cells[row : row + 5]) for row in range(0, 25, 5))


@pytest.fixture(scope="module")
def pages(reports):
    return {number: to_html(report) for number, report in reports.items()}


@pytest.mark.parametrize("number", [98, 219, 221])
def test_the_page_is_whole_in_itself(number, pages):
    page = Page(pages[number])
    assert len(page.ids) == len(set(page.ids))
    assert {link[0] for link in page.links} == {"#"}
    assert {link[1:] for link in page.links} <= set(page.ids)
    assert set(page.tags).isdisjoint({"script", "link", "img", "iframe", "object", "base", "form", "foreignobject"})
    assert not {name for name in page.names if name.startswith("on")}
    assert page.names.isdisjoint({"style", "src", "srcset", "xlink:href"})
    assert set(re.findall(r"https?://[^\s\"'<]+", pages[number])) == {"http://www.w3.org/2000/svg"}
    assert "url(" not in page.style
    assert "@import" not in page.style


@pytest.mark.parametrize("number", [98, 219, 221])
def test_the_policy_names_the_style_sheet_and_nothing_else(number, pages):
    page = Page(pages[number])
    digest = b64encode(sha256(page.style.encode()).digest()).decode()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', pages[number]).group(1)
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert page.tags.count("style") == 1
    assert "@media screen and (prefers-color-scheme:dark)" in page.style
    assert "@media print" in page.style


@pytest.mark.parametrize("number", [98, 219, 221])
def test_every_board_is_that_of_its_position(number, pages, games):
    plies, cards = articles(pages[number])
    assert plies == [str(ply) for ply in range(len(games[number]["obx"]))]
    for card, text in zip(cards, games[number]["obx"], strict=True):
        picture = xml(re.search(r"<svg .*?</svg>", card, re.DOTALL).group())
        assert drawn(picture) == text.split()[0]
        assert unescape(re.search("<code>(.*?)</code>", card).group(1)) == text
        state = obx.parse(text)
        said = picture.find(f"{SVG}desc").text
        assert f"{state.in_hand} goat" in said
        assert f"{state.captured} captured" in said
        assert all(POINT_NAMES[i] in said for i, cell in enumerate(state.board.cells()) if cell)


@pytest.mark.parametrize("number", [98, 219, 221])
def test_every_verdict_on_the_page_is_that_of_the_tables(number, pages, games, golden):
    def words(winner, plies):
        if winner is None:
            return "draw"
        return f"{'goats' if winner == 'g' else 'tigers'} win" + ("" if plies is None else f" in {plies}")

    _, cards = articles(pages[number])
    rows = [golden.rows[text] for text in games[number]["obx"]]
    for ply, (card, row) in enumerate(zip(cards, rows, strict=True)):
        now = words(row["winner"], row["plies"])
        now = now.replace("win in 0", "have won")
        if not ply:
            assert f"</svg>\n<p>{now}</p>" in card
            continue
        assert re.search(f"<p>(.* \N{RIGHTWARDS ARROW} )?{now}</p>", card)
        groups = dict(re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", card))
        listed = [
            (move.removesuffix(" (played)"), value.split(",")[0])
            for value, moves in groups.items()
            for move in re.sub("</?b>", "", moves).split(", ")
        ]
        before = rows[ply - 1]["moves"]
        assert sorted(listed) == sorted((move, words(winner, plies)) for move, winner, plies in before)
        assert card.count(" (played)</b>") == 1


def test_what_a_card_says(pages):
    _, cards = articles(pages[219])
    assert '<article id="ply-32" class="bad">\n<h3>Ply 32, tigers&#x27; move 16: mD4D3 </h3>' in cards[32]
    assert '<p class="did bad">turns a draw into a loss</p>\n<p class="better">better: mB2B1, mD2C2</p>' in cards[32]
    assert "<p>draw \N{RIGHTWARDS ARROW} goats win</p>" in cards[32]
    assert '<p class="faint">tiger from D4 to D3</p>' in cards[32]
    assert re.search(r"<summary>All \d+ moves, proved</summary>", cards[32])
    assert '<nav aria-label="Around ply 32"><a href="#ply-31">before</a>' in cards[32]
    assert '<a href="#ply-1">after</a></nav>' in cards[0]
    assert "after</a>" not in cards[-1]
    assert pages[219].count('class="bad"') == 2
    assert '<td class="bad"><a href="#ply-32"><strong>mD4D3</strong> ??</a>' in pages[219]
    assert '<a href="#ply-32">See the board.</a>' in pages[219]
    assert '<tr><th scope="row">kept the value there</th><td>2 (100.0 %)</td><td>2 (66.7 %)</td></tr>' in pages[219]
    assert "the third occurrence draws at once" in pages[221]
    assert ", but draws at once (third occurrence)</dt>" in pages[221]
    assert "By search" not in pages[219]


@pytest.mark.parametrize(("number", "level"), [(98, 198.0), (219, 34.0), (221, 116.0)])
def test_the_chart_ends_at_the_result(number, level, reports):
    root = xml(chart(reports[number]))
    square = next(one for one in root.iter(f"{SVG}rect") if one.get("class") == "result")
    middle = float(square.get("x")) + 6, float(square.get("y")) + 6
    assert middle[1] == level
    line = next(one for one in root.iter(f"{SVG}path") if one.get("class") == "proved").get("d")
    x, y = re.findall(r"H([\d.]+)V([\d.]+)", line)[-1]
    assert (float(x), float(y)) == pytest.approx(middle, abs=0.06)
    label = next(one for one in root.iter(f"{SVG}text") if one.get("class") == "end")
    assert label.text == reports[number].result


def test_the_chart_shows_every_value_and_every_mistake(reports):
    report = reports[98]
    root = xml(chart(report))
    links = root.findall(f"{SVG}a")
    assert [link.get("href") for link in links] == [f"#ply-{ply}" for ply in range(65)]
    heights = {"goats win": 34.0, "draw": 116.0, "tigers win": 198.0}
    for value, link in zip(report.values, links, strict=True):
        name = {None: "draw", "g": "goats win", "t": "tigers win"}[value.winner]
        assert float(link.find(f"{SVG}circle").get("cy")) == heights[name]
        assert link.get("aria-label") == link.find(f"{SVG}title").text
    marks = {int(link.get("href")[5:]): link.find(f"{SVG}text").text for link in links if link.get("tabindex") is None}
    assert marks == {move.ply: move.side.value.upper() for move in report.mistakes}
    assert links[61].get("aria-label") == "Ply 61, goats' move 31, mC5B5: turns a draw into a loss; tigers win in 1"
    said = root.find(f"{SVG}desc").text
    assert said.startswith("Start: draw. Ply 7, goats' move 4: draw to loss.")
    assert said.endswith("Result: 0-1, five captures.")
    placed = next(one for one in root.iter(f"{SVG}path") if one.get("class") == "placed").get("d")
    assert placed.split("V")[0].split(" ")[0][1:] == links[39].find(f"{SVG}circle").get("cx")


def test_a_chart_of_estimates(records):
    root = xml(chart(judge(records[98].head(5), nodes=100)))
    assert [one.get("class") for one in root.findall(f"{SVG}path")].count("searched") == 1
    assert not [one for one in root.findall(f"{SVG}path") if one.get("class") in {"proved", "placed"}]
    assert next(one for one in root.iter(f"{SVG}rect") if one.get("class") == "pending") is not None
    assert [one.text for one in root.findall(f"{SVG}text") if one.get("class") == "end"] == ["not over"]
    for link in root.findall(f"{SVG}a"):
        height = float(link.find(f"{SVG}circle").get("cy"))
        assert 116 - 0.8 * 82 <= height <= 116 + 0.8 * 82


def test_a_drawn_game_that_was_proved_won_ends_at_the_draw(made):
    start = obx.parse("TXXXT/GGGXX/GGGGG/GGGGG/TGGGT g @0 c4 - #")
    fro = [obx.parse_move(text) for text in ("mC2D2", "mA1B1", "mD2C2", "mB1A1")]
    report = judge(Record(start=start).extend(fro * 2), made(("t", 5)))
    text = to_html(report)
    root = xml(chart(report))
    square = next(one for one in root.iter(f"{SVG}rect") if one.get("class") == "result")
    assert float(square.get("y")) + 6 == 116
    assert '<p class="note">The game was drawn by threefold repetition, but the position is proved: ' in text
    assert "tigers win in 5, but draws at once (third occurrence)" in text
    strict = Record(Headers(repetition=Repetition.SUPERKO), start=start).extend(fro[:3])
    strict = strict.play(next(move for move in strict.legal() if move != fro[3]))
    assert "draw, but forbidden by superko</dt><dd>mB1A1</dd>" in to_html(judge(strict, made((None, None))))


def test_a_short_game_is_not_stretched_to_the_page(made):
    start = obx.parse("TXXXT/GGGXX/GGGGG/GGGGG/TGGGT g @0 c4 - #")
    fro = [obx.parse_move(text) for text in ("mC2D2", "mA1B1", "mD2C2", "mB1A1")]
    record = Record(Headers(repetition=Repetition.NONE), start=start).extend(fro * 6)
    for plies, name, width in ((0, "short", "222"), (20, "short", "902"), (21, "fit", "936")):
        root = xml(chart(judge(record.head(plies), made((None, None)))))
        assert (root.get("class"), root.get("width")) == (name, width)


def test_a_long_game_scrolls(made):
    start = obx.parse("TXXXT/GGGXX/GGGGG/GGGGG/TGGGT g @0 c4 - #")
    fro = [obx.parse_move(text) for text in ("mC2D2", "mA1B1", "mD2C2", "mB1A1")]
    record = Record(Headers(repetition=Repetition.NONE), start=start).extend(fro * 35)
    drawing = chart(judge(record, made((None, None))))
    assert drawing.startswith('<svg xmlns="http://www.w3.org/2000/svg" class="wide" width="1184"')


HOSTILE = "\"><script>alert(1)</script><b onx='1'>\u202e & \x00\ud800</style>"


def test_names_and_comments_are_only_text(golden):
    headers = Headers(goats=HOSTILE, tigers=HOSTILE, event=HOSTILE, termination=HOSTILE, result=Result.DRAW)
    plies = [Ply(obx.parse_move("mD3"), HOSTILE, Clock(61_000), Mark.BLUNDER), Ply(obx.parse_move("mE5D4"))]
    text = to_html(judge(Record(headers, plies, comment=HOSTILE), golden))
    page = Page(text)
    assert {"script", "b"} & set(page.tags) == {"b"}  # the b of what was played
    assert "onx" not in page.names
    assert page.tags.count("style") == 1
    text.encode("utf-8")
    safe = "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;b onx=&#x27;1&#x27;&gt;"
    safe += "\u202e &amp; \ufffd\ufffd&lt;/style&gt;"
    assert text.count(safe) == 12
    assert text.count(f"<bdi>{safe}") + text.count(f"declared ({safe}") == 10  # all but the title, which names two
    assert f'<p class="comment"><bdi>{safe}</bdi></p>' in text
    assert "<h3>Ply 1, goats&#x27; move 1: mD3 ?? 0:01:01</h3>" in text


def test_a_game_by_search(records, only_sliding):
    text = to_html(judge(records[98].head(3), nodes=100))
    page = Page(text)
    assert len(page.ids) == len(set(page.ids))
    assert '<tr><th scope="row">Moves judged by search</th><td>2</td><td>1</td></tr>' in text
    assert "Moves judged by table" not in text
    assert "Dashed: estimates of a search." in text
    assert re.search(r"<summary>The [34] moves looked at, estimates</summary>", text)
    whole = records[98]
    mixed = to_html(judge(Record(start=whole.positions()[34]).extend(whole.moves[34:]), only_sliding, nodes=100))
    assert '<tr><th scope="row">Moves judged by table</th><td>13</td><td>14</td></tr>' in mixed
    assert '<tr><th scope="row">Moves judged by search</th><td>2</td><td>1</td></tr>' in mixed
    drawing = xml(re.search(r'<svg [^>]*class="fit".*?</svg>', mixed, re.DOTALL).group())
    assert {"proved", "searched"} <= {one.get("class") for one in drawing.findall(f"{SVG}path")}


def test_a_game_without_moves():
    text = to_html(judge(Record(), nodes=50))
    assert '<h2 id="moves">' not in text
    assert "Accuracy" not in text
    assert "<h1><bdi>Goats</bdi> \N{EN DASH} <bdi>Tigers</bdi></h1>" in text
    assert "There is no move to judge." in text


def test_the_size(pages, games):
    assert max(len(text.encode()) / len(games[number]["obx"]) for number, text in pages.items()) < 5000
