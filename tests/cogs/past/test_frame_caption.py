"""What the frames of a replay say."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.games import face_for
from cogs.past.frame_caption import Captions
from cogs.past.replay_frames import iter_scenes, plan_frames
from service.state.model import StoredEvent
from tools.pictures.films import film_captions, play_filmed_game, voice_of
from tools.pictures.films import film_scenes as filmed


@pytest.fixture(scope="module", params=["carcassonne", "catan", "citadels"])
def one(request: pytest.FixtureRequest) -> Any:
    return play_filmed_game(request.param, "", 3 if request.param == "catan" else 4, 5, "easy")


def test_nearly_every_frame_says_something_that_the_story_says(one: Any) -> None:
    table = one.table
    reel = plan_frames(face_for(table.kind), one.entries, winners=one.winners)
    said = [scene.words for scene in filmed(one, reel)]
    assert said[-1] == ""  # the sheet
    assert sum(not words for words in said[:-1]) <= len(said) // 10
    assert all("\n" not in words and "**" not in words and "<t:" not in words for words in said)
    assert all(words[-1] in ".!" for words in said if words)
    assert len(set(said)) > len(said) // 2


def test_what_matters_most_is_said_not_what_came_last() -> None:
    one = play_filmed_game("citadels", "", 4, 5, "easy")
    say = film_captions(one.table)
    events = [event for entry in one.entries for event in entry.events if event.seats is None]
    built = next(event for event in events if event.key.endswith("built"))
    own = StoredEvent("table.paused", {"seat": 1})
    secret = StoredEvent("luck.key", {"key": "secret"})
    alone = say(None, [built])
    assert alone
    assert say(None, [built, own, secret]) == alone
    assert say(None, [own, secret]) == ""
    assert say(None, []) == ""


def test_names_stand_apart_from_what_is_beside_them() -> None:
    one = play_filmed_game("citadels", "", 4, 5, "easy")
    voice = voice_of(one.table).with_seat_names(["דן", "*Ben*", "Cid", "Dan"])
    say = Captions(one.table, face_for("citadels"), voice)
    built = [event for entry in one.entries for event in entry.events if event.key.endswith("built")]
    said = {event.params["seat"]: say(None, [event]) for event in built}
    assert said[0].startswith("\u2068דן\u2069 ")
    assert said[1].startswith("*Ben* ")


async def test_a_secret_of_a_seat_is_in_no_frame() -> None:
    one = play_filmed_game("citadels", "", 4, 5, "easy")
    reel = plan_frames(face_for("citadels"), one.entries, winners=one.winners)
    heard: list[StoredEvent] = []

    async def walk() -> Any:
        for passed in one.walk():
            yield passed

    def say(seat: int | None, events: Any) -> str:
        heard.extend(events)
        return ""

    assert [scene.words async for scene in iter_scenes(walk(), reel, say)] == [""] * len(reel)
    assert any(event.seats is not None for entry in one.entries for event in entry.events)
    assert heard
    assert all(event.seats is None for event in heard)
