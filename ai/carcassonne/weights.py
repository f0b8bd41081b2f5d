"""The weights of `chances`, as `python -m tools.tune carcassonne` found them: it writes this file."""

from __future__ import annotations

from typing import Final

# What it told:
#   360 games from seed 1, 25543 positions; log-loss of the games held back:
#   2 seats: 0.5442, of equal chances 0.6931
#   3 seats: 0.8978, of equal chances 1.0986
#   4 seats: 1.0813, of equal chances 1.3863
#   called, said %, won %:
#     0 to 10     1966   3.5   4.7
#    10 to 20     1399  15.1  16.4
#    20 to 30     1939  25.1  31.6
#    30 to 40     1719  34.8  34.7
#    40 to 50     1524  45.1  42.8
#    50 to 60     1295  54.6  52.8
#    60 to 70      839  64.7  58.5
#    70 to 80      664  74.6  69.7
#    80 to 90      561  85.1  84.0
#    90 to 100     865  96.5  94.5

KNOTS: Final = (0.0, 4.0, 14.0, 36.0)  # turns left of each player
SPREAD: Final = (1.0, 2.0)  # of the points at the end: this, and this for the root of the turns left
WEIGHTS: Final = {
    "now": (0.97, 0.76, 0.50, 0.15),
    "city 1": (1.23, 0.55, 1.17, 0.81),
    "city 2": (0.62, 0.32, 0.41, 0.80),
    "city 3": (0.54, 0.59, 0.34, 0.37),
    "road 1": (0.23, 0.58, 0.28, 0.28),
    "road 2": (0.30, 0.61, 0.66, 0.27),
    "monastery": (1.48, 0.41, -0.15, 0.60),
    "knight 1": (0.19, 0.35, -0.19, 1.43),
    "knight 2": (-0.17, -0.03, 1.14, 0.80),
    "thief 1": (-0.25, 1.58, 1.36, 1.45),
    "thief 2": (0.01, 0.91, 1.40, 0.75),
    "monk": (0.37, 1.32, 2.81, 0.92),
    "field": (0.98, 0.78, 0.75, 1.15),
    "meadow": (0.87, 0.47, 0.29, 0.33),
    "farmer": (-0.09, 0.04, -0.27, -0.05),
    "behind": (-0.02, -0.15, -0.22, -0.11),
    "farmer behind": (-0.42, -1.71, -1.06, -0.00),
    "links": (0.11, 0.78, 0.12, 0.16),
    "free 1": (1.16, 4.36, 5.95, 4.01),
    "free 2": (0.15, 1.35, 3.18, 3.02),
    "free 3": (0.42, 1.57, 2.93, 2.33),
    "free 4": (0.12, 1.75, 2.88, 1.82),
    "free 5": (0.00, 0.51, 1.85, 1.36),
    "free 6": (0.00, 0.43, 1.09, 0.94),
    "free 7": (0.00, 0.30, 0.75, 0.61),
    "next": (1.64, 0.87, 1.03, 0.09),
}
