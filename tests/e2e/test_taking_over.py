"""A seat that somebody else takes over: handed over, because its owner is late, or from the machine of who resigned."""

from __future__ import annotations

from playground.driver import Shown
from tests.e2e.conftest import ROOM, Stage
from tests.e2e.test_direct import letter, wants
from tests.e2e.test_reminders import passed
from tests.e2e.test_standin import ask, game, move, seat, until_asked


async def late(stage: Stage, **options: object) -> str:
    """Somebody is late with their second decision; who."""
    await game(stage, kind="carcassonne", **options)
    for index in range(3):
        await until_asked(stage, index, {})
        table = stage.table()
        while stage.table().seats_to_move == (index,) and stage.table().seq < table.seq + 3:
            await move(stage, table.seats[index].name, index)
    await passed(stage, 25)
    return stage.waited()


def others(stage: Stage, who: str) -> list[str]:
    return [each.name for each in stage.table().seats if each.name != who]


def reminder(stage: Stage) -> Shown:
    return stage.newest("Replace…")


async def test_a_seat_is_handed_over_and_the_leaver_is_told(stage: Stage) -> None:
    await game(stage)
    more = await stage.press("Ann", "My seat…", await stage.press("Ann", "More"))
    screen = await stage.press("Ann", "Hand my seat over…", more)
    assert "You cannot take it back once they have come" in screen.text
    assert (
        await stage.box.select("Ann", screen, stage.box.person("Eve"))
    ).text == "Eve is asked to take the seat over."
    await stage.settled()
    asked = ask(stage)
    assert asked is not None
    assert asked.pings == {"Eve"}
    assert "is asked, and nobody else" in (await stage.press("Mia", "Take the seat")).text
    taken = await stage.press("Eve", "Take the seat")
    assert taken.text.startswith("The seat is yours from now on.")
    assert asked.deleted
    newest = stage.newest("My move")
    assert newest.pings == {"Ann"}
    assert "your seat has been taken over." in newest.text
    assert "Eve takes over the seat of Ann." in newest.text
    assert "**Ann**" not in newest.text
    assert stage.table().host != stage.box.person("Ann").id
    assert (await stage.slash("Ann", "/game list")).text.startswith("You sit at no table.")


async def test_who_leaves_is_told_in_direct_messages_where_they_want_it(stage: Stage) -> None:
    await game(stage)
    await wants(stage, "Ann", ping="dm")
    await wants(stage, "Eve", ping="dm")
    await stage.slash("Ann", "/game seat replace", by=stage.box.person("Eve"))
    asked = await letter(stage, "Eve", "Ann would like to hand over their seat in")
    assert {"Take the seat", "Decline"} <= set(asked.labels)
    await stage.press("Eve", "Take the seat")
    # The letter shows the table, and is edited as the table goes on: what stays in it is the story.
    assert "Eve takes over the seat of Ann." in (await letter(stage, "Ann", "takes over the seat")).text


async def test_the_others_agree_to_replace_who_is_late(stage: Stage) -> None:
    who = await late(stage)
    first, second = others(stage, who)
    screen = await stage.press(first, "Replace…", reminder(stage))
    assert (await stage.box.select(first, screen, stage.box.person("Eve"))).text == "The table has been asked."
    await stage.settled()
    vote = stage.newest("Agree")
    assert f"that of {who}, who is late, by Eve" in vote.text
    assert vote.pings == {second}
    assert ask(stage) is None
    await stage.press(second, "Agree", vote)
    asked = ask(stage)
    assert asked is not None
    assert asked.pings == {"Eve"}
    await stage.press("Eve", "Take the seat", asked)
    assert stage.waited() == "Eve"
    assert not any(m.has_button("Replace…") for m in stage.box.messages(ROOM))  # their own time has begun
    await passed(stage, 12.5)
    assert stage.newest("On it").pings == {"Eve"}


async def test_it_is_over_when_they_move(stage: Stage) -> None:
    who = await late(stage)
    first, _ = others(stage, who)
    old = reminder(stage)
    await stage.slash(first, "/game seat replace", player=who)
    await move(stage, who, seat(stage, who))
    assert stage.tables.registry.open_vote_of(1) is None
    await stage.slash(who, "/game move", line="pass figure")
    again = await stage.box.forge(first, old, f"x:1:{stage.table().seq}:replace:{seat(stage, who)}")
    assert "is not late." in again.text


async def test_a_moderator_who_does_not_play_decides_alone_and_is_named(stage: Stage) -> None:
    who = await late(stage)
    answer = await stage.slash("Warden", "/game seat replace", player=who, by=stage.box.person("Eve"))
    assert answer.text == "Eve is asked to take the seat over.", answer.text
    asked = ask(stage)
    assert asked is not None
    assert f"Warden as a moderator lets the seat of {who}, who is late, be taken over" in asked.text
    assert "Warden, who moderates here" in stage.newest("My move").text
    await move(stage, who, seat(stage, who))  # they have come after all
    assert asked.deleted
    assert ask(stage) is None


async def test_a_stranger_replaces_nobody(stage: Stage) -> None:
    who = await late(stage)
    assert "not at this table" in (await stage.slash("Mia", "/game seat replace", player=who)).text
    assert "not at this table" in (await stage.press("Mia", "Replace…", reminder(stage))).text
    first, _ = others(stage, who)
    refused = await stage.slash(first, "/game seat replace", player=first, by=stage.box.person(who))
    assert "They sit at this table themselves." in refused.text
    in_time = next(name for name in others(stage, who) if name != first)
    assert "is not late." in (await stage.slash(first, "/game seat replace", player=in_time)).text


async def test_a_person_plays_again_for_who_resigned(stage: Stage) -> None:
    await game(stage, kind="carcassonne")
    sure = await stage.slash("Ann", "/game resign")
    await stage.press("Ann", sure.message.labels[0], sure)
    mine = seat(stage, "Ann")
    answer = await stage.slash("Ben", "/game seat replace", player="Ann")
    assert answer.text == "The seat is offered: whoever comes first takes it over."
    asked = ask(stage)
    assert asked is not None
    assert asked.pings == set()
    assert asked.labels == ["Take the seat", "Go to the table"]
    assert "cannot come back" in (await stage.press("Ann", "Take the seat", asked)).text
    await stage.press("Mia", "Take the seat", asked)
    assert stage.table().seats[mine].name == "Mia"
    assert stage.table().seats[mine].is_human
    assert "settled already" in (await stage.box.forge("Eve", asked, f"x:1:{stage.table().seq}:take:1")).text


async def test_the_end_names_who_owns_the_seats_now(stage: Stage) -> None:
    await game(stage, "Ann", "Ben", kind="carcassonne")
    await stage.slash("Ann", "/game seat replace", by=stage.box.person("Eve"))
    await stage.press("Eve", "Take the seat")
    sure = await stage.slash("Ben", "/game resign")
    await stage.press("Ben", sure.message.labels[0], sure)
    over = stage.newest("Rematch")
    assert "Eve wins" in over.text
    assert over.pings == {"Eve", "Ben"}


async def test_the_groups_keep_to_discords_limits(stage: Stage) -> None:
    (command,) = [c for c in stage.box.world.commands.values() if c.data["name"] == "game"]
    groups = {o["name"]: o for o in command.data["options"] if o["type"] == 2}
    assert len(command.data["options"]) <= 25
    assert {"standin", "replace", "back"} <= {o["name"] for o in groups["seat"]["options"]}
