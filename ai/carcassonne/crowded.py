"""The weights of `chances` with many modules, as `python -m tools.tune carcassonne_crowded`
found them: it writes this file, and what each module has for itself in its own."""

from __future__ import annotations

from typing import Final

# What it told:
#   134 games from seed 1, 24592 positions, each judged by weights learnt without its game; log-loss:
#   2 seats: 0.5246, of equal chances 0.6931
#   3 seats: 0.8333, of equal chances 1.0986
#   4 seats: 1.2383, of equal chances 1.3863
#   called, said %, won %:
#     0 to 10    12626   4.0   5.3
#    10 to 20    10213  15.0  14.8
#    20 to 30    14484  25.2  22.4
#    30 to 40    15883  34.4  35.4
#    40 to 50     6704  44.8  47.6
#    50 to 60     4533  54.5  55.8
#    60 to 70     3189  64.8  62.5
#    70 to 80     2354  74.9  75.9
#    80 to 90     1957  84.9  82.1
#    90 to 100    2598  95.6  93.5

KNOTS: Final = (0.0, 4.0, 14.0, 36.0, 70.0)  # turns left of each player
SPREAD: Final = (8, 5)  # of the points at the end: this, and this for the root of the turns left
WEIGHTS: Final = {
    "now": (0.90, 0.76, 0.70, 0.39, 0.92),
    "city 1": (1.20, 0.22, 2.04, 1.26, 0.87),
    "city 2": (0.74, 0.87, 0.35, 1.07, 0.76),
    "city 3": (0.53, 0.48, -0.04, 0.62, 0.29),
    "road 1": (-0.36, -0.76, 0.81, 0.52, 0.35),
    "road 2": (0.25, -0.10, 0.94, -0.33, 0.24),
    "monastery": (1.23, 1.33, -0.91, -0.19, 0.87),
    "knight 1": (0.03, 0.37, 0.26, 1.33, 1.49),
    "knight 2": (-0.09, 0.32, 0.49, 0.43, 0.79),
    "thief 1": (-0.08, 0.57, 1.60, 1.63, 1.51),
    "thief 2": (-0.01, 0.36, 0.78, 0.79, 0.79),
    "monk": (0.02, 0.57, 0.78, 0.94, 0.97),
    "field": (0.73, 0.59, 0.08, -0.23, 0.92),
    "meadow": (-0.14, 0.80, 0.80, 0.62, 0.64),
    "farmer": (0.47, -0.08, 0.25, 0.10, 0.00),
    "behind": (-0.05, 0.15, -0.32, -0.54, -0.04),
    "farmer behind": (-0.31, -0.18, -0.03, -0.00, 0.00),
    "links": (0.82, 1.14, 0.24, 0.77, 0.21),
    "free 1": (0.07, 2.03, 4.04, 4.03, 4.00),
    "free 2": (-0.29, 1.40, 2.76, 3.02, 3.00),
    "free 3": (0.41, 1.24, 2.36, 2.30, 2.25),
    "free 4": (-0.21, 1.41, 2.08, 1.80, 1.75),
    "free 5": (-0.06, 0.82, 1.05, 1.21, 1.26),
    "free 6": (0.07, 0.57, 0.25, 0.70, 0.90),
    "free 7": (-0.04, 0.29, 0.35, 0.52, 0.61),
    "next": (2.72, 0.56, 0.49, 0.20, 0.02),
    "complete": (1.00, 1.00, 1.00, 1.00, 1.00),
    "kept": (1.08, 0.78, -0.59, 0.45, 0.96),
}
