"""Bridges, Castles & Bazaars: bridges and castles on the land, the bazaar above it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PIL import Image

from render.carcassonne.bazaar import stall
from render.carcassonne.bridges import bridge, castle
from render.carcassonne.described import tile_words
from render.carcassonne.facts import facts
from render.core.look import Look, Mark
from render.core.strip import Item
from render.core.words import listed
from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView

from .base import Desk, Extra


class Bridges(Extra):
    def ground(self, desk: Desk, seen: Any) -> None:
        for built in seen.castles:
            tiles = [desk.laid(cell) for cell in built.cells]
            if not any(map(desk.layout.shows, built.cells)) or None in tiles:
                continue
            (a, b), (p, q) = built.cells, [t for t in tiles if t is not None]
            step = (b.x - a.x, b.y - a.y)
            letter = desk.look.seats[built.seat].letter
            ring = castle((*p, built.places[0]), (*q, built.places[1]), step, letter, desk.side)
            left, top = desk.layout.corner((min(a.x, b.x), min(a.y, b.y)))
            desk.canvas.paste(ring, (left, top), ring)
        for one in seen.bridges:
            if desk.layout.shows(one.cell):
                deck = bridge(one.axis, desk.look.seats[one.seat].letter, desk.side)
                desk.canvas.paste(deck, desk.layout.corner(one.cell), deck)

    def cells(self, seen: Any) -> Iterable[tuple[str, Cell]]:
        yield from ((one.axis, one.cell) for one in seen.bridges)
        yield from (("castle", cell) for one in seen.castles for cell in one.cells)

    def items(self, seen: Any, view: CarcassonneView, seat: int) -> Sequence[Item]:
        left = (("bridge", seen.bridges_left[seat]), ("castle", seen.castles_left[seat]))
        won = sum(lot.seat == seat and not lot.laid for lot in seen.bazaar.lots) if seen.bazaar else 0
        return [Item(name, n if n > 1 else None) for name, n in (("again", won), *left) if n]

    def band(
        self, seen: Any, view: CarcassonneView, look: Look, marks: Sequence[Mark], wide: int
    ) -> Image.Image | None:
        return stall(seen.bazaar, look, frozenset(m.place for m in marks), wide) if seen.bazaar else None

    def told(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        if seen.bazaar:
            yield from market(seen.bazaar, look)

    def lines(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        say = look.say
        if seen.bazaar:
            yield " ".join(market(seen.bazaar, look))
        if seen.bridges:
            built = (f"{look.seats[one.seat].name} {one.cell}.{one.axis}" for one in seen.bridges)
            yield say("pic.bridge.bridges", list=listed(built))
        if seen.castles:
            stand = (
                say("pic.bridge.castle_scored", name=look.seats[one.seat].name, cell=str(one.cells[0]), n=one.points)
                if one.points is not None
                else say("pic.bridge.castle", name=look.seats[one.seat].name, cell=str(one.cells[0]))
                for one in seen.castles
            )
            yield say("pic.bridge.castles", list=listed(stand, "; "))

    def owned(self, seen: Any, view: CarcassonneView, look: Look, seat: int) -> Iterable[str]:
        left = (("bridges_left", seen.bridges_left[seat]), ("castles_left", seen.castles_left[seat]))
        return [look.say(f"pic.bridge.{key}", n=n) for key, n in left if n]


def market(bazaar: Any, look: Look) -> Iterable[str]:
    """The bazaar in words: what is on offer, who bid, who has what."""
    say = look.say
    if bazaar.lot is not None and bazaar.leader is not None:
        yield say("pic.bazaar.bid", n=bazaar.lot, points=bazaar.price, name=look.seats[bazaar.leader].name)
    elif bazaar.auctioneer is not None:
        yield say("pic.bazaar.open", name=look.seats[bazaar.auctioneer].name)
    if bazaar.bidders:
        yield say("pic.bazaar.bidders", list=listed(look.seats[seat].name for seat in bazaar.bidders))
    lots = [
        say("pic.bazaar.lot", n=lot.number, tile=tile_words(say, facts(lot.tile)))
        if lot.seat is None
        else say("pic.bazaar.taken", n=lot.number, name=look.seats[lot.seat].name)
        for lot in bazaar.lots
    ]
    yield say("pic.bazaar.lots", list=listed(lots, "; "))
    if bazaar.waiting:
        yield say("pic.bazaar.waiting", list=listed(look.seats[seat].name for seat in bazaar.waiting))
