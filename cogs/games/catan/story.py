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
    return BASE.with_others(extra.join_rules for extra in extra_faces())


def join_turn_events(events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
    """The events joined into sentences; secret choices are replaced by their effect."""
    remaining = short_story.drop_idle_builders(_drop_superseded_choices(_drop_public_doubles(events)))
    offered = [event.params for event in remaining if event.key == OFFERED]
    receivers_by_offer = {params["offer"]: params["to_seats"] for params in offered}
    joined: list[StoredEvent] = []
    index = roll = 0
    while index < len(remaining):
        if remaining[index].key == ROLLED:
            roll = remaining[index].params["n"]
        following = remaining[index:]
        if following[0].key == DECLINED:
            event, used_count = _join_declined(following, receivers_by_offer)
        else:
            event, used_count = _join_first_events(following, roll)
        joined.append(event)
        index += used_count
    return short_story.shorten_story(_join_gains(joined), all_join_rules())


def _drop_public_doubles(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """Drop public events whose private version the reader has."""
    kept: list[StoredEvent] = []
    for event in events:
        public_key = all_join_rules().public_versions.get(event.key)
        index = next((index for index in reversed(range(len(kept))) if kept[index].key == public_key), None)
        if index is not None:
            del kept[index]
        kept.append(event)
    return kept


def _drop_superseded_choices(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """Drop choices whose effect is told later."""
    kept = []
    for index, event in enumerate(events):
        later = all_join_rules().revealed_by.get(event.key, ())
        seat = event.params.get("seat", min(event.seats or (), default=None))  # told to the chooser only
        if not any(other.key in later and other.params.get("seat") == seat for other in events[index + 1 :]):
            kept.append(event)
    return kept


def _join_first_events(events: Sequence[StoredEvent], roll: int) -> JoinedEvent:
    """The first event, joined with those that belong to its sentence."""
    key, rules = events[0].key, all_join_rules()
    if key in rules.join_functions:
        return rules.join_functions[key](events)
    if key in PRODUCTION:
        return _join_production(events, roll)
    if key in rules.sentence_with_seats:
        run = leading_events(
            events, lambda other: other.key == key and _params_but_seat(other) == _params_but_seat(events[0])
        )
        if len(run) > 1:
            params = {**run[0].params, "seats": [other.params["seat"] for other in run]}
            return joined_event(rules.sentence_with_seats[key], params, run), len(run)
    if key in rules.sentence_with_list:
        return join_several_seats(events, rules.sentence_with_list)
    return events[0], 1


def _params_but_seat(event: StoredEvent) -> dict[str, Any]:
    return {name: value for name, value in event.params.items() if name != "seat"}


# --- production


def _join_production(events: Sequence[StoredEvent], roll: int) -> JoinedEvent:
    """Joins gains of all seats, and shortages of the bank. `roll`: the sum of the dice; 0: told before."""
    production = leading_events(events, lambda event: event.key in PRODUCTION)
    gains = [Phrase(f"{STORY}.cards", event.params) for event in production if event.key == GOT]
    if not roll:
        if not gains:
            return events[0], 1
        return joined_event(f"{STORY}.brought", {"list": gains}, production), len(production)
    lacking = [card for event in production if event.key == LACKS for card in event.params["lacking"]]
    params = {"n": roll, "list": gains, "lacking": lacking}
    key = f"{PRODUCED}{'' if gains else '_nothing'}{'_short' if lacking else ''}"
    return joined_event(key, params, production), len(production)


def _join_gains(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """Join a roll with its production."""
    joined: list[StoredEvent] = []
    roll_index = None
    for event in events:
        if event.key in all_join_rules().sentence_with_production:
            roll_index = len(joined)
        elif roll_index is not None and event.key.startswith(PRODUCED):
            roll, roll_index = joined[roll_index], None
            key = f"{STORY}.{'gains' if event.params['list'] else 'no_gains'}"
            gains = Phrase(f"{key}_short" if event.params["lacking"] else key, event.params)
            joined[joined.index(roll)] = joined_event(
                all_join_rules().sentence_with_production[roll.key], {**roll.params, "gains": gains}, (roll, event)
            )
            continue
        joined.append(event)
    return joined


# --- offers


def _join_declined(events: Sequence[StoredEvent], receivers_by_offer: Mapping[int, Sequence[int]]) -> JoinedEvent:
    """Joins declining answers; if all receivers declined, nobody takes the offer."""
    number = events[0].params["offer"]
    run = leading_events(events, lambda answer: answer.key == DECLINED and answer.params["offer"] == number)
    seats = [answer.params["seat"] for answer in run]
    if set(seats) == set(receivers_by_offer.get(number, ())):
        return joined_event(f"{STORY}.refused", {"offer": number}, run), len(run)
    if len(run) == 1:
        return run[0], 1
    return joined_event(f"{STORY}.declined", {"seats": seats, "offer": number}, run), len(run)


# --- the robber


def _join_robbery(events: Sequence[StoredEvent]) -> JoinedEvent:
    """Joins the robber's move with its thefts; the Bishop has several."""
    thefts = leading_events(events[1:], lambda theft: theft.key == STOLE)
    if not thefts:
        return events[0], 1
    params = {**events[0].params, "from_seats": [theft.params["from_seat"] for theft in thefts]}
    return joined_event(f"{STORY}.robbed", params, events[: 1 + len(thefts)]), 1 + len(thefts)


BASE: Final = JoinRules(
    revealed_by={key: frozenset({"catan.discard.told"}) for key in ("catan.discard.done", "catan.discard.own")},
    public_versions={
        "catan.discard.own": "catan.discard.done",
        "catan.dev.bought_own": "catan.dev.bought",
        f"{STOLE}_own": STOLE,
    },
    sentence_with_seats={"catan.special.done": f"{STORY}.built"},
    sentence_with_list={
        "catan.discard.done": (f"{STORY}.discarding", f"{STORY}.share"),
        "catan.discard.told": (f"{STORY}.discarded", f"{STORY}.cards"),
        "catan.dev.gave": (f"{STORY}.given", f"{STORY}.from_cards"),
    },
    sentence_when_repeated={
        "catan.build.road": (f"{STORY}.roads", f"{STORY}.at_path"),
        "catan.build.free_road": (f"{STORY}.free_roads", f"{STORY}.at_path"),
        "catan.bank.traded": (f"{STORY}.bank", f"{STORY}.rate"),
    },
    join_functions={MOVED: _join_robbery},
    sentence_with_production={ROLLED: f"{STORY}.rolled_gains"},
    card_parameters={f"catan.dev.{card}": "" for card in ("knight", "roads", "monopoly")},
    effect_prefixes={
        "": ("catan.dev.gave", f"{STORY}.given"),
        "catan.dev.knight": ("catan.robber.", f"{STORY}.robbed"),
        "catan.dev.roads": ("catan.build.free_road", f"{STORY}.free_roads"),
    },
)
