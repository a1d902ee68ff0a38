"""The style sheet of a match report's page, and the colours in which its boards are drawn."""

from __future__ import annotations

from dataclasses import fields

from pointboard.backgammon.render.theme import DARK, LIGHT, Theme
from pointboard.page import BASE, palettes, variables

__all__ = ["PAINT", "STYLE"]

PAINT = Theme(**{field.name: f"var(--{field.name})" for field in fields(Theme)})
"""Boards in the colours of the page, whichever those are."""

STYLE = f"""{palettes("--course:#2f5d8a;" + variables(LIGHT), "--course:#8ab8e6;" + variables(DARK))}{BASE}
.figures td,.figures thead th{{text-align:right;font-variant-numeric:tabular-nums}}
.figures tbody .part{{padding-left:1rem}}
.boards{{grid-template-columns:repeat(auto-fill,minmax(min(100%,22rem),1fr))}}
.boards svg{{max-width:30rem}}
.boards table{{width:100%;font-size:.9rem}}
.boards td:first-child{{width:100%;overflow-wrap:anywhere}}
.boards small{{display:block;color:var(--faint)}}
.played td{{font-weight:700}}
.game{{margin:1rem 0}}
.game summary{{font-weight:700;padding:.3rem 0}}
.moves{{width:100%}}
.moves td,.moves th{{padding-top:.15rem;padding-bottom:.15rem}}
.moves tr:target{{outline:2px solid var(--hint)}}
.moves .bad td{{color:var(--bad)}}
.moves .bad a{{font-weight:700}}
.border{{stroke:var(--faint);stroke-width:1;stroke-dasharray:2 4}}
.course{{fill:none;stroke:var(--course);stroke-width:2;stroke-linejoin:round}}
.mistake{{fill:var(--bad)}}
.letter{{font:9px system-ui,sans-serif;text-anchor:middle;font-weight:700;fill:var(--on-bad)}}
.side{{font:13px system-ui,sans-serif;fill:var(--ink);text-anchor:end}}
.over{{text-anchor:start}}
@media (max-width:30rem){{.moves .luck,.moves .who{{display:none}}}}
"""
"""The whole sheet; the page names its digest, so that a browser applies no other."""
