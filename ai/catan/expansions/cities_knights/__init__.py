"""Cities & Knights: improvements, knights, barbarians and progress cards."""

from . import answers, barbarians, improvements, judge_features, learnt, progress, reasons, warfare

__all__ = ["answers", "barbarians", "improvements", "judge_features", "learnt", "progress", "reasons", "warfare"]
