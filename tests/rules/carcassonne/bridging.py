"""What the tests of Bridges, Castles & Bazaars share."""

from __future__ import annotations

from rules.carcassonne.expansions.bridge.bridges import bridges_of
from rules.carcassonne.expansions.bridge.castles import castles_of
from rules.carcassonne.expansions.bridge.market import bazaar_of
from rules.carcassonne.tiles import BY_ID

from .table import BLUE, RED, Table


def reveal(t: Table, *tiles: str) -> None:
    """These are the next tiles of the pile (they change places with others of it)."""
    pile = list(t.s.pile)
    for i, tile in enumerate(tiles, t.s.drawn):
        other = pile.index(BY_ID[tile].number, i)
        pile[i], pile[other] = pile[other], pile[i]
    t.s.pile = tuple(pile)


def lay(t: Table, tile: str, cell: str, turn: int = 0) -> None:
    """Put a tile of the pile on the board, as if it had been laid before the one in hand."""
    number = BY_ID[tile].number
    pile = list(t.s.pile)
    del pile[pile.index(number, t.s.drawn)]
    pile.insert(t.s.drawn - 1, number)
    t.s.pile = tuple(pile)
    t.s.drawn += 1
    t.lay(tile, cell, turn)


def shorten(t: Table, left: int) -> None:
    """So many tiles are left in the pile."""
    t.s.pile = t.s.pile[: t.s.drawn + left]
    t.s.piles = (len(t.s.pile),)


def market(*tiles: str, seats: int = 3, **options: str) -> Table:
    """Red has laid a bazaar tile below the start tile, and these tiles are revealed."""
    t = Table("bridge", seats=seats, **options)
    t.hold("bridge-ffff-bazaar", RED)
    reveal(t, *tiles)
    t.events = t.play("place M51 0") + t.play("pass figure")
    return t


def without_bridges(t: Table) -> None:
    """Nobody has a bridge: nothing but what is tested is asked."""
    bridges_of(t.s).left = (0,) * t.s.seats


def castle(t: Table, seat: int = RED) -> None:
    """A castle on M49 and M50 with its lord; the next turn begins."""
    t.turn("base-E", "M49", 180, "city-S", seat=seat)
    t.play("castle-build M50")


def crossing_road(t: Table) -> None:
    """Blue completes the road through the start tile, which nobody holds: three tiles."""
    lay(t, "base-W", "L50", 90)
    t.turn("base-W", "N50", 90, seat=BLUE)


def two_at_once(t: Table) -> None:
    """N50 completes the road through the start tile (three tiles) and a small city upward."""
    lay(t, "base-W", "L50", 90)
    lay(t, "base-E", "N49", 180)
    t.hold("base-L", BLUE)
    t.play("place N50 0")
    t.play("pass figure")


def auctions(t: Table) -> list[int]:
    """What each seat has got or paid at bazaars."""
    at = t.game.hooks.tally.index("auctions") * t.s.seats
    return t.s.tally[at : at + t.s.seats]


__all__ = [
    "auctions",
    "bazaar_of",
    "bridges_of",
    "castle",
    "castles_of",
    "crossing_road",
    "lay",
    "market",
    "reveal",
    "shorten",
    "two_at_once",
    "without_bridges",
]


def anywhere(t: Table) -> None:
    """Lay the tile in hand somewhere, without a figure."""
    t.play(next(text for text in t.legal if text.startswith("place")))
    events = t.events
    if t.asks_figure:
        events += t.play("pass figure")
    t.events = events


def hand(t: Table) -> str:
    drawn = t.game.view(t.s, None).drawn
    assert drawn is not None
    return drawn.tile
