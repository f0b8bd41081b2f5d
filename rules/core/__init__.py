"""The protocol shared by all games."""

from .chance import Chance, commitment
from .errors import BadOption, BadRecord, BadSave, GameOver, IllegalMove, NotYourDecision, RulesError, UnknownMove
from .game import ALONE, NOBODY, Context, Event, Game, Known, State, Step, Transition, View, branch, play, start
from .move import Move, decode, encode, field_names, field_readers, field_types, kinds_of, masked, write
from .options import Choices, Kind, Option
from .phrase import Phrase
from .programmes import Dropped, Part, Plan, Programme, Said, Spoken

__all__ = [
    "ALONE",
    "NOBODY",
    "BadOption",
    "BadRecord",
    "BadSave",
    "Chance",
    "Choices",
    "Context",
    "Dropped",
    "Event",
    "Game",
    "GameOver",
    "IllegalMove",
    "Kind",
    "Known",
    "Move",
    "NotYourDecision",
    "Option",
    "Part",
    "Phrase",
    "Plan",
    "Programme",
    "RulesError",
    "Said",
    "Spoken",
    "State",
    "Step",
    "Transition",
    "UnknownMove",
    "View",
    "branch",
    "commitment",
    "decode",
    "encode",
    "field_names",
    "field_readers",
    "field_types",
    "kinds_of",
    "masked",
    "play",
    "start",
    "write",
]
