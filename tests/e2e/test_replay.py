"""`/game past replay` and its buttons, on the screens of people."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from playground.driver import Answer
from playground.screen import Picture
from rules.core import encode_move
from tests.e2e.conftest import Stage

PATIENCE = 60.0  # seconds: a film takes what it takes


def film(picture: Picture) -> Image.Image:
    """The file behind it."""
    return Image.open(BytesIO(picture.data))


async def played(stage: Stage, turns: int) -> None:
    """So many turns: the tile where the rules list it first, no figure."""
    for _ in range(turns):
        table = stage.table()
        assert table.game is not None
        first = next(iter(table.game.legal(table.state, table.seats_to_move[0])))
        await stage.slash(stage.waited(), "/game move", line=encode_move(first))
        if stage.table().seats_to_move == table.seats_to_move:
            await stage.slash(stage.waited(), "/game move", line="pass figure")


async def shown(stage: Stage, answer: Answer) -> Picture:
    """The film that an answer ends with."""
    assert await stage.box.world.until(lambda: bool(answer.message.pictures), PATIENCE, (answer.act,))
    return answer.message.picture


async def test_a_game_that_goes_on_is_replayed_for_who_asks(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    await played(stage, 3)
    answer = await stage.slash("Ben", "/game past replay")
    picture = await shown(stage, answer)
    assert picture.filename == f"replay-1-{stage.table().seq}.webp"
    assert "Replay of the game in 9 seconds" in picture.alt
    assert "So far, as everybody saw it: 9 seconds" in answer.message.text
    assert film(picture).n_frames == 4
    assert "Show it to everybody" not in [button.label for button in answer.message.buttons]


async def over(stage: Stage) -> int:
    """A short game of two that is over, as Ann resigned; its number."""
    await stage.game("Ann", "Ben")
    await played(stage, 4)
    table = stage.table()
    ann = next(seat.user_id for seat in table.seats if seat.name == "Ann")
    assert ann is not None
    await stage.tables.moves.resign(table.id, ann, act="resigns")
    await stage.settled()
    assert stage.tables.registry.table_in_channel(table.home.channel_id) is None
    return table.id


async def test_a_game_that_is_over_is_shown_to_everybody_once(stage: Stage) -> None:
    number = await over(stage)
    answer = await stage.slash("Ben", "/game past replay")
    picture = await shown(stage, answer)
    assert "Replay of the game in " in picture.alt
    posted = await stage.press("Ben", "Show it to everybody", answer)
    assert await stage.box.world.until(lambda: "Everybody can see it now" in posted.message.text, PATIENCE)
    public = stage.newest(text="shown by Ben")
    assert public.picture.data == picture.data
    assert public.picture.filename == picture.filename
    assert not public.pings
    link = posted.message.button("To the replay").url
    again = await stage.slash("Ben", "/game past replay")
    await shown(stage, again)
    second = await stage.press("Ben", "Show it to everybody", again)
    assert await stage.box.world.until(lambda: "Everybody can see it now" in second.message.text, PATIENCE)
    assert second.message.button("To the replay").url == link
    assert stage.newest(text="shown by") == public
    stranger = await stage.slash("Cid", "/game past replay")
    await shown(stage, stranger)
    assert "Show it to everybody" not in [button.label for button in stranger.message.buttons]
    refused = await stage.box.forge("Cid", public, f"x:{number}:9:film:webp")
    assert "not at this table" in refused.message.text
    assert stage.newest(text="shown by") == public
    await stage.restart()
    third = await stage.slash("Ben", "/game past replay", game=str(number))
    await shown(stage, third)
    later = await stage.press("Ben", "Show it to everybody", third)
    assert await stage.box.world.until(lambda: "Everybody can see it now" in later.message.text, PATIENCE)
    assert later.message.button("To the replay").url == link
    assert stage.newest(text="shown by") == public


async def test_it_is_had_as_a_gif_from_the_command_and_from_its_button(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    await played(stage, 2)
    typed = await stage.slash("Ann", "/game past replay", **{"as": "gif"})
    picture = await shown(stage, typed)
    assert picture.filename.endswith(".gif")
    assert film(picture).size[0] == 480
    moving = await stage.press("Ann", "As WebP", typed)
    assert await stage.box.world.until(
        lambda: bool(moving.message.pictures) and moving.message.picture.filename.endswith(".webp"), PATIENCE
    )
    assert film(moving.message.picture).size[0] == 800


async def test_the_button_of_an_ending_leads_to_it_anywhere(stage: Stage) -> None:
    number = await over(stage)
    message = stage.box.say("Ann", "lounge", "hello")
    pressed = await stage.box.forge("Ann", message, f"t:{number}:replay")
    assert (await shown(stage, pressed)).filename.startswith(f"replay-{number}-")


async def test_a_game_that_is_over_is_named_by_who_sat_there_or_where_it_was_played(stage: Stage) -> None:
    number = await over(stage)
    there = await stage.slash("Cid", "/game past replay", game=f"#{number}")
    await shown(stage, there)
    elsewhere = await stage.slash("Ann", "/game past replay", room="lounge", game=str(number))
    await shown(stage, elsewhere)
    for typed in (str(number), "99999", "nonsense", "9" * 40):
        refused = await stage.slash("Cid", "/game past replay", room="lounge", game=typed)
        assert not refused.message.pictures
        assert "not" in refused.message.text or "no " in refused.message.text.casefold()


async def test_nothing_to_show_is_said(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    answer = await stage.slash("Ann", "/game past replay")
    assert "Nothing has happened" in answer.message.text


async def test_who_waits_while_the_bot_stops_is_told(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    await played(stage, 2)
    running = stage.running
    assert running is not None
    answer = await stage.slash("Ann", "/game past replay")
    await shown(stage, answer)
    await running.bot.film_queue.stop()
    await played(stage, 1)
    later = await stage.slash("Ben", "/game past replay")
    assert "being restarted" in later.message.text


async def test_where_it_cannot_be_posted_it_is_said_and_can_be_tried_again(stage: Stage) -> None:
    await over(stage)
    answer = await stage.slash("Ben", "/game past replay")
    await shown(stage, answer)
    stage.box.deny("table", "attach_files")
    await stage.settled()
    refused = await stage.press("Ben", "Show it to everybody", answer)
    assert await stage.box.world.until(lambda: "could not be posted" in refused.message.text, PATIENCE)
    stage.box.allow("table", "attach_files")
    again = await stage.slash("Ben", "/game past replay")
    await shown(stage, again)
    posted = await stage.press("Ben", "Show it to everybody", again)
    assert await stage.box.world.until(lambda: "Everybody can see it now" in posted.message.text, PATIENCE)
