"""The next move: evaluation, search, and the choice of the source of an answer."""
