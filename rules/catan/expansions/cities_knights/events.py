"""The event die: the ship, or a city gate with progress cards."""  # catan.md 4, 10.1

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.catan.state import Ctx
from rules.catan.steps import CatanStep

from .barbarians import advance_ship
from .deck import CheckLimit, draw_progress
from .realm import EVENTS, SHIP, TRACKS, realm_of

SIDES = (SHIP, SHIP, SHIP, *range(1, len(EVENTS)))


def throw_event_die(ctx: Ctx) -> None:
    """Throw the event die with the number dice; its effect comes first."""
    realm = realm_of(ctx.s)
    realm.event = SIDES[ctx.chance.below(len(SIDES))]
    ctx.emit("catan.dice.event", event=EVENTS[realm.event])


@dataclass(frozen=True, slots=True)
class EventHappens(CatanStep):
    """The effect of the event die."""

    kind: ClassVar[str] = "catan.ck.event"

    def carry_out_step(self, ctx: Ctx) -> None:
        realm = realm_of(ctx.s)
        if realm.event == SHIP:
            advance_ship(ctx)
        else:
            open_gate(ctx, realm.event - 1)


def open_gate(ctx: Ctx, track: int) -> None:
    """Players with a sufficient level for the red die draw a card."""
    s = ctx.s
    realm = realm_of(s)
    red = s.dice[0]
    drawn = False
    for seat in s.seats_from_active():
        level = realm.levels[seat][track]
        if level and level + 1 >= red:
            draw_progress(ctx, seat, track)
            drawn = True
            if s.points[s.active] >= s.hooks.goal:
                return  # the game is over
    if drawn:
        ctx.push(CheckLimit())
    else:
        ctx.emit("catan.gate.nobody", track=TRACKS[track])
