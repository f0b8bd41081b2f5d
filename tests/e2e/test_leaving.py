"""People leave the server, are banned, come back: through the bot, with a clock that is moved, and restarts."""

from __future__ import annotations

import pytest

from playground.driver import Shown
from playground.errors import ApiError

from .conftest import ROOM, Stage
from .test_reminders import DAY, HOUR, lay, passed, reminders

MEMBER = "GET /guilds/*/members/*"


async def three(stage: Stage, late: str = "ask") -> tuple[str, str, str]:
    """A game of three; who is waited for, and the two others."""
    await stage.slash("Ann", "/carcassonne new", seats=3, pace="24h")
    await stage.slash("Ann", "/game options", name="late", value=late)
    for name in ("Ben", "Cid"):
        await stage.press(name, "Join")
    await stage.press("Ann", "Start")
    for _ in range(3):
        await lay(stage)
    who = stage.waited()
    one, two = (name for name in ("Ann", "Ben", "Cid") if name != who)
    return who, one, two


def asked(stage: Stage) -> list[Shown]:
    """What asks the table about an empty seat, of all that stands in the channel."""
    return [m for m in stage.box.messages(ROOM) if m.has_button("Wait for them")]


def plain(message: Shown) -> str:
    return message.text.replace("**", "")


async def test_who_left_is_told_of_once_and_the_others_are_asked(stage: Stage) -> None:
    who, one, two = await three(stage)
    stage.box.go(who)
    await passed(stage, 12.1)
    (question,) = asked(stage)
    assert question.pings == {one, two}
    assert f">, {who} has left this server, and Carcassonne #1 waits for their move." in plain(question)
    told = stage.newest("Catch up")
    assert plain(told).count("no longer on this server".capitalize()) == 1
    assert f"No longer on this server: {who}." in plain(told)
    assert reminders(stage) == []
    for _ in range(4):
        await passed(stage, 12)
    assert asked(stage) == [question]
    log = await stage.slash(one, "/game log")
    assert plain(log.message).count(f"{who} is no longer on this server.") == 1
    late = [m for m in stage.box.messages(ROOM) if who in m.pings and m.message.at > question.message.at]
    assert late == []


async def test_the_question_survives_a_restart_and_is_not_asked_twice(stage: Stage) -> None:
    who, *_ = await three(stage)
    await stage.close()
    stage.box.go(who)
    stage.box.advance(13 * HOUR)
    await stage.open()
    await passed(stage, 0.01)
    (question,) = asked(stage)
    await stage.restart()
    await passed(stage, 1)
    assert asked(stage) == [question]


async def test_the_table_waits(stage: Stage) -> None:
    who, one, _ = await three(stage, late="fallback")
    stage.box.ban(who)
    await passed(stage, 12.1)
    (question,) = asked(stage)
    said = await stage.press(one, "Wait for them", question)
    assert f"the table waits for {who}" in said.text.replace("**", "")
    assert question.deleted
    before = stage.table().seq
    for _ in range(5):
        await passed(stage, 24)
    assert stage.table().seq == before
    assert f"{one} lets the table wait for {who}." in plain(stage.newest("Catch up"))
    assert asked(stage) == []
    stage.box.come(who)
    back = await stage.press(who, "My move")
    assert "not" not in back.text.partition("\n")[0].casefold()
    assert stage.table().seat_of(stage.box.person(who).id).is_present
    assert f"No longer on this server: {who}." not in plain(stage.newest("Catch up"))
    assert stage.table().stretches[0].timer.due is not None
    await lay(stage)
    assert stage.waited() != who


async def test_a_machine_plays_until_they_are_back(stage: Stage) -> None:
    who, one, two = await three(stage)
    stage.box.go(who)
    await passed(stage, 12.1)
    (question,) = asked(stage)
    await stage.press(two, "Let a machine play", question)
    assert stage.waited() != who
    assert question.deleted
    shown = plain(stage.newest("Catch up"))
    assert f"A machine plays for {who}, until they are back." in shown
    again = await stage.box.forge(one, question, f"x:1:{stage.table().seq}:left-machine:{_seat(stage, who)}")
    assert "a machine plays" in again.text
    stage.box.come(who)
    back = await stage.press(who, "My move")
    assert back.text.startswith("Welcome back: the seat is yours again.")
    refused = await stage.box.forge(one, question, f"x:1:{stage.table().seq}:left-machine:{_seat(stage, who)}")
    assert "Nobody has left that seat" in refused.text
    refused = await stage.box.forge(one, question, "x:1:2:left-wait:99999")
    assert "Nobody has left that seat" in refused.text


def _seat(stage: Stage, who: str) -> int:
    seat = stage.table().seat_of(stage.box.person(who).id)
    assert seat is not None
    return seat.index


def heir(stage: Stage) -> str:
    """The first at the table but Ann."""
    return next(seat.name for seat in stage.table().seats if seat.name != "Ann")


async def test_the_host_passes_on(stage: Stage) -> None:
    await three(stage)
    while stage.waited() != "Ann":
        await lay(stage)
    stage.box.go("Ann")
    await passed(stage, 12.1)
    assert stage.table().seat_name(stage.table().host) == heir(stage)


async def test_a_host_whose_turn_it_is_not_is_looked_up_when_somebody_needs_one(stage: Stage) -> None:
    await three(stage)
    ben = heir(stage)
    stage.box.advance(2 * HOUR)
    refused = await stage.slash(ben, "/game options", name="tidy", value="off")
    assert "Only Ann can do that." in refused.text
    stage.box.go("Ann")
    stage.box.advance(2 * HOUR)
    done = await stage.slash(ben, "/game options", name="tidy", value="off")
    assert "Only" not in done.text
    assert stage.table().host == stage.box.person(ben).id
    assert stage.table().deletes_former_posts is False


async def test_all_gone_the_table_freezes_without_a_ping(stage: Stage) -> None:
    await three(stage)
    for name in ("Ann", "Ben", "Cid"):
        stage.box.go(name)
    before = {m.id for m in stage.box.messages(ROOM)}
    await passed(stage, 12.1)
    assert stage.table().status == "frozen"
    await passed(stage, 200)
    assert [m for m in stage.box.messages(ROOM) if m.id not in before and m.pings] == []
    assert asked(stage) == []
    stage.box.come("Ben")
    await stage.press("Ben", "My move")
    assert stage.table().status == "active"


async def test_who_left_hears_nothing_in_direct_messages_either(stage: Stage) -> None:
    who, one, _ = await three(stage)
    await stage.tables.preferences.set_setting(stage.box.person(who).id, "ping", "dm")
    await stage.tables.preferences.set_setting(stage.box.person(one).id, "ping", "dm")
    stage.box.second_server("Elsewhere", [who], ["hall"])  # where the bot could still reach them
    stage.box.go(who)
    await passed(stage, 12.1)
    await passed(stage, 12)
    assert stage.box.dms(who) == []
    (letter,) = stage.box.dms(one)
    assert "somebody has left the server of Carcassonne #1" in letter.text
    await stage.press(one, "Wait for them", letter)
    assert asked(stage) == []


@pytest.mark.parametrize("trouble", ["500", "429", "silence", "odd"])
async def test_a_lookup_that_fails_decides_nothing(stage: Stage, trouble: str) -> None:
    who, *_ = await three(stage)
    stage.tables.server_members.patience = 0.3
    stage.box.go(who)
    faults = stage.box.faults
    if trouble == "500":
        faults.server_error(MEMBER, times=50)
    elif trouble == "429":
        faults.rate_limit(MEMBER, retry_after=1.0, times=50)
    elif trouble == "silence":
        faults.delay(MEMBER, 5.0, times=50)
    else:
        faults.refuse(MEMBER, ApiError(404, 0, "404: Not Found"), times=50)
    await passed(stage, 12.1)
    await stage.box.until(lambda: reminders(stage), 10, what="a reminder in spite of it")
    assert faults.struck
    assert all(seat.left_at is None for seat in stage.table().seats)
    assert asked(stage) == []
    assert f"<@{stage.box.person(who).id}>" in reminders(stage)[0].content
    faults.clear()
    await passed(stage, 7.2)
    await stage.box.until(lambda: asked(stage), 10, what="the question")
    assert reminders(stage) == []


async def test_nobody_is_looked_up_more_than_once_an_hour_or_without_need(stage: Stage) -> None:
    who, one, _ = await three(stage)
    await passed(stage, 12.1)
    asked_of = [r for r in stage.box.requests if r.route.startswith("GET /guilds/{guild_id}/members")]
    assert len(asked_of) == 1
    stage.box.advance(HOUR)
    await stage.press(who, "My move")  # they are here: nobody has to be asked
    await passed(stage, 0.5)
    await stage.slash(one, "/game time remind")
    again = [r for r in stage.box.requests if r.route.startswith("GET /guilds/{guild_id}/members")]
    assert len(again) == 1


async def test_a_lobby_goes_on_without_its_host(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new", seats=2)
    await stage.press("Ben", "Join")
    stage.box.go("Ann")
    stage.box.advance(2 * HOUR)
    too_few = await stage.press("Ben", "Start")
    assert "needs at least 2 players; 1 are here" in too_few.text
    assert stage.table().host == stage.box.person("Ben").id
    assert [seat.name for seat in stage.table().seats] == ["Ben"]
    assert "Ann" not in stage.newest("Join").text
    await stage.press("Cid", "Join")
    await stage.press("Ben", "Start")
    assert stage.table().status == "active"


async def test_a_lobby_whose_people_have_all_gone_is_closed_and_makes_room(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new", seats=2)
    lobby = stage.newest("Join")
    stage.box.go("Ann")
    stage.box.advance(2 * HOUR)
    stage.box.faults.server_error(MEMBER, times=50)
    stage.tables.server_members.patience = 0.3
    refused = await stage.slash("Ben", "/catan new")
    assert "already has Carcassonne #1" in refused.text
    stage.box.faults.clear()
    stage.box.advance(HOUR)
    await stage.slash("Ben", "/catan new")
    assert lobby.deleted
    assert stage.newest(text="Carcassonne #1").pings == set()
    assert stage.table().kind == "catan"


async def test_after_a_year_of_nothing_it_is_all_still_there(stage: Stage) -> None:
    who, *_ = await three(stage)
    stage.box.go(who)
    await passed(stage, 12.1)
    await stage.close()
    stage.box.advance(60 * DAY)
    await stage.open()
    await passed(stage, 0.1)
    assert stage.table().seats[_seat(stage, who)].left_at is not None
    stage.box.come(who)
    await stage.press(who, "My move")
    assert stage.table().seats[_seat(stage, who)].is_present
