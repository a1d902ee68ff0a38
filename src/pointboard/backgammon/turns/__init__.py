"""The turn machine: events, and the position after each.

``events`` are the values, ``machine`` judges and applies them, ``table`` is the machine as data and draws it, ``steps``
are its small functions, ``ends`` says how games end and what they count.

>>> from pointboard.backgammon import State
>>> from pointboard.backgammon.turns import Double, OpeningRoll, apply, refusal
>>> state = apply(State.start(), OpeningRoll(white=3, black=1))
>>> state.to_act.name, state.dice, refusal(state, Double())
('WHITE', (1, 3), 'no double now: the first player is known')
"""

from pointboard.backgammon.turns.ends import Path, Reason, Result, Terms, result
from pointboard.backgammon.turns.events import (
    Accept,
    Beaver,
    Begin,
    Close,
    Double,
    Event,
    EventKind,
    Forfeit,
    MakePlay,
    Mark,
    Marker,
    NextGame,
    OpeningRoll,
    Pass,
    Resign,
    Roll,
    SetPosition,
    StartRoll,
    Take,
)
from pointboard.backgammon.turns.machine import apply, apply_all, completed, legal_events, refusal

__all__ = [
    "Accept",
    "Beaver",
    "Begin",
    "Close",
    "Double",
    "Event",
    "EventKind",
    "Forfeit",
    "MakePlay",
    "Mark",
    "Marker",
    "NextGame",
    "OpeningRoll",
    "Pass",
    "Path",
    "Reason",
    "Resign",
    "Result",
    "Roll",
    "SetPosition",
    "StartRoll",
    "Take",
    "Terms",
    "apply",
    "apply_all",
    "completed",
    "legal_events",
    "refusal",
    "result",
]
