"""The powers of the characters of Citadels through the driver: by buttons alone, with the taps they take."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rules.citadels.characters.emperor import GiveCrown
from rules.citadels.characters.navigator import ChooseHaul
from rules.citadels.characters.witch import NameVictim
from rules.core import Game
from tests.e2e.conftest import Stage
from tests.e2e.positions import Wanted, reach
from tests.e2e.positions_citadels import FIVE, FOUR, WITHOUT, at, turn_of, with_targets
from tests.e2e.screens import offered, on_screen, tap, taps
from tests.e2e.story import spoken
from tests.rules.citadels.table import choices

POWERS = [
    ("assassin", FOUR, (), turn_of("assassin", "power-murder", acted=False), ["Power…", "4 King"], 3, "power-murder"),
    ("thief", FOUR, (), turn_of("thief", "power-rob"), ["Power…", "3 Magician"], 3, "power-rob"),
    ("magician swaps", FOUR, (), turn_of("magician", "power-swap"), ["Power…", "Swap with "], 3, "power-swap"),
    ("magician replaces all", FOUR, (), turn_of("magician", "power-redraw"), ["Power…", "Replace "], 3, "power-redraw"),
    ("warlord", FOUR, (), with_targets("warlord", "power-destroy", 1, 24), ["Power…", ""], 3, "power-destroy"),
    ("witch", FOUR, ("witch",), at(NameVictim), ["4 King"], 2, "power-bewitch"),
    ("wizard looks", FOUR, ("wizard",), turn_of("wizard", "power-look"), ["Power…", "Look at "], 3, "power-look"),
    ("emperor", FOUR, ("emperor",), at(GiveCrown), [""], 2, "power-crown"),
    ("abbot", FOUR, ("abbot",), turn_of("abbot", "power-claim"), ["Claim 1 gold"], 2, "power-claim"),
    ("navigator", FOUR, ("navigator",), at(ChooseHaul), ["4 gold"], 2, "power-navigate"),
    ("artist", FOUR, ("artist",), turn_of("artist", "power-beautify"), ["Power…", ""], 3, "power-beautify"),
    ("queen", FIVE, ("queen",), turn_of("queen", "income"), ["Income +3"], 2, "income"),
]


@pytest.mark.parametrize(
    ("people", "cast", "wanted", "labels", "most", "kind"), [row[1:] for row in POWERS], ids=[row[0] for row in POWERS]
)
async def test_powers_by_buttons_alone(
    stage: Stage,
    tmp_path: Path,
    people: tuple[str, ...],
    cast: tuple[str, ...],
    wanted: Wanted,
    labels: Sequence[str],
    most: int,
    kind: str,
) -> None:
    table = await reach(stage, tmp_path, people, "citadels", choices(cast=cast), wanted)
    who = stage.waited()
    done = await taps(stage, who, *labels)
    assert "Done:" in done.text, done.text
    assert stage.box.taps(who) == most
    entries = await stage.tables.history.read_entries(table.id, after=table.seq)
    assert kind in [entry.move.split(" ")[0] for entry in entries]


async def test_names_to_murder_are_all_but_the_assassin(stage: Stage, tmp_path: Path) -> None:
    await reach(stage, tmp_path, FOUR, "citadels", choices(), turn_of("assassin", "power-murder"))
    answer = await taps(stage, stage.waited(), "Power…")
    assert [label[0] for label in offered(on_screen(answer))] == list("2345678")


async def test_the_wizard_takes_a_card_he_alone_sees(stage: Stage, tmp_path: Path) -> None:
    table = await reach(stage, tmp_path, FOUR, "citadels", choices(cast=("wizard",)), turn_of("wizard", "power-look"))
    who = stage.waited()
    answer = await taps(stage, who, "Power…", "Look at ")
    victim = re.search(r"Take a card of (\w+)", on_screen(answer).text)
    assert victim is not None
    label = offered(on_screen(answer))[0]
    assert label.startswith("Take ")
    answer = await tap(stage, who, answer, label)
    card = label.removeprefix("Take ")
    assert f"took {card} from {victim[1]}" in answer.text
    public = stage.newest("My move")
    assert f"{who} took a card from {victim[1]}." in spoken(public.text)
    assert "Keep the card" in offered(on_screen(answer))
    await tap(stage, who, answer, "Keep the card")
    assert stage.table().seq == table.seq + 3
    assert card in (await stage.slash(victim[1], "/game log")).text


async def test_a_magician_with_many_cards_chooses_any_of_them(stage: Stage, tmp_path: Path) -> None:
    def wanted(game: Game[Any], s: Any) -> bool:
        return turn_of("magician", "power-redraw")(game, s) and len(s.hands[s.agenda[-1].seat]) > 8

    table = await reach(stage, tmp_path, FOUR, "citadels", choices(cast=("abbot",)), wanted)
    who, seat = stage.waited(), table.seats_to_move[0]
    answer = await taps(stage, who, "Power…")
    (row,) = on_screen(answer).selects
    hand = table.state.hands[seat]
    assert len(row.labels) == len(hand)
    chosen = row.values[1:-1]
    answer = await stage.box.select(who, on_screen(answer), *chosen, which=row.custom_id)
    assert offered(on_screen(answer)) == [f"Replace {len(chosen)} cards"]
    assert on_screen(answer).has_button("Back")
    done = await tap(stage, who, answer, "Replace")
    assert stage.box.taps(who) == 5
    assert f"put {len(chosen)} cards under the deck" in done.text
    line = (await stage.tables.history.read_entries(table.id, after=table.seq))[0].move
    assert len(line.split(" ")[1].split(",")) == len(chosen)
    log = await stage.slash(next(name for name in FOUR if name != who), "/game log", text=True)
    assert "power-redraw ?,?" in log.text


async def test_the_warlord_ends_without_his_power_in_two_taps(stage: Stage, tmp_path: Path) -> None:
    table = await reach(stage, tmp_path, FOUR, "citadels", choices(), with_targets("warlord", "power-destroy", 1, 40))
    who = stage.waited()
    await taps(stage, who, WITHOUT)
    assert stage.box.taps(who) == 2
    moves = [entry.move for entry in await stage.tables.history.read_entries(table.id, after=table.seq)]
    assert moves[:2] == ["end", "pass power"]


async def test_the_warlord_who_types_the_end_is_asked_for_his_power(stage: Stage, tmp_path: Path) -> None:
    await reach(stage, tmp_path, FOUR, "citadels", choices(), with_targets("warlord", "power-destroy", 1, 40))
    answer = await stage.slash(stage.waited(), "/citadels end")
    assert answer.text.startswith(
        f"**Done:** {stage.waited()} ends the turn.\n\n**Destroy a district**, and your turn ends."
    )
    assert WITHOUT in offered(on_screen(answer))


async def test_the_warlords_targets_have_prices_and_names(stage: Stage, tmp_path: Path) -> None:
    await reach(stage, tmp_path, FOUR, "citadels", choices(), with_targets("warlord", "power-destroy", 3, 24))
    shown = on_screen(await taps(stage, stage.waited(), "Power…"))
    assert "your turn ends" in shown.text
    assert WITHOUT in offered(shown)
    targets = [label for label in offered(shown) if label != WITHOUT]
    assert all(re.fullmatch(r".+ of \w+ \(\w+\): \d gold", label) for label in targets)
    assert not [label for label in targets if label.startswith("Keep ")]


async def test_more_targets_than_buttons_are_chosen_by_player(stage: Stage, tmp_path: Path) -> None:
    people = (*FIVE, "Gus", "Hal")
    table = await reach(
        stage, tmp_path, people, "citadels", choices(), with_targets("warlord", "power-destroy", 25, 99)
    )
    who = stage.waited()
    answer = await taps(stage, who, "Power…")
    players = [label for label in offered(on_screen(answer)) if label != WITHOUT]
    assert all(re.fullmatch(r"\w+ \(\w+\)", label) for label in players)
    answer = await tap(stage, who, answer, players[0])
    await tap(stage, who, answer, "")
    assert stage.box.taps(who) == 4
    moves = [entry.move for entry in await stage.tables.history.read_entries(table.id, after=table.seq)]
    assert moves[0] == "end"
    assert moves[1].startswith("power-destroy ")


async def test_the_diplomat_gives_chooses_a_player_and_takes(stage: Stage, tmp_path: Path) -> None:
    table = await reach(
        stage,
        tmp_path,
        FOUR,
        "citadels",
        choices(cast=("diplomat",)),
        with_targets("diplomat", "power-exchange", 6, 99),
    )
    who = stage.waited()
    answer = await taps(stage, who, "Power…")
    for _ in range(3):
        if "Done:" in answer.text:
            break
        answer = await tap(stage, who, answer, next(t for t in offered(on_screen(answer)) if t != WITHOUT))
    assert "Done:" in answer.text
    assert stage.box.taps(who) <= 5
    moves = [entry.move for entry in await stage.tables.history.read_entries(table.id, after=table.seq)]
    assert moves[1].startswith("power-exchange ")
