"""The part of the view added by Cities & Knights."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rules.catan.cards import CARDS
from rules.catan.network import set_bits
from rules.catan.places import OUT
from rules.catan.state import CITY, CatanState
from rules.catan.view import Barbarians, BuildingView, Choice, KnightView, PlayerView, with_fields
from rules.core import Phrase, Step

from .barbarians import barbarian_strength
from .cities import walls_left
from .deck import TRACK_OF, cards_left, progress_names
from .open_cards import OpenCards
from .playing import ON_VIEW
from .realm import (
    BASIC,
    EVENTS,
    MIGHTY,
    SPACES,
    STRONG,
    TRACKS,
    Realm,
    fighting_strength,
    knights_left,
    level_at,
    metropolises_of,
    realm_of,
)
from .simultaneous import SimultaneousDecision


def add_realm_to_view(shown: dict[str, Any], s: CatanState, you: int | None) -> None:
    """Add knights, walls, improvements, barbarians and progress cards."""
    realm = realm_of(s)
    top = s.agenda[-1] if s.agenda else None
    open_cards = top if isinstance(top, OpenCards) else None
    if top is not None and s.turn:
        shown["headline"] = Phrase("catan.headline.barbarians", {"n": s.turn, "steps": SPACES - realm.ship})
    if isinstance(top, SimultaneousDecision):
        shown["done"] = tuple(sorted(seat for seat, _ in top.given))
        own = next((top.decision_for_event(decision) for seat, decision in top.given if seat == you), {})
        shown["given"] = tuple(map(str, own.values()))
    if open_cards is not None and open_cards.view_phase:
        shown["phase"] = open_cards.view_phase
    shown.update(
        buildings=_realm_building_views(
            tuple(s.buildings), tuple(s.held), tuple(realm.walls), realm.metropolises, realm.pillaged
        ),
        players=tuple([_realm_player_view(s, realm, seat, player) for seat, player in enumerate(shown["players"])]),
        event="" if realm.event == OUT else EVENTS[realm.event],
        knights=tuple(_knight_views(s, realm)),
        barbarians=Barbarians(
            at=realm.ship,
            spaces=SPACES,
            strength=barbarian_strength(s, realm),
            knights=sum(fighting_strength(realm, seat, realm.active) for seat in range(s.seats)),
            came=realm.came,
        ),
        decks=tuple(cards_left(realm, track) for track in range(len(TRACKS))),
        fleet=tuple(CARDS[kind] for kind in set_bits(realm.fleet)),
        progress=() if you is None else progress_names(realm.held[you]),
        choice=_cards_to_choose(s, top, you),
    )
    for add_card in ON_VIEW:
        add_card(shown, realm)


# Cached, because these fields change rarely.


@lru_cache(maxsize=256)
def _realm_building_views(
    levels: tuple[int, ...], held: tuple[int, ...], walls: tuple[int, ...], metropolises: tuple[int, ...], pillaged: int
) -> tuple[BuildingView, ...]:
    return tuple(
        BuildingView(
            corner,
            held[corner],
            level == CITY,
            wall=bool(walls[held[corner]] >> corner & 1),
            metropolis=TRACKS[metropolises.index(corner)] if corner in metropolises else "",
            pillaged=bool(pillaged >> corner & 1),
        )
        for corner, level in enumerate(levels)
        if level
    )


_knight_view = lru_cache(maxsize=512)(KnightView)


def _knight_views(s: CatanState, realm: Realm) -> list[KnightView]:
    all_knights = realm.ranks[0] | realm.ranks[1] | realm.ranks[2]
    return [
        _knight_view(
            corner,
            s.held[corner],
            level_at(realm, corner),
            bool(realm.active >> corner & 1),
            s.held[corner] == s.active and bool(realm.ready >> corner & 1),
        )
        for corner in set_bits(all_knights)
    ]


def _realm_player_view(s: CatanState, realm: Realm, seat: int, player: PlayerView) -> PlayerView:
    return with_fields(
        player,
        improvements=realm.levels[seat],
        metropolises=tuple([TRACKS[track] for track in metropolises_of(s, realm, seat)]),
        progress=tuple([TRACKS[TRACK_OF[card]] for card in realm.held[seat]]),
        shown=progress_names(realm.shown[seat]),
        defender=realm.defenders[seat],
        walls_left=walls_left(realm, seat),
        knights_left=tuple([knights_left(realm, seat, level) for level in (BASIC, STRONG, MIGHTY)]),
        strength=fighting_strength(realm, seat, realm.active),
    )


def _cards_to_choose(s: CatanState, top: Step[Any] | None, you: int | None) -> Choice | None:
    """The cards shown only to the reader, if they choose among them."""
    if top is None or you is None or you not in top.waiting(s):
        return None
    return top.cards_to_choose(s, you) if isinstance(top, OpenCards) else None
