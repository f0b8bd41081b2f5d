"""A player of Citadels that looks at what lies on the table, and one turn ahead."""

from .critic import CRITIC
from .expert import EXPERT
from .player import PLAYER
from .reasons import READER

__all__ = ["CRITIC", "EXPERT", "PLAYER", "READER"]
