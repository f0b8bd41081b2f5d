"""Production of a roll."""  # catan.md 2.3

from __future__ import annotations

from .cards import CARDS, covers_cost, kind_counts, kinds_in, pack_counts
from .effects import card_names
from .places import Hex
from .state import CatanState, Ctx


def cards_due(s: CatanState, number: int) -> list[int]:
    """Seat -> packed cards due for that number."""
    due = [0] * s.seats
    held, buildings, robber = s.held, s.buildings, s.robber
    for hex_ in s.hexes_by_number[number]:
        if hex_ != robber:
            yield_by_level = s.hooks.cards_yielded[s.terrain[hex_]]
            for corner in s.layout.corners_of[hex_]:
                if buildings[corner]:
                    due[held[corner]] += yield_by_level[buildings[corner]]
    return due


def seats_blocked_by_robber(s: CatanState, number: int) -> list[int]:
    """The seats with a building on the robber's hex of that number."""
    if s.robber not in s.hexes_by_number[number]:
        return []
    return sorted({s.held[corner] for corner in s.layout.corners_of[s.robber] if s.buildings[corner]})


def shorten_to_bank(s: CatanState, wanted: list[int]) -> list[int]:
    """The cards actually paid: if the bank lacks a kind, only a single claimant gets the rest of it."""
    payments = [list(kind_counts(cards)) for cards in wanted]
    for kind, in_bank in enumerate(kind_counts(s.bank)):
        claims = [payment for payment in payments if payment[kind]]
        if sum(payment[kind] for payment in claims) > in_bank:
            for payment in claims:
                payment[kind] = in_bank if len(claims) == 1 else 0
    return [pack_counts(payment) for payment in payments]


def produce_cards(ctx: Ctx, number: int) -> None:
    """Pay the production of a number."""
    s = ctx.s
    s.rolled = tuple(hex_ for hex_ in s.hexes_by_number[number] if hex_ != s.robber)
    payments = cards_due(s, number)
    s.due = s.gains = tuple(payments)
    total = sum(payments)
    if not covers_cost(s.bank, total):
        payments = shorten_to_bank(s, payments)
        paid = sum(payments)
        ctx.emit("catan.production.lacks", lacking=[CARDS[kind] for kind in kinds_in(total - paid)])
        s.gains = tuple(payments)
        total = paid
    s.bank -= total
    for seat, cards in enumerate(payments):
        if cards:
            s.hands[seat] += cards
            ctx.emit("catan.production.got", seat=seat, cards=card_names(cards))
    if not total:
        ctx.emit("catan.production.nobody")
    elif not all(payments):
        ctx.emit("catan.production.none", seats=[seat for seat, cards in enumerate(payments) if not cards])
    if seats := seats_blocked_by_robber(s, number):
        ctx.emit("catan.production.robbed", seats=seats, hex=str(Hex(s.robber)), token=number)
