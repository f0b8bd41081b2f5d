"""What the terms of a position are worth, by the turns left of each player. Found by `python -m tools.tune carcassonne`."""

from typing import Final

KNOTS: Final = (0.0, 4.0, 14.0, 36.0)  # turns left
SPREAD: Final = (1.0, 1.5)  # of the points at the end: this, and this for the root of the turns left
WEIGHTS: Final = {
    "now": (1.00, 0.96, 0.75, 0.58),
    "city 1": (1.49, 1.10, 0.91, 0.97),
    "city 2": (0.23, 0.63, 0.54, 0.84),
    "city 3": (0.46, 0.69, 0.58, 0.51),
    "road 1": (0.41, 0.65, 0.72, 0.32),
    "road 2": (0.35, 0.64, 0.50, 0.26),
    "monastery": (0.11, 0.06, 0.30, 0.70),
    "knight 1": (0.05, 0.47, 1.49, 1.48),
    "knight 2": (0.02, 0.31, 0.65, 0.82),
    "thief 1": (0.38, 1.94, 2.93, 1.56),
    "thief 2": (0.09, 0.97, 1.13, 0.73),
    "monk": (0.08, 1.77, 1.70, 0.96),
    "field": (1.00, 0.95, 0.81, 0.91),
    "meadow": (0.92, 0.12, 0.18, -0.04),
    "farmer": (0.17, 0.48, 1.02, 0.05),
    "behind": (0.02, 0.04, -0.12, 0.00),
    "farmer behind": (0.22, 0.19, 0.24, -0.02),
    "links": (-0.01, 1.03, 0.51, -0.19),
    "free 1": (1.72, 4.61, 6.76, 4.05),
    "free 2": (0.17, 2.24, 5.07, 3.07),
    "free 3": (-0.00, 1.42, 3.39, 2.36),
    "free 4": (0.00, 0.91, 1.83, 1.79),
    "free 5": (0.00, 0.62, 1.29, 1.27),
    "free 6": (0.00, 0.45, 0.96, 0.93),
    "free 7": (0.00, 0.30, 0.61, 0.61),
    "next": (1.54, 0.78, 1.16, 0.17),
}
