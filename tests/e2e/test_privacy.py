"""`/game privacy`: the file with all that is stored of somebody, forgetting, and servers the bot was removed from."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from playground.driver import Answer
from service.jobs.removed_servers import KEEP_SECONDS
from tests.e2e.conftest import Stage
from tests.e2e.laid import on_screen
from tests.e2e.test_replay import played, shown


async def privacy(stage: Stage, what: str, who: str = "Ann") -> Answer:
    return await stage.slash(who, "/game privacy", what=what)


def file(shown: Answer) -> Any:
    (attached,) = on_screen(shown).message.attachments
    return json.loads(attached.data)


async def test_the_file_is_for_nobody_else(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    shown = await privacy(stage, "export")
    assert on_screen(shown).private
    known = file(shown)
    assert known["you"] == stage.box.person("Ann").id
    assert known["people"][0]["name"] == "Ann"
    assert str(stage.box.person("Ben").id) not in json.dumps(known)


async def test_the_file_says_times_as_people_write_them_and_what_its_words_mean(stage: Stage) -> None:
    table = await stage.game("Ann", "Ben")
    await stage.tables.moves.resign(table.id, stage.box.person("Ann").id)
    known = file(await privacy(stage, "export"))
    assert all("." in said for said in known.pop("words").values())
    times = [value for rows in known.values() if isinstance(rows, list) for row in rows for value in row.items()]
    told = [value for name, value in times if value and (name.endswith("_at") or name == "at")]
    assert len(told) > 3
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", value) for value in told)


async def test_who_is_unknown_gets_a_file_too(stage: Stage) -> None:
    known = file(await privacy(stage, "export", "Dan"))
    assert known["moves"] == {}


async def test_forgetting_asks_first(stage: Stage) -> None:
    table = await stage.game("Ann", "Ben")
    shown = await privacy(stage, "forget")
    assert shown.text.startswith("**Shall I forget you?** It cannot be taken back.")
    assert f"You still play Carcassonne #{table.id}. There you resign" in shown.text
    shown = await stage.press("Ann", "Keep everything", shown)
    assert shown.text == "Nothing has changed."
    assert stage.tables.registry.get(table.id) is not None


async def test_whoever_is_forgotten_plays_no_more_and_may_come_again(stage: Stage) -> None:
    table = await stage.game("Ann", "Ben")
    await stage.press("Ann", "Forget me", await privacy(stage, "forget"))
    over = await stage.tables.registry.load_table(table.id)
    assert (over.status, sorted(seat.user_id or 0 for seat in over.seats)) == ("over", [0, stage.box.person("Ben").id])
    await stage.settled()
    assert "Player" in stage.newest(text="Ben").text
    again = await privacy(stage, "forget")
    assert "You still play" not in again.text
    shown = await stage.press("Ann", "Forget me", again)
    assert shown.text.startswith("Done: I know nothing of you any more.")
    assert file(await privacy(stage, "export"))["moves"] == {}
    await stage.game("Ann", "Cid")
    assert stage.seated() == ["Ann", "Cid"] or stage.seated() == ["Cid", "Ann"]


async def test_the_log_of_a_finished_game_tells_of_nobody(stage: Stage) -> None:
    table = await stage.game("Ann", "Ben")
    await stage.tables.moves.resign(table.id, stage.box.person("Ann").id)
    await stage.press("Ann", "Forget me", await privacy(stage, "forget"))
    log = await stage.slash("Ben", "/game log")
    assert "Ann" not in log.text
    assert "Player" in log.text
    score = await stage.slash("Ben", "/game score")
    assert "Ann" not in score.text


async def test_a_wish_for_no_rating_outlives_it(stage: Stage) -> None:
    await stage.slash("Ann", "/game settings", name="Place among friends", value="off")
    shown = await privacy(stage, "forget")
    assert "That you want no place among friends is kept" in shown.text
    await stage.press("Ann", "Forget me", shown)
    assert stage.tables.preferences.effective_setting(stage.box.person("Ann").id, "rating") == "off"


@pytest.mark.parametrize("back", [True, False])
async def test_a_server_that_removed_the_bot(stage: Stage, back: bool) -> None:
    table = await stage.game("Ann", "Ben")
    stage.box.kick_bot()
    await stage.box.until(lambda: stage.tables.removed_servers.present_servers == set(), what="it was noticed")
    if back:
        await stage.later(KEEP_SECONDS - 3600)
        stage.box.invite_bot()
        await stage.box.until(lambda: stage.tables.removed_servers.present_servers, what="it is back")
        await stage.later(7200)
        assert (await stage.slash("Ann", "/game board")).text
        assert stage.tables.registry.get(table.id) is not None
    else:
        await stage.later(KEEP_SECONDS + 3600)
        await stage.box.until(lambda: stage.tables.registry.get(table.id) is None, what="it is gone")


async def test_pictures_made_before_tell_of_nobody_either(stage: Stage) -> None:
    """Points, hand, moment and replay of a game that is over, asked for again after one of its people was forgotten."""
    table = await stage.game("Ann", "Ben")
    await played(stage, 2)
    await stage.tables.moves.resign(table.id, stage.box.person("Ann").id)
    await stage.settled()

    async def looked() -> tuple[list[str], list[bytes]]:
        score = await stage.press("Ben", "Scores", stage.newest("Scores"))
        replay = await shown(stage, await stage.slash("Ben", "/game past replay", game=str(table.id)))
        moment = await stage.box.select("Ben", await stage.slash("Ben", "/game log"), "2")
        found = [*on_screen(score).pictures, replay, *on_screen(moment).pictures]
        texts = [*(picture.alt for picture in found), score.text, moment.text]
        return texts, [picture.data for picture in found]

    before, drawn = await looked()
    assert sum("Ann" in text for text in before) >= 3
    assert (await looked())[1] == drawn
    await stage.press("Ann", "Forget me", await privacy(stage, "forget"))
    after, again = await looked()
    assert not [text for text in after if "Ann" in text]
    assert all(one != other for one, other in zip(drawn, again, strict=True))
