"""Cities & Knights: improvements, knights, barbarians and progress cards."""

from . import answers, barbarians, improvements, learnt, progress, reasons, standing, warfare

__all__ = ["answers", "barbarians", "improvements", "learnt", "progress", "reasons", "standing", "warfare"]
