"""Backgammon's notations: OGID, the ids of GNU Backgammon, XGID, and conversion between them."""
