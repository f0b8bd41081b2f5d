"""A player of Citadels that looks at what lies on the table, and one turn ahead."""

from .player import PLAYER

__all__ = ["PLAYER"]
