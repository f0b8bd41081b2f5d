"""How people see colours, and how far apart two are for them."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

from render.core.look import Colour

# Machado, Oliveira and Fernandes (2009), full strength, on linear RGB.
SIGHT = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def oklab(colour: Colour, sight: str) -> tuple[float, float, float]:
    linear = [v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour]
    r, g, b = (min(1.0, max(0.0, sum(a * x for a, x in zip(row, linear, strict=True)))) for row in SIGHT[sight])
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    mid = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * mid - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * mid + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * mid - 0.8086757660 * short,
    )


def far_apart(colours: Collection[Colour], sight: str, least: float) -> None:
    """No two are nearer than that, in hundredths of Oklab."""
    for one, two in combinations(colours, 2):
        a, b = oklab(one, sight), oklab(two, sight)
        assert 100 * sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5 >= least, (one, two)
