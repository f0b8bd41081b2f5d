"""The log by turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cogs.screen.turns import Turn, TurnBoundaries, describe_turn, events_until_turn_ends, flatten_events, split_turns
from rules.core import Phrase
from service.state.model import LogEntry, StoredEvent
from words import Catalogue, Voice

BORDERS = TurnBoundaries(("toy.rolled",), ("toy.ended",), ("toy.round",), ("answer",))
SAY = Voice(
    "en",
    ["Ann", "Ben", "Cid"],
    Catalogue(
        {
            "en": {
                "toy.rolled": "{seat} rolled {n}.",
                "toy.built": "{seat} built a road.",
                "toy.both": "{seat} built. {seat} paid.",
                "toy.shared": "{seats} got {n}.",
                "toy.dragon": "The dragon ate a follower of {seat}.",
                "toy.two": "{first} {second}",
                "toy.list": "{seat} rolled {n}: Ben 1 ore.",
                "toy.round": "Round {n} begins, {seat} is first.",
                "story.turn": "{seat}: {told}",
                "story.turn_of": "{seat}, turn: {told}",
                "list.comma": "{so_far}, {item}",
            }
        }
    ),
)


def event(key: str, seat: int | None = None, *, to: int | None = None, **params: Any) -> StoredEvent:
    told = params if seat is None else {"seat": seat, **params}
    return StoredEvent(f"toy.{key}", told, None if to is None else frozenset({to}))


@dataclass
class Log:
    entries: list[LogEntry]

    def add(self, seat: int | None, move: str, *events: StoredEvent, kind: Any = "move") -> None:
        seq = len(self.entries) + 1
        self.entries.append(LogEntry(seq, seat, kind, move, (), False, events, 0, "a", seq))


def told(found: list[Turn]) -> list[tuple[int | None, list[str]]]:
    return [(turn.seat, [event.key.removeprefix("toy.") for event in turn.events]) for turn in found]


def game() -> Log:
    log = Log([])
    log.add(None, "", event("begun"), kind="start")
    log.add(0, "card", event("card", 0))
    log.add(0, "roll", event("rolled", 0, n=7))
    log.add(2, "discard", event("lost", 2))
    log.add(1, "answer", event("given", 1))
    log.add(0, "end", event("ended", 0))
    log.add(1, "build", event("built", 1))
    log.add(2, "answer", event("enough", 2))
    log.add(1, "roll", event("rolled", 1, n=4), event("drew", 1, to=1))
    log.add(1, "end", event("ended", 1), event("round"), event("open"))
    return log


def test_a_turn_lasts_until_an_event_ends_it_whoever_acts_in_it() -> None:
    assert told(split_turns(game().entries, BORDERS)) == [
        (None, ["begun"]),
        (0, ["card", "rolled", "lost", "given", "ended"]),
        (1, ["built", "enough", "rolled", "ended"]),
        (None, ["round", "open"]),
    ]


def test_what_the_reader_has_seen_is_left_out_but_not_what_others_began_in_their_act() -> None:
    assert told(split_turns(game().entries, BORDERS, 4)) == [
        (0, ["given", "ended"]),
        (1, ["built", "enough", "rolled", "ended"]),
        (None, ["round", "open"]),
    ]
    assert told(split_turns(game().entries, BORDERS, 10)) == [(None, ["round", "open"])]


def test_what_others_answered_is_told_with_its_cause_though_the_reader_knew_it() -> None:
    log = Log([])
    log.add(0, "play", event("rolled", 0, n=9))
    log.add(0, "play", event("card", 0))
    log.add(2, "answer", event("chosen", 2))
    log.add(1, "answer", event("lost", 2), event("lost", 1))
    log.add(0, "build", event("built", 0))
    borders = TurnBoundaries(
        finishing_moves=("answer",), cause_keys=("toy.rolled", "toy.card"), answer_keys=("toy.lost",)
    )
    assert told(split_turns(log.entries, borders, 3)) == [(0, ["card", "lost", "lost", "built"])]
    assert told(split_turns(log.entries, borders, 4)) == [(0, ["built"])]
    assert told(split_turns(log.entries, borders)) == [(0, ["rolled", "card", "chosen", "lost", "lost", "built"])]


def test_without_borders_whoever_moves_begins_a_turn() -> None:
    log = Log([])
    for seat, move in ((0, "a"), (0, "b"), (1, "answer"), (2, "c"), (0, "d")):
        log.add(seat, move, event("done", seat))
    found = split_turns(log.entries, TurnBoundaries(finishing_moves=("answer",)))
    assert [(turn.seat, len(turn.events)) for turn in found] == [(0, 3), (2, 1), (0, 1)]


def test_an_act_is_told_up_to_the_turn_of_somebody_else() -> None:
    ended, called, round_ = event("ended", 0), event("rolled", 1, n=3), event("round", 0)
    assert events_until_turn_ends(0, [event("built", 0), ended, called], BORDERS) == [event("built", 0), ended]
    assert events_until_turn_ends(0, [event("built", 0), called], BORDERS) == [event("built", 0)]
    assert events_until_turn_ends(0, [round_, event("open")], BORDERS) == []
    assert events_until_turn_ends(1, [called, event("built", 1)], BORDERS) == [called, event("built", 1)]


def test_a_line_begins_with_its_player_and_says_their_name_once() -> None:
    events = [event("rolled", 0, n=8), event("shared", seats=[0], n=2), event("built", 0)]
    assert describe_turn(0, events, SAY, SAY.phrase) == "Ann: rolled 8, got 2, built a road."


def test_after_what_others_do_names_stand_again() -> None:
    events = [event("rolled", 0, n=8), event("dragon", 0), event("built", 0), event("built", 1)]
    assert (
        describe_turn(0, events, SAY, SAY.phrase)
        == "Ann: rolled 8. The dragon ate a follower of Ann. Ann built a road. Ben built a road."
    )
    assert (
        describe_turn(0, [event("both", 0), event("built", 0)], SAY, SAY.phrase)
        == "Ann: built. Ann paid. Ann built a road."
    )
    assert describe_turn(0, [event("built", 1)], SAY, SAY.phrase) == "Ann, turn: Ben built a road."
    assert describe_turn(None, [event("built", 1)], SAY, SAY.phrase) == "Ben built a road."
    assert describe_turn(0, [event("shared", seats=[0, 1], n=2)], SAY, lambda _: "Both.") == "Ann, turn: Both."
    assert describe_turn(0, [event("dragon", 1)], SAY, lambda _: "") == ""


def test_two_sentences_behind_each_other_are_taken_apart() -> None:
    parts = [Phrase("toy.rolled", {"seat": 0, "n": 8}), Phrase("toy.built", {"seat": 0})]
    inner = StoredEvent("toy.two", {"first": parts[0], "second": parts[1]})
    outer = StoredEvent("toy.two", {"first": parts[1], "second": Phrase(inner.key, inner.params)})
    assert [one.key for one in flatten_events([outer], "toy.two")] == ["toy.built", "toy.rolled", "toy.built"]
    assert flatten_events([event("built", 0)], "") == [event("built", 0)]


MARKED = Voice(
    "en",
    ["Ann", "Ben", "Cid"],
    Catalogue(
        {
            "en": {
                "toy.rolled": "{seat} rolled {n}.",
                "toy.dragon": "The dragon ate a follower of {seat}.",
                "story.turn": "{seat}: {told}",
                "story.turn_by": "{seat} {by}: {told}",
                "story.turn_of": "{seat}, turn: {told}",
                "story.turn_of_by": "{seat}, turn {by}: {told}",
                "table.by_friend": "({user} for {owner_user})",
                "list.somebody": "somebody",
            }
        }
    ),
    people={7: "Dora", 1: "Ann"},
)


def test_who_moved_for_whom_stands_behind_the_name() -> None:
    mark = StoredEvent("table.by_friend", {"seat": 0, "user": 7, "owner_user": 1})

    def said(*events: StoredEvent, seat: int | None = 0) -> str:
        return describe_turn(seat, [mark, *events], MARKED, MARKED.phrase)

    assert said(event("rolled", 0, n=7)) == "Ann (Dora for Ann): rolled 7."
    assert said(event("dragon", 1)) == "Ann, turn (Dora for Ann): The dragon ate a follower of Ben."
    assert said(event("dragon", 1), seat=None) == "(Dora for Ann) The dragon ate a follower of Ben."


def test_the_mark_stands_once_in_a_turn() -> None:
    mark = StoredEvent("table.by_friend", {"seat": 0, "user": 7, "owner_user": 1})
    log = Log([])
    log.add(0, "roll", mark, event("rolled", 0, n=7))
    log.add(0, "build", mark, event("built", 0))
    (turn,) = split_turns(log.entries, BORDERS)
    assert [each.key for each in turn.events] == ["table.by_friend", "toy.rolled", "toy.built"]


def test_after_what_others_got_the_player_is_named_anew() -> None:
    said = describe_turn(0, [event("list", 0, n=9), event("built", 0)], SAY, SAY.phrase)
    assert said == "Ann: rolled 9: Ben 1 ore. Ann built a road."


def test_what_is_apart_and_anothers_begins_a_line() -> None:
    apart = ("toy.built", "toy.round")
    events = [event("rolled", 0, n=5), event("built", 0), event("built", 1), event("rolled", 1, n=2)]
    assert (
        describe_turn(0, events, SAY, SAY.phrase, apart) == "Ann: rolled 5, built a road.\nBen: built a road, rolled 2."
    )
    assert "\n" not in describe_turn(0, events, SAY, SAY.phrase)
    closing = [event("dragon", 2), event("round", 1, n=6), event("dragon", 0)]
    assert describe_turn(None, closing, SAY, SAY.phrase, apart) == (
        "The dragon ate a follower of Cid.\nRound 6 begins, Ben is first. The dragon ate a follower of Ann."
    )
    assert describe_turn(0, [event("built", 1)], SAY, SAY.phrase, apart) == "Ben: built a road."
