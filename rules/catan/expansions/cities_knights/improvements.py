"""City improvements and metropolises."""  # catan.md 6

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.catan import effects
from rules.catan.building import describe_cost
from rules.catan.cards import ONE, count_kind
from rules.catan.default_moves import corner_pips
from rules.catan.event_places import places_for_events
from rules.catan.expansion import BUILD, MAIN, Action
from rules.catan.places import OUT, Corner
from rules.catan.state import CatanState, Ctx
from rules.catan.steps import Ask
from rules.core import IllegalMove, Move, Phrase

from .moves import CORNERS, IMPROVE, AnswerMetropolis, Improve
from .realm import (
    HIGHEST,
    METROPOLIS,
    METROPOLIS_WORTH,
    PAID,
    TRACKS,
    Realm,
    count_cities_standing,
    metropolises_of,
    plain_cities,
    realm_of,
)

METROPOLISES: Final = tuple(map(AnswerMetropolis, CORNERS))


def improvement_refusal(s: CatanState, realm: Realm, seat: int, track: int) -> str:
    """The key of the reason why the player cannot buy the next level, regardless of cost; empty: none."""
    level = realm.levels[seat][track]
    if level == HIGHEST:
        return "improved"
    cities = count_cities_standing(s, realm, seat)
    if not cities:
        return "improve_none"
    if level + 1 < METROPOLIS:
        return ""
    own_metropolises = metropolises_of(s, realm, seat)
    if track not in own_metropolises and cities == len(own_metropolises):  # catan.md R3
        return "improve_city"
    return ""


def check_level(s: CatanState, seat: int, track: int) -> None:
    """IllegalMove unless the player can buy the next level, regardless of cost."""
    realm = realm_of(s)
    reason = improvement_refusal(s, realm, seat, track)
    if reason:
        raise IllegalMove(f"catan.error.{reason}", track=TRACKS[track], n=realm.levels[seat][track] + 1)


def improve_track(ctx: Ctx, seat: int, track: int) -> None:
    """Raise the player's level, and claim the metropolis if earned."""
    s = ctx.s
    realm = realm_of(s)
    earns_metropolis = would_earn_metropolis(s, realm, seat, track)
    levels = list(realm.levels[seat])
    levels[track] += 1
    realm.levels[seat] = tuple(levels)
    level = levels[track]
    ctx.emit("catan.improve.done", seat=seat, track=TRACKS[track], n=level, level=f"{TRACKS[track]}-{level}")
    if not earns_metropolis:
        return
    corner = realm.metropolises[track]
    if corner != OUT:
        loser = s.held[corner]
        _set_metropolis(realm, track, OUT)
        s.points[loser] -= METROPOLIS_WORTH
        s.changed = (*s.changed, str(Corner(corner)))
        ctx.emit("catan.metropolis.taken", seat=seat, from_seat=loser, track=TRACKS[track])
    claim_metropolis(ctx, seat, track)


def would_earn_metropolis(s: CatanState, realm: Realm, seat: int, track: int) -> bool:
    """Whether the next level gives the player the metropolis: a free one, or an opponent's below the highest level."""
    level = realm.levels[seat][track] + 1
    corner = realm.metropolises[track]
    if corner == OUT:
        return level >= METROPOLIS
    owner = s.held[corner]
    return level == HIGHEST and owner != seat and realm.levels[owner][track] < HIGHEST


def claim_metropolis(ctx: Ctx, seat: int, track: int) -> None:
    """Give the metropolis to one of the player's plain cities."""
    places = plain_cities(ctx.s, realm_of(ctx.s), seat)
    if len(places) == 1:
        place_metropolis(ctx, seat, track, places[0])
    else:
        ctx.push(PlaceMetropolis(seat, track=track))


def place_metropolis(ctx: Ctx, seat: int, track: int, corner: int) -> None:
    """Make a city the metropolis of a track."""
    s = ctx.s
    _set_metropolis(realm_of(s), track, int(corner))
    s.points[seat] += METROPOLIS_WORTH
    s.changed = (*s.changed, str(Corner(corner)))
    ctx.emit("catan.metropolis.built", seat=seat, **places_for_events(s, corner=corner), track=TRACKS[track])


def _set_metropolis(realm: Realm, track: int, corner: int) -> None:
    realm.metropolises = (*realm.metropolises[:track], corner, *realm.metropolises[track + 1 :])


class BuyImprovement(Action):
    """Buy the next level of a track."""

    moves = (Improve,)
    phases = (MAIN, BUILD)

    def add_legal_moves(self, s: CatanState, seat: int, moves: list[Move]) -> None:
        realm = realm_of(s)
        moves += [move for track, move in enumerate(IMPROVE) if can_afford_improvement(s, realm, seat, track)]

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        track = track_of(move)
        check_level(s, seat, track)
        effects.check_can_pay(s, seat, improvement_cost(realm_of(s), seat, track))

    def describe_effect(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        return preview_improvement(s, seat, track_of(move))

    def carry_out_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        track = track_of(move)
        effects.spend_cards(ctx, seat, improvement_cost(realm_of(ctx.s), seat, track))
        improve_track(ctx, seat, track)


def improvement_cost(realm: Realm, seat: int, track: int, less: int = 0) -> int:
    """The packed cost of the next level. `less`: discount in commodities."""
    return (realm.levels[seat][track] + 1 - less) * ONE[PAID[track]]


def can_afford_improvement(s: CatanState, realm: Realm, seat: int, track: int, less: int = 0) -> bool:
    """Whether the player can buy the next level with that discount."""
    cards_needed = realm.levels[seat][track] + 1 - less
    has_cards = count_kind(s.hands[seat], PAID[track]) >= cards_needed
    return has_cards and not improvement_refusal(s, realm, seat, track)


def preview_improvement(s: CatanState, seat: int, track: int, less: int = 0) -> list[Phrase]:
    """Cost and benefits of the next level, in words."""
    realm = realm_of(s)
    next_level = realm.levels[seat][track] + 1
    phrases = [describe_cost(improvement_cost(realm, seat, track, less))] if next_level > less else []
    phrases.append(Phrase("catan.preview.level", {"level": f"{TRACKS[track]}-{next_level}"}))
    if would_earn_metropolis(s, realm, seat, track):
        phrases.append(Phrase("catan.preview.metropolis", {"track": TRACKS[track]}))
    return phrases


def track_of(move: Move) -> int:
    """The track a move names. IllegalMove for another word."""
    name = getattr(move, "track", "")
    if name not in TRACKS:
        raise IllegalMove("move.illegal", move=str(move))
    return TRACKS.index(name)


@dataclass(frozen=True, slots=True)
class PlaceMetropolis(Ask):
    """Choose one of several cities as the metropolis."""  # catan.md 8.2 D14

    kind: ClassVar[str] = "catan.ck.metropolis"
    phrase_key: ClassVar[str] = "metropolis"
    track: int = 0

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        return [METROPOLISES[corner] for corner in plain_cities(s, realm_of(s), seat)]

    def default_move(self, s: CatanState, seat: int) -> AnswerMetropolis:
        """The most productive city, because it becomes safe."""
        return METROPOLISES[max(plain_cities(s, realm_of(s), seat), key=lambda corner: corner_pips(s, corner))]

    def describe_default_move(self, s: CatanState, seat: int) -> Phrase:
        return Phrase("catan.fallback.metropolis", {"corner": str(self.default_move(s, seat).corner)})

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if move not in self.legal(s, seat):
            is_wrong_city = isinstance(move, AnswerMetropolis)
            raise IllegalMove("catan.error.metropolis_which" if is_wrong_city else "catan.error.metropolis_first")

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        assert isinstance(move, AnswerMetropolis)
        place_metropolis(ctx, self.seat, self.track, move.corner)
