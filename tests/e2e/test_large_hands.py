"""A hand of forty cards discards twenty: by buttons alone, by a typed line, by what is completed; not all is listed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.look import hand as looking
from playground.driver import Answer
from rules.catan.cards import CARDS, kind_counts
from tests.e2e.conftest import Stage
from tests.e2e.laid import laid_out, lay, tap
from tests.e2e.screens import offered, on_screen
from tests.rules.catan.cities_knights.table import Table

SMALL = "3 brick, 3 lumber, 3 wool, 3 grain, 2 ore, 2 cloth, 2 coin, 2 paper"
LARGE = "5 brick, 5 lumber, 5 wool, 5 grain, 5 ore, 5 cloth, 5 coin, 5 paper"
KEPT = (4, 3, 2, 1, 1, 2, 3, 4)  # of each kind of card
TYPED = "discard 4 ore, 4 grain, 3 wool, 3 cloth, 2 lumber, 2 coin, 1 brick, 1 paper"
LINE = "discard " + ",".join(card for card, n in zip(CARDS, KEPT, strict=True) for _ in range(5 - n))
FEW = 100  # sentences, beside thousands


@pytest.fixture
async def sevens(tmp_path: Path) -> AsyncIterator[Stage]:
    """Ann has forty cards and owes twenty, as does Ben with twenty-four."""
    async with laid_out(tmp_path, "catan", 5) as stage:
        laid = Table(5).city(0, 17).hand(0, LARGE).hand(1, "12 ore, 12 wool").before_roll().roll(3, 4)
        await lay(stage, laid)
        yield stage


async def moves(stage: Stage) -> list[str]:
    return [entry.move for entry in await stage.tables.history.read_entries(stage.table().id) if entry.kind == "move"]


async def test_by_buttons_alone(sevens: Stage) -> None:
    public = sevens.newest("My move").content
    shown: Answer = await sevens.press("Ann", "My move")
    asked = []
    for card, n in sorted(zip(CARDS, KEPT, strict=True)):
        asked.append(card)
        if on_screen(shown).selects:
            break
        assert f"How many {card}" in shown.text or card in shown.text
        assert offered(on_screen(shown)) == [str(k) for k in range(6)]
        shown = await tap(sevens, "Ann", shown, str(5 - n))
    rest = dict(zip(CARDS, KEPT, strict=True))
    picked = tuple(
        label for card in sorted(CARDS) if card in asked[-1:] or card > asked[-1] for label in [card] * (5 - rest[card])
    )
    if on_screen(shown).selects:
        labels = [choice.label for choice in on_screen(shown).selects[0].choices]
        shown = await tap(sevens, "Ann", shown, tuple(next(x for x in labels if x == p) for p in picked))
    shown = await tap(sevens, "Ann", shown, "Discard these 20")
    assert "Done:" in shown.text
    assert (await moves(sevens))[-1] == LINE
    assert sevens.newest("My move").content.count("brick") == public.count("brick")  # unseen until all have chosen
    await sevens.press("Ben", "My move")
    await sevens.slash("Ben", "/game move", line="discard 6 ore 6 wool")
    assert kind_counts(sevens.table().state.hands[0]) == KEPT


async def test_by_a_typed_line(sevens: Stage) -> None:
    refused = await sevens.slash("Ann", "/game move", line="discard 6 ore, 14 brick")
    assert not await moves(sevens)
    assert "ore" in refused.text
    await sevens.slash("Ann", "/game move", line=TYPED)
    assert await moves(sevens) == [LINE]
    await sevens.slash("Ben", "/game move", line="discard 12 wool")
    assert kind_counts(sevens.table().state.hands[0]) == KEPT


async def test_by_what_is_completed(sevens: Stage) -> None:
    typed = TYPED.removeprefix("discard ")
    parts = typed.split(", ")
    for n in range(1, len(parts) + 1):
        found = await sevens.box.complete("Ann", "table", "/catan discard", "kinds", ", ".join(parts[:n]))
        assert found
    assert len(found) == 1
    assert "4 ore" in found[0].label
    whole = await sevens.box.complete("Ann", "table", "/game move", "line", TYPED)
    assert (whole[0].value, len(whole)) == (f"discard {found[0].value}", 1)
    await sevens.slash("Ann", "/catan discard", kinds=found[0].value)
    assert await moves(sevens) == [LINE]


async def test_the_list_of_moves_says_that_it_is_not_all(sevens: Stage) -> None:
    shown = await sevens.slash("Ann", "/game moves")
    texts = [shown.text]
    while "Next" in on_screen(shown).labels:
        shown = await tap(sevens, "Ann", shown, "Next")
        texts.append(shown.text)
    assert "these are not all" in texts[-1]
    shown = await sevens.slash("Ben", "/game moves")
    assert "these are not all" not in shown.text


async def test_a_line_is_completed_without_a_sentence_for_every_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = []
    sentence = looking.describe_move_line

    def counting(*args: object) -> str:
        said.append(args)
        return sentence(*args)  # whatever it is called with

    monkeypatch.setattr(looking, "describe_move_line", counting)
    async with laid_out(tmp_path, "catan", 4) as stage:
        await lay(stage, Table().city(0, 17).hand(0, SMALL).before_roll().roll(3, 4))
        found = await stage.box.complete("Ann", "table", "/game move", "line", "disc")
        assert len(found) == 25
        assert found[0].value.startswith("discard brick,brick,lumber")
        assert "Discard 2 brick" in found[0].label
        assert "more" in found[-1].label
        assert len(said) < FEW
        typed = "discard brick,brick,brick,lumber,lumber,lumber,wool,wool,wool,"
        assert all(
            choice.value.startswith(typed)
            for choice in await stage.box.complete("Ann", "table", "/game move", "line", typed)
        )
        assert await stage.box.complete("Ann", "table", "/game move", "line", "discard everything") == []
        assert len(said) < 4 * FEW
