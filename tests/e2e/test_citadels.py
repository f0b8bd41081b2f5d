"""Citadels through the driver: the draft and a turn, with the taps they take and what others see of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from playground.driver import Refused, Shown
from rules.citadels.decisions import KeepCards
from rules.core.registry import game_types
from tests.e2e.conftest import Stage
from tests.e2e.positions import reach
from tests.e2e.positions_citadels import FOUR, at, to_turn, turn_of
from tests.e2e.screens import STANDING, offered, on_screen, tap, taps
from tests.e2e.story import spoken
from tests.rules.citadels.table import choices


def grey(shown: Shown) -> list[str]:
    return [b.label for b in shown.buttons if b.disabled]


# --- the draft


async def test_a_character_is_chosen_in_two_taps_and_nobody_else_learns_it(stage: Stage) -> None:
    await stage.game(*FOUR, kind="citadels")
    who = stage.waited()
    before = stage.newest("My move")
    face_up = re.search(r"Face up: ([\w, ]+)\.", before.pictures[0].alt or "")
    assert face_up is not None
    stage.box.reset_taps()
    answer = await stage.press(who, "My move")
    shown = on_screen(answer)
    names = offered(shown)
    assert len(names) == 5
    assert all(re.fullmatch(r"[1-8] \w+", name) for name in names)
    assert not {name.split(" ")[1] for name in names} & set(face_up[1].split(", "))
    assert shown.text.count("`") == 10  # each with its line of rules
    assert shown.picture is not None
    chosen = names[0].split(" ")[1]
    done = await tap(stage, who, answer, names[0])
    assert stage.box.taps(who) == 2
    assert f"You chose the {chosen}." in done.text
    public = stage.newest("My move")
    assert f"**Waiting for** {stage.waited()}: choose a character, asked" in public.text
    assert public.text.count(chosen) == before.text.count(chosen)  # among all characters
    assert (public.pictures[0].alt or "").count(chosen) == (before.pictures[0].alt or "").count(chosen)
    assert chosen.lower() not in repr(public.message.components).lower()
    assert public.pings == {stage.waited()}
    assert public.labels == STANDING


async def test_two_players_put_characters_aside_in_two_taps(stage: Stage) -> None:
    await stage.game("Ann", "Ben", kind="citadels")
    first = stage.waited()
    other = "Ben" if first == "Ann" else "Ann"
    await taps(stage, first, "")
    await taps(stage, other, "")
    assert stage.waited() == other
    answer = await taps(stage, other)
    assert "Put a character aside" in on_screen(answer).text
    thrown = offered(on_screen(answer))[0]
    done = await tap(stage, other, answer, thrown)
    assert stage.box.taps(other) == 2
    assert f"You put the {thrown.split(' ')[1]} aside." in done.text
    assert thrown.split(" ")[1] not in stage.newest("My move").text
    hand = await stage.press(other, "My hand")
    assert f"You know to lie face down: {thrown.split(' ')[1]}" in hand.text
    assert "lie face down" not in (await stage.press(first, "My hand")).text


# --- a turn


async def test_gold_is_one_tap_build_and_end_are_two(stage: Stage) -> None:
    who = await to_turn(stage)
    table = stage.table()
    public = stage.newest("My move")
    assert public.labels == [*STANDING, "Take 2 gold", "Draw cards"]
    panel = on_screen(await taps(stage, who))
    assert "End turn" in grey(panel)
    assert all(label in grey(panel) for label in panel.labels if label.startswith("Build "))
    assert "Take gold or cards first." in panel.text
    stage.box.reset_taps()
    await stage.press(who, "Take 2 gold")
    assert stage.box.taps(who) == 1
    seat = next(seat.index for seat in stage.table().seats if seat.name == who)
    assert stage.table().state.gold[seat] == 4
    assert stage.newest("My move").labels == STANDING
    panel = on_screen(await taps(stage, who))
    builds = [label for label in panel.labels if label.startswith("Build ")]
    costs = [int(label[label.rindex("(") + 1 : -1]) for label in builds]
    assert costs == sorted(costs)
    assert {cost > 4 for label, cost in zip(builds, costs, strict=True) if label in grey(panel)} <= {True}
    done = await taps(stage, who, "Build ")
    assert stage.box.taps(who) == 2
    assert "built" in done.text
    assert on_screen(done).has_button("Undo")
    city = stage.table().state.cities[seat]
    assert len(city) == 1
    await stage.box.press(who, on_screen(done), "Undo")
    await stage.settled()
    assert stage.table().state.cities[seat] == ()
    await taps(stage, who, "Build ")
    assert "You have built" in (await stage.slash(who, "/citadels build", district="temple")).text
    panel = on_screen(await taps(stage, who))
    assert not [label for label in offered(panel) if label.startswith("Build ")]
    done = await taps(stage, who, "End turn")
    assert stage.box.taps(who) == 2
    assert done.text.startswith(f"**Done:** {who} ends the turn.")
    assert "Nobody answered" not in done.text
    assert stage.table().id == table.id


async def test_cards_are_kept_in_two_taps_and_only_numbers_are_public(stage: Stage) -> None:
    who = await to_turn(stage)
    stage.box.reset_taps()
    answer = await stage.press(who, "Draw cards")
    assert answer.private
    keeps = offered(on_screen(answer))
    assert keeps
    assert all(label.startswith("Take ") for label in keeps)
    assert stage.newest("My move").labels == STANDING
    name = keeps[0].removeprefix("Take ")
    done = await tap(stage, who, answer, keeps[0])
    assert stage.box.taps(who) == 2
    assert f"You kept {name}." in done.text
    public = stage.newest("My move")
    assert f"{who} kept 1 card" in spoken(public.text)
    assert name not in public.text
    assert name not in (public.pictures[0].alt or "")
    assert not on_screen(done).has_button("Undo")
    others = [person for person in FOUR if person != who]
    log = await stage.slash(others[0], "/game log")
    assert f"You kept {name}" not in log.text
    assert f"You kept {name}" in (await stage.slash(who, "/game log")).text


async def test_two_cards_are_kept_with_a_library(stage: Stage, tmp_path: Path) -> None:
    table = await reach(stage, tmp_path, FOUR, "citadels", choices(), at(KeepCards, count=2), 475)
    who = stage.waited()
    answer = await taps(stage, who)
    keeps = offered(on_screen(answer))
    assert all(re.fullmatch(r"Take .+ and .+", label) for label in keeps)
    done = await tap(stage, who, answer, keeps[-1])
    assert stage.box.taps(who) == 2
    assert "kept 2 cards" in done.text
    assert stage.table().seq == table.seq + 1


async def test_income_is_two_taps(stage: Stage, tmp_path: Path) -> None:
    table = await reach(stage, tmp_path, FOUR, "citadels", choices(), turn_of("merchant", "income"))
    who, seat = stage.waited(), table.seats_to_move[0]
    label = next(text for text in offered(on_screen(await taps(stage, who))) if text.startswith("Income +"))
    await taps(stage, who, label)
    assert stage.box.taps(who) == 2
    assert stage.table().state.gold[seat] == table.state.gold[seat] + int(label.removeprefix("Income +"))


async def test_my_hand_is_a_picture_and_words_for_its_owner(stage: Stage) -> None:
    who = await to_turn(stage)
    hand = await stage.press(who, "My hand")
    assert hand.private
    assert "4 cards:" in hand.text
    assert re.search(r"Your characters of this round: \w+", hand.text)
    assert (on_screen(hand).pictures[0].alt or "").startswith("Your hand: ")
    stage.box.add_person("Eve")
    assert "You are not at this table" in (await stage.press("Eve", "My hand")).text


async def test_the_text_board_tells_nobody_what_another_can_build(stage: Stage) -> None:
    who = await to_turn(stage)
    await stage.press(who, "Take 2 gold")
    own = await stage.slash(who, "/game board", text=True)
    assert "Possible: build " in own.text
    assert own.text.count("Only you see:") == 1
    other = next(name for name in FOUR if name != who)
    assert "Possible" not in (await stage.slash(other, "/game board", text=True)).text


# --- players by name, limits


async def test_players_stand_by_name_and_colour_wherever_a_move_holds_one(stage: Stage, tmp_path: Path) -> None:
    await reach(stage, tmp_path, FOUR, "citadels", choices(), turn_of("magician", "power-swap"))
    who = stage.waited()
    found = await stage.box.complete(who, "table", "/citadels power swap", "player")
    assert all(re.fullmatch(r"\w+ \(\w+\)", choice.label) for choice in found)
    assert who not in {choice.label.split(" ")[0] for choice in found}
    assert {choice.value for choice in found} <= set("0123")
    moves = await stage.slash(who, "/game moves")
    assert re.search(r"`power-swap \d` Swap hands with \w+ \(\w+\)", moves.text)
    lines = await stage.box.complete(who, "table", "/game move", "line", "power-swap")
    assert all("Swap hands with" in choice.label for choice in lines)


async def test_eight_people_with_long_names_stay_within_the_limits(stage: Stage) -> None:
    people = tuple(letter * 31 + str(n) for n, letter in enumerate("ABCDEFGH"))
    for name in people:
        stage.box.add_person(name)
    await stage.slash(people[0], "/citadels new")
    lobby = stage.table()
    await stage.tables.lobby.set_choices(lobby.id, lobby.host, game_types()["citadels"].presets["everything"])
    await stage.tables.lobby.set_seats(lobby.id, lobby.host, len(people))
    for name in people[1:]:
        await stage.press(name, "Join")
    await stage.press(people[0], "Start")
    for act in range(60):
        who = stage.waited()
        answer = await taps(stage, who)
        for step in range(6):
            ways = offered(on_screen(answer))
            if "**Done" in answer.text and step:
                break
            if not ways:
                row = on_screen(answer).selects[0]
                answer = await stage.box.select(who, on_screen(answer), row.values[0], which=row.custom_id)
                continue
            answer = await tap(stage, who, answer, ways[(act * 7 + step) % len(ways)])
        assert len(stage.newest("My move").content) <= 2000
    assert stage.table().seq > 60


async def test_a_grey_button_cannot_be_pressed(stage: Stage) -> None:
    who = await to_turn(stage)
    panel = on_screen(await taps(stage, who))
    with pytest.raises(Refused):
        await stage.box.press(who, panel, "End turn")
    seq = stage.table().seq
    button = next(b for b in panel.buttons if b.label == "End turn")
    assert button.custom_id is not None
    forged = await stage.box.forge(who, stage.newest("My move"), button.custom_id)
    assert forged.text
    assert "Something went wrong" not in forged.text
    assert stage.table().seq == seq
