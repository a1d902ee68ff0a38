"""A page of HTML that needs nothing but itself: the frame and the common part of the style sheet of every report.

No script, no font, no address of another host: a policy in the page forbids the browser everything but the page's own
style sheet. What comes from a record is escaped, and stands apart from the direction of the text around it.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import fields
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["BASE", "apart", "escaped", "frame", "header", "palettes", "variables"]

# Characters that XML cannot hold, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    r"""Text as HTML and XML write it, in an attribute too; what they cannot hold becomes the replacement character.

    >>> escaped('<a b="c">\0')
    '&lt;a b=&quot;c&quot;&gt;\ufffd'
    """
    return escape(_NOT_XML.sub("\ufffd", text))


def apart(text: str) -> str:
    """Text of a record, in its own direction.

    >>> apart("A & B")
    '<bdi>A &amp; B</bdi>'
    """
    return f"<bdi>{escaped(text)}</bdi>"


def frame(title: str, style: str, body: str) -> str:
    """A whole page: ``title`` is any text, ``style`` a style sheet, ``body`` HTML.

    >>> "default-src 'none'" in frame("A & B", "p{margin:0}", "<p>Hello</p>")
    True
    """
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n'
        f"<title>{escaped(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f"{body}<footer>Made by Pointboard.</footer>\n</body>\n</html>\n"
    )


def header(players: tuple[str, str], result: str, items: Iterable[tuple[str, str]], comment: str) -> str:
    """The head of a report: who played whom, how it ended, the headers (name, text) of the record and its comment.

    >>> header(("A", "B"), "Draw", [("Date", "1999")], "").count("<bdi>")
    4
    """
    first, second = map(apart, players)
    rows = "".join(f"<div><dt>{escaped(name)}</dt><dd>{apart(text)}</dd></div>" for name, text in items)
    said = f'<p class="comment">{apart(comment)}</p>\n' if comment else ""
    return (
        f"<header>\n<h1>{first} \N{EN DASH} {second}</h1>\n"
        f'<p class="result">{apart(result)}</p>\n<dl class="headers">{rows}</dl>\n{said}</header>\n'
    )


def variables(theme: DataclassInstance) -> str:
    """The colours of a board, a dataclass of texts, as variables of a style sheet."""
    return "".join(f"--{field.name}:{getattr(theme, field.name)};" for field in fields(theme))


def palettes(light: str, dark: str) -> str:
    """The colours of a page by day and, on a screen whose user wants that, by night; each with variables of its own.

    >>> palettes("--ink:#000;", "--ink:#fff;").count("--ink:#fff;")
    1
    """
    return (
        f"\n:root{{color-scheme:light;{_LIGHT}{light}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root{{color-scheme:dark;{_DARK}{dark}}}}}"
    )


_LIGHT = "--paper:#fffdf9;--faint:#6b5f52;--rule:#ddd0bb;--card:#fbf7ef;--bad:#b3261e;--good:#1f6f54;--on-bad:#ffffff;"
_DARK = "--paper:#141210;--faint:#b5a899;--rule:#463c31;--card:#1c1a17;--bad:#ff8a75;--good:#6fd6ad;--on-bad:#1c1a17;"

BASE = """
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0 auto;max-width:72rem;padding:1rem;background:var(--paper);color:var(--ink)}
body{font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}
bdi,code{overflow-wrap:anywhere}
h1{margin:0;font-size:1.7rem;line-height:1.25}
h2{margin:2.2rem 0 .6rem;font-size:1.25rem}
h3{margin:0 0 .5rem;font-size:1rem}
section>h3{margin-top:1rem}
p{margin:.4rem 0}
a{color:inherit}
a:focus-visible,summary:focus-visible{outline:3px solid var(--hint);outline-offset:2px}
.result{font-size:1.2rem;font-weight:700}
.faint,dt,figcaption,code{color:var(--faint)}
.headers{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;margin:.5rem 0}
.headers div{display:flex;gap:.4rem}
dd{margin:0}
.note{border-left:4px solid var(--bad);padding:.3rem .8rem;background:var(--card)}
.comment{white-space:pre-wrap;font-style:italic}
.scroll{overflow-x:auto}
figure{margin:0}
table{border-collapse:collapse}
th,td{padding:.3rem .8rem .3rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule)}
tbody th{font-weight:400;color:var(--faint)}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.bad strong,.did.bad{color:var(--bad)}
.did{font-weight:700}
.better{color:var(--good)}
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:1rem}
.boards article{background:var(--card);border:1px solid var(--rule);border-radius:12px;padding:.9rem}
.boards article{break-inside:avoid}
.boards article.bad{border:2px solid var(--bad)}
.boards article:target{outline:3px solid var(--hint)}
.boards svg{display:block;width:100%;max-width:24rem;height:auto;margin:0 auto .6rem}
.boards nav{display:flex;justify-content:space-between;gap:1rem;margin-top:.6rem;font-size:.9rem}
code{font-size:.78rem;font-family:ui-monospace,monospace}
summary{cursor:pointer}
details dl{margin:.4rem 0}
details dd{margin:0 0 .4rem}
.chart svg{display:block;height:auto}
.chart .fit{width:100%;min-width:58rem}
.level{stroke:var(--rule);stroke-width:1}
.name,.tick,.end{font:13px system-ui,sans-serif;fill:var(--ink)}
.name{text-anchor:end}
.tick{text-anchor:middle;fill:var(--faint);font-size:12px}
.end{font-weight:700;font-size:17px}
.hit{fill:transparent}
.chart a:hover .hit,.chart a:focus-visible .hit{fill:var(--hint);fill-opacity:.18}
footer{margin:2.5rem 0 1rem;font-size:.9rem;color:var(--faint)}
@media (max-width:30rem){body{padding:.7rem}h1{font-size:1.35rem}th,td{padding-right:.5rem}}
@media print{
body{max-width:none;padding:0;font-size:10pt}
.boards{grid-template-columns:repeat(3,1fr)}
.boards nav{display:none}
.chart .fit{min-width:0}
.chart .wide{width:100%}
details:not([open])::details-content{content-visibility:visible;block-size:auto}
}
"""
"""The rules that every report's page begins with; colours are the page's own: ``--paper``, ``--ink``, ``--faint``,
``--rule``, ``--card``, ``--bad``, ``--good``, ``--hint``."""
