"""Cities & Knights: improvements, knights, barbarians and progress cards."""

from . import answers, barbarians, improvements, progress, warfare

__all__ = ["answers", "barbarians", "improvements", "progress", "warfare"]
