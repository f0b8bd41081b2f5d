"""When a new message, when an edit, whom to ping, what becomes of the old one: with a movable clock and no Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from types import SimpleNamespace

import discord
import pytest

from cogs.post.message_editor import EDITABLE_SECONDS
from service.state.model import Vote
from service.store.publisher import TableChange

from .publisher_stage import ANN, BEN, Desk, http_error


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    made = Desk()
    made.books.owe("start", ANN, BEN)
    assert await made.change("started") == [("send", 1000, "0a1b2c3d-1", [ANN, BEN], False)]
    try:
        yield made
    finally:
        await made.publisher.close()


async def test_P1_somebody_new_is_pinged_by_a_new_message(desk: Desk) -> None:
    desk.books.owe("turn", BEN)
    assert await desk.change() == [("send", 1001, "0a1b2c3d-2", [BEN], False), ("delete", 1000)]


async def test_P2_nobody_new_is_an_edit(desk: Desk) -> None:
    assert await desk.change() == [("edit", 1000)]


async def test_P3_an_old_message_is_replaced_silently(desk: Desk) -> None:
    desk.clock.advance(EDITABLE_SECONDS + 1)
    assert await desk.change() == [("send", 1001, "0a1b2c3d-2", [], True), ("delete", 1000)]


async def test_just_below_and_above_the_age(desk: Desk) -> None:
    desk.clock.advance(EDITABLE_SECONDS - 5)
    assert await desk.change() == [("edit", 1000)]
    desk.clock.advance(6)
    assert (await desk.change())[0][0] == "send"


async def test_P5_the_end_pings_all(desk: Desk) -> None:
    desk.books.owe("over", ANN, BEN)
    desk.books.table = replace(desk.books.table, status="over")
    assert (await desk.change("over"))[0] == ("send", 1001, "0a1b2c3d-2", [ANN, BEN], False)


async def test_P6_undo_edits(desk: Desk) -> None:
    assert await desk.change("undone") == [("edit", 1000)]


async def test_changes_in_quick_succession_are_told_once(desk: Desk) -> None:
    for _ in range(5):
        await desk.publisher.publish_change(TableChange(desk.books.table, "moved"))
    desk.books.owe("turn", BEN)
    await desk.publisher.publish_change(TableChange(desk.books.table, "moved"))
    await desk.publisher.wait_until_idle()
    assert [act[0] for act in desk.channel.take()] == ["send", "delete"]


async def test_two_owed_posts_are_one_message(desk: Desk) -> None:
    desk.books.owe("turn", BEN)
    desk.books.owe("turn", ANN)
    assert (await desk.change())[0] == ("send", 1001, "0a1b2c3d-3", [ANN, BEN], False)
    assert desk.books.owed == []


async def test_not_tidy_keeps_the_old_message_without_its_buttons(desk: Desk) -> None:
    desk.books.table = replace(desk.books.table, tidy=False)
    desk.books.owe("turn", BEN)
    assert [act[0] for act in await desk.change()] == ["send", "strip"]
    desk.clock.advance(EDITABLE_SECONDS + 1)
    desk.books.owe("turn", ANN)
    assert [act[0] for act in await desk.change()] == ["send"]


@pytest.mark.parametrize("code", [10008, 50083, 30046])
async def test_what_cannot_be_edited_is_sent_anew_in_silence(desk: Desk, code: int) -> None:
    desk.channel.fail["edit"] = [http_error(code)]
    assert await desk.change() == [("send", 1001, "0a1b2c3d-2", [], True)]


@pytest.mark.parametrize("code", [50001, 50013, 10003])
async def test_a_lost_home_is_noted_and_healed_by_the_next_act(desk: Desk, code: int) -> None:
    desk.books.owe("turn", BEN)
    desk.channel.fail["send"] = [http_error(code)]
    assert await desk.change() == []
    assert desk.books.table.homeless
    assert [act[0] for act in await desk.change()] == ["send", "delete", "edit"]  # the clocks count on: until when
    assert not desk.books.table.homeless


@pytest.mark.parametrize("errors", [[http_error(0, 503)], [http_error(0, 429)], [ConnectionResetError()] * 2])
async def test_what_fails_stays_owed_and_is_tried_again(desk: Desk, errors: list[BaseException]) -> None:
    desk.books.owe("turn", BEN)
    desk.channel.fail["send"] = errors
    assert await desk.change() == []
    assert desk.books.owed
    await desk.later(31)
    assert desk.channel.take()[0] == ("send", 1001, "0a1b2c3d-2", [BEN], False)


async def test_an_act_does_not_wait_for_the_next_attempt(desk: Desk) -> None:
    desk.books.owe("turn", BEN)
    desk.channel.fail["send"] = [http_error(0, 503)]
    await desk.change()
    assert (await desk.change())[0] == ("send", 1001, "0a1b2c3d-2", [BEN], False)


async def test_a_lost_answer_makes_no_second_message(desk: Desk) -> None:
    desk.books.owe("turn", BEN)
    desk.channel.swallow = True
    first, again, *rest = await desk.change()
    assert first[:3] == again[:3]
    assert rest == [("delete", 1000)]
    assert desk.books.owed == []


@pytest.mark.parametrize("more", [True, False])
async def test_a_message_that_discord_has_already_shows_what_came_after_it_too(desk: Desk, *, more: bool) -> None:
    """It answers with what was sent first, whatever is sent under its number later."""
    desk.books.owe("turn", BEN)
    desk.channel.fail["send"] = [discord.DiscordServerError(SimpleNamespace(status=504, reason="late"), "")]
    await desk.change()
    if more:  # something happened that has no message of its own
        desk.books.table = replace(desk.books.table, seq=desk.books.table.seq + 1)
    done = [act[0] for act in await desk.change()]
    assert done == (["send", "delete", "edit"] if more else ["send", "delete"])
    live = desk.books.table.live
    assert live is not None
    assert [act[0] for act in await desk.change()] == ["edit"]


async def test_at_the_start_a_message_that_may_stand_there_already_is_shown_as_it_is_now(desk: Desk) -> None:
    desk.books.owe("turn", BEN)
    desk.books.table = replace(desk.books.table, seq=desk.books.table.seq + 1)
    await desk.publisher.publish_unsent_after_restart()
    await desk.publisher.wait_until_idle()
    assert [act[0] for act in desk.channel.take()] == ["send", "delete", "edit"]


async def test_who_may_have_lost_the_table_tells_nothing(desk: Desk) -> None:
    """Another process may tell already what is newer."""
    desk.books.registry.store.is_sole_owner = False
    assert await desk.change() == []
    desk.books.owe("turn", BEN)
    assert await desk.change() == []
    desk.books.registry.store.is_sole_owner = True
    assert [act[0] for act in await desk.change()] == ["send", "delete"]


async def test_an_old_message_that_cannot_be_deleted_does_no_harm(desk: Desk) -> None:
    desk.books.owe("turn", BEN)
    desk.channel.fail["delete"] = [http_error(10008, 404)]
    assert [act[0] for act in await desk.change()] == ["send"]
    assert desk.books.owed == []


async def test_edits_of_one_message_keep_their_distance(desk: Desk) -> None:
    desk.publisher.settle_seconds = 0
    started = desk.clock.now_ms()
    for _ in range(3):
        assert await desk.change() == [("edit", 1000)]
    assert desk.clock.now_ms() - started >= 90


async def test_at_the_start_everything_owed_goes_out(desk: Desk) -> None:
    desk.books.owe("turn", BEN)
    await desk.publisher.publish_unsent_after_restart()
    await desk.publisher.wait_until_idle()
    assert desk.channel.take()[0][3] == [BEN]


async def test_at_the_start_a_message_that_was_superseded_loses_its_buttons(desk: Desk) -> None:
    live = desk.books.table.live
    assert live is not None
    desk.books.former = [(1, replace(live, number=live.number - 1, message_id=900))]
    desk.channel.sent_at[900] = desk.clock.now()
    desk.books.table = replace(desk.books.table, tidy=False)
    await desk.publisher.remove_superseded_buttons()
    assert desk.channel.take() == [("strip", 900)]


async def test_the_lobby_turns_into_a_pointer(desk: Desk) -> None:
    live = desk.books.table.live
    assert live is not None
    desk.books.table = replace(desk.books.table, live=replace(live, reason="lobby"))
    desk.books.owe("start", ANN, BEN)
    changed = [act[:2] for act in await desk.change("started")]
    assert changed == [("edit", 1000), ("send", 1001), ("edit", 1000)]  # "dealing…" before all else


async def test_a_vote_is_sent_edited_and_at_last_told_anew(desk: Desk) -> None:
    now = desk.clock.now()
    vote = Vote(7, 1, "end", None, ANN, None, (ANN, BEN), (ANN,), (), "open", now, now + 999)
    desk.books.ballots[7] = vote
    acts = await desk.change("vote", vote)
    assert acts[0] == ("send", 1001, "0a1b2c3d-v7o", [BEN], False)
    desk.books.ballots[7] = replace(desk.books.ballots[7], status="declined", no=(BEN,))
    assert ("edit", 1001) in await desk.change("vote", desk.books.ballots[7])
    desk.clock.advance(EDITABLE_SECONDS + 1)
    acts = await desk.change("vote", desk.books.ballots[7])
    assert ("send", 1002, "0a1b2c3d-v7d", [], True) in acts
    assert ("delete", 1001) in acts


async def test_a_vote_that_discord_has_already_shows_who_answered_since(desk: Desk) -> None:
    now = desk.clock.now()
    vote = Vote(7, 1, "end", None, ANN, None, (ANN, BEN), (ANN,), (), "open", now, now + 999)
    desk.books.ballots[7] = vote
    desk.channel.fail["send"] = [http_error(0, 504)]
    await desk.change("vote", vote)
    assert [act[:2] for act in await desk.change()][:2] == [("send", 1001), ("edit", 1001)]


async def test_a_vote_posts_no_table_anew_however_old_that_is(desk: Desk) -> None:
    desk.clock.advance(EDITABLE_SECONDS + 1)
    now = desk.clock.now()
    vote = Vote(7, 1, "end", None, ANN, None, (ANN, BEN), (ANN,), (), "open", now, now + 999)
    desk.books.ballots[7] = vote
    assert [act[:2] for act in await desk.change("vote", vote)] == [("send", 1001)]
    desk.books.ballots[7] = replace(desk.books.ballots[7], status="declined", no=(BEN,))
    assert await desk.change("vote", desk.books.ballots[7]) == [("edit", 1001)]
    assert [act[0] for act in await desk.change("moved")] == ["send", "delete"]


async def test_whatever_goes_wrong_does_not_reach_the_game(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    desk.books.owe("turn", BEN)
    desk.channel.fail["send"] = [ValueError("strange")]
    assert await desk.change() == []
    assert "could not be shown" in caplog.text
    assert (await desk.change())[0][0] == "send"
