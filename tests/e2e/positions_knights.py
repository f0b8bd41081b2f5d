"""Where the tests of Cities & Knights begin."""

from __future__ import annotations

from tests.rules.catan.cities_knights.table import A, Table

SEATS = 4
FIVE = ("merchant", "merchant", "crane", "spy", "smith")


def main(hand: str = "", *progress: str) -> Table:
    """Ann in their turn, with a city, a settlement and roads."""
    table = Table().city(A, 17).settlement(A, 35).road(A, "17-23-29-35").hand(A, hand)
    return table.progress(A, *progress)
