"""The style sheet of a report's page, and the colours in which its boards are drawn."""

from __future__ import annotations

from dataclasses import fields

from pointboard.baghchal.render.svg import DARK, LIGHT, Theme
from pointboard.page import BASE

__all__ = ["PAINT", "STYLE"]

PAINT = Theme(**{field.name: f"var(--{field.name})" for field in fields(Theme)})
"""Boards in the colours of the page, whichever those are."""


def _colors(theme: Theme) -> str:
    return "".join(f"--{field.name}:{getattr(theme, field.name)};" for field in fields(Theme))


_LIGHT = (
    "color-scheme:light;--paper:#fffdf9;--faint:#6b5f52;--rule:#ddd0bb;--card:#fbf7ef;--bad:#b3261e;--good:#1f6f54;"
    f"--on-bad:#ffffff;{_colors(LIGHT)}"
)
_DARK = (
    "color-scheme:dark;--paper:#141210;--faint:#b5a899;--rule:#463c31;--card:#1c1a17;--bad:#ff8a75;--good:#6fd6ad;"
    f"--on-bad:#1c1a17;{_colors(DARK)}"
)

STYLE = f"""
:root{{{_LIGHT}}}
@media screen and (prefers-color-scheme:dark){{:root{{{_DARK}}}}}{BASE}
.drawings{{position:absolute;width:0;height:0;overflow:hidden}}
.accuracy td,.accuracy thead th{{text-align:right;font-variant-numeric:tabular-nums}}
.accuracy td,.accuracy th{{padding-right:1rem}}
.accuracy td{{white-space:nowrap}}
h3+.accuracy{{margin-top:-.3rem}}
.moves{{width:100%;max-width:46rem}}
.moves td{{width:48%}}
.moves small{{display:block;color:var(--faint)}}
.moves .bad small{{color:var(--bad)}}
details b{{text-decoration:underline}}
.placed{{stroke:var(--faint);stroke-width:1;stroke-dasharray:2 4}}
.letter{{font:11px system-ui,sans-serif;text-anchor:middle;font-weight:700;fill:var(--on-bad)}}
.proved,.searched{{fill:none;stroke:var(--line);stroke-width:3;stroke-linejoin:round}}
.searched{{stroke-dasharray:5 4;stroke-width:2}}
.dot{{fill:var(--line)}}
.mistake{{fill:var(--bad)}}
.chart rect.result{{fill:var(--ink)}}
.pending{{fill:none;stroke:var(--ink);stroke-width:2}}
"""
"""The whole sheet; the page names its digest, so that a browser applies no other."""
