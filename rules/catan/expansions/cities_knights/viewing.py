"""The part of the view added by Cities & Knights."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from rules.catan.cards import CARDS
from rules.catan.network import set_bits
from rules.catan.places import OUT
from rules.catan.state import CITY, CatanState
from rules.catan.view import Barbarians, BuildingView, Choice, KnightView, PlayerView
from rules.core import Phrase, Step

from .barbarians import barbarian_strength
from .cities import walls_left
from .deck import TRACK_OF, cards_left, progress_names
from .open_cards import OpenCards
from .playing import ON_VIEW
from .realm import (
    EVENTS,
    MIGHTY,
    SPACES,
    TRACKS,
    Realm,
    fighting_strength,
    knights_left,
    level_at,
    metropolises_of,
    realm_of,
)
from .simultaneous import Together


def add_realm_to_view(shown: dict[str, Any], s: CatanState, you: int | None) -> None:
    """Add knights, walls, improvements, barbarians and progress cards."""
    r = realm_of(s)
    top = s.agenda[-1] if s.agenda else None
    opened = top if isinstance(top, OpenCards) else None
    if top is not None and s.turn:
        shown["headline"] = Phrase("catan.headline.barbarians", {"n": s.turn, "steps": SPACES - r.ship})
    if isinstance(top, Together):
        shown["done"] = tuple(sorted(seat for seat, _ in top.given))
        shown["given"] = next((tuple(map(str, top.told(d).values())) for seat, d in top.given if seat == you), ())
    if opened is not None and opened.phase:
        shown["phase"] = opened.phase
    shown.update(
        buildings=_realm_building_views(tuple(s.buildings), tuple(s.held), tuple(r.walls), r.metropolises, r.pillaged),
        players=tuple([_realm_player_view(s, r, seat, player) for seat, player in enumerate(shown["players"])]),
        event="" if r.event == OUT else EVENTS[r.event],
        knights=tuple(_knight_views(s, r)),
        barbarians=Barbarians(
            at=r.ship,
            spaces=SPACES,
            strength=barbarian_strength(s, r),
            knights=sum(fighting_strength(r, seat, r.active) for seat in range(s.seats)),
            came=r.came,
        ),
        decks=tuple(cards_left(r, track) for track in range(len(TRACKS))),
        fleet=tuple(CARDS[kind] for kind in set_bits(r.fleet)),
        progress=() if you is None else progress_names(r.held[you]),
        choice=_cards_to_choose(s, top, you),
    )
    for ask in ON_VIEW:
        ask(shown, r)


# Cached, because these fields change rarely.


@lru_cache(maxsize=256)
def _realm_building_views(
    levels: tuple[int, ...], held: tuple[int, ...], walls: tuple[int, ...], metropolises: tuple[int, ...], pillaged: int
) -> tuple[BuildingView, ...]:
    return tuple(
        BuildingView(
            v,
            held[v],
            level == CITY,
            wall=bool(walls[held[v]] >> v & 1),
            metropolis=TRACKS[metropolises.index(v)] if v in metropolises else "",
            pillaged=bool(pillaged >> v & 1),
        )
        for v, level in enumerate(levels)
        if level
    )


@lru_cache(maxsize=512)
def _knight_view(corner: int, seat: int, level: int, active: bool, ready: bool) -> KnightView:
    return KnightView(corner, seat, level, active, ready)


def _knight_views(s: CatanState, r: Realm) -> list[KnightView]:
    everybody = r.ranks[0] | r.ranks[1] | r.ranks[2]
    return [
        _knight_view(
            v,
            s.held[v],
            level_at(r, v),
            bool(r.active >> v & 1),
            s.held[v] == s.active and bool(r.ready >> v & 1),
        )
        for v in set_bits(everybody)
    ]


@lru_cache(maxsize=1024)
def _player_with_realm(
    player: PlayerView,
    levels: tuple[int, ...],
    metropolises: tuple[int, ...],
    held: tuple[int, ...],
    shown: tuple[int, ...],
    defender: int,
    walls_left: int,
    knights_left: tuple[int, ...],
    strength: int,
) -> PlayerView:
    return replace(
        player,
        improvements=levels,
        metropolises=tuple(TRACKS[track] for track in metropolises),
        progress=tuple(TRACKS[TRACK_OF[card]] for card in held),
        shown=progress_names(shown),
        defender=defender,
        walls_left=walls_left,
        knights_left=knights_left,
        strength=strength,
    )


def _realm_player_view(s: CatanState, r: Realm, seat: int, player: PlayerView) -> PlayerView:
    return _player_with_realm(
        player,
        r.levels[seat],
        tuple(metropolises_of(s, r, seat)),
        r.held[seat],
        r.shown[seat],
        r.defenders[seat],
        walls_left(r, seat),
        tuple([knights_left(r, seat, level) for level in range(1, MIGHTY + 1)]),
        fighting_strength(r, seat, r.active),
    )


def _cards_to_choose(s: CatanState, top: Step[Any] | None, you: int | None) -> Choice | None:
    """The cards shown only to the reader, if they choose among them."""
    if top is None or you is None or you not in top.waiting(s):
        return None
    return top.choice(s, you) if isinstance(top, OpenCards) else None
