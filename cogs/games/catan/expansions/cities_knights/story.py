"""The story of Cities & Knights: dice, barbarians, progress cards, knights; with weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.games.weighing import AIM, GIVER, LOSER, Scales, weigh_keys
from cogs.screen.event_text import Weight
from rules.core import Phrase
from service.state.model import StoredEvent

from ...join_rules import ROLLED, STORY, JoinedEvent, JoinRules, join_several_seats, joined_event, leading_events
from .progress import progress_card_faces

EVENT: Final = "catan.dice.event"
NEARER: Final = "catan.barbarians.nearer"
NO_CARD: Final = "catan.gate.nobody"
LANDED: Final = "catan.barbarians.landed"
SENT: Final = "catan.barbarians.sent"
WON: Final = "catan.barbarians.won"
LOST: Final = "catan.barbarians.lost"
DREW: Final = "catan.gate.drew"
CITIES: Final = ("catan.city.lost", "catan.city.pillaged")
WALL: Final = "catan.city.wall_lost"
HOW: Final = ("event", "ship", "red")  # variants: event die, with the ship's steps, with the red die
FINISHING: Final = frozenset(
    {
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
    }
)
EACH: Final = {
    SENT: (f"{STORY}.sent", f"{STORY}.share"),
    "catan.gate.returned": (f"{STORY}.returned", f"{STORY}.of_track"),
    "catan.give.done": (f"{STORY}.giving", f"{STORY}.share"),
    "catan.aqueduct.took": (f"{STORY}.aqueduct", f"{STORY}.card"),
    "catan.aqueduct.nothing": (f"{STORY}.aqueduct", f"{STORY}.nothing"),
    "catan.play.gave": (f"{STORY}.given", f"{STORY}.from_cards"),
    "catan.play.gift": (f"{STORY}.given", f"{STORY}.from_n"),
}
SECRET: Final = (
    *(f"catan.chosen.{what}" for what in ("lose", "return", "aqueduct")),
    *(f"catan.play.{what}" for what in ("looks", "took", "spies", "spied", "gift", "harbour_done")),
)


def _join_roll(events: Sequence[StoredEvent]) -> JoinedEvent:
    """All three dice. Includes the ship's step; the red die only if a card was drawn; omits gates without draws."""
    rolled = events[0]
    if len(events) < 2 or events[1].key != EVENT:
        return rolled, 1
    params = {**rolled.params, **events[1].params}
    third = events[2] if len(events) > 2 else None
    if third is not None and third.key == NEARER:
        steps = third.params["n"]
        key = "rolled_ship" if steps else "rolled_event"  # the landing has its own sentence
        return joined_event(f"{STORY}.{key}", {**params, "steps": steps}, events[:3]), 3
    if third is not None and third.key == NO_CARD:
        return joined_event(ROLLED, params, events[:3]), 3
    roll_events = leading_events(events[1:], lambda event: event.key != ROLLED)
    is_card_drawn = any(event.key == DREW and event.params["track"] == params["event"] for event in roll_events)
    return joined_event(f"{STORY}.rolled_{'red' if is_card_drawn else 'event'}", params, events[:2]), 2


def _join_battle(events: Sequence[StoredEvent]) -> JoinedEvent:
    """Joins landing, knights and fight, if the fight follows; otherwise the knights sent."""
    landing = leading_events(events, lambda event: event.key in (LANDED, SENT))
    if len(landing) == len(events) or events[len(landing)].key not in (WON, LOST):
        return join_several_seats(events, EACH) if events[0].key == SENT else (events[0], 1)
    fight = events[len(landing)]
    joined = [*landing, fight]
    shares: list[int] = fight.params["knights"]
    items = [Phrase(f"{STORY}.share", {"seat": seat, "n": n}) for seat, n in enumerate(shares) if n]
    seats_without = [seat for seat, n in enumerate(shares) if not n]
    if items and seats_without:
        items.append(Phrase(f"{STORY}.share_none", {"seats": seats_without}))
    key = f"{STORY}.fight_{'won' if fight.key == WON else 'lost'}"
    return joined_event(key if items else f"{key}_idle", {**fight.params, "list": items}, joined), len(joined)


def _join_losses(events: Sequence[StoredEvent]) -> JoinedEvent:
    """Joins lost cities with their walls."""
    losses = leading_events(events, lambda event: event.key in (*CITIES, WALL))
    items = []
    for index, event in enumerate(losses):
        if event.key in CITIES:
            has_wall = index + 1 < len(losses) and losses[index + 1].key == WALL
            fate = event.key.rpartition(".")[2]
            items.append(Phrase(f"{STORY}.city_{fate}{'_wall' if has_wall else ''}", event.params))
    if len(losses) == 1:
        return losses[0], 1
    return joined_event(f"{STORY}.losses", {"n": len(items), "list": items}, losses), len(losses)


def _join_drawn_cards(events: Sequence[StoredEvent]) -> JoinedEvent:
    """Joins progress cards drawn by several seats."""
    draws = leading_events(events, lambda draw: draw.key == DREW)
    if len(draws) == 1:
        return draws[0], 1
    tracks = {draw.params["track"] for draw in draws}
    if len(tracks) == 1:
        params = {"track": tracks.pop(), "seats": [draw.params["seat"] for draw in draws]}
        return joined_event(f"{STORY}.drew", params, draws), len(draws)
    items = [Phrase(f"{STORY}.of_track", draw.params) for draw in draws]
    return joined_event(f"{STORY}.drew_each", {"list": items}, draws), len(draws)


TALES: Final = JoinRules(
    revealed_by={
        "catan.give.done": frozenset({"catan.play.gift"}),
        "catan.give.own": frozenset({"catan.play.gift_own"}),
        "catan.chosen.lose": frozenset(CITIES),
        "catan.chosen.lose_own": frozenset(CITIES),
        "catan.chosen.return": frozenset({"catan.gate.returned"}),
        "catan.chosen.aqueduct": frozenset({"catan.aqueduct.took", "catan.aqueduct.nothing"}),
        "catan.chosen.aqueduct_own": frozenset({"catan.aqueduct.took", "catan.aqueduct.nothing"}),
    },
    public_versions={"catan.give.own": "catan.give.done", **{f"{key}_own": key for key in SECRET}},
    sentence_with_seats={
        "catan.chosen.lose": f"{STORY}.chosen_lose",
        "catan.chosen.return": f"{STORY}.chosen_return",
        "catan.chosen.aqueduct": f"{STORY}.chosen_aqueduct",
        "catan.gate.empty": f"{STORY}.empty",
    },
    sentence_with_list=EACH,
    sentence_when_repeated={
        "catan.knight.recruited": (f"{STORY}.recruited", f"{STORY}.at_corner"),
        "catan.knight.activated": (f"{STORY}.activated", f"{STORY}.at_corner"),
        "catan.knight.promoted": (f"{STORY}.promoted", f"{STORY}.at_corner_rank"),
    },
    join_functions={
        ROLLED: _join_roll,
        LANDED: _join_battle,
        SENT: _join_battle,
        **dict.fromkeys(CITIES, _join_losses),
        DREW: _join_drawn_cards,
    },
    sentence_with_production={f"{STORY}.rolled_{how}": f"{STORY}.rolled_{how}_gains" for how in HOW},
    card_parameters={"catan.play.card": "progress"},
    effect_prefixes={"": ("catan.play.",), **{card.key: card.effect_prefixes for card in progress_card_faces()}},
    superseded_by={
        "catan.play.spies": "catan.play.spied",
        "catan.play.looks": "catan.play.took",
        **{key: told for card in progress_card_faces() for key, told in card.superseded_by.items()},
    },
)
SCALES: Final = Scales(
    "catan",
    {
        **weigh_keys(Weight.IDLE, "gate.nobody", "gate.empty", "aqueduct.nothing", "story.empty"),
        **weigh_keys(Weight.PASSING, "play.harbour_closed", "play.no_knight", "barbarians.nearer", "story.aqueduct"),
        **weigh_keys(Weight.TRADE, "story.giving"),
        **weigh_keys(Weight.COMMON, *(f"story.rolled_{how}{gains}" for how in HOW for gains in ("", "_gains"))),
        **weigh_keys(Weight.COMMON, "knight.activated", "story.activated", "knight.moved", "knight.relocated"),
        **weigh_keys(Weight.LASTING, "gate.shown", "story.recruited", "story.promoted"),
        **weigh_keys(
            Weight.GREAT,
            "story.fight_won",
            "story.fight_won_idle",
            "story.fight_lost",
            "story.fight_lost_idle",
            "story.losses",
            "story.sent",
            "play.gave",
            "play.deserted",
            "knight.removed",
        ),
    },
    {
        **weigh_keys(Weight.PASSING, "aqueduct"),
        **weigh_keys(Weight.LASTING, "improve", "knight", "play"),
        **weigh_keys(Weight.GREAT, "barbarians", "city", "metropolis"),
    },
    {
        **dict.fromkeys(
            (
                "city.lost",
                "city.pillaged",
                "story.city_lost",
                "story.city_lost_wall",
                "story.city_pillaged",
                "story.city_pillaged_wall",
                "play.gave",
                "play.gift",
                "story.from_n",
                "knight.removed",
                "knight.relocated",
                "play.deserted",
            ),
            LOSER,
        ),
        **dict.fromkeys(("metropolis.taken", "knight.drove", "play.took", "play.spied", "play.road_removed"), GIVER),
        **dict.fromkeys(("play.looks", "play.spies"), AIM),
        **{key: parameter for card in progress_card_faces() for key, parameter in card.losing_parameters.items()},
    },
)
