"""The story of a turn: what happens to several players at once is told in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from rules.core import Phrase
from service.model import StoredEvent

from . import short_story

# Moves that only finish what another move began: their story begins with that one.
FINISHING: Final = frozenset(
    {
        "discard",
        "robber",
        "trade-accept",
        "trade-decline",
        "trade-counter",
        "trade-confirm",
        "trade-cancel",
        "answer-knights",
        "answer-city",
        "answer-deck",
        "answer-return",
        "answer-aqueduct",
        "answer-relocate",
        "answer-metropolis",
        "answer-desert",
        "answer-knight",
        "answer-road",
        "answer-give",
        "answer-harbour",
        "answer-commodity",
        "answer-take",
        "answer-spy",
        "pass aqueduct",
        "pass knight",
        "pass road",
        "pass harbour",
        "pass take",
        "pass relocate",
        "pass build",
    }
)
# What was chosen in secret, and the events that tell it once the last has chosen.
TOLD_BY: Final[Mapping[str, frozenset[str]]] = {
    "catan.discard.done": frozenset({"catan.discard.told"}),
    "catan.give.done": frozenset({"catan.play.gift"}),
    "catan.chosen.lose": frozenset({"catan.city.lost", "catan.city.pillaged"}),
    "catan.chosen.return": frozenset({"catan.gate.returned"}),
    "catan.chosen.aqueduct": frozenset({"catan.aqueduct.took", "catan.aqueduct.nothing"}),
    "catan.discard.own": frozenset({"catan.discard.told"}),
    "catan.give.own": frozenset({"catan.play.gift_own"}),
    "catan.chosen.lose_own": frozenset({"catan.city.lost", "catan.city.pillaged"}),
    "catan.chosen.aqueduct_own": frozenset({"catan.aqueduct.took", "catan.aqueduct.nothing"}),
}
# What its reader alone is told, in place of what everybody is told of the same.
INSTEAD: Final[Mapping[str, str]] = {
    "catan.discard.own": "catan.discard.done",
    "catan.give.own": "catan.give.done",
    **{
        f"{key}_own": key
        for key in (
            "catan.robber.stole",
            "catan.chosen.lose",
            "catan.chosen.return",
            "catan.chosen.aqueduct",
            "catan.play.looks",
            "catan.play.took",
            "catan.play.spies",
            "catan.play.spied",
            "catan.play.gift",
            "catan.play.harbour_done",
        )
    },
}
ROLLED: Final = "catan.dice.rolled"
EVENT: Final = "catan.dice.event"
NEARER: Final = "catan.barbarians.nearer"
NO_CARD: Final = "catan.gate.nobody"
LANDED: Final = "catan.barbarians.landed"
SENT: Final = "catan.barbarians.sent"
WON: Final = "catan.barbarians.won"
LOST: Final = "catan.barbarians.lost"
DREW: Final = "catan.gate.drew"
MOVED: Final = "catan.robber.moved"
STOLE: Final = "catan.robber.stole"
OFFERED: Final = "catan.trade.offered"
DECLINED: Final = "catan.trade.declined"
CITIES: Final = ("catan.city.lost", "catan.city.pillaged")
WALL: Final = "catan.city.wall_lost"
LACKS: Final = "catan.production.lacks"
GOT: Final = "catan.production.got"
NONE: Final = "catan.production.none"
NOBODY: Final = "catan.production.nobody"
PRODUCTION: Final = (LACKS, GOT, NONE, NOBODY)
STORY: Final = "catan.story"
# Equal events in a row: one sentence that lists the players (`seats`), or what each of them did (`list`).
SEATS: Final = {
    "catan.chosen.lose": f"{STORY}.chosen_lose",
    "catan.chosen.return": f"{STORY}.chosen_return",
    "catan.chosen.aqueduct": f"{STORY}.chosen_aqueduct",
    "catan.special.done": f"{STORY}.built",
    "catan.gate.empty": f"{STORY}.empty",
}
EACH: Final[Mapping[str, tuple[str, str]]] = {  # key -> sentence, the phrase of each
    SENT: (f"{STORY}.sent", f"{STORY}.share"),
    "catan.gate.returned": (f"{STORY}.returned", f"{STORY}.of_track"),
    "catan.discard.done": (f"{STORY}.discarding", f"{STORY}.share"),
    "catan.discard.told": (f"{STORY}.discarded", f"{STORY}.cards"),
    "catan.give.done": (f"{STORY}.giving", f"{STORY}.share"),
    "catan.aqueduct.took": (f"{STORY}.aqueduct", f"{STORY}.card"),
    "catan.aqueduct.nothing": (f"{STORY}.aqueduct", f"{STORY}.nothing"),
    "catan.dev.gave": (f"{STORY}.given", f"{STORY}.from_cards"),
    "catan.play.gave": (f"{STORY}.given", f"{STORY}.from_cards"),
    "catan.play.gift": (f"{STORY}.given", f"{STORY}.from_n"),
}
Told = tuple[StoredEvent, int]  # one event for so many


def joined(events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
    """The events with those joined that are told in one sentence; what was chosen in secret gives way to its effect."""
    left = short_story.busy(_current(_once(events)))
    whom = {event.params["offer"]: event.params["to_seats"] for event in left if event.key == OFFERED}
    told: list[StoredEvent] = []
    at = number = 0
    while at < len(left):
        if left[at].key == ROLLED:
            number = left[at].params["n"]
        event, used = _declined(left[at:], whom) if left[at].key == DECLINED else _joined(left[at:], number)
        told.append(event)
        at += used
    return short_story.shortened(told)


def _once(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """Without what everybody is told where the reader is told more of it."""
    found: list[StoredEvent] = []
    for event in events:
        told = INSTEAD.get(event.key)
        at = next((at for at in reversed(range(len(found))) if found[at].key == told), None)
        if at is not None:
            del found[at]
        found.append(event)
    return found


def _current(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """Without the choices whose effect is told later."""
    found = []
    for at, event in enumerate(events):
        later = TOLD_BY.get(event.key, ())
        seat = event.params.get("seat", min(event.seats or (), default=None))  # who is told alone has chosen
        if not any(one.key in later and one.params.get("seat") == seat for one in events[at + 1 :]):
            found.append(event)
    return found


def _joined(events: Sequence[StoredEvent], number: int) -> Told:
    """The first of these events, with those after it that belong to its sentence."""
    key = events[0].key
    if key == ROLLED:
        return _roll(events)
    if key in (LANDED, SENT):
        return _battle(events)
    if key in PRODUCTION:
        return _production(events, number)
    if key in CITIES:
        return _losses(events)
    if key == MOVED:
        return _robbery(events)
    if key == DREW:
        return _drawn(events)
    if key in SEATS:
        same = _run(events, lambda one: one.key == key and _beside(one, "seat") == _beside(events[0], "seat"))
        if len(same) > 1:
            params = {**same[0].params, "seats": [one.params["seat"] for one in same]}
            return _made(SEATS[key], params, same), len(same)
    if key in EACH:
        return _each(events, EACH[key][0])
    return events[0], 1


def _run(events: Sequence[StoredEvent], belongs: Callable[[StoredEvent], bool]) -> list[StoredEvent]:
    """The first events, as long as they belong."""
    found = []
    for event in events:
        if not belongs(event):
            break
        found.append(event)
    return found


def _beside(event: StoredEvent, *names: str) -> dict[str, Any]:
    """What an event tells beside these."""
    return {name: value for name, value in event.params.items() if name not in names}


def _made(key: str, params: Mapping[str, Any], joined: Iterable[StoredEvent]) -> StoredEvent:
    return StoredEvent(key, params, None, any(event.reveals for event in joined))


def _each(events: Sequence[StoredEvent], key: str) -> Told:
    """What each of several did; only with one of them do they share a receiver."""
    to = events[0].params.get("to_seat")
    same = _run(events, lambda one: one.key in EACH and EACH[one.key][0] == key and one.params.get("to_seat") == to)
    if len(same) == 1:
        return same[0], 1
    items = [Phrase(EACH[one.key][1], one.params) for one in same]
    return _made(key, {**same[0].params, "list": items}, same), len(same)


# --- the roll


def _roll(events: Sequence[StoredEvent]) -> Told:
    """All three dice; the ship's step, and the gate behind which nobody draws, belong to it."""
    rolled = events[0]
    if len(events) < 2 or events[1].key != EVENT:
        return rolled, 1
    params = {**rolled.params, **events[1].params}
    after = events[2] if len(events) > 2 else None
    if after is not None and after.key == NEARER:
        steps = after.params["n"]
        key = "rolled_ship" if steps else "rolled_event"  # the landing has a sentence of its own
        return _made(f"{STORY}.{key}", {**params, "steps": steps}, events[:3]), 3
    if after is not None and after.key == NO_CARD:
        return _made(f"{STORY}.rolled_nobody", params, events[:3]), 3
    return _made(f"{STORY}.rolled_event", params, events[:2]), 2


def _production(events: Sequence[StoredEvent], number: int) -> Told:
    """Who gets what, and of what the bank has too little."""
    if not number:
        return events[0], 1  # the roll is not told here
    found = _run(events, lambda one: one.key in PRODUCTION)
    got = [Phrase(f"{STORY}.cards", one.params) for one in found if one.key == GOT]
    lacking = [card for one in found if one.key == LACKS for card in one.params["lacking"]]
    if got and any(one.key == NONE for one in found):
        got.append(Phrase(f"{STORY}.nobody_else"))
    key = f"{STORY}.produced" if got else f"{STORY}.produced_nothing"
    params = {"n": number, "list": got, "lacking": lacking}
    return _made(f"{key}_short" if lacking else key, params, found), len(found)


# --- offers


def _declined(events: Sequence[StoredEvent], whom: Mapping[int, Sequence[int]]) -> Told:
    """Several who decline an offer; where those are all it was made to, nobody takes it."""
    number = events[0].params["offer"]
    same = _run(events, lambda one: one.key == DECLINED and one.params["offer"] == number)
    seats = [one.params["seat"] for one in same]
    if set(seats) == set(whom.get(number, ())):
        return _made(f"{STORY}.refused", {"offer": number}, same), len(same)
    if len(same) == 1:
        return same[0], 1
    return _made(f"{STORY}.declined", {"seats": seats, "offer": number}, same), len(same)


# --- barbarians


def _battle(events: Sequence[StoredEvent]) -> Told:
    """The landing, who sends knights, and the fight; before the fight all are told as they are."""
    before = _run(events, lambda one: one.key in (LANDED, SENT))
    if len(before) == len(events) or events[len(before)].key not in (WON, LOST):
        return _each(events, EACH[SENT][0]) if events[0].key == SENT else (events[0], 1)
    fight = events[len(before)]
    joined = [*before, fight]
    shares: list[int] = fight.params["knights"]
    items = [Phrase(f"{STORY}.share", {"seat": seat, "n": n}) for seat, n in enumerate(shares) if n]
    idle = [seat for seat, n in enumerate(shares) if not n]
    if items and idle:
        items.append(Phrase(f"{STORY}.share_none", {"seats": idle}))
    key = f"{STORY}.fight_{'won' if fight.key == WON else 'lost'}"
    return _made(key if items else f"{key}_idle", {**fight.params, "list": items}, joined), len(joined)


def _losses(events: Sequence[StoredEvent]) -> Told:
    """The cities that are lost, each with its wall."""
    found = _run(events, lambda one: one.key in (*CITIES, WALL))
    items = []
    for at, one in enumerate(found):
        if one.key in CITIES:
            wall = at + 1 < len(found) and found[at + 1].key == WALL
            items.append(Phrase(f"{STORY}.city_{one.key.rpartition('.')[2]}{'_wall' if wall else ''}", one.params))
    if len(found) == 1:
        return found[0], 1
    return _made(f"{STORY}.losses", {"n": len(items), "list": items}, found), len(found)


def _drawn(events: Sequence[StoredEvent]) -> Told:
    """Progress cards that several draw."""
    found = _run(events, lambda one: one.key == DREW)
    if len(found) == 1:
        return found[0], 1
    tracks = {one.params["track"] for one in found}
    if len(tracks) == 1:
        params = {"track": tracks.pop(), "seats": [one.params["seat"] for one in found]}
        return _made(f"{STORY}.drew", params, found), len(found)
    items = [Phrase(f"{STORY}.of_track", one.params) for one in found]
    return _made(f"{STORY}.drew_each", {"list": items}, found), len(found)


# --- the robber


def _robbery(events: Sequence[StoredEvent]) -> Told:
    """The robber moves and takes a card, with the Bishop from several."""
    stolen = _run(events[1:], lambda one: one.key == STOLE)
    if not stolen:
        return events[0], 1
    params = {**events[0].params, "from_seats": [one.params["from_seat"] for one in stolen]}
    return _made(f"{STORY}.robbed", params, events[: 1 + len(stolen)]), 1 + len(stolen)
