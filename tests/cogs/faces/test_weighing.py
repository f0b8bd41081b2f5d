"""What stays in a story that has too many lines, game by game; and what one line of Catan holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from ai.player import offered, players
from cogs.faces import face
from cogs.faces.carcassonne.weighing import SCALES as CARCASSONNE
from cogs.faces.catan.weighing import SCALES as CATAN
from cogs.faces.citadels.weighing import SCALES as CITADELS
from cogs.faces.weighing import Scales
from cogs.post import message
from cogs.screen import telling
from cogs.screen.telling import Weight
from rules.core import Chance, Event, encode, play, start
from rules.core.registry import kinds
from service.model import Entry, Post, Seat, StoredEvent, Stretch
from tests.cogs import harness
from tests.cogs.faces.catan.test_story import LONGEST, NAMES, Tale, entry, stored
from tests.rules.catan.cities_knights.table import A, B, C, D
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table as Base
from words import Voice, catalogue

VOICE = Voice("en", NAMES)


def happened(key: str, **params: Any) -> StoredEvent:
    return StoredEvent(key, params)


def left(kind: str, events: Sequence[StoredEvent], *readers: int) -> list[str]:
    """The lines of a story that are left, with how many are not."""
    look = face(kind)
    told = telling.public(
        [Entry(1, 0, "move", "x", (), False, tuple(events), 1, "1", 1)], VOICE, look.quiet, look.joined
    )
    weights = telling.weights(told, readers, look.weigh, look.losers)
    lines = [telling.sentence(event, VOICE) for event in told]
    return message.Parts("", "", lines, [], "", lambda n: f"{n} more", weights=weights).fitted().splitlines()


# --- the scales


@pytest.mark.parametrize("scales", [CATAN, CARCASSONNE, CITADELS], ids=lambda scales: scales.word)
def test_every_key_on_the_scales_is_one_that_is_told(scales: Scales) -> None:
    for key in (*scales.lines, *scales.losing):
        assert VOICE.has(f"{scales.word}.{key}"), key
    for family in scales.families:
        assert list(catalogue().below("en", f"{scales.word}.{family}")), family


@pytest.mark.parametrize("scales", [CATAN, CARCASSONNE, CITADELS], ids=lambda scales: scales.word)
def test_who_loses_something_is_named_in_the_sentence(scales: Scales) -> None:
    for key, parameter in scales.losing.items():
        sentence = catalogue().sentence("en", f"{scales.word}.{key}")
        assert parameter in re.findall(r"{(\w+)", sentence), key


def test_a_game_that_says_nothing_shows_the_last_lines() -> None:
    events = [happened("table.resigned", seat=n) for n in range(8)]
    assert left("nothing", events) == [
        "2 more",
        *(f"{NAMES[n]} has resigned." for n in range(2, 6)),
        "6 has resigned.",
        "7 has resigned.",
    ]


# --- Catan


def test_a_city_lost_three_turns_ago_is_told_and_small_things_are_not() -> None:
    laid = Knights(4).city(A, 10).settlement(B, 0).settlement(C, 35).settlement(D, 52).ship(6)
    for seat in (B, C, D):
        laid.hand(seat, "1 lumber, 5 wool, 2 grain").knight(seat, {B: 23, C: 31, D: 50}[seat], 1, False)
    tale = Tale(laid)("end").roll(2, 2, "ship")
    while moves := tale.laid.legal("answer-city", A):
        tale(moves[0], A)
    tale("bank wool brick")("end").roll(3, 3, "trade")("knight-activate v31")("bank wool ore")("end")
    tale.roll(5, 5, "politics")("bank wool grain")("knight-activate v50")("end")
    events = telling.public(telling.latest(tale.log, 2), VOICE, (), face("catan").joined)
    lines = left("catan", events, A)
    told = [telling.sentence(event, VOICE) for event in events]
    assert len(told) > 12
    assert "more" in lines[0]
    assert len(lines) == 7
    assert any(line.startswith(("City lost: Ann at v10", "Ann lost the city at v10")) for line in lines)
    assert any(line.startswith("The barbarians land") for line in lines)
    assert not any(" rolled " in line or "ended the turn" in line or "nobody gets" in line for line in lines)
    assert [line for line in told if line in lines] == lines[1:]  # in the order of time


def test_what_hit_the_reader_goes_before_what_hit_others() -> None:
    robberies = [happened("catan.robber.stole", seat=1, from_seat=seat) for seat in (0, 2, 3, 4, 5, 2, 3, 4)]
    assert left("catan", robberies, 0)[1] == "Ben took a card from Ann."
    assert "Ben took a card from Ann." not in left("catan", robberies, 5)


def test_a_gift_taken_by_a_card_is_felt_though_it_stands_in_a_longer_line() -> None:
    gifts = [
        happened("catan.play.card", seat=2, progress="resource-monopoly"),
        happened("catan.play.named", seat=2, card="ore"),
        happened("catan.play.gave", seat=0, to_seat=2, cards=["ore"]),
        happened("catan.play.gave", seat=1, to_seat=2, cards=["ore", "ore"]),
    ]
    look = face("catan")
    (line,) = look.joined(gifts)
    assert VOICE.phrase(line) == "Cid played Resource Monopoly. Cid names ore. Cid got 1 ore from Ann; 2 ore from Ben."
    assert set(look.losers(line)) == {0, 1}
    assert look.weigh(line) == Weight.GREAT


def test_a_seven_stays_before_other_rolls() -> None:
    look = face("catan")
    seven, nine = (happened("catan.dice.rolled", seat=0, red=n - 3, white=3, n=n) for n in (7, 9))
    assert look.weigh(seven) > look.weigh(nine)
    folded = look.joined([seven, happened("catan.dice.event", event="trade")])[0]
    assert look.weigh(folded) == look.weigh(seven)


def test_what_somebody_does_several_times_is_one_line() -> None:
    events = [
        happened("catan.build.road", seat=0, path="e3"),
        happened("catan.build.road", seat=0, path="e4"),
        happened("catan.build.road", seat=1, path="e9"),
        happened("catan.bank.traded", seat=1, n=4, give="wool", take="ore"),
        happened("catan.bank.traded", seat=1, n=2, give="brick", take="ore"),
        *(happened("catan.knight.activated", seat=1, corner=corner) for corner in ("v3", "v4")),
        happened("catan.knight.promoted", seat=1, corner="v3", rank="strong"),
    ]
    assert [VOICE.phrase(event) for event in face("catan").joined(events)] == [
        "Ann built roads at e3; e4.",
        "Ben built a road at e9.",
        "Ben traded with the bank: 4 wool for 1 ore; 2 brick for 1 ore.",
        "Ben activated the knights at v3; v4.",
        "Ben promoted the knight at v3: a strong knight now.",
    ]


def test_a_card_stands_in_one_line_with_what_it_does_and_no_more() -> None:
    look = face("catan")
    warlord = [happened("catan.play.card", seat=0, progress="warlord"), happened("catan.play.warlord", seat=0, n=2)]
    later = happened("catan.knight.promoted", seat=0, corner="v3", rank="strong")
    assert [VOICE.phrase(event) for event in look.joined([*warlord, later])] == [
        "Ann played Warlord. Ann activated 2 knights.",
        "Ann promoted the knight at v3: a strong knight now.",
    ]
    smith = happened("catan.play.card", seat=0, progress="smith")
    assert len(look.joined([smith, later, later])) == 1
    spied = [
        happened("catan.play.card", seat=0, progress="spy"),
        happened("catan.play.spies", seat=0, to_seat=1),
        happened("catan.play.spied", seat=0, from_seat=1, track="trade"),
    ]
    assert [VOICE.phrase(event) for event in look.joined(spied)] == [
        "Ann played Spy. Ann took a progress card from Ben (trade).",
    ]
    secret = replace(
        stored(Event("catan.play.spies_own", {"seat": 0, "to_seat": 1, "progress": ["spy"]})), seats=frozenset({0})
    )
    assert len(look.joined([spied[0], secret])) == 2  # what one alone may know is joined to nothing


def test_nobody_is_said_to_have_built_enough_who_built_nothing() -> None:
    laid = Base(4, special_build="on").hand(C, "1 brick, 1 lumber").settlement(C, 10)
    tale = Tale(laid)("end")("pass build", B)
    road = tale.laid.legal("build-road", C)[0]
    tale(road, C)("pass build", C)("pass build", D)
    told = telling.story(telling.latest(tale.log, 1, face("catan").finishing), VOICE, {}, (), face("catan").joined)
    assert [line.partition(" at ")[0] for line in told] == [
        "Ann ended the turn.",
        "Cid built a road",
        "Cid has built enough.",
    ]
    assert list(face("catan").joined([])) == []
    alone = [happened("catan.special.done", seat=1)]
    assert [VOICE.phrase(event) for event in face("catan").joined(alone)] == ["Ben has built enough."]


def test_the_story_of_a_turn_stays_while_others_let_the_special_build_go_by() -> None:
    log = [entry(1, 0, "build-road e1", []), entry(2, 0, "end", []), entry(3, 1, "pass build", [])]
    assert [one.seq for one in telling.latest(log, 9, face("catan").finishing)] == [1, 2, 3]


def test_the_special_build_phase_is_no_turn() -> None:
    laid = Base(3, special_build="on").do("end")
    shown = replace(
        harness.table_of("catan", None, 1, seq=9),
        seats=tuple(Seat(n, 10 + n, NAMES[n], "RBY"[n]) for n in range(3)),
        stretches=(Stretch(1, 10, 1, True),),
    )
    view, look = laid.view(), face("catan")
    public = message.table_message(
        shown,
        view,
        [],
        VOICE,
        "Catan",
        posts=[Post(1, 1, 1, "turn", (11,))],
        ping_text=lambda seat, who: look.ping_text(view, seat, who, VOICE),
    )
    first, *_, last = public.screen.text.splitlines()
    assert first == "<@11> special build phase: between the turns you may build, or let it go by."
    assert "Ben: build between the turns, or let it go by" in last


def machines(seats: int, moves: int) -> list[tuple[Entry, tuple[int, ...]]]:
    """The log of a game that machines play, with who is waited for after each entry; the first seat stands for a
    person."""
    game = kinds()["catan"].make(kinds()["catan"].presets["official"])
    t, luck, player = start(game, seats, bytes(32)), Chance(bytes(32)), players()["normal"]
    found = [(entry(1, 0, "start", t.events), tuple(game.waiting(t.state)))]
    while not game.over(t.state) and len(found) < moves:
        seat = sorted(game.waiting(t.state))[0]
        move = player.choose(game.view(t.state, seat), offered(game, t.state, seat, luck), t.state.copy, luck)
        t = play(game, t.state, seat, move)
        done = entry(len(found) + 1, seat, encode(move), t.events)
        found.append((done if seat == 0 else replace(done, act=None), tuple(game.waiting(t.state))))
    return found


@pytest.mark.parametrize("seats", [4, 6])
def test_whatever_machines_took_from_a_person_is_told_whole(seats: int) -> None:
    """Each time the person is waited for again, in a game of machines with the longest names."""
    look, say = face("catan"), Voice("en", LONGEST)
    played = machines(seats, 1500)
    lost = 0
    for at in range(1, len(played)):
        (last, now), (_, before) = played[at], played[at - 1]
        if last.seat == 0 or 0 not in now or 0 in before:
            continue
        log = [one for one, _ in played[: at + 1]]
        events = telling.public(telling.latest(log, last.seq, look.finishing), say, look.quiet, look.joined)
        weights = telling.weights(events, {0}, look.weigh, look.losers)
        told, brief = ([telling.sentence(one, voice) for one in events] for voice in (say, say.naming("RBYKWT")))
        parts = message.Parts("p" * 60, "h" * 60, told, [("s" * 90, "")] * seats, "w" * 90, str, brief, "", weights)
        lines = parts.fitted().splitlines()
        assert len("\n".join(lines)) <= message.LONGEST
        assert not any(line.endswith("…") for line in lines)
        hurt = [n for n, event in enumerate(events) if 0 in look.losers(event)]
        lost += len(hurt)
        assert sum(told[n] in lines or brief[n] in lines for n in hurt) >= min(len(hurt), message.FEW_LINES), lines
    assert lost > 0


# --- Carcassonne


def test_points_and_lost_figures_stay_before_tiles() -> None:
    laid = [happened("carc.tile.laid", seat=n % 3, cell=f"N{n}", turn=0) for n in range(7)]
    eaten = happened("carc.dragon.eats", seat=1, cell="N3", n=1, seats=[0])
    scored = happened("carc.feature.scored", feature="city", cell="N9", n=3, points=6, seats=[2])
    lines = left("carcassonne", [eaten, scored, *laid], 0)
    assert lines[0] == "3 more"
    assert lines[1] == "Ben moved the dragon to N3. It sends home 1 figure of Ann."
    assert lines[2].startswith("The city at N9 is complete")
    assert face("carcassonne").losers(happened("carc.princess.sent", owner_seat=2, figure="follower", cell="N3")) == {2}


# --- Citadels


def test_murder_theft_and_ruin_stay_before_gold() -> None:
    events = [
        happened("cit.power.murder", seat=1, character="king"),
        happened("cit.power.robbed", seat=2, from_seat=0, n=4),
        *(happened("cit.action.gold", seat=n, n=2) for n in range(5)),
        *(happened("cit.build.built", seat=n, district="manor", n=3) for n in range(3)),
        happened("cit.power.destroy", seat=3, from_seat=0, district="manor", n=2),
        happened("cit.draft.picked", seat=1),
    ]
    assert left("citadels", events, 0) == [
        "5 more",
        "Ben has the King murdered.",
        "Cid robbed Ann of 4 gold.",
        *(f"{NAMES[n]} built Manor for 3 gold." for n in range(3)),
        "Dan destroyed Manor of Ann for 2 gold.",
    ]
