"""What is grey on a menu of Catan says why, behind a button; the same for cards that cannot be played."""

from __future__ import annotations

from cogs.choose.path_words import OPEN
from cogs.choose.picker import ChoicePath
from cogs.games import picker_screens
from cogs.games.catan.parts import CatanSeatView
from cogs.screen import Button, Screen, ids
from rules.catan.development import KNIGHT, PLENTY, developments_of
from tests.cogs import harness
from tests.cogs.games.catan.test_catan import on_table
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table as Laid
from tests.rules.catan.test_development import dev


async def shown(laid: Laid, *words: str) -> Screen:
    return harness.check(await picker_screens.picker_screen(harness.room(on_table(laid), 0), ChoicePath((), words)))


def buttons(screen: Screen) -> dict[str, Button]:
    found = [item for row in screen.rows for item in (row if isinstance(row, (list, tuple)) else ())]
    return {item.label: item for item in found if isinstance(item, Button)}


async def reasons(laid: Laid) -> dict[str, str]:
    """What is said of each grey button behind *Why not?*; each has its line and no other has one."""
    way = buttons(await shown(laid))["Why not?"]
    assert way.id == ids.action_custom_id(12, 40, "why")
    return await told(harness.room(on_table(laid), 0))


async def told(here: CatanSeatView) -> dict[str, str]:
    screen = await here.face.disabled_reasons_screen(here)
    assert screen is not None
    assert next(iter(buttons(harness.check(screen)))) == "Back"
    return dict(line.split(": ", 1) for line in screen.text.splitlines()[1:])


async def test_what_is_lacking_is_named() -> None:
    laid = Laid(3).settlement(0, 23).road(0, "23-29").hand(0, "1 brick, 1 ore")
    assert await reasons(laid) == {
        "Road": "You lack 1 lumber.",
        "Settlement": "Your roads reach no free corner far enough from all buildings.",
        "City": "You lack 2 grain and 2 ore.",
        "Buy a card": "You lack 1 wool and 1 grain.",
        "Bank": "You have too few cards of one kind.",
    }
    assert (await reasons(Laid(3).settlement(0, 23)))["Trade…"] == "You have no cards to give."


async def test_a_supply_that_is_used_up_and_a_board_without_a_place() -> None:
    laid = Laid(3).settlement(0, 0, 2, 11, 13, 26).road(0, "17-23-29-35-40")
    laid.hand(0, "3 brick, 3 lumber, 1 wool, 1 grain")
    assert (await reasons(laid))["Settlement"] == "You have no settlement left in your supply."
    laid = Laid(3).road(0, "17-23").hand(0, "2 grain, 3 ore")
    assert (await reasons(laid))["City"] == "You have no settlement on the board."


async def test_everything_grey_in_cities_and_knights_has_its_reason() -> None:
    said = await reasons(Knights(3).settlement(0, 23).knight(0, 29).road(0, "23-29-35").hand(0, "1 brick"))
    assert said["City wall"] == "You have no city without a wall."
    assert said["Recruit"] == "You lack 1 wool and 1 ore."
    assert said["Activate"] == "You lack 1 grain."
    assert said["Improve"] == "Without a city nothing can be improved."
    assert said["Card…"] == "You hold no progress cards."
    said = await reasons(Knights(3).city(0, 23).levels(0, trade=5, science=1).hand(0, "1 paper"))
    assert said["Improve"] == (
        "trade: You have the highest level of trade already. politics: You lack 1 coin. science: You lack 1 paper."
    )
    before = Knights(3).city(0, 23).progress(0, "crane").before_roll()
    assert (await reasons(before)) == {"Card…": "Before the roll only the Alchemist can be played."}


async def test_no_grey_button_of_a_game_is_without_a_reason() -> None:
    for laid in (Laid(3), Laid(5).do("end"), Knights(3), Knights(3).city(0, 0).hand(0, "9 wool"), Knights(5).do("end")):
        here = harness.room(on_table(laid), laid.asked)
        screen = await picker_screens.picker_screen(here, ChoicePath())
        grey = [label for label, button in buttons(screen).items() if button.disabled]
        assert grey
        lines = await told(here)
        assert len(lines) >= len(grey), (grey, lines)


async def test_nobody_asks_why_where_nothing_is_grey() -> None:
    laid = Laid(3).settlement(0, 23).road(0, "23-29-35").hand(0, "9 brick, 9 lumber, 9 wool, 9 grain, 9 ore")
    here = harness.room(on_table(laid), 0)
    assert "Why not?" not in buttons(await picker_screens.picker_screen(here, ChoicePath()))
    assert await here.face.disabled_reasons_screen(here) is None


async def test_the_list_of_cards_opens_though_one_or_none_can_be_played() -> None:
    only = Knights(3).progress(0, "irrigation", "smith")  # the turn can only be ended
    assert buttons(await shown(only))["Card…"].disabled
    assert "you have no building at a field. None of your knights can be promoted." in (await reasons(only))["Card…"]
    none = Knights(3).progress(0, "irrigation", "smith").hand(0, "4 ore")
    way = buttons(await shown(none))["Card…"]
    assert (way.disabled, way.tone) == (False, "blue")
    screen = await shown(none, OPEN)
    assert [buttons(screen)[name].disabled for name in ("Irrigation", "Smith")] == [True, True]
    assert "Irrigation would have no effect now: you have no building at a field." in screen.text
    assert "-# Not now: None of your knights can be promoted." in screen.text
    one = Knights(3).city(0, 23).progress(0, "alchemist", "crane", "diplomat", "medicine", "mining")
    screen = await shown(one, OPEN)
    assert [name for name, button in buttons(screen).items() if button.disabled] == [
        "Diplomat",
        "Alchemist",
        "Medicine",
        "Mining",
    ]
    assert "-# Not now: It is played before the roll." in screen.text
    assert "-# Not now: There is no open road." in screen.text
    assert "-# Not now: You have no settlement that could become a city." in screen.text


async def test_a_card_says_what_it_does_where_it_asks() -> None:
    crane = Knights(3).city(0, 23).progress(0, "crane")
    screen = await shown(crane, "~card")
    assert "**Crane** (science). Buy an improvement for one commodity less" in screen.text
    assert list(buttons(screen))[:3] == ["trade", "politics", "science"]
    assert "track" in screen.text.splitlines()[-1]


async def test_back_leads_from_a_card_to_the_list_and_nowhere_from_the_first_screen() -> None:
    laid = Knights(3).city(0, 23).progress(0, "crane", "mining")
    back = buttons(await shown(laid, "card-crane"))["Back"]
    found = ids.parse_custom_id(back.id)
    assert found is not None
    assert found.text == OPEN
    alone = ids.parse_custom_id(
        buttons(await shown(Knights(3).city(0, 23).progress(0, "crane"), "card-crane"))["Back"].id
    )
    assert alone is not None
    assert alone.text == ""  # the card was shown at once
    first = Knights(3).settlement(0, 0).levels(0, science=3).before_roll().roll(1, 1)
    assert "Take nothing" in buttons(await shown(first))
    assert "Back" not in buttons(await shown(first))


async def test_development_cards_that_cannot_be_played_say_why() -> None:
    laid = dev(dev(Laid(3).settlement(0, 0).hand(0, "1 ore"), 0, KNIGHT), 0, PLENTY, fresh=True)
    screen = await shown(laid, "~dev")
    assert buttons(screen)["Year of Plenty"].disabled
    assert "-# Not now: You bought that card in this turn" in screen.text
    assert "-# Buy a card: You lack 1 wool and 1 grain." in screen.text
    developments_of(laid.s).played = True
    laid.hand(0, "1 wool, 1 grain, 1 ore")
    screen = await shown(laid, "~dev")
    assert screen.text.count("-# Not now: You have played a development card in this turn.") == 2
    assert "-# Buy a card" not in screen.text


async def test_an_answer_that_cannot_be_given_says_why_to_the_one_alone() -> None:
    laid = Laid(3).hand(0, "1 ore").hand(1, "1 wool").do("trade-offer ore brick 1,2")
    here = harness.room(on_table(laid), 1)
    screen = await picker_screens.picker_screen(here, ChoicePath())
    assert buttons(screen)["Accept"].disabled
    assert "-# Accept: You lack 1 brick." in screen.text
    laid.do("trade-decline 1", seat=1)
    screen = await picker_screens.picker_screen(harness.room(on_table(laid), 1), ChoicePath())
    assert "-# Decline: You have already said so." in screen.text
