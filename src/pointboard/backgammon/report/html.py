"""A match report as one page of HTML that needs nothing but itself: figures, chart, mistakes with boards, every ply.

The frame is that of every report (``pointboard.page``).
"""

from __future__ import annotations

from pointboard.backgammon.board import Side
from pointboard.backgammon.notation import ogid
from pointboard.backgammon.notation import plays as notation
from pointboard.backgammon.record.headers import items
from pointboard.backgammon.render import svg
from pointboard.backgammon.report.chart import anchor, chart
from pointboard.backgammon.report.style import PAINT, STYLE
from pointboard.backgammon.report.values import BLUNDER, DOUBTFUL, ERROR, Act, Decision, Game, Mark, Option, Report
from pointboard.backgammon.report.words import (
    better_words,
    chances_words,
    did_words,
    equity_words,
    evidence_words,
    game_words,
    level_words,
    match_words,
    players,
    result_words,
    rows,
)
from pointboard.page import apart, escaped, frame, header
from pointboard.scan import instance

__all__ = ["to_html"]

_DASH = "\N{EN DASH}"
_READ = (
    "Each choice with its equity and what it loses; below it the chances to win, to win a gammon, a backgammon, then "
    "to lose so. What was done is bold; the arrows show the best play."
)


def to_html(report: Report) -> str:
    """The report as a page.

    The same report gives the same text.

    >>> from pointboard.backgammon.engine.builtin import Builtin
    >>> from pointboard.backgammon.record.model import EMPTY
    >>> from pointboard.backgammon.report.judging import judge
    >>> "<script" in to_html(judge(EMPTY, Builtin()))
    False
    """
    instance(Report, report)
    white, black = players(report)
    record = report.record
    head = header(players(report), result_words(report), items(record.headers), record.comment)
    body = f"{head}<main>\n{_figures(report)}{_chart(report)}{_mistakes(report)}{_games(report)}</main>\n"
    return frame(f"{white} {_DASH} {black}, {match_words(report)}", STYLE, body)


def _figures(report: Report) -> str:
    white, black = players(report)
    body = "".join(
        f'<tr><th scope="row"{" class=part" if head in ("checker plays", "cube") else ""}>{escaped(head)}</th>'
        f"{''.join(f'<td>{escaped(cell)}</td>' for cell in cells)}</tr>\n"
        for head, cells in rows(report)
    )
    notes = "".join(f'<p class="note">{escaped(note)}</p>\n' for note in report.notes)
    return (
        '<section aria-labelledby="figures">\n<h2 id="figures">Figures</h2>\n'
        f"<p>{escaped(evidence_words(report))}</p>\n{notes}"
        f'<div class="scroll" tabindex="0" role="region" aria-label="Figures"><table class="figures">\n'
        f'<thead><tr><td></td><th scope="col">{apart(white)}</th><th scope="col">{apart(black)}</th></tr></thead>\n'
        f"<tbody>\n{body}</tbody></table></div>\n"
        '<p class="faint">The performance rating is 500 times the equity that a decision loses on average; forced '
        "plays and doubles that nobody would think of do not count. The lower the better. "
        f"Doubtful from {DOUBTFUL:.2f}, an error from {ERROR:.2f}, a blunder from {BLUNDER:.2f}.</p></section>\n"
    )


def _chart(report: Report) -> str:
    drawn = chart(report)
    if not drawn:
        return ""
    match = report.record.headers.length
    head = "The chance to win the match" if match else "The chance to win each game"
    how = "By the equity after each ply and the Kazaross-XG2 table of match equities." if match else (
        "The chance to win the game after each ply, without the cube."
    )  # fmt: skip
    return (
        f'<section aria-labelledby="course">\n<h2 id="course">{head}</h2>\n<figure class="chart">'
        f'<div class="scroll" tabindex="0" role="region" aria-label="Chart">{drawn}</div>'
        f"<figcaption>{how} {escaped(level_words(report.level))}. W and B mark blunders of White and Black. "
        "Every ply leads to its line below.</figcaption></figure></section>\n"
    )


def _mistakes(report: Report) -> str:
    cards = "".join(_card(report, one) for one in report.mistakes)
    said = f'<p class="faint">{_READ}</p>\n<div class="boards">\n{cards}</div>' if cards else "<p>None.</p>"
    return f'<section aria-labelledby="mistakes">\n<h2 id="mistakes">Mistakes</h2>\n{said}</section>\n'


def _card_id(one: Decision) -> str:
    return f"m{one.game}-{one.ply}-{one.act.value.replace(' ', '-')}"


def _card(report: Report, one: Decision) -> str:
    """A mistake: the board, what was done, what was best, what could be done with its figures."""
    name = report.record.headers.player(one.side)
    title = f"Game {one.game}, ply {one.ply}: {name}, {did_words(one)}"
    ply, bad = report.ply(one), ' class="bad"' if one.mark is Mark.BLUNDER else ""
    return (
        f'<article id="{_card_id(one)}"{bad}>\n<h3>Game {one.game}, ply {one.ply}: {apart(name)}, '
        f"{escaped(did_words(one))}</h3>\n{_board(report, one, title)}"
        f'<p class="did bad">{escaped(better_words(one))}</p>\n{_options(report, one)}'
        + (f'<p class="comment">{apart(ply.comment)}</p>\n' if ply.comment else "")
        + f"<p><code>{escaped(ogid.format(one.state))}</code></p>\n"
        f'<nav aria-label="Around this ply"><a href="#{anchor(one.game, one.ply)}">in the list</a>'
        '<a href="#course">chart</a></nav></article>\n'
    )


def _board(report: Report, one: Decision, title: str) -> str:
    """The position where it was decided, the best play shown."""
    white, black = players(report)
    hints = [notation.parse(one.best.name, one.state)] if one.act is Act.PLAY else []
    names = {Side.WHITE.value: white, Side.BLACK.value: black}
    return svg.render(one.state, title=title, theme=PAINT, bottom=one.side, hints=hints, names=names)


def _options(report: Report, one: Decision) -> str:
    body = "".join(_option(report, one, option) for option in one.options)
    return f"<table><tbody>\n{body}</tbody></table>\n"


def _option(report: Report, one: Decision, option: Option) -> str:
    said = [] if option.chances is None else [chances_words(option.chances)]
    if option.known.level != report.level.level:
        said.append(level_words(option.known))
    small = f"<small>{escaped('; '.join(said))}</small>" if said else ""
    played = ' class="played"' if option is one.played else ""
    loss = "" if option is one.best else f"\N{MINUS SIGN}{option.loss:.3f}"
    return (
        f'<tr{played}><td>{escaped(option.name)}{small}</td><td class="number">{_signed(option.equity)}</td>'
        f'<td class="number">{loss}</td></tr>\n'
    )


def _signed(equity: float) -> str:
    return equity_words(equity).replace("-", "\N{MINUS SIGN}")


def _games(report: Report) -> str:
    said = "".join(_game(report, game) for game in report.games)
    return f'<section aria-labelledby="games">\n<h2 id="games">Every decision</h2>\n{said}</section>\n'


def _game(report: Report, game: Game) -> str:
    luck = {roll.ply: roll.luck for roll in game.rolls}
    seen: set[int] = set()
    body = "".join(_row(report, one, seen, luck) for one in game.decisions if _listed(one))
    return (
        f'<details class="game" open><summary>{escaped(game_words(report, game.record))}</summary>\n'
        '<table class="moves"><thead><tr><th scope="col" class="number">Ply</th><th scope="col" class="who">Player</th>'
        '<th scope="col">Decision</th><th scope="col" class="number">Equity</th>'
        '<th scope="col" class="number">Loss</th>'
        f'<th scope="col" class="number luck">Luck</th></tr></thead>\n<tbody>\n{body}</tbody></table></details>\n'
    )


def _listed(one: Decision) -> bool:
    """Whether a decision stands in the list: a double that nobody would think of does not."""
    return one.act is not Act.NO_DOUBLE or one.counted


def _row(report: Report, one: Decision, seen: set[int], luck: dict[int, float]) -> str:
    first = one.ply not in seen
    seen.add(one.ply)
    place = f' id="{anchor(one.game, one.ply)}"' if first else ""
    marked = one.mark is not Mark.NONE
    bad = ' class="bad"' if one.mark is Mark.BLUNDER else ""
    done = escaped(did_words(one))
    if marked:
        done = f'<a href="#{_card_id(one)}">{done}</a> {escaped(one.mark.value)}'
    loss = f"\N{MINUS SIGN}{one.loss:.3f}" if round(one.loss, 3) else ""
    lucky = _signed(luck[one.ply]) if one.act is Act.PLAY and one.ply in luck else ""
    who = apart(report.record.headers.player(one.side))
    return (
        f'<tr{place}{bad}><th scope="row" class="number">{one.ply} {one.side.value}</th><td class="who">{who}</td>'
        f'<td>{done}</td><td class="number">{_signed(one.played.equity)}</td><td class="number">{loss}</td>'
        f'<td class="number luck">{lucky}</td></tr>\n'
    )
