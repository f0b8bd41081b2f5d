"""The weights of `chances` with many modules, as `python -m tools.tune carcassonne_crowded`
found them: it writes this file, and what each module has for itself in its own."""

from __future__ import annotations

from typing import Final

# What it told:
#   176 games from seed 1, 32169 positions, each judged by weights learnt without its game; log-loss:
#   2 seats: 0.5219, of equal chances 0.6931
#   3 seats: 0.8168, of equal chances 1.0986
#   4 seats: 1.1906, of equal chances 1.3863
#   called, said %, won %:
#     0 to 10    16495   4.0   4.7
#    10 to 20    13348  15.1  13.1
#    20 to 30    18802  25.2  22.4
#    30 to 40    21113  34.3  35.1
#    40 to 50     8722  44.7  47.5
#    50 to 60     6145  54.6  56.4
#    60 to 70     3938  64.7  63.9
#    70 to 80     3127  74.8  80.9
#    80 to 90     2675  84.8  86.1
#    90 to 100    3254  95.5  94.2

KNOTS: Final = (0.0, 4.0, 14.0, 36.0, 70.0)  # turns left of each player
SPREAD: Final = (8, 5)  # of the points at the end: this, and this for the root of the turns left
WEIGHTS: Final = {
    "now": (0.93, 0.82, 0.72, 0.24, 0.84),
    "city 1": (1.23, 0.26, 1.76, 1.20, 0.86),
    "city 2": (0.71, 0.51, 0.42, 0.85, 0.73),
    "city 3": (0.36, 0.31, -0.04, 0.55, 0.26),
    "road 1": (0.05, 0.19, 1.15, 0.53, 0.38),
    "road 2": (0.19, -0.45, 1.24, -0.02, 0.27),
    "monastery": (1.42, 1.73, -0.51, -0.09, 0.86),
    "knight 1": (-0.05, 0.17, -0.32, 1.29, 1.48),
    "knight 2": (-0.11, 0.16, 0.56, 0.30, 0.78),
    "thief 1": (-0.08, 0.47, 1.27, 1.56, 1.51),
    "thief 2": (-0.02, 0.33, 0.73, 0.85, 0.82),
    "monk": (0.09, 0.73, 1.40, 1.06, 0.97),
    "field": (0.72, 0.67, 0.23, -0.23, 0.91),
    "meadow": (-0.11, 0.63, 0.74, 0.62, 0.62),
    "farmer": (0.90, 0.15, 0.75, 0.15, -0.01),
    "behind": (-0.08, 0.06, -0.51, -0.72, -0.06),
    "farmer behind": (-0.36, -0.25, -0.08, -0.01, 0.00),
    "links": (0.55, 1.04, 0.41, 0.86, 0.20),
    "free 1": (0.04, 2.03, 4.04, 4.02, 4.00),
    "free 2": (-0.26, 1.58, 2.67, 2.99, 3.00),
    "free 3": (0.38, 1.24, 2.27, 2.26, 2.25),
    "free 4": (-0.29, 1.63, 2.20, 1.74, 1.75),
    "free 5": (-0.39, 1.01, 1.43, 1.16, 1.26),
    "free 6": (-0.06, 0.58, 0.54, 0.66, 0.90),
    "free 7": (-0.03, 0.29, 0.45, 0.54, 0.61),
    "next": (3.00, 0.65, 0.64, 0.24, 0.03),
    "complete": (1.00, 1.00, 1.00, 1.00, 1.00),
    "kept": (1.10, 0.79, -0.47, 0.48, 0.96),
}
