"""What tests of Pointboard, of a new game, or of your own program can use.

- ``contract``: the laws that every game keeps, run with one call; needs the standard library only.
- ``texts``: strategies for damaged texts, for any notation.
- ``baghchal``: strategies for Bagh Chal's positions, moves and texts.

The strategies need hypothesis (extra ``testing``); each module is imported on its own::

    >>> from pointboard import get
    >>> from pointboard.testing.contract import check
    >>> check(get("baghchal"), matches=1, plies=4)
"""
