"""Measuring and tuning the machine players: contests, calibration, reviews for human readers."""
