"""What the judge learnt from games without expansions."""

from __future__ import annotations

from rules.catan.development import KEY

from .chances import LEARNT

LEARNT[KEY] = (
    -1.788, 1.171, 0.3977, 0.2957, 0.0966, 0, 0, 0.3637, 0.1488, 0.05089, 0.6368, 0.5596, 0.3839, 0, 0, -0.04264, 0.6115, 0, 0, 0.1147, 0, 0.677, 0, 0.4175, 0, 0.3794, 0.1165, 0.04619, 0, 1.921, 0.2735, 0.6819, 0.7101, 0, 0.6333, 1.187, 0.7589, 0, 0.8345, -0.7315, 0.3749, 0.09677, 0.244, -0.4766, 0, 0.4583, 0.2861, 0.9601, 0.771, 1.118, 0.131, 1.477,
)
