"""The story of a turn: joins events of several players into one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from rules.core import Phrase
from service.state.model import StoredEvent

from . import short_story
from .expansions import extra_faces
from .join_rules import ROLLED, STORY, JoinedEvent, JoinRules, join_several_seats, joined_event, leading_events

# Moves that complete another seat's move and are told with it.
FINISHING: Final = frozenset(
    {
        "discard",
        "robber",
        "trade-accept",
        "trade-decline",
        "trade-counter",
        "trade-confirm",
        "trade-cancel",
        "pass build",
    }
)
CAUSES: Final = (ROLLED, "catan.play.card")
ANSWERS: Final = ("catan.discard.done", "catan.discard.told")
MOVED: Final = "catan.robber.moved"
STOLE: Final = "catan.robber.stole"
OFFERED: Final = "catan.trade.offered"
DECLINED: Final = "catan.trade.declined"
LACKS: Final = "catan.production.lacks"
GOT: Final = "catan.production.got"
NONE: Final = "catan.production.none"
NOBODY: Final = "catan.production.nobody"
PRODUCTION: Final = (LACKS, GOT, NONE, NOBODY)
PRODUCED: Final = f"{STORY}.produced"


@cache
def all_join_rules() -> JoinRules:
    """The join rules of the base game and all expansions."""
    return BASE.with_others(extra.tales for extra in extra_faces())


def join_turn_events(events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
    """The events joined into sentences; secret choices are replaced by their effect."""
    left = short_story.drop_idle_builders(_drop_superseded_choices(_drop_public_doubles(events)))
    whom = {event.params["offer"]: event.params["to_seats"] for event in left if event.key == OFFERED}
    told: list[StoredEvent] = []
    at = number = 0
    while at < len(left):
        if left[at].key == ROLLED:
            number = left[at].params["n"]
        event, used = (
            _join_declined(left[at:], whom) if left[at].key == DECLINED else _join_first_events(left[at:], number)
        )
        told.append(event)
        at += used
    return short_story.shorten_story(_join_gains(told), all_join_rules())


def _drop_public_doubles(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """Drop public events whose private version the reader has."""
    found: list[StoredEvent] = []
    for event in events:
        told = all_join_rules().instead.get(event.key)
        at = next((at for at in reversed(range(len(found))) if found[at].key == told), None)
        if at is not None:
            del found[at]
        found.append(event)
    return found


def _drop_superseded_choices(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """Drop choices whose effect is told later."""
    found = []
    for at, event in enumerate(events):
        later = all_join_rules().told_by.get(event.key, ())
        seat = event.params.get("seat", min(event.seats or (), default=None))  # told to the chooser only
        if not any(one.key in later and one.params.get("seat") == seat for one in events[at + 1 :]):
            found.append(event)
    return found


def _join_first_events(events: Sequence[StoredEvent], number: int) -> JoinedEvent:
    """The first event, joined with those that belong to its sentence."""
    key, known = events[0].key, all_join_rules()
    if key in known.joins:
        return known.joins[key](events)
    if key in PRODUCTION:
        return _join_production(events, number)
    if key in known.seats:
        same = leading_events(
            events, lambda one: one.key == key and _other_params(one, "seat") == _other_params(events[0], "seat")
        )
        if len(same) > 1:
            params = {**same[0].params, "seats": [one.params["seat"] for one in same]}
            return joined_event(known.seats[key], params, same), len(same)
    if key in known.each:
        return join_several_seats(events, known.each)
    return events[0], 1


def _other_params(event: StoredEvent, *names: str) -> dict[str, Any]:
    """The parameters except `names`."""
    return {name: value for name, value in event.params.items() if name not in names}


# --- production


def _join_production(events: Sequence[StoredEvent], number: int) -> JoinedEvent:
    """Joins gains of all seats, and shortages of the bank."""
    found = leading_events(events, lambda one: one.key in PRODUCTION)
    got = [Phrase(f"{STORY}.cards", one.params) for one in found if one.key == GOT]
    if not number:  # the roll was told before
        return (joined_event(f"{STORY}.brought", {"list": got}, found), len(found)) if got else (events[0], 1)
    lacking = [card for one in found if one.key == LACKS for card in one.params["lacking"]]
    params = {"n": number, "list": got, "lacking": lacking}
    return joined_event(f"{PRODUCED}{'' if got else '_nothing'}{'_short' if lacking else ''}", params, found), len(
        found
    )


def _join_gains(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """Join a roll with its production."""
    told: list[StoredEvent] = []
    rolled = None
    for event in events:
        if event.key in all_join_rules().rolls:
            rolled = len(told)
        elif rolled is not None and event.key.startswith(PRODUCED):
            roll, rolled = told[rolled], None
            key = f"{STORY}.{'gains' if event.params['list'] else 'no_gains'}"
            gains = Phrase(f"{key}_short" if event.params["lacking"] else key, event.params)
            told[told.index(roll)] = joined_event(
                all_join_rules().rolls[roll.key], {**roll.params, "gains": gains}, (roll, event)
            )
            continue
        told.append(event)
    return told


# --- offers


def _join_declined(events: Sequence[StoredEvent], whom: Mapping[int, Sequence[int]]) -> JoinedEvent:
    """Joins declining answers; if all receivers declined, nobody takes the offer."""
    number = events[0].params["offer"]
    same = leading_events(events, lambda one: one.key == DECLINED and one.params["offer"] == number)
    seats = [one.params["seat"] for one in same]
    if set(seats) == set(whom.get(number, ())):
        return joined_event(f"{STORY}.refused", {"offer": number}, same), len(same)
    if len(same) == 1:
        return same[0], 1
    return joined_event(f"{STORY}.declined", {"seats": seats, "offer": number}, same), len(same)


# --- the robber


def _join_robbery(events: Sequence[StoredEvent]) -> JoinedEvent:
    """Joins the robber's move with its thefts; the Bishop has several."""
    stolen = leading_events(events[1:], lambda one: one.key == STOLE)
    if not stolen:
        return events[0], 1
    params = {**events[0].params, "from_seats": [one.params["from_seat"] for one in stolen]}
    return joined_event(f"{STORY}.robbed", params, events[: 1 + len(stolen)]), 1 + len(stolen)


BASE: Final = JoinRules(
    told_by={key: frozenset({"catan.discard.told"}) for key in ("catan.discard.done", "catan.discard.own")},
    instead={
        "catan.discard.own": "catan.discard.done",
        "catan.dev.bought_own": "catan.dev.bought",
        f"{STOLE}_own": STOLE,
    },
    seats={"catan.special.done": f"{STORY}.built"},
    each={
        "catan.discard.done": (f"{STORY}.discarding", f"{STORY}.share"),
        "catan.discard.told": (f"{STORY}.discarded", f"{STORY}.cards"),
        "catan.dev.gave": (f"{STORY}.given", f"{STORY}.from_cards"),
    },
    repeated={
        "catan.build.road": (f"{STORY}.roads", f"{STORY}.at_path"),
        "catan.build.free_road": (f"{STORY}.free_roads", f"{STORY}.at_path"),
        "catan.bank.traded": (f"{STORY}.bank", f"{STORY}.rate"),
    },
    joins={MOVED: _join_robbery},
    rolls={ROLLED: f"{STORY}.rolled_gains"},
    cards={f"catan.dev.{card}": "" for card in ("knight", "roads", "monopoly")},
    effects={
        "": ("catan.dev.gave", f"{STORY}.given"),
        "catan.dev.knight": ("catan.robber.", f"{STORY}.robbed"),
        "catan.dev.roads": ("catan.build.free_road", f"{STORY}.free_roads"),
    },
)
