"""Makes the pictures and tables of docs/baghchal-solved.md from the counts: python docs/baghchal_solved.py

Reads tests/golden/baghchal/counts.json, or the file named; writes docs/baghchal-solved.svg and replaces what stands
between the marks ``<!-- counts -->`` and ``<!-- end -->`` in the page.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PAGE, PICTURE = ROOT / "docs" / "baghchal-solved.md", ROOT / "docs" / "baghchal-solved.svg"
COUNTS = ROOT / "tests" / "golden" / "baghchal" / "counts.json"
COLOURS = {"tigers": "#d9822b", "draw": "#c9cdd2", "goats": "#3f7f5f"}
LEFT, TOP, BAR, STEP, WIDTH, GAP = 48, 40, 12, 17, 300, 60


def shares(rows: list[dict[str, Any]]) -> dict[str, float]:
    """The share of each end over some rows, up to symmetry."""
    total = sum(sum(row["up_to_symmetry"].values()) for row in rows)
    return {end: sum(row["up_to_symmetry"][end] for row in rows) / total for end in COLOURS}


def picture(rows: list[dict[str, Any]]) -> str:
    """A bar for each number of goats in hand and side to move: tigers win, draw, goats win."""
    hands = sorted({row["in_hand"] for row in rows})
    height = TOP + STEP * len(hands) + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + 2 * WIDTH + GAP + 20} {height}">',
        "<style>text { font: 11px sans-serif }</style>",
        "<title>Share of positions by goats in hand: won by the tigers, drawn, won by the goats</title>",
    ]
    for column, (side, name) in enumerate((("t", "tigers to move"), ("g", "goats to move"))):
        x = LEFT + column * (WIDTH + GAP)
        parts.append(f'<text x="{x}" y="{TOP - 16}">{name}</text>')
        for line, in_hand in enumerate(hands):
            own = [row for row in rows if row["in_hand"] == in_hand and row["side"] == side]
            y, at = TOP + STEP * line, float(x)
            parts.append(f'<text x="{x - 6}" y="{y + 10}" text-anchor="end">{in_hand}</text>')
            for end, share in shares(own).items() if own else ():
                width = share * WIDTH
                parts.append(f'<rect x="{at:.2f}" y="{y}" width="{width:.2f}" height="{BAR}" fill="{COLOURS[end]}"/>')
                at += width
    for number, (end, colour) in enumerate(COLOURS.items()):
        x, y = LEFT + number * 130, height - 24
        words = "draw" if end == "draw" else f"{end} win"
        parts.append(f'<rect x="{x}" y="{y}" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{x + 18}" y="{y + 10}">{words}</text>')
    return "\n".join([*parts, "</svg>", ""])


def tables(rows: list[dict[str, Any]]) -> str:
    """The counts of the sliding phase and the shares of every layer as tables of the page."""
    lines = ["| captured | to move | won by tigers | won by goats | drawn | longest win of tigers, goats |",
             "|---|---|---|---|---|---|"]  # fmt: skip
    for row in sorted((row for row in rows if row["in_hand"] == 0), key=lambda row: (row["captured"], row["side"])):
        ends, longest = row["up_to_symmetry"], row["longest"]
        side = "goats" if row["side"] == "g" else "tigers"
        counts = " | ".join(f"{ends[end]:,}" for end in ("tigers", "goats", "draw"))
        lines.append(f"| {row['captured']} | {side} | {counts} | {longest['tigers']}, {longest['goats']} |")
    lines += [
        "",
        "| in hand | to move | positions up to symmetry | tigers win | drawn | goats win |",
        "|---|---|---|---|---|---|",
    ]
    for in_hand in sorted({row["in_hand"] for row in rows}):
        for side, name in (("g", "goats"), ("t", "tigers")):
            own = [row for row in rows if (row["in_hand"], row["side"]) == (in_hand, side)]
            if own:
                total = sum(sum(row["up_to_symmetry"].values()) for row in own)
                said = " | ".join(f"{100 * share:.2f} %" for share in shares(own).values())
                lines.append(f"| {in_hand} | {name} | {total:,} | {said} |")
    return "\n".join(lines)


def main() -> None:
    """Write the picture and the tables."""
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else COUNTS
    rows = json.loads(source.read_text("utf-8"))["rows"]
    PICTURE.write_text(picture(rows), "utf-8")
    page = PAGE.read_text("utf-8")
    before, _, rest = page.partition("<!-- counts -->\n")
    after = rest.partition("<!-- end -->")[2]
    PAGE.write_text(f"{before}<!-- counts -->\n\n{tables(rows)}\n\n<!-- end -->{after}", "utf-8")


if __name__ == "__main__":
    main()
