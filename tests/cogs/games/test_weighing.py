"""What stays in a story that has too many lines, game by game; and what one line of Catan holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from ai.levels import players_by_level
from ai.player import moves_to_consider
from cogs.games import face_for
from cogs.games.carcassonne.weighing import SCALES as CARCASSONNE
from cogs.games.catan.weighing import SCALES as CATAN
from cogs.games.citadels.weighing import SCALES as CITADELS
from cogs.games.weighing import Scales
from cogs.post import headline, message_layout, story_lines
from cogs.post.story_lines import StoryLine, StoryScope
from cogs.screen import event_text
from cogs.screen.event_text import Weight
from rules.core import Chance, Event, encode_move, play, start_game
from rules.core.registry import game_types
from service.state.model import LogEntry, PendingTurn, Post, Seat, StoredEvent
from tests.cogs import harness, sentences
from tests.cogs.games.catan.tales import NAMES, Tale, entry, stored
from tests.cogs.games.catan.test_story_room import LONGEST
from tests.rules.catan.cities_knights.table import A, B, C, D
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table as Base
from words import Voice, catalogue

VOICE = Voice("en", NAMES)


def happened(key: str, **params: Any) -> StoredEvent:
    return StoredEvent(key, params)


def line(kind: str, events: Sequence[StoredEvent], *readers: int) -> StoryLine:
    """A turn of the first seat in which all of that happens, as a message tells it to these readers."""
    log = [LogEntry(1, 0, "move", "x", (), False, tuple(events), 1, "1", 1)]
    (told,) = story_lines.build_story_lines(
        face_for(kind), log, StoryScope(0, readers), VOICE, VOICE, event_text.describe_event
    )
    return told


# --- the scales


@pytest.mark.parametrize("scales", [CATAN, CARCASSONNE, CITADELS], ids=lambda scales: scales.key_prefix)
def test_every_key_on_the_scales_is_one_that_is_told(scales: Scales) -> None:
    for key in (*scales.weight_by_key, *scales.losing_parameters):
        assert VOICE.has(f"{scales.key_prefix}.{key}"), key
    for family in scales.weight_by_family:
        assert list(catalogue().keys_below("en", f"{scales.key_prefix}.{family}")), family


@pytest.mark.parametrize("scales", [CATAN, CARCASSONNE, CITADELS], ids=lambda scales: scales.key_prefix)
def test_who_loses_something_is_named_in_the_sentence(scales: Scales) -> None:
    for key, parameter in scales.losing_parameters.items():
        sentence = catalogue().sentence("en", f"{scales.key_prefix}.{key}")
        assert parameter in re.findall(r"{(\w+)", sentence), key


def test_a_game_that_says_nothing_tells_everything() -> None:
    events = [happened("table.resigned", seat=n) for n in range(3)]
    assert line("nothing", events).important == "**Ann**: has resigned. Ben has resigned. Cid has resigned."


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
    told = story_lines.build_story_lines(
        face_for("catan"), tale.log, StoryScope(2, (A,)), VOICE, VOICE, event_text.describe_event
    )
    assert [one.seat for one in told] == [B, C, D]
    assert [one.costs_reader for one in told] == [True, False, False]
    assert "Ann lost the city at v10; a settlement remains." in told[0].important
    assert "The barbarians land" in told[0].important
    assert all(" rolled " in one.important or ": rolled " in one.important for one in told)
    assert "the bank" in told[1].full
    assert "the bank" not in told[1].important
    assert not any("ended the turn" in one.full for one in told)


def test_what_hits_a_reader_is_marked_and_what_hits_others_is_not() -> None:
    stolen = [happened("catan.robber.stole", seat=0, from_seat=seat) for seat in (2, 3)]
    assert line("catan", stolen, 2).costs_reader
    assert not line("catan", stolen, 1).costs_reader
    traded = happened("catan.bank.traded", seat=0, n=4, give="wool", take="ore")
    assert line("catan", [*stolen, traded], 2).important == "**Ann**: took a card from Cid, took a card from Dan."


def test_a_gift_taken_by_a_card_is_felt_though_it_stands_in_a_longer_line() -> None:
    gifts = [
        happened("catan.play.card", seat=2, progress="resource-monopoly"),
        happened("catan.play.named", seat=2, card="ore"),
        happened("catan.play.gave", seat=0, to_seat=2, cards=["ore"]),
        happened("catan.play.gave", seat=1, to_seat=2, cards=["ore", "ore"]),
    ]
    look = face_for("catan")
    (line,) = look.join_events(gifts)
    assert VOICE.phrase(line) == "Cid played Resource Monopoly. Cid names ore. Cid got 1 ore from Ann; 2 ore from Ben."
    assert set(look.losing_seats(line)) == {0, 1}
    assert look.weigh_event(line) == Weight.GREAT


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
    assert [VOICE.phrase(event) for event in face_for("catan").join_events(events)] == [
        "Ann built roads at e3; e4.",
        "Ben built a road at e9.",
        "Ben traded with the bank: 4 wool for 1 ore; 2 brick for 1 ore.",
        "Ben activated the knights at v3; v4.",
        "Ben promoted the knight at v3: a strong knight now.",
    ]


def test_a_card_stands_in_one_line_with_what_it_does_and_no_more() -> None:
    look = face_for("catan")
    warlord = [happened("catan.play.card", seat=0, progress="warlord"), happened("catan.play.warlord", seat=0, n=2)]
    later = happened("catan.knight.promoted", seat=0, corner="v3", rank="strong")
    assert [VOICE.phrase(event) for event in look.join_events([*warlord, later])] == [
        "Ann played Warlord. Ann activated 2 knights.",
        "Ann promoted the knight at v3: a strong knight now.",
    ]
    smith = happened("catan.play.card", seat=0, progress="smith")
    assert len(look.join_events([smith, later, later])) == 1
    spied = [
        happened("catan.play.card", seat=0, progress="spy"),
        happened("catan.play.spies", seat=0, to_seat=1),
        happened("catan.play.spied", seat=0, from_seat=1, track="trade"),
    ]
    assert [VOICE.phrase(event) for event in look.join_events(spied)] == [
        "Ann played Spy. Ann took a progress card from Ben (trade).",
    ]
    secret = replace(
        stored(Event("catan.play.spies_own", {"seat": 0, "to_seat": 1, "progress": ["spy"]})), seats=frozenset({0})
    )
    assert len(look.join_events([spied[0], secret])) == 2  # what one alone may know is joined to nothing


def test_nobody_is_said_to_have_built_enough_who_built_nothing() -> None:
    laid = Base(4, special_build="on").hand(C, "1 brick, 1 lumber").settlement(C, 10)
    tale = Tale(laid)("end")("pass build", B)
    road = tale.laid.legal("build-road", C)[0]
    tale(road, C)("pass build", C)("pass build", D)
    told = sentences.told(
        face_for("catan"), event_text.newest_story_entries(tale.log, 1, face_for("catan").finishing_moves), VOICE
    )
    assert [said.partition(" at ")[0] for said in told] == [
        "Ann ended the turn.",
        "Cid built a road",
        "Cid has built enough.",
    ]
    assert list(face_for("catan").join_events([])) == []
    alone = [happened("catan.special.done", seat=1)]
    assert [VOICE.phrase(event) for event in face_for("catan").join_events(alone)] == ["Ben has built enough."]


def test_the_story_of_a_turn_stays_while_others_let_the_special_build_go_by() -> None:
    log = [entry(1, 0, "build-road e1", []), entry(2, 0, "end", []), entry(3, 1, "pass build", [])]
    assert [one.seq for one in event_text.newest_story_entries(log, 9, face_for("catan").finishing_moves)] == [1, 2, 3]


def test_the_special_build_phase_is_no_turn() -> None:
    laid = Base(3, special_build="on").do("end")
    shown = replace(
        harness.table_of("catan", None, 1, seq=9),
        seats=tuple(Seat(n, 10 + n, NAMES[n], "RBY"[n]) for n in range(3)),
        stretches=(PendingTurn(1, 10, 1, True),),
    )
    view, look = laid.view(), face_for("catan")
    public = message_layout.layout_table_message(
        shown,
        view,
        [],
        VOICE,
        "Catan",
        posts=[Post(1, 1, 1, "turn", (11,))],
        ping_text=lambda seat, who: look.ping_text(view, seat, who, VOICE),
    )
    first, *_, last = public.screen.text.splitlines()
    assert first == "<@11>, special build phase: between the turns you may build, or let it go by."
    assert "Ben: build between the turns, or let it go by" in last


def machines(seats: int, moves: int) -> list[tuple[LogEntry, tuple[int, ...]]]:
    """The log of a game that machines play, with who is waited for after each entry; the first seat stands for a
    person."""
    game = game_types()["catan"].make(game_types()["catan"].presets["official"])
    t, luck, player = start_game(game, seats, bytes(32)), Chance(bytes(32)), players_by_level()["normal"]
    found = [(entry(1, 0, "start", t.events), tuple(game.waiting(t.state)))]
    while not game.over(t.state) and len(found) < moves:
        seat = sorted(game.waiting(t.state))[0]
        move = player.choose(game.view(t.state, seat), moves_to_consider(game, t.state, seat, luck), t.state.copy, luck)
        t = play(game, t.state, seat, move)
        done = entry(len(found) + 1, seat, encode_move(move), t.events)
        found.append((done if seat == 0 else replace(done, act=None), tuple(game.waiting(t.state))))
    return found


@pytest.mark.parametrize("seats", [4, 6])
def test_whatever_machines_took_from_a_person_is_told_whole(seats: int) -> None:
    """Each time the person is waited for again, in a game of machines with the longest names."""
    look, say = face_for("catan"), Voice("en", LONGEST)
    played = machines(seats, 1500)
    lost = 0
    for at in range(1, len(played)):
        (last, now), (_, before) = played[at], played[at - 1]
        if last.seat == 0 or 0 not in now or 0 in before:
            continue
        log = [one for one, _ in played[: at + 1]]
        since = next(one.seq for one in reversed(log[:-1]) if one.seat == 0)
        told = story_lines.build_story_lines(
            look, log, StoryScope(since, (0,)), say, say.with_seat_names("RBYKWT"), event_text.describe_event
        )
        parts = message_layout.TableMessageParts("p" * 60, "h" * 60, told, [("s" * 90, "")] * seats, "w" * 90, str)
        lines = parts.fit_text().splitlines()
        assert len("\n".join(lines)) <= headline.MESSAGE_LENGTH
        assert not any(shown.endswith("…") for shown in lines)
        hurt = [one for one in told if one.costs_reader]
        lost += len(hurt)
        assert all({one.full, one.with_letters, one.important} & set(lines) for one in hurt), lines
    assert lost > 0


# --- Carcassonne


def test_points_and_lost_figures_stay_before_tiles() -> None:
    laid = [happened("carc.tile.laid", seat=n % 3, tile="base-D", cell=f"N{n}", turn=0) for n in range(7)]
    eaten = happened("carc.dragon.eats", seat=1, cell="N3", n=1, seats=[0])
    scored = happened("carc.feature.scored", feature="city", cell="N9", n=3, points=6, seats=[2])
    passed = happened("carc.tile.put_aside", seat=0)
    told = line("carcassonne", [eaten, scored, *laid, passed], 0)
    assert told.costs_reader
    assert "Ben moved the dragon to N3. It sends home 1 figure of Ann." in told.important
    assert "The city at N9 is complete" in told.important
    assert "put aside" in told.full
    assert "put aside" not in told.important
    assert face_for("carcassonne").losing_seats(
        happened("carc.princess.sent", owner_seat=2, figure="follower", cell="N3")
    ) == {2}


def test_tiles_put_aside_one_after_the_other_are_counted() -> None:
    aside = happened("carc.tile.put_aside", seat=0)
    laid = happened("carc.tile.laid", seat=0, tile="base-D", cell="N9", turn=0)
    told = line("carcassonne", [aside, aside, aside, laid])
    assert told.full == "**Ann**'s turn: 3 tiles that Ann drew fit nowhere and are put aside. Ann laid base-D at N9."


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
    told = line("citadels", events[:-1], 0)
    assert told.important.split(". ")[:2] == ["**Ann**'s turn: Ben murders the King", "Cid robbed Ann of 4 gold"]
    assert "Dan destroyed Manor of Ann for 2 gold." in told.important
    assert told.important.count("built Manor for 3 gold") == 3
    assert "took 2 gold" in told.full
    assert "took 2 gold" not in told.important


def test_who_has_chosen_is_told_once_after_all_turns_and_who_did_not_answer_where_they_were_called() -> None:
    log = [
        LogEntry(n, n, "move", "pick x", (), False, (happened("cit.draft.picked", seat=n),), 1, "1", n) for n in (1, 2)
    ]
    silent = tuple(happened("cit.call.silent", character=character) for character in ("witch", "king"))
    called = happened("cit.call.answers", seat=0, character="bishop")
    log.append(LogEntry(3, 3, "move", "pick y", (), False, (*silent, called), 1, "1", 3))
    told = story_lines.build_story_lines(
        face_for("citadels"), log, StoryScope(0), VOICE, VOICE, event_text.describe_event
    )
    assert [(one.full, one.is_idle) for one in told] == [
        ("Called in vain: Witch and King.", False),
        ("**Ann**: is the Bishop.", False),
    ]
    told = story_lines.build_story_lines(
        face_for("citadels"), log[:2], StoryScope(0), VOICE, VOICE, event_text.describe_event
    )
    assert [one.full for one in told] == ["Ben and Cid have chosen."]
