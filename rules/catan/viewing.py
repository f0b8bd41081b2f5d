"""Building the view of a seat or the public from a state."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rules.core import Phrase, Step

from . import bank, scoring
from .cards import CARDS, count_cards, kind_counts, unpack_cards
from .choosing import ChooseCards
from .effects import HARBOUR, SPECIAL
from .layout import ANY, TERRAINS
from .places import OUT
from .placing import GameBegins, Place
from .robber import Discards, MoveRobber, hand_limit
from .state import CITY, CatanState
from .turn import BeforeRoll, Main, SpecialBuild, has_special_build_phase
from .view import (
    AnswerView,
    BuildingView,
    CatanView,
    HarbourView,
    HexView,
    OfferView,
    PlayerView,
    RefusalView,
    WishView,
)

if TYPE_CHECKING:
    from .game import CatanGame

PHASES: dict[type[Step[Any]], str] = {
    GameBegins: "setup",
    Place: "setup",
    BeforeRoll: "before",
    Main: "main",
    Discards: "discard",
    MoveRobber: "robber",
    SpecialBuild: "special",
}


def build_catan_view(game: CatanGame, s: CatanState, you: int | None) -> CatanView:
    """The table, and the cards of one seat beside it."""
    over = not s.agenda
    top = s.agenda[-1] if s.agenda else None
    phase = "over" if top is None else PHASES.get(type(top), "answer")
    choosing = top if isinstance(top, ChooseCards) else None
    cards_given = choosing.given if choosing is not None else ()
    waiting = sorted(top.waiting(s)) if top is not None else []
    rows = [scoring.public_score_sheet(s, seat, seat == you or over) for seat in range(s.seats)]
    headline = "over" if over else "turn" if s.turn else "setup"
    shown: dict[str, Any] = {
        "choices": game.choices,
        "seats": s.seats,
        "you": you,
        "board": s.layout.size,
        "hexes": _hex_views(s.terrain, s.tokens, s.robber),
        "harbours": _harbour_views(s.layout.harbours, s.harbours),
        "buildings": _building_views(tuple(s.buildings), tuple(s.held)),
        "roads": _road_views(tuple(s.roads)),
        "players": tuple(_player_view(s, seat) for seat in range(s.seats)),
        "cards": s.hooks.cards,
        "bank": kind_counts(s.bank)[: len(s.hooks.cards)],
        "stock": kind_counts(sum([module_stock(s) for module_stock in s.hooks.module_cards]))[: len(s.hooks.cards)],
        "active": waiting[0] if phase == "setup" and waiting else s.active,
        "turn": s.turn,
        "phase": phase,
        "dice": s.dice,
        "rolled": s.rolled,
        "sums": s.sums,
        "gains": tuple(unpack_cards(cards) for cards in s.gains) or ((),) * s.seats,
        "goal": s.hooks.goal,
        "between": has_special_build_phase(s),
        "offer": _offer_view(s),
        "heard": s.heard,
        "wishes": tuple(
            WishView(wish.seat, unpack_cards(wish.give), unpack_cards(wish.want), wish.whom) for wish in s.wishes
        ),
        "refusals": tuple(
            RefusalView(declined.seat, unpack_cards(declined.give), unpack_cards(declined.want), declined.by)
            for declined in s.refusals
        ),
        "owed": dict(choosing.owed) if choosing is not None else {},
        "done": tuple(sorted(seat for seat, _ in cards_given)),
        "changed": s.changed,
        "longest": s.longest,
        "hand": () if you is None else unpack_cards(s.hands[you]),
        "given": next((unpack_cards(cards) for seat, cards in cards_given if seat == you), ()),
        "scores": tuple(sum(row.values()) for row in rows),
        "tally": {key: tuple(row.get(key, 0) for row in rows) for key in s.hooks.tally},
        "headline": Phrase(f"catan.headline.{headline}", {"n": s.turn}),
        "tasks": {seat: top.task(s, seat) for seat in waiting} if top is not None else {},
        "invited": {seat: top.task(s, seat) for seat in sorted(top.invited_seats(s))} if top is not None else {},
        "over": over,
        "winners": (s.winner,) if over else (),
    }
    for add in s.hooks.add_to_view:
        add(shown, s, you)
    return CatanView(**shown)


# Cached, because searches view thousands of positions with the same board.


@lru_cache(maxsize=64)
def _hex_views(terrain: tuple[int, ...], tokens: tuple[int, ...], robber: int) -> tuple[HexView, ...]:
    pairs = zip(terrain, tokens, strict=True)
    return tuple(HexView(TERRAINS[kind], token, hex_ == robber) for hex_, (kind, token) in enumerate(pairs))


@lru_cache(maxsize=16)
def _harbour_views(places: tuple[tuple[int, int], ...], kinds: tuple[int, ...]) -> tuple[HarbourView, ...]:
    views = []
    for corners, kind in zip(places, kinds, strict=True):
        card, rate = (ANY, HARBOUR) if kind == OUT else (CARDS[kind], SPECIAL)
        views.append(HarbourView(corners, card, rate))
    return tuple(views)


@lru_cache(maxsize=256)
def _building_views(levels: tuple[int, ...], held: tuple[int, ...]) -> tuple[BuildingView, ...]:
    return tuple(BuildingView(corner, held[corner], level == CITY) for corner, level in enumerate(levels) if level)


@lru_cache(maxsize=256)
def _road_views(roads: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((path, seat) for path, seat in enumerate(roads) if seat != OUT)


_cached_player_view = lru_cache(maxsize=1024)(PlayerView)


def _player_view(s: CatanState, seat: int) -> PlayerView:
    return _cached_player_view(
        count_cards(s.hands[seat]),
        s.roads_left[seat],
        s.settlements_left[seat],
        s.cities_left[seat],
        s.lengths[seat],
        s.longest == seat,
        hand_limit(s, seat),
        bank.bank_rates(s, seat),
    )


def _offer_view(s: CatanState) -> OfferView | None:
    if s.offer is None:
        return None
    return OfferView(
        s.offer.number,
        s.active,
        unpack_cards(s.offer.give),
        unpack_cards(s.offer.want),
        s.offer.whom,
        tuple(
            AnswerView(answer.seat, answer.kind, unpack_cards(answer.give), unpack_cards(answer.want))
            for answer in s.offer.answers
        ),
        s.offer.first,
    )
