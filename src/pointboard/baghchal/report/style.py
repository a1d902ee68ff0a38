"""The style sheet of a report's page, and the colours in which its boards are drawn."""

from __future__ import annotations

from dataclasses import fields

from pointboard.baghchal.render.svg import DARK, LIGHT, Theme

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
@media screen and (prefers-color-scheme:dark){{:root{{{_DARK}}}}}
*{{box-sizing:border-box}}
html{{scroll-padding-top:1rem}}
body{{margin:0 auto;max-width:72rem;padding:1rem;background:var(--paper);color:var(--ink)}}
body{{font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}}
bdi,code{{overflow-wrap:anywhere}}
h1{{margin:0;font-size:1.7rem;line-height:1.25}}
h2{{margin:2.2rem 0 .6rem;font-size:1.25rem}}
h3{{margin:0 0 .5rem;font-size:1rem}}
section>h3{{margin-top:1rem}}
p{{margin:.4rem 0}}
a{{color:inherit}}
a:focus-visible,summary:focus-visible{{outline:3px solid var(--hint);outline-offset:2px}}
.drawings{{position:absolute;width:0;height:0;overflow:hidden}}
.result{{font-size:1.2rem;font-weight:700}}
.faint,dt,figcaption,code{{color:var(--faint)}}
.headers{{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;margin:.5rem 0}}
.headers div{{display:flex;gap:.4rem}}
dd{{margin:0}}
.note{{border-left:4px solid var(--bad);padding:.3rem .8rem;background:var(--card)}}
.comment{{white-space:pre-wrap;font-style:italic}}
.scroll{{overflow-x:auto}}
figure{{margin:0}}
table{{border-collapse:collapse}}
th,td{{padding:.3rem .8rem .3rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule)}}
tbody th{{font-weight:400;color:var(--faint)}}
.number{{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}}
.accuracy td,.accuracy thead th{{text-align:right;font-variant-numeric:tabular-nums}}
.accuracy td,.accuracy th{{padding-right:1rem}}
.accuracy td{{white-space:nowrap}}
h3+.accuracy{{margin-top:-.3rem}}
.moves{{width:100%;max-width:46rem}}
.moves td{{width:48%}}
.moves small{{display:block;color:var(--faint)}}
.moves .bad small{{color:var(--bad)}}
.bad strong,.did.bad{{color:var(--bad)}}
.did{{font-weight:700}}
.better{{color:var(--good)}}
.boards{{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:1rem}}
.boards article{{background:var(--card);border:1px solid var(--rule);border-radius:12px;padding:.9rem}}
.boards article{{break-inside:avoid}}
.boards article.bad{{border:2px solid var(--bad)}}
.boards article:target{{outline:3px solid var(--hint)}}
.boards svg{{display:block;width:100%;max-width:24rem;height:auto;margin:0 auto .6rem}}
.boards nav{{display:flex;justify-content:space-between;gap:1rem;margin-top:.6rem;font-size:.9rem}}
code{{font-size:.78rem;font-family:ui-monospace,monospace}}
summary{{cursor:pointer}}
details dl{{margin:.4rem 0}}
details dd{{margin:0 0 .4rem}}
details b{{text-decoration:underline}}
.chart svg{{display:block;height:auto}}
.chart .fit{{width:100%;min-width:58rem}}
.level{{stroke:var(--rule);stroke-width:1}}
.placed{{stroke:var(--faint);stroke-width:1;stroke-dasharray:2 4}}
.name,.tick,.end,.letter{{font:13px system-ui,sans-serif;fill:var(--ink)}}
.name{{text-anchor:end}}
.tick{{text-anchor:middle;fill:var(--faint);font-size:12px}}
.end{{font-weight:700;font-size:17px}}
.proved,.searched{{fill:none;stroke:var(--line);stroke-width:3;stroke-linejoin:round}}
.searched{{stroke-dasharray:5 4;stroke-width:2}}
.dot{{fill:var(--line)}}
.hit{{fill:transparent}}
.chart a:hover .hit,.chart a:focus-visible .hit{{fill:var(--hint);fill-opacity:.18}}
.mistake{{fill:var(--bad)}}
.letter{{text-anchor:middle;font-size:11px;font-weight:700;fill:var(--on-bad)}}
.chart rect.result{{fill:var(--ink)}}
.pending{{fill:none;stroke:var(--ink);stroke-width:2}}
footer{{margin:2.5rem 0 1rem;font-size:.9rem;color:var(--faint)}}
@media (max-width:30rem){{body{{padding:.7rem}}h1{{font-size:1.35rem}}th,td{{padding-right:.5rem}}}}
@media print{{
body{{max-width:none;padding:0;font-size:10pt}}
.boards{{grid-template-columns:repeat(3,1fr)}}
.boards nav{{display:none}}
.chart .fit{{min-width:0}}
.chart .wide{{width:100%}}
details:not([open])::details-content{{content-visibility:visible;block-size:auto}}
}}
"""
"""The whole sheet; the page names its digest, so that a browser applies no other."""
