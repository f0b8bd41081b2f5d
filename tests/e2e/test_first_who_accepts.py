"""Offers that do not sleep: likely swaps, the first who accepts, who is told of it, what was wanted in vain."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from playground.driver import Shown
from service.play.outbox import AWAY_SECONDS
from tests.e2e.conftest import Stage
from tests.e2e.laid import laid_out, lay, offered, on_screen, tap, taps
from tests.rules.catan.table import Table as Position


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """Ann's turn, with 2 brick and 1 lumber, a wool short of a settlement with the grain she holds."""
    async with laid_out(tmp_path, "catan", 3) as stage:
        await lay(stage, Position(3).hand(0, "2 brick, 1 lumber, 1 grain").hand(1, "2 wool").hand(2, "1 wool"))
        yield stage


def live(stage: Stage) -> Shown:
    return stage.newest("My move")


async def moves(stage: Stage) -> list[str]:
    return [entry.move for entry in await stage.tables.history.read_entries(stage.table().id) if entry.kind == "move"]


async def test_a_likely_swap_is_offered_in_three_taps_and_the_first_who_accepts_has_it(stage: Stage) -> None:
    screen = await taps(stage, "Ann", "Trade…")
    likely = on_screen(screen).selects[0]
    assert likely.labels[0] == "1 brick → 1 wool"  # what completes a settlement stands first
    assert "First who accepts: on" in offered(on_screen(screen))
    assert "The first who accepts trades with you at once." in screen.text
    await tap(stage, "Ann", screen, "1 brick → 1 wool")
    assert stage.box.taps("Ann") == 3
    assert (await moves(stage))[-1] == "trade-first brick wool 1,2"
    ben, cid = (stage.box.person(name).id for name in ("Ben", "Cid"))
    lines = live(stage).content.splitlines()
    assert lines[0] == f"<@{ben}> <@{cid}>: Ann offers 1 brick for 1 wool, to the first who accepts."
    assert "Offer 1: Ann gives 1 brick and wants 1 wool. The first who accepts trades at once." in lines
    done = await stage.press("Cid", "Accept")
    assert "Ann gave 1 brick to Cid for 1 wool." in done.text
    shown = live(stage)
    assert "gave 1 brick to Cid for 1 wool." in shown.content
    assert shown.labels[5:] == []
    late = await stage.slash("Ben", "/catan trade accept", offer="1")
    assert late.text.startswith("That offer is closed.")


async def test_a_swap_is_typed_with_an_arrow_and_completed(stage: Stage) -> None:
    found = await stage.box.complete("Ann", "table", "/game move", "line", "1 brick -> 1 w")
    assert found[0].value == "1 brick → 1 wool"
    await stage.slash("Ann", "/game move", line=found[0].value)
    assert (await moves(stage))[-1] == "trade-first brick wool 1,2"


async def test_choosing_among_those_who_accept_is_chosen_with_each_offer(stage: Stage) -> None:
    screen = await taps(stage, "Ann", "Trade…", ("1 brick → 1 wool",), "First who accepts: on")
    assert "You choose among those who accept." in screen.text
    assert "First who accepts: off" in offered(on_screen(screen))
    await tap(stage, "Ann", screen, "Send offer")  # the cards are still there
    assert (await moves(stage))[-1] == "trade-offer brick wool 1,2"
    assert "trades at once" not in live(stage).content
    await stage.press("Ben", "Accept")
    assert "Ben accepts." in live(stage).content
    screen = await taps(stage, "Ann", "Trade…")
    assert "First who accepts: on" in offered(on_screen(screen))


async def test_who_was_away_is_mentioned_once_for_each_offer(stage: Stage) -> None:
    await stage.slash("Ann", "/catan trade offer", give="brick", want="wool")
    await stage.later(AWAY_SECONDS)
    await stage.press("Ben", "Accept")
    ann = stage.box.person("Ann").id
    assert live(stage).content.splitlines()[0] == f"<@{ann}>: there is an answer to your offer 1."
    assert live(stage).pings == {"Ann"}
    shown = live(stage)
    await stage.later(AWAY_SECONDS)
    await stage.press("Cid", "Accept")
    assert live(stage).message.id == shown.message.id  # an edit, which mentions nobody anew
    await stage.slash("Ann", "/catan trade first", give="brick", want="wool")
    await stage.later(AWAY_SECONDS)
    await stage.press("Cid", "Accept")
    assert live(stage).content.splitlines()[0] == (f"<@{ann}>: your offer 2 was accepted, and the trade is done.")


async def test_who_is_here_sees_the_message_change(stage: Stage) -> None:
    await stage.slash("Ann", "/catan trade offer", give="brick", want="wool")
    shown = live(stage)
    await stage.press("Ben", "Accept")
    assert live(stage).message.id == shown.message.id
    assert "Ben accepts." in live(stage).content


async def test_a_counter_opens_filled_in(stage: Stage) -> None:
    await stage.slash("Ann", "/catan trade first", give="2 brick", want="wool")
    form = await stage.press("Ben", "Counter…")
    assert [one.value for one in form.modal.fields] == ["1 wool", "2 brick"]
    screen = await taps(stage, "Ben", "Counter…")
    assert "Send counter-offer" in offered(on_screen(screen))
    await tap(stage, "Ben", screen, "Send counter-offer")
    assert (await moves(stage))[-1] == "trade-counter 1 wool brick,brick"
    screen = await taps(stage, "Ann")
    assert "Take Ben's counter: 1 wool for 2 brick" in offered(on_screen(screen))


async def test_what_was_asked_for_in_vain_is_one_tap_on_the_own_turn(stage: Stage) -> None:
    await stage.slash("Ann", "/catan trade first", give="brick", want="wool")
    await stage.press("Cid", "Decline")
    await taps(stage, "Ann", "End turn")
    stage.tables.registry.chosen_luck[:] = [0, 0]
    await stage.press("Ben", "Roll dice")
    wish = "Offer Ann what was asked for: 1 wool for 1 brick"
    screen = await taps(stage, "Ben")
    assert wish in offered(on_screen(screen))
    await tap(stage, "Ben", screen, wish)
    assert (await moves(stage))[-1] == "trade-first wool brick 0"
    assert wish not in offered(on_screen(await taps(stage, "Ben")))
    await stage.press("Ann", "Accept")
    assert "gave 1 wool to Ann for 1 brick." in live(stage).content
    assert wish not in offered(on_screen(await taps(stage, "Ben")))
