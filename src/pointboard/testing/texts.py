"""Strategies for texts that are nearly right: what a parser meets when people type, copy and cut."""

from __future__ import annotations

from pointboard.errors import MissingExtraError

try:
    from hypothesis import strategies as st
except ImportError as error:
    raise MissingExtraError("testing", "hypothesis") from error

__all__ = ["mutated"]

# What is put in: letters and signs that notations use, blanks of several kinds, a digit and a letter of other scripts.
_STRANGE = "TGXtgxABCDEace0123456789/@#-()mc_:=+. \t\n\r\0\xa0\u0662\uff21\U0001f405"


@st.composite
def mutated(draw: st.DrawFn, text: str | st.SearchStrategy[str], *, edits: int = 3) -> str:
    """Texts that differ from ``text`` (or from one that the strategy gives) by one to ``edits`` small changes.

    A change drops, doubles, replaces or inserts a character, swaps two neighbours, changes a letter's case, or cuts the
    text short. Some results are still good texts, which is wanted: nobody knows which until the parser says so.

    >>> from hypothesis import find
    >>> find(mutated("c3", edits=1), lambda damaged: len(damaged) == 1)
    '3'
    """
    damaged = text if isinstance(text, str) else draw(text)
    for _ in range(draw(st.integers(1, edits))):
        at = draw(st.integers(0, max(0, len(damaged) - 1)))
        before, here, after = damaged[:at], damaged[at : at + 1], damaged[at + 1 :]
        strange = draw(st.sampled_from(_STRANGE))
        damaged = draw(
            st.sampled_from(
                (
                    before + after,
                    before + here + here + after,
                    before + strange + after,
                    before + strange + here + after,
                    before + after[:1] + here + after[1:],
                    before + here.swapcase() + after,
                    before,
                )
            )
        )
    return damaged
