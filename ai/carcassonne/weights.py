"""What the terms of a position are worth, by the turns left of each player. Found by `python -m tools.tune carcassonne`."""

from typing import Final

KNOTS: Final = (0.0, 4.0, 14.0, 36.0)  # turns left
SPREAD: Final = (1.0, 1.5)  # of the points at the end: this, and this for the root of the turns left
WEIGHTS: Final = {
    "now": (0.99, 0.97, 0.76, 0.50),
    "city 1": (1.51, 1.11, 0.80, 1.21),
    "city 2": (0.45, 0.90, 0.47, 1.07),
    "city 3": (0.47, 0.83, 0.55, 0.54),
    "road 1": (0.39, 0.65, 0.70, 0.39),
    "road 2": (0.37, 0.63, 0.53, -0.03),
    "monastery": (0.21, -0.06, 0.28, 0.64),
    "knight 1": (0.07, 0.50, 1.57, 1.40),
    "knight 2": (0.02, 0.16, 0.55, 0.82),
    "thief 1": (0.30, 1.93, 2.86, 1.78),
    "thief 2": (0.12, 0.95, 1.17, 0.25),
    "monk": (-0.01, 1.26, 1.77, 1.35),
    "field": (1.00, 0.92, 0.71, 0.98),
    "meadow": (0.95, 0.13, 0.32, -0.29),
    "farmer": (0.12, 0.86, 1.68, 0.94),
    "behind": (0.00, 0.05, -0.12, -0.01),
    "farmer behind": (0.24, -0.03, 0.26, -0.24),
    "links": (-0.05, 1.01, 0.54, -0.29),
    "free 1": (1.58, 4.55, 6.82, 4.44),
    "free 2": (0.06, 2.23, 4.86, 3.46),
    "free 3": (0.00, 1.45, 3.46, 3.06),
    "free 4": (0.00, 0.90, 1.78, 2.03),
    "free 5": (0.00, 0.62, 1.25, 1.27),
    "free 6": (0.00, 0.45, 0.95, 1.09),
    "free 7": (0.00, 0.30, 0.61, 0.59),
    "next": (1.50, 0.84, 1.03, 0.75),
}
