"""What people do and see, through the driver, with the real client on the other side."""

from __future__ import annotations

import asyncio

import pytest

from playground.driver import Box, NoAnswer, Refused, Shown
from tests.playground.bot import picture


async def posted(box: Box, who: str = "Ann") -> Shown:
    await box.slash(who, "table", "/do table")
    shown = box.newest("table")
    assert shown is not None
    return shown


async def test_a_command_with_options_of_many_types_is_answered_in_public(box: Box) -> None:
    answer = await box.slash("Ann", "table", "/do say", text="hello", times=2, loud=True, whom="Ben")
    assert answer.kind == "message"
    assert answer.text == "<@1100000000000000102> HELLO <@1100000000000000102> HELLO"
    assert not answer.private
    assert answer.message.pings == {"Ben"}
    assert 0 < answer.ack_ms < 3000


async def test_completion_narrows_by_what_is_typed_and_filled_in(box: Box) -> None:
    offered = await box.complete("Ann", "table", "/do choose", "number", "4", colour="red")
    assert [c.value for c in offered] == ["4", "14", "24", "34", "40"]
    assert offered[0].label == "red 4"
    assert len(await box.complete("Ann", "table", "/do choose", "number")) == 25
    assert [c.label for c in await box.complete("Ann", "table", "/do choose", "colour", "gr")] == ["Green"]


@pytest.mark.parametrize(
    ("path", "options", "reason"),
    [
        ("/do nonsense", {}, "there is no nonsense"),
        ("/nothing", {}, "no command"),
        ("/do", {}, "cannot be called by itself"),
        ("/do say", {}, 'needs "text"'),
        ("/do say", {"text": "a", "other": 1}, "no option"),
        ("/do say", {"text": "a", "times": 9}, "out of range"),
        ("/do say", {"text": "a", "times": "many"}, "takes a number"),
        ("/do say", {"text": "a", "whom": "Zoe"}, "nobody"),
    ],
)
async def test_the_client_refuses_what_the_command_does_not_take(
    box: Box, path: str, options: dict[str, object], reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        await box.slash("Ann", "table", path, **options)


async def test_buttons_update_their_message_and_carry_state(box: Box) -> None:
    table = await posted(box)
    assert table.pings == {"Ann"}
    assert table.picture.alt == "A green table"
    assert table.picture.data == picture()
    assert (table.picture.width, table.picture.height) == (120, 80)
    assert table.button("Count 1").style == "success"
    assert table.button("Grey").disabled
    answer = await box.press("Ben", table, "Count 1")
    assert answer.kind == "update"
    assert table.content == "counted to 1"
    assert table.has_button("count:2")
    assert table.edits == 1
    assert table.pings == {"Ann"}
    assert table.message.history[0].content.startswith("### A table")


async def test_no_button_is_pressed_that_the_screen_does_not_show(box: Box) -> None:
    table = await posted(box)
    with pytest.raises(LookupError):
        await box.press("Ben", table, "Count 2")
    with pytest.raises(Refused, match="greyed out"):
        await box.press("Ben", table, "Grey")
    screen = await box.slash("Cid", "table", "/do screen")
    with pytest.raises(Refused, match="does not see"):
        await box.press("Ben", screen, "Later")
    box.delete_message(table)
    with pytest.raises(Refused, match="deleted"):
        await box.press("Ben", table, "Count 1")


async def test_a_forged_press_reaches_the_bot(box: Box) -> None:
    table = await posted(box)
    answer = await box.forge("Ben", table, "count:41")
    assert answer.kind == "update"
    assert table.content == "counted to 41"


async def test_deferred_answers_are_waited_for(box: Box) -> None:
    table = await posted(box)
    assert (await box.press("Ben", table, "Later")).text == "later is now"
    secret = await box.press("Ben", table, "Secret")
    assert [m.text for m in secret.messages][:1] == ["only you"]
    await box.until(lambda: len(secret.messages) == 2)
    assert [m.owner for m in secret.messages] == ["Ben", "Ben"]


async def test_the_first_follow_up_fills_the_thinking_message(box: Box) -> None:
    table = await posted(box)
    secret = await box.press("Ben", table, "Secret")
    # It was sent without the ephemeral flag, but the deferral has decided.
    assert secret.act.made[0] == secret.messages[0].id
    assert secret.messages[0].private
    assert not secret.messages[0].loading


@pytest.mark.slow
async def test_silence_is_seen_as_silence(box: Box) -> None:
    table = await posted(box)
    assert (await box.press("Ben", table, "Nothing")).kind == "nothing"
    with pytest.raises(NoAnswer):
        await box.press("Ben", table, "Silent")


async def test_selects_check_their_options_and_numbers(box: Box) -> None:
    table = await posted(box)
    assert table.select("A colour").labels == ["Colour red", "Colour green", "Colour blue"]
    assert (await box.select("Ben", table, "Colour green")).text == "picked green"
    with pytest.raises(Refused, match="does not offer"):
        await box.select("Ben", table, "violet")
    with pytest.raises(Refused, match="choose 1 to 1"):
        await box.select("Ben", table, "red", "blue")
    screen = await box.slash("Ben", "table", "/do screen")
    assert (await box.select("Ben", screen, "red", "blue", which="pick:many")).text == "picked red, blue"


async def test_forms_open_and_are_read(box: Box) -> None:
    table = await posted(box)
    opened = await box.press("Ben", table, "Form")
    assert opened.kind == "modal"
    assert opened.modal.title == "Your words"
    assert [f.label for f in opened.modal.fields] == ["A word", "A note"]
    with pytest.raises(Refused, match="not on Ann's screen"):
        await box.submit("Ann", opened, {"A word": "hi"})
    with pytest.raises(Refused, match="must be filled in"):
        await box.submit("Ben", opened, {})
    with pytest.raises(Refused, match="wrong length"):
        await box.submit("Ben", opened, {"A word": "x"})
    read = await box.submit("Ben", opened, {"A word": "meeple", "A note": "two\nlines"})
    assert read.text == "read meeple / two\nlines"
    by_command = await box.slash("Ben", "table", "/do form")
    assert (await box.submit("Ben", by_command, {"A word": "tile"})).text == "read tile / "


async def test_components_v2_are_read_as_a_screen_shows_them(box: Box) -> None:
    answer = await box.slash("Cid", "table", "/do screen")
    shown = answer.message
    assert shown.v2
    assert shown.private
    assert shown.content == ""
    assert shown.text == "## A board\nLook at it."
    assert shown.labels == ["Later", "Secret"]
    assert shown.picture.alt == "A green board"
    assert shown.picture.filename == "board.png"


async def test_menus_of_people_and_messages(box: Box) -> None:
    assert (await box.menu("Ann", "table", "Greet", "Ben")).text == "hello Ben"
    said = box.say("Ben", "table", "wise words")
    assert (await box.menu("Ann", "table", "Quote", said)).text == "> wise words"
    with pytest.raises(Refused, match="in this menu"):
        await box.menu("Ann", "table", "Greet", said)


async def test_taps_are_counted_as_a_finger_makes_them(box: Box) -> None:
    table = await posted(box)
    await box.press("Ben", table, "Later")
    await box.select("Ben", table, "red")
    opened = await box.press("Ben", table, "Form")
    await box.submit("Ben", opened, {"A word": "word"})
    assert box.taps("Ben") == 1 + 2 + 1 + 1
    assert box.taps("Ann") == 0
    box.reset_taps()
    assert box.taps("Ben") == 0


async def test_two_presses_at_the_same_time_are_two_acts(box: Box) -> None:
    table = await posted(box)
    both = await asyncio.gather(box.press("Ben", table, "Secret"), box.press("Cid", table, "Secret"))
    assert [a.messages[0].owner for a in both] == ["Ben", "Cid"]


async def test_threads_and_direct_messages(box: Box) -> None:
    answer = await box.slash("Ann", "table", "/do thread", name="side")
    (thread,) = box.threads("table")
    assert answer.text == f"started <#{thread.id}>"
    first = box.newest(thread)
    assert first is not None
    assert (await box.press("Ben", first, "Count 1")).kind == "update"
    assert (await box.slash("Ann", thread, "/do say", text="inside")).message.channel_id == thread.id
    assert (await box.slash("Dan", "table", "/do letter")).text == "sent"
    assert [m.text for m in box.dms("Dan")] == ["a letter"]
    assert box.dms("Dan")[0].pings == {"Dan"}
    assert (await box.slash("Dan", box.dm("Dan"), "/do say", text="here")).text == "here"


async def test_people_write_and_restart_their_clients(box: Box) -> None:
    said = box.say("Ann", "lounge", "hello <@1100000000000000102>")
    assert said.author == "Ann"
    assert said.pings == {"Ben"}
    await box.slash("Cid", "table", "/do screen")
    assert len(box.private("Cid", "table")) == 1
    box.restart_client("Cid")
    assert box.private("Cid") == []


async def test_new_messages_and_quiet_can_be_waited_for(box: Box) -> None:
    first = await posted(box)
    waiting = asyncio.create_task(box.new_message("table", after=first, text="begins"))
    second = await posted(box, "Ben")
    assert await waiting == second
    await box.quiet(0.1)
    assert box.server.rest.running == 0
    with pytest.raises(TimeoutError):
        await box.new_message("table", after=second, timeout=0.1)


async def test_a_right_to_use_commands_is_a_right(box: Box) -> None:
    box.deny("table", "use_application_commands", who="Dan")
    with pytest.raises(Refused, match="no command"):
        await box.slash("Dan", "table", "/do say", text="hi")
    box.deny("lounge", "view_channel", who="Dan")
    with pytest.raises(Refused, match="cannot see"):
        await box.slash("Dan", "lounge", "/do say", text="hi")
    with pytest.raises(Refused, match="cannot see"):
        box.say("Dan", "lounge", "hi")
