"""Machine players measured and tuned: contests, calibration, reviews read by people."""
