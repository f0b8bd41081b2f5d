"""Quick buttons of the table message: decisions that need no picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from cogs.screen import Button, ids
from rules.carcassonne.expansions.bridge.moves import MOST
from service.model import Table
from words import Voice

from .asked import direction

QUARTERS: Final = ("castle", "market", "smithy", "cathedral")


def buttons(table: Table, view: Any, voice: Voice) -> list[Button]:
    """For whoever is asked; all of it follows from what everybody sees."""
    found: list[Button] = []
    for seat, task in view.tasks.items():
        word = task.key.rpartition(".")[2]
        if word in OFFERS:
            found += OFFERS[word](table, view, voice, seat)
    return found[:5]


def _play(table: Table, line: str, label: str) -> Iterator[Button]:
    made = ids.quick(table.id, table.seq, line)
    if made is not None:
        yield Button(made, label, "green")


def _dragon(table: Table, view: Any, voice: Voice, seat: int) -> Iterator[Button]:
    for cell in view.extras["princess"].ways:
        said = voice("carc.button.dragon", direction=direction(view, cell), cell=str(cell))
        yield from _play(table, f"dragon {cell}", said)


def _castle(table: Table, view: Any, voice: Voice, seat: int) -> Iterator[Button]:
    cell = view.tasks[seat].params["cell"]
    for kind in ("castle-build", "castle-keep"):
        yield from _play(table, f"{kind} {cell}", voice(f"carc.button.{kind}"))


def _bid(table: Table, view: Any, voice: Voice, seat: int) -> Iterator[Button]:
    market = view.extras["bridge"].bazaar
    yield from _play(table, f"bazaar-pass {market.lot}", voice("carc.button.bazaar-pass"))
    least = market.price + 1
    if least <= MOST:
        yield from _play(table, f"bazaar-bid {market.lot} {least}", voice("carc.button.bazaar-bid", points=least))
        made = ids.form(table.id, table.seq, f"bazaar-bid {market.lot}")
        if made is not None:
            yield Button(made, voice("carc.button.bid_more"))


def _buy(table: Table, view: Any, voice: Voice, seat: int) -> Iterator[Button]:
    market = view.extras["bridge"].bazaar
    for kind in ("bazaar-buy", "bazaar-sell"):
        yield from _play(table, f"{kind} {market.lot}", voice(f"carc.button.{kind}", price=market.price))


def _count(table: Table, view: Any, voice: Voice, seat: int) -> Iterator[Button]:
    now = view.extras["count"].count
    for quarter in QUARTERS:
        if quarter != now:
            yield from _play(table, f"count-move {quarter}", voice("carc.button.count-move", quarter=quarter))
    yield from _play(table, f"count-move {now}", voice("carc.button.count-stays", quarter=now))


def _abbey(table: Table, view: Any, voice: Voice, seat: int) -> Iterator[Button]:
    yield from _play(table, "pass abbey", voice("carc.button.pass_abbey"))


OFFERS: Final = {
    "dragon": _dragon,
    "castle": _castle,
    "bid": _bid,
    "buy": _buy,
    "count": _count,
    "abbey": _abbey,
}
