"""Production of a roll."""  # catan.md 2.3

from __future__ import annotations

from .cards import CARDS, GUARD, kind_counts, kinds_in, pack_counts
from .effects import card_names
from .places import Hex
from .state import CatanState, Ctx


def cards_due(s: CatanState, number: int) -> list[int]:
    """Seat -> packed cards due for that number."""
    found = [0] * s.seats
    held, buildings, robber = s.held, s.buildings, s.robber
    for h in s.numbered[number]:
        if h != robber:
            levels = s.hooks.yields[s.terrain[h]]
            for v in s.layout.corners_of[h]:
                if buildings[v]:
                    found[held[v]] += levels[buildings[v]]
    return found


def seats_blocked_by_robber(s: CatanState, number: int) -> list[int]:
    """The seats with a building on the robber's hex of that number."""
    if s.robber not in s.numbered[number]:
        return []
    return sorted({s.held[v] for v in s.layout.corners_of[s.robber] if s.buildings[v]})


def shorten_to_bank(s: CatanState, wanted: list[int]) -> list[int]:
    """The cards actually paid: if the bank lacks a kind, only a single claimant gets the rest of it."""
    left = kind_counts(s.bank)
    rows = [list(kind_counts(cards)) for cards in wanted]
    for kind in range(8):
        takers = [row for row in rows if row[kind]]
        if sum(row[kind] for row in takers) > left[kind]:
            alone = len(takers) == 1
            for row in takers:
                row[kind] = left[kind] if alone else 0
    return [pack_counts(row) for row in rows]


def produce_cards(ctx: Ctx, number: int) -> None:
    """Pay the production of a number."""
    s = ctx.s
    s.rolled = tuple(h for h in s.numbered[number] if h != s.robber)
    wanted = cards_due(s, number)
    s.due = s.gains = tuple(wanted)
    total = sum(wanted)
    if (s.bank + GUARD - total) & GUARD != GUARD:
        paid = shorten_to_bank(s, wanted)
        ctx.emit("catan.production.lacks", lacking=[CARDS[kind] for kind in kinds_in(total - sum(paid))])
        wanted = paid
        s.gains = tuple(wanted)
        total = sum(wanted)
    s.bank -= total
    for seat, cards in enumerate(wanted):
        if cards:
            s.hands[seat] += cards
            ctx.emit("catan.production.got", seat=seat, cards=card_names(cards))
    if not total:
        ctx.emit("catan.production.nobody")
    elif not all(wanted):
        ctx.emit("catan.production.none", seats=[seat for seat, cards in enumerate(wanted) if not cards])
    if seats := seats_blocked_by_robber(s, number):
        ctx.emit("catan.production.robbed", seats=seats, hex=str(Hex(s.robber)), token=number)
