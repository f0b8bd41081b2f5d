"""Screens of an earlier moment: lists of cards that were shown before somebody took some of them away, and buttons that
take back."""

from __future__ import annotations

from pathlib import Path

from playground.driver import Answer
from tests.e2e.laid import laid_out, lay, on_screen
from tests.rules.catan.cities_knights.table import A, B, Table

STALE = "The table has moved on since this button was made."


def value(screen: Answer, card: str) -> str:
    return next(str(choice.value) for choice in on_screen(screen).selects[0].choices if choice.label == card)


async def test_a_card_chosen_from_an_old_list_is_that_card_or_none(tmp_path: Path) -> None:
    """Ben composes a counter-offer; meanwhile Ann's Resource Monopoly takes Ben's brick, so that what is left of the
    hand stands elsewhere in the list."""
    async with laid_out(tmp_path, "catan", 4) as stage:
        laid = Table().city(A, 17).hand(A, "1 wool").hand(B, "2 brick, 1 ore, 1 paper")
        await lay(stage, laid.progress(A, "resource-monopoly").do("trade-offer wool ore 1"))
        old = await stage.press("Ben", "Counter…", await stage.press("Ben", "My move"))
        select, ore, brick = on_screen(old).selects[0].custom_id, value(old, "ore"), value(old, "brick")
        await stage.slash("Ann", "/game move", line="card-resource-monopoly brick")
        assert stage.table().state.offer is not None
        gone = await stage.box.forge("Ben", stage.newest("My move"), select, [brick])
        assert STALE in gone.text
        kept = await stage.box.forge("Ben", stage.newest("My move"), select, [ore])
        assert "What you give: 1 ore" in kept.text


async def test_undo_pressed_twice_takes_back_one_act(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 4) as stage:
        await lay(stage, Table().city(A, 17).road(A, "17-23-29").hand(A, "2 brick, 2 lumber"))
        first = on_screen(await stage.slash("Ann", "/catan build road", path="17-12")).button("Undo").custom_id
        done = on_screen(await stage.slash("Ann", "/catan build road", path="29-35")).button("Undo").custom_id
        live, seq = stage.newest("My move"), stage.table().seq
        early = await stage.box.forge("Ann", live, first)
        assert STALE in early.text
        assert stage.table().seq == seq
        taken = await stage.box.forge("Ann", live, done)
        assert "Taken back: Build a road at e43 (29-35)." in taken.text, taken.text
        await stage.settled()
        again = await stage.box.forge("Ann", live, done)
        assert STALE in again.text
        assert on_screen(again).has_button("Road")
        assert stage.table().seq == seq + 1
