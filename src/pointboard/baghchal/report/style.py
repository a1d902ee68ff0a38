"""The style sheet of a report's page, and the colours in which its boards are drawn."""

from __future__ import annotations

from dataclasses import fields

from pointboard.baghchal.render.svg import DARK, LIGHT, Theme
from pointboard.page import BASE, palettes, variables

__all__ = ["PAINT", "STYLE"]

PAINT = Theme(**{field.name: f"var(--{field.name})" for field in fields(Theme)})
"""Boards in the colours of the page, whichever those are."""

STYLE = f"""{palettes(variables(LIGHT), variables(DARK))}{BASE}
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
