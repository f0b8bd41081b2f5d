"""What a message tells of a turn that is too long to be told whole."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from cogs.games import Face, Scored
from cogs.post import story_lines
from cogs.post.story_lines import TURN_LENGTH, StoryLine, StoryScope
from cogs.screen import event_text
from cogs.screen.event_text import Weight
from service.state.model import LogEntry, StoredEvent
from words import Catalogue, Voice

WORDS = Catalogue(
    {
        "en": {
            "toy.did": "{seat} {what}.",
            "table.machine_standin": "A machine stands in for {seat}.",
            "table.machine_over": "{seat} plays on.",
            "table.resigned_machine": "{seat} has resigned.",
            "story.turn": "{seat}: {told}",
            "story.turn_of": "{seat}'s turn: {told}",
            "list.comma": "{so_far}, {item}",
        }
    }
)
SAY = Voice("en", ["Ann", "Ben"], WORDS)
LETTERS = SAY.with_seat_names(["A", "B"])


class Toy(Face[Any]):
    """Events say themselves what they weigh, and from whom they take something."""

    def weigh_event(self, event: StoredEvent) -> int:
        return int(event.params["weight"])

    def find_scored(self, event: StoredEvent) -> Scored | None:
        return Scored({0: event.params["points"]}, "toy") if "points" in event.params else None

    def losing_seats(self, event: StoredEvent) -> Collection[int]:
        return (event.params["loser"],) if "loser" in event.params else ()


def did(what: str, weight: Weight, letters: int = 90, **more: int) -> StoredEvent:
    return StoredEvent("toy.did", {"seat": 0, "what": what + "x" * (letters - len(what)), "weight": weight, **more})


def line(events: Sequence[StoredEvent], *readers: int) -> StoryLine:
    log = [LogEntry(1, 0, "move", "x", (), False, tuple(events), 1, "1", 1)]
    (told,) = story_lines.build_story_lines(Toy(), log, StoryScope(0, readers), SAY, LETTERS, event_text.describe_event)
    return told


def kept(told: str) -> list[str]:
    """The first words of what a line tells."""
    return [part.split("x", 1)[0] for part in told.removesuffix(".").partition(": ")[2].split(", ")]


def test_a_turn_that_fits_is_short_without_what_only_passes_by() -> None:
    told = line([did("rolled ", Weight.COMMON), did("traded ", Weight.TRADE), did("built ", Weight.LASTING)])
    assert kept(told.full) == kept(told.with_letters) == ["rolled ", "traded ", "built "]
    assert kept(told.important) == ["rolled ", "built "]
    assert (told.full[:5], told.with_letters[:3], told.omitted_count) == ("Ann: ", "A: ", 0)


def test_of_a_long_turn_what_matters_least_goes_first_and_of_equals_the_oldest() -> None:
    long = [
        did("one ", Weight.LASTING),
        did("two ", Weight.COMMON),
        did("three ", Weight.GREAT),
        did("four ", Weight.COMMON),
        did("five ", Weight.LASTING),
        did("last ", Weight.LASTING),
    ]
    told = line(long)
    assert len(told.with_letters) > TURN_LENGTH
    assert len(told.important) <= TURN_LENGTH
    assert kept(told.important) == ["one ", "three ", "five ", "last "]
    assert kept(line([*long, did("seven ", Weight.GREAT)]).important) == ["three ", "five ", "last ", "seven "]
    assert kept(told.one_sentence) == ["three "]


def test_of_points_at_the_end_the_most_are_told() -> None:
    given = [("few ", 3), ("most ", 76), ("some ", 9), ("one ", 1), ("two ", 2), ("last ", 4)]
    told = line([did(what, Weight.GREAT, points=n) for what, n in given])
    assert kept(told.important) == ["few ", "most ", "some ", "last "]
    assert kept(told.one_sentence) == ["most "]
    assert told.omitted_count == 2, "how many are not told"


def test_what_takes_something_from_a_reader_goes_last() -> None:
    robbed = did("robbed ", Weight.PASSING, loser=1)
    great = [did(f"great {n} ", Weight.GREAT) for n in range(5)]
    told = line([robbed, *great], 1)
    assert told.costs_reader
    assert kept(told.important) == ["robbed ", "great 2 ", "great 3 ", "great 4 "]
    other = line([robbed, *great], 0)
    assert not other.costs_reader
    assert "robbed " not in kept(other.important)
    assert kept(told.one_sentence) == ["robbed "]


def test_one_thing_is_told_however_long_it_is() -> None:
    told = line([did("one ", Weight.COMMON, 500), did("two ", Weight.GREAT, 600)])
    assert kept(told.important) == ["two "]
    assert kept(line([did("one ", Weight.PASSING), did("two ", Weight.PASSING)]).important) == ["two "]


def entries(*events: tuple[int, StoredEvent]) -> list[LogEntry]:
    return [
        LogEntry(n, seat, "move", "x", (), False, (event,), n, str(n), n) for n, (seat, event) in enumerate(events, 1)
    ]


def test_where_only_empty_words_were_said_since_the_turn_before_them_is_told() -> None:
    empty = did("has enough ", Weight.IDLE)
    log = entries((0, did("one ", Weight.COMMON)), (1, did("two ", Weight.LASTING)), (0, empty))
    (told,) = story_lines.build_story_lines(Toy(), log, StoryScope(2, (1,)), SAY, LETTERS, event_text.describe_event)
    assert "two " in told.full
    (alone,) = story_lines.build_story_lines(
        Toy(), log[2:], StoryScope(2, (1,)), SAY, LETTERS, event_text.describe_event
    )
    assert "has enough " in alone.full  # nothing else was ever done
    (private,) = story_lines.build_story_lines(
        Toy(), log, StoryScope(2, (1,), 1), SAY, LETTERS, event_text.describe_event
    )
    assert "has enough " in private.full  # what is told of a time tells nothing older


def decides(*told: tuple[str, int]) -> list[str]:
    """What the story says of these events, each an entry of its own, around a turn."""
    events = [[StoredEvent(f"table.{what}", {"seat": seat})] for what, seat in told]
    events.insert(1, [did("built", Weight.LASTING, 5)])
    log = [
        LogEntry(n, 0 if n == 2 else None, "move" if n == 2 else "table", "x", (), False, tuple(some), n, str(n), n)
        for n, some in enumerate(events, 1)
    ]
    return [
        one.full
        for one in story_lines.build_story_lines(Toy(), log, StoryScope(0), SAY, LETTERS, event_text.describe_event)
    ]


def test_that_a_machine_stands_in_is_told_until_it_does_no_more() -> None:
    begins, ends = ("machine_standin", 0), ("machine_over", 0)
    assert decides(begins) == ["A machine stands in for Ann.", "Ann: built."]
    assert decides(begins, begins) == ["Ann: built.", "A machine stands in for Ann."]
    assert decides(begins, ends) == ["Ann: built.", "Ann plays on."]
    assert decides(begins, ("machine_over", 1)) == ["A machine stands in for Ann.", "Ann: built.", "Ben plays on."]
    assert decides(("resigned_machine", 0), ends) == ["Ann has resigned.", "Ann: built.", "Ann plays on."]
