"""Whole games: headers, moves, comments, clocks; PGN, JSON and OBX log."""
