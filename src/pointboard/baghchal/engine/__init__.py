"""The next move: evaluation, search, and the choice of the source of an answer."""

from pointboard.baghchal.engine.bulk import bulk_perft

__all__ = ["bulk_perft"]
