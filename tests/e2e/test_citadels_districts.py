"""Districts and quick buttons of Citadels through the driver, with the taps they take."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rules.citadels.characters.emperor import PayEmperor
from rules.citadels.characters.navigator import ChooseHaul
from rules.citadels.decisions import HalfTurn
from rules.citadels.districts.ball_room import GiveThanks
from rules.citadels.districts.bell_tower import AskToRingBell
from rules.citadels.districts.graveyard import AskToBuyDestroyed
from rules.citadels.districts.hospital import AskToRecoverInHospital
from rules.citadels.districts.lighthouse import SearchDeck
from rules.citadels.districts.park import AskToDrawInPark
from rules.core import Game
from tests.e2e.conftest import Stage
from tests.e2e.positions import Wanted, reach
from tests.e2e.positions_citadels import FOUR, at, turn_of
from tests.e2e.screens import STANDING, offered, on_screen, tap, taps
from tests.rules.citadels.table import choices

# --- districts


def alone(kind: str) -> Wanted:
    """No other district can be used now."""
    at_turn = turn_of("", kind)

    def wanted(game: Game[Any], s: Any) -> bool:
        if not at_turn(game, s):
            return False
        kinds = [m.kind for m in game.legal(s, s.agenda[-1].seat) if m.group == "district"]
        return set(kinds) == {kind} and len(kinds) <= 25

    return wanted


@pytest.mark.parametrize(
    ("district", "labels", "most"),
    [
        ("laboratory", ["Districts…", ""], 3),
        ("smithy", ["Smithy: 2 gold for 3 cards"], 2),
        ("museum", ["Districts…", ""], 3),
        ("armory", ["Districts…", ""], 3),
    ],
)
async def test_districts_by_buttons_alone(
    stage: Stage, tmp_path: Path, district: str, labels: Sequence[str], most: int
) -> None:
    modules = () if district in ("laboratory", "smithy") else (district,)
    kind = f"district-{district}"
    table = await reach(stage, tmp_path, FOUR, "citadels", choices(*modules), alone(kind))
    who = stage.waited()
    done = await taps(stage, who, *labels)
    assert "Done:" in done.text
    assert stage.box.taps(who) == most
    entries = await stage.tables.history.read_entries(table.id, after=table.seq)
    assert entries[0].move.split(" ")[0] == kind


async def test_the_lighthouse_shows_the_deck_by_colour(stage: Stage, tmp_path: Path) -> None:
    def wanted(game: Game[Any], s: Any) -> bool:
        return at(SearchDeck)(game, s) and len(set(s.deck)) > 25

    chosen = choices("lighthouse", "quarry", "factory")
    table = await reach(stage, tmp_path, FOUR, "citadels", chosen, wanted)
    who = stage.waited()
    shown = on_screen(await taps(stage, who))
    assert [row.placeholder for row in shown.selects][:2] == ["Choose: yellow (noble)", "Choose: blue (religious)"]
    assert len([label for row in shown.selects for label in row.labels]) == len(set(table.state.deck))
    row = shown.selects[-1]
    answer = await stage.box.select(who, shown, row.values[0], which=row.custom_id)
    done = await tap(stage, who, answer, "Take ")
    assert stage.box.taps(who) == 4
    assert f"You took {row.labels[0]}." in done.text
    assert f"You took {row.labels[0]}." not in stage.newest("My move").text


# --- quick buttons


QUICK: list[tuple[str, tuple[str, ...], dict[str, str], tuple[str, ...], type[Any], list[str]]] = [
    ("half a turn", (), {}, ("witch",), HalfTurn, ["Take 2 gold", "Draw cards"]),
    ("ball room", ("ball_room",), {"ball_room_auto": "off"}, (), GiveThanks, ["Thank", "Stay silent"]),
    ("graveyard", (), {}, (), AskToBuyDestroyed, ["Pay 1 gold, take it", "Leave it"]),
    ("bell tower", ("bell_tower",), {}, (), AskToRingBell, ["Announce", "Do not"]),
    ("navigator", (), {}, ("navigator",), ChooseHaul, ["4 gold", "4 cards", "Neither"]),
    ("park", ("park",), {}, (), AskToDrawInPark, ["Draw 2", "Draw nothing"]),
    ("hospital", ("hospital",), {}, (), AskToRecoverInHospital, ["Take 2 gold", "Draw cards", "Carry on"]),
]


@pytest.mark.parametrize(
    ("modules", "options", "cast", "step", "labels"), [row[1:] for row in QUICK], ids=[row[0] for row in QUICK]
)
async def test_quick_buttons(
    stage: Stage,
    tmp_path: Path,
    modules: tuple[str, ...],
    options: dict[str, str],
    cast: tuple[str, ...],
    step: type[Any],
    labels: list[str],
) -> None:
    table = await reach(stage, tmp_path, FOUR, "citadels", choices(*modules, cast=cast, **options), at(step))
    who = stage.waited()
    assert stage.newest("My move").labels == [*STANDING, *labels]
    other = next(name for name in FOUR if name != who)
    assert "It is not your turn" in (await stage.press(other, labels[0])).text
    shown = on_screen(await taps(stage, who))
    assert set(offered(shown)) <= set(labels)
    stage.box.reset_taps()
    await stage.press(who, labels[-1])
    assert stage.box.taps(who) == 1
    assert await stage.tables.history.read_entries(table.id, after=table.seq)


async def test_whoever_is_asked_by_the_hospital_and_was_not_called_can_only_carry_on(
    stage: Stage, tmp_path: Path
) -> None:
    def wanted(game: Game[Any], s: Any) -> bool:
        top = s.agenda[-1]
        return isinstance(top, AskToRecoverInHospital) and s.holder_of(top.character) != top.seat

    table = await reach(stage, tmp_path, FOUR, "citadels", choices("hospital"), wanted)
    who = stage.waited()
    assert stage.newest("My move").labels == [*STANDING, "Take 2 gold", "Draw cards", "Carry on"]
    refused = await stage.press(who, "Take 2 gold")
    assert "You were not called" in refused.text
    assert stage.table().seq == table.seq
    assert offered(on_screen(await taps(stage, who))) == ["Carry on"]
    await stage.press(who, "Carry on")
    assert "Nobody answered as " in (await stage.slash(who, "/game log")).text


async def test_the_emperor_is_paid_in_gold_at_once_or_with_a_card_in_secret(stage: Stage, tmp_path: Path) -> None:
    def wanted(game: Game[Any], s: Any) -> bool:
        return at(PayEmperor)(game, s) and s.gold[s.agenda[-1].seat] > 0

    table = await reach(stage, tmp_path, FOUR, "citadels", choices(cast=("emperor",)), wanted)
    who = stage.waited()
    assert stage.newest("My move").labels == [*STANDING, "Pay 1 gold", "Give a card…"]
    stage.box.reset_taps()
    answer = await stage.press(who, "Give a card…")
    assert answer.private
    card = next(label for label in offered(on_screen(answer)) if label.startswith("Give "))
    done = await tap(stage, who, answer, card)
    assert stage.box.taps(who) == 2
    name = card.removeprefix("Give ")
    assert f"{who} gave {name} to " in done.text
    public = stage.newest("My move")
    assert f"{who} gave a card to " in public.text
    assert name not in public.text.split("\n")[2]
    assert stage.table().seq == table.seq + 1
