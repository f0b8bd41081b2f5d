"""The lobby of a game with many options: opening, options that depend on each other, how many may play, eight seats."""

from __future__ import annotations

import pytest

from playground.driver import Answer
from rules.core.registry import game_types
from tests.e2e.conftest import Stage

MODULES = "Chosen bonus districts"


async def choose(stage: Stage, answer: Answer, which: str, *values: str) -> Answer:
    shown = await stage.box.select("Ann", answer, *values, which=which)
    await stage.settled()
    return shown


def labels(answer: Answer, which: str) -> list[str]:
    assert answer.message is not None
    return [choice.label for choice in answer.message.select(which).choices]


async def test_the_opening_command_asks_what_the_game_says(stage: Stage) -> None:
    await stage.slash("Ann", "/citadels new", cast="random", districts="random", target="7", seats=8)
    table = stage.table()
    assert str(table.choices) == "base cast=random districts=random target=7"
    assert table.max_seats == 8
    assert "Characters: random, Bonus districts: random" in stage.newest("Join").text


async def test_the_defaults_are_the_base_game(stage: Stage) -> None:
    opened = await stage.slash("Ann", "/citadels new")
    assert opened.text == "Your table is open. Invite people or add a machine."
    assert str(stage.table().choices) == "base"
    assert "Base game · 2 to 7 players · 24 h per move · played here" in stage.newest("Join").text


@pytest.mark.parametrize("option", ["cast", "districts"])
async def test_who_wants_to_choose_gets_the_screen_of_options(stage: Stage, option: str) -> None:
    opened = await stage.slash("Ann", "/citadels new", seats=8, **{option: "choose"})
    assert opened.text.startswith("Your table is open.")
    assert opened.message is not None
    assert opened.message.labels == ["Characters…", "Game…", "Done"]
    assert "Preset: Dark city: the bonus characters" in labels(opened, "Preset")
    assert len(labels(opened, MODULES)) == len(game_types()["citadels"].modules)
    assert stage.table().max_seats == 7  # eight need a ninth character, which can be chosen now
    shown = await choose(stage, await stage.press("Ann", "Characters…", opened), "Rank 9", "artist")
    assert "Rank 9: Artist" in shown.text
    assert "8 players" in " ".join(labels(await stage.press("Ann", "Back", shown), "Most players"))


async def test_too_many_players_for_the_choices_are_refused_with_the_reason(stage: Stage) -> None:
    refused = await stage.slash("Ann", "/citadels new", seats=8)
    assert refused.text == (
        "8 players cannot play this. Eight players need a character of rank 9. "
        "Possible numbers of players: 2, 3, 4, 5, 6 and 7."
    )
    assert stage.tables.registry.table_in_channel(stage.box.channel("table").id) is None


async def test_start_says_why_so_few_cannot_play(stage: Stage) -> None:
    await stage.slash("Ann", "/citadels new", seats=7)
    await stage.slash("Ann", "/game options", name="Rank 9", value="Queen")
    assert "5 to 7 players" in stage.newest("Join").text
    for name in ("Ben", "Cid", "Dan"):
        await stage.press(name, "Join")
    refused = await stage.press("Ann", "Start")
    assert "4 players cannot play this. The Queen needs at least five players." in refused.text
    assert stage.table().status == "lobby"


async def test_options_that_those_seated_cannot_play_are_refused(stage: Stage) -> None:
    await stage.slash("Ann", "/citadels new", seats=7)
    for _ in range(6):
        await stage.press("Ann", "Add machine")
    assert "All 7 seats are taken" in (await stage.press("Ben", "Join")).text
    await stage.slash("Ann", "/game options", name="rank9", value="artist")
    await stage.slash("Ann", "/game options", name="seats", value="8")
    await stage.press("Ben", "Join")
    refused = await stage.slash("Ann", "/game options", name="rank9", value="none")
    assert refused.text.startswith("8 players cannot play this. Eight players need a character of rank 9.")
    assert dict(stage.table().choices.options)["rank9"] == "artist"


async def test_a_refused_choice_stands_above_the_same_screen(stage: Stage) -> None:
    screen = await stage.press("Ann", "Characters…", await stage.slash("Ann", "/citadels new", cast="choose"))
    screen = await choose(stage, screen, "Rank 1", "witch")
    screen = await choose(stage, screen, "Rank 3", "wizard")
    refused = await choose(stage, screen, "Rank 4", "emperor")
    assert refused.text.startswith(
        "Rank 4 cannot be Emperor: 3 base characters are replaced; at most 2 may be, unless many bonus characters are "
        "allowed.\n**Characters**"
    )
    assert len(refused.message.selects) == 9
    again = await choose(stage, refused, "Rank 3", "magician")
    again = await choose(stage, again, "Rank 4", "emperor")
    assert str(stage.table().choices) == "base rank1=witch rank4=emperor"
    assert "cannot" not in again.text


async def test_cards_are_taken_out_several_at_once(stage: Stage) -> None:
    """With five bonus districts one card alone may not be taken out, so they are chosen in one list."""
    screen = await stage.slash("Ann", "/citadels new", districts="choose")
    assert not screen.message.has_button("Cards taken out…")
    five = ("lighthouse", "armory", "museum", "map_room", "quarry")
    screen = await choose(stage, screen, MODULES, *five)
    page = await stage.press("Ann", "Cards taken out…", screen)
    assert "Cards taken out: none" in page.text
    refused = await choose(stage, page, "Cards taken out", "without_keep=one")
    assert "1 base purple card is taken out; with these bonus districts it must be 2 to 5." in refused.text
    done = await choose(stage, refused, "Cards taken out", "without_keep=both", "without_library=yes")
    assert "Take out Keep: both cards\nTake out Library: yes" in done.text
    assert dict(stage.table().choices.options) == {"without_keep": "both", "without_library": "yes"}
    await choose(stage, done, "Cards taken out", "without_keep=both")
    assert dict(stage.table().choices.options) == {"without_keep": "both"}
    fewer = await choose(stage, await stage.press("Ann", "Options"), MODULES, "quarry")
    assert "2 base purple cards are taken out" in fewer.text
    assert len(stage.table().choices.modules) == 5


@pytest.mark.parametrize(
    ("name", "value", "said", "choices"),
    [
        ("Rank 9", "Artist", "Rank 9 is now Artist.", "base rank9=artist"),
        ("rank 9", "art", "Rank 9 is now Artist.", "base rank9=artist"),
        ("CHARACTERS", "Random", "Characters is now random.", "base cast=random"),
        ("bonus districts", "random", "Bonus districts is now random.", "base districts=random"),
        ("chosen", "bell tower, Park", "Chosen bonus districts is now Bell Tower and Park.", "base+bell_tower+park"),
        ("expansions", "park bell_tower", "Chosen bonus districts is now Park and Bell Tower.", "base+bell_tower+park"),
        ("expansions", "none", "Chosen bonus districts is now none.", "base"),
        (
            "preset",
            "classic",
            "Preset is now Classic: base game and three bonus districts.",
            "base+lighthouse+museum+map_room",
        ),
        ("districts of", "7", "Districts of a complete city is now 7 (short game).", "base target=7"),
    ],
)
async def test_options_by_names_that_people_type(stage: Stage, name: str, value: str, said: str, choices: str) -> None:
    await stage.slash("Ann", "/citadels new")
    assert (await stage.slash("Ann", "/game options", name=name, value=value)).text == said
    assert str(stage.table().choices) == choices


async def test_what_is_taken_out_can_be_typed_too(stage: Stage) -> None:
    await stage.slash("Ann", "/citadels new")
    await stage.slash("Ann", "/game options", name="preset", value="classic")
    told = await stage.slash("Ann", "/game options", name="cards taken out", value="keep both, Library")
    assert told.text == "Cards taken out is now Take out Keep: both cards and Take out Library."
    found = await stage.box.complete("Ann", "table", "/game options", "value", "library, kee", name="without")
    assert ("Take out Library, Take out Keep: both cards", "without_library=yes without_keep=both") in [
        (choice.label, choice.value) for choice in found
    ]


async def test_unclear_options_are_asked_back(stage: Stage) -> None:
    await stage.slash("Ann", "/citadels new")
    assert (await stage.slash("Ann", "/game options", name="rank", value="x")).text == (
        '"rank" could be Rank 1 or Rank 2. Write it out.'
    )
    wrong = await stage.slash("Ann", "/game options", name="rank 3", value="Warlord")
    assert wrong.text == "Rank 3 cannot be Warlord: there is no such thing. Possible: magician and wizard"
    unknown = await stage.slash("Ann", "/game options", name="expansions", value="Park, Atlantis")
    assert unknown.text.startswith("Chosen bonus districts cannot be Atlantis: there is no such thing.")


async def test_completion_of_many_options(stage: Stage) -> None:
    await stage.slash("Ann", "/citadels new")
    found = await stage.box.complete("Ann", "table", "/game options", "name", "rank")
    assert [choice.value for choice in found] == [f"rank{rank}" for rank in range(1, 10)]
    everything = await stage.box.complete("Ann", "table", "/game options", "name")
    assert len(everything) <= 25
    found = await stage.box.complete("Ann", "table", "/game options", "value", "", name="rank9")
    values = next(option.values for option in game_types()["citadels"].options if option.key == "rank9")
    assert [choice.value for choice in found] == list(values)
    assert {("none", "none"), ("Artist", "artist"), ("Queen", "queen")} <= {(c.label, c.value) for c in found}


async def test_a_full_lobby_of_eight(stage: Stage) -> None:
    await stage.slash("Ann", "/citadels new", cast="random", seats=8)
    await stage.press("Ben", "Join")
    for _ in range(4):
        await stage.press("Ann", "Add machine")
    easy = await stage.slash("Ann", "/game seat machine", level="easy")
    assert easy.text == "A machine sits down: Machine 5 (easy)."
    joined = await stage.slash("Cid", "/game join", colour="brown")
    assert "as brown" in joined.text
    lobby = stage.newest("Join")
    assert "6 **Machine 4** (turquoise) · machine, normal" in lobby.text
    assert "7 **Machine 5** (violet) · machine, easy" in lobby.text
    assert "8 **Cid** (brown)" in lobby.text
    ordered = await stage.slash("Ann", "/game seat order", players="N V T W K Y B R")
    assert "brown, violet, turquoise" in ordered.text
    await stage.press("Ann", "Start")
    assert [seat.colour for seat in stage.table().seats] == list("NVTWKYBR")
    assert stage.box.violations == []


async def test_what_is_worth_a_word_is_said_in_the_lobby(stage: Stage) -> None:
    screen = await stage.slash("Ann", "/citadels new", cast="choose")
    await choose(stage, screen, MODULES, "hospital")
    page = await stage.press("Ann", "Characters…", await stage.press("Ann", "Options"))
    shown = await choose(stage, page, "Rank 1", "witch")
    warning = "Note: Without the Assassin the Hospital never does anything."
    assert warning in shown.text
    assert warning in stage.newest("Join").text
    await choose(stage, shown, "Rank 1", "assassin")
    assert warning not in stage.newest("Join").text


async def test_others_read_the_options_page_by_page(stage: Stage) -> None:
    await stage.slash("Ann", "/citadels new")
    await stage.press("Ben", "Join")
    screen = await stage.press("Ben", "Options")
    assert "Only Ann can change the options" in screen.text
    page = await stage.press("Ben", "Characters…", screen)
    assert "Rank 8: Warlord" in page.text
    assert page.message.selects == []
    game = await stage.press("Ben", "More options…", page)
    assert "First crown: random" in game.text
