"""What a report is written as: text, data, a page, a table, cards."""

import csv
import json
import re
import xml.etree.ElementTree as ET
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from io import StringIO

import pytest

from pointboard.backgammon.board import Side
from pointboard.backgammon.record import Course, Headers
from pointboard.backgammon.record.model import EMPTY
from pointboard.backgammon.record.view import GameView
from pointboard.backgammon.report import judge, to_anki, to_csv, to_data, to_html, to_text
from pointboard.backgammon.report.chart import chart
from pointboard.backgammon.report.table import COLUMNS, quoted
from pointboard.backgammon.report.text import lines
from pointboard.backgammon.rules import Size
from pointboard.backgammon.turns import Resign
from pointboard.reports import Tone

EVIL = '=<script>alert("1")</script>\x00&\u202e'


class Page(HTMLParser):
    """What a page holds."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.ids, self.links = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.tags.add(tag)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found["href"]] if "href" in found else []
        assert not [name for name in found if name.startswith("on") or name == "style"]


@pytest.fixture
def report(match, fake):
    return judge(match, fake)


@pytest.fixture
def evil(match, fake):
    headers = replace(match.headers, white=EVIL, black="@Bo", event="<b>")
    game = match.games[0]
    plies = (*game.plies[:1], replace(game.plies[1], comment="<i>why"), *game.plies[2:])
    return judge(replace(match, headers=headers, comment="<u>", games=(replace(game, plies=plies),)), fake)


def test_text(report):
    text = to_text(report)
    assert text.splitlines()[:10] == [
        "Ann - Bo, 5 point match. Score 2-0",
        "Judged by fake 1 at deep. Luck by fake 1 at quick, over all 21 rolls.",
        "",
        "                                Ann                      Bo",
        "Performance rating              10.00                    28.00",
        "checker plays                   0.00 (0.000 in 2)        32.50 (0.130 in 2)",
        "cube                            16.67 (0.100 in 3)       25.00 (0.150 in 3)",
        "Equity given away               0.100                    0.280",
        text.splitlines()[8],
        "Doubtful                        0                        1",
    ]
    assert text.splitlines()[8].startswith("Chance of the match given away")
    assert text.splitlines()[12:15] == [
        "Cube errors                     1 missed double (0.100)  1 wrong double (0.150)",
        "Luck                            +0.683 in 2 rolls        -0.333 in 2 rolls",
        "",
    ]
    assert "game 1, ply 4      Bo: double\n                   blunder, wrong double: loses 0.150, " in text
    assert "best no double (+0.200)" in text
    assert lines(report)[0].tone is Tone.HEAD


def test_one_roll_is_one(match, fake):
    game = match.games[0]
    short = replace(match, games=(replace(game, plies=game.plies[:1]),))
    assert " in 1 roll  " in to_text(judge(short, fake)) + "  "
    assert " in 0 rolls" in to_text(judge(short, fake))


def test_text_of_nothing(fake):
    text = to_text(judge(EMPTY, fake, luck=False))
    assert text.splitlines()[4].split() == ["Performance", "rating", "-", "-"]
    assert text.endswith("Mistakes: none\n")
    assert "match given away" not in text


def test_data(report):
    data = json.loads(json.dumps(to_data(report)))
    assert (data["players"], data["length"], data["score"], data["winner"]) == (
        {"W": "Ann", "B": "Bo"}, 5, {"white": 2, "black": 0}, None,
    )  # fmt: skip
    assert data["level"] == {"evidence": "engine", "source": "fake", "version": "1", "level": "deep", "depth": 3}
    assert data["sides"]["B"]["marks"] == {"doubtful": 1, "error": 0, "blunder": 2}
    assert data["sides"]["W"]["cube_errors"] == {"missed double": {"count": 1, "loss": pytest.approx(0.1)}}
    game = data["games"][0]
    assert (game["winner"], game["points"], len(game["course"])) == ("W", 2, 9)
    double = next(one for one in game["decisions"] if one["act"] == "double" and one["ply"] == 4)
    assert (double["played"], double["best"], double["error"], double["mark"]) == (
        "double, take", "no double", "wrong double", "blunder",
    )  # fmt: skip
    known = [option["known"]["level"] for one in game["decisions"] for option in one["options"]]
    assert set(known) == {"deep"}
    assert {roll["known"]["level"] for roll in game["rolls"]} == {"quick"}


def test_the_page(report):
    text = to_html(report)
    page = Page(text)
    assert page.tags.isdisjoint({"script", "link", "img", "iframe", "object", "form", "base"})
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    style = re.search("<style>(.*)</style>", text, re.DOTALL)[1]
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = re.search('Content-Security-Policy" content="([^"]*)"', text)[1]
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert not re.search(r"https?://(?!www\.w3\.org)", text)
    assert text.count("<article") == 4
    assert text.count('<article id="m1-4-double" class="bad"') == 1
    assert {f"g1-{ply}" for ply in range(1, 9)} <= set(page.ids)
    assert to_html(report) == text


def test_what_comes_from_a_record_is_only_text(evil):
    text = to_html(evil)
    for tag in ("<script", "<b>", "<u>", "<i>why"):
        assert tag not in text
    assert "&lt;script&gt;" in text
    assert '<p class="comment"><bdi>&lt;i&gt;why</bdi></p>' in text
    assert "\x00" not in text
    assert "\u202e" not in to_text(evil)
    assert "\x00" not in to_text(evil)


def test_the_page_of_money_play(make):
    course = Course(Headers())
    course.begin()
    course.play_text(Side.WHITE, (3, 1), "8/5 6/5")
    text = to_html(judge(course.match(), make(), luck=False))
    assert "The chance to win each game" in text
    assert "Game 1 at 0-0: not finished" in text
    assert "<p>None.</p>" in text


def test_a_page_without_chances(make):
    course = Course(Headers(length=64))
    course.begin()
    course.play_text(Side.WHITE, (3, 1), "8/5 6/5")
    report = judge(course.match(), make(chances=None), luck=False)
    assert chart(report) == ""
    assert "The chance to win" not in to_html(report)
    assert report.tallies[0].match_loss is None


def test_the_chart(report):
    text = chart(report)
    root = ET.fromstring(text)  # noqa: S314 (our own)
    names = {"s": "http://www.w3.org/2000/svg"}
    assert [link.get("href") for link in root.findall("s:a", names)] == [f"#g1-{ply}" for ply in range(1, 9)]
    assert len(root.findall("s:a/s:circle", names)) == 3
    assert "5 point match; chances of Ann: game 1 50.0 %; at the end " in text
    assert "Game 1, 0-0" in text


def test_a_game_of_which_no_chance_is_known(report):
    other = replace(report.games[0], record=replace(report.games[0].record, number=2), course=())
    text = chart(replace(report, games=(report.games[0], other)))
    assert text.count('class="course"') == 1


class AllBut(tuple):
    """Everything but these."""

    __slots__ = ()

    def __contains__(self, name):
        return not super().__contains__(name)


def test_a_choice_that_was_looked_at_less_deeply_says_so(match, make):
    fake = make(shallow=AllBut(("8/5 6/5", "13/11 13/9", "13/9 13/11", "8/4 6/4", "24/13", "13/6", "13/7 8/7")))
    text = to_html(judge(match, fake, luck=False))
    assert "; fake 1 at quick</small>" in text


def test_who_won(make):
    course = Course(Headers(white="Ann", length=1))
    course.begin()
    course.play_text(Side.WHITE, (3, 1), "8/5 6/5")
    won = GameView(course.match()).play(Resign(Size.SINGLE, side=Side.BLACK)).match
    text = to_text(judge(won, make(), luck=False))
    assert text.startswith("Ann - Black, 1 point match. Ann won 1-0\n")
    assert "Game 1 at 0-0: Ann wins 1 point" in to_html(judge(won, make(), luck=False))


def test_the_table(report, evil):
    rows = list(csv.DictReader(StringIO(to_csv(report))))
    assert tuple(rows[0]) == COLUMNS
    assert [(row["ply"], row["player"], row["act"], row["dice"], row["loss"], row["mark"]) for row in rows] == [
        ("2", "Bo", "play", "42", "0.030000", "doubtful"),
        ("3", "Ann", "no double", "", "0.100000", "blunder"),
        ("4", "Bo", "double", "", "0.150000", "blunder"),
        ("6", "Bo", "play", "61", "0.100000", "blunder"),
    ]
    assert (rows[0]["best"], rows[0]["equity_best"], rows[0]["engine"]) == ("13/11 13/9", "0.130000", "fake 1 at deep")
    evil_rows = list(csv.DictReader(StringIO(to_csv(evil))))
    assert {row["player"][:2] for row in evil_rows} == {"'=", "'@"}


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "\t=1", "\r=1"])
def test_cells_that_a_spreadsheet_would_run(text):
    assert quoted(text) == f"'{text}"


def test_cards(report, evil):
    head = "#separator:tab\n#html:true\n#notetype:Basic\n#columns:Front\tBack\tTags\n#tags column:3\n"
    text = to_anki(report)
    assert text.startswith(head)
    cards = list(csv.reader(StringIO(text[len(head) :]), delimiter="\t"))
    assert len(cards) == 4
    assert [card[2] for card in cards] == [
        "backgammon doubtful play", "backgammon blunder missed-double", "backgammon blunder wrong-double",
        "backgammon blunder play",
    ]  # fmt: skip
    assert [re.search("</svg><p>(.*)</p>", card[0])[1] for card in cards] == [
        "Black to play 42. What is the best play?",
        "White is on roll. Double or not?",
        "Black is on roll. Double or not?",
        "Black to play 61. What is the best play?",
    ]
    assert cards[0][1].startswith("<b>13/11 13/9</b>")
    assert "<script" not in to_anki(evil)


def test_cards_of_answers(match, make):
    cubes = {(152, 161): (0.8, 1.3), (152, 154): (0.8, 0.75)}
    text = to_anki(judge(match, make(cubes=cubes), luck=False))
    assert text.count("is doubled. Take or pass?") == 2
