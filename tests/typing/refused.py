"""Mistakes that a type checker must find: under ``mypy --strict`` an ignore that ignores nothing is an error itself."""

from pointboard import baghchal
from pointboard.baghchal import Move, State

state = State.start()
baghchal.parse(b"TXXXT")  # type: ignore[arg-type]
baghchal.apply(state, "mC3")  # type: ignore[arg-type]
winner = baghchal.outcome(state).winner  # type: ignore[union-attr]
state.turn = baghchal.Side.TIGER  # type: ignore[misc]
baghchal.legal(state).append(Move(None, 1))  # type: ignore[attr-defined]
Move("A1", "B1")  # type: ignore[arg-type]
baghchal.parse("TXXXT", True)  # type: ignore[call-arg]
no_such_name = baghchal.no_such_name  # type: ignore[attr-defined]
