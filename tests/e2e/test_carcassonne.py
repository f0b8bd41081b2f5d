"""Carcassonne with its expansions through the driver: every decision by buttons alone, with the taps it takes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from playground.driver import Shown
from rules.core import Choices, Game
from tests.e2e.conftest import Stage
from tests.e2e.positions import Wanted, reach
from tests.e2e.positions_carcassonne import THREE, asked, boxes, moved, possible, with_figure
from tests.e2e.screens import STANDING, offered, on_screen, tap, taps
from tests.e2e.story import spoken


def greens(shown: Shown) -> list[str]:
    return [b.label for b in shown.buttons if b.style == "success"]


DECISIONS = [
    ("dragon", boxes("princess"), asked("carc.dragon.move"), [""], 2, "dragon"),
    ("princess", boxes("princess"), asked("carc.figure", possible("princess")), [""], 2, "princess"),
    (
        "fairy",
        boxes("princess"),
        asked("carc.figure", possible("fairy")),
        ["Fairy…", "Fairy to "],
        3,
        "fairy",
    ),  # nothing else is to choose
    ("wagon", boxes("abbey"), asked("carc.wagon"), [""], 2, "wagon"),
    ("wagon back", boxes("abbey"), asked("carc.wagon"), ["Take it back"], 2, "pass"),
    ("barn", boxes("abbey"), asked("carc.figure", possible("barn")), ["Other figure…", "Barn…", "Barn: "], 4, "barn"),
    ("abbey", boxes("abbey"), asked("carc.abbey"), ["Abbey ", "Lay here"], 3, "abbey"),
    ("draw instead", boxes("abbey"), asked("carc.abbey"), ["Draw a tile"], 2, "pass"),
    (
        "mayor",
        boxes("abbey"),
        asked("carc.figure", with_figure("mayor")),
        ["Other figure…", "Mayor on the "],
        3,
        "deploy",
    ),
    ("large", boxes("inns"), asked("carc.figure", with_figure("large")), ["Other figure…", "Large"], 3, "deploy"),
    (
        "builder",
        boxes("trade"),
        asked("carc.figure", with_figure("builder")),
        ["Other figure…", "Builder"],
        3,
        "deploy",
    ),
    ("pig", boxes("trade"), asked("carc.figure", with_figure("pig")), ["Other figure…", "Pig"], 3, "deploy"),
    ("castle", boxes("bridge"), asked("carc.castle"), ["Build a castle"], 2, "castle-build"),
    ("city", boxes("bridge"), asked("carc.castle"), ["Score the city"], 2, "castle-keep"),
    ("lord", boxes("bridge"), asked("carc.lord"), [""], 2, "castle-pick"),
    ("open", boxes("bridge"), asked("carc.bazaar.open"), ["Tile 2", "Bid 3"], 3, "bazaar-open"),
    ("bid", boxes("bridge"), asked("carc.bazaar.bids"), ["Bid "], 2, "bazaar-bid"),
    ("no bid", boxes("bridge"), asked("carc.bazaar.bids"), ["Pass"], 2, "bazaar-pass"),
    ("buy", boxes("bridge"), asked("carc.bazaar.deal"), ["Buy for "], 2, "bazaar-buy"),
    ("take", boxes("bridge", bazaar="no_bids"), asked("carc.bazaar.take"), ["Take tile "], 2, "bazaar-take"),
    ("enter", boxes("count"), asked("carc.count.enter"), ["Follower: market", "Count to "], 3, "count-enter"),
    ("stay out", boxes("count"), asked("carc.count.enter"), ["Nobody enters"], 2, "pass"),
    ("count", boxes("count"), asked("carc.count.move"), ["Count to "], 2, "count-move"),
    ("send", boxes("count"), asked("carc.count.send"), ["Follower ("], 2, "count-send"),
]


@pytest.mark.parametrize(
    ("chosen", "wanted", "labels", "most", "kind"), [row[1:] for row in DECISIONS], ids=[row[0] for row in DECISIONS]
)
async def test_decisions_by_buttons_alone(
    stage: Stage,
    tmp_path: Path,
    chosen: Choices,
    wanted: Wanted,
    labels: Sequence[str],
    most: int,
    kind: str,
) -> None:
    table = await reach(stage, tmp_path, THREE, "carcassonne", chosen, wanted)
    who = stage.waited()
    done = await taps(stage, who, *labels)
    assert "Done:" in done.text, done.text
    assert stage.box.taps(who) <= most
    lines = await moved(stage, table.seq)
    assert lines
    assert lines[0].split(" ")[0] == kind
    assert stage.newest("My move").text


async def test_going_into_the_city_and_moving_the_count_are_one_act(stage: Stage, tmp_path: Path) -> None:
    table = await reach(stage, tmp_path, THREE, "carcassonne", boxes("count"), asked("carc.count.enter"))
    who = stage.waited()
    shown = await taps(stage, who, "Follower: castle")
    assert "**Where does the count go?**" in shown.text
    assert stage.table().seq == table.seq  # nothing is played yet, and Back leads to the quarters
    back = await stage.box.press(who, on_screen(shown), "Back")
    assert "Follower: castle" in offered(on_screen(back))
    again = await tap(stage, who, await tap(stage, who, back, "Follower: smithy"), "Count to ")
    assert "Done:" in again.text
    first, *others = await stage.tables.history.read_entries(table.id, after=table.seq)
    assert first.move == "count-enter follower smithy"
    assert others[0].move.startswith("count-move ")
    assert others[0].first == first.seq


# --- quick buttons


QUICK = [
    ("dragon", boxes("princess"), asked("carc.dragon.move"), ("North ", "East ", "South ", "West "), "dragon"),
    ("castle", boxes("bridge"), asked("carc.castle"), ("Build a castle", "Score the city"), "castle-build"),
    ("bid", boxes("bridge"), asked("carc.bazaar.bids"), ("Pass", "Bid ", "Bid…"), "bazaar-pass"),
    ("deal", boxes("bridge"), asked("carc.bazaar.deal"), ("Buy for ", "Sell for ", "Bid up to…"), "bazaar-buy"),
    ("count", boxes("count"), asked("carc.count.move"), ("Count to ", "Leave the count"), "count-move"),
    ("abbey", boxes("abbey"), asked("carc.abbey"), ("Draw a tile",), "pass"),
]


@pytest.mark.parametrize(("chosen", "wanted", "begins", "kind"), [row[1:] for row in QUICK], ids=[r[0] for r in QUICK])
async def test_quick_buttons_play_in_one_tap(
    stage: Stage, tmp_path: Path, chosen: Choices, wanted: Wanted, begins: tuple[str, ...], kind: str
) -> None:
    table = await reach(stage, tmp_path, THREE, "carcassonne", chosen, wanted)
    who = stage.waited()
    public = stage.newest("My move")
    assert public.labels[:5] == STANDING
    labels = public.labels[5:]
    assert 1 <= len(labels) <= 5
    assert all(label.startswith(begins) for label in labels)
    stranger = next(name for name in THREE if name != who)
    assert "It is not your turn" in (await stage.press(stranger, labels[0], public)).text
    assert stage.table().seq == table.seq
    stage.box.reset_taps()
    answer = await stage.press(who, labels[0], public)
    assert answer.private
    assert stage.box.taps(who) == 1
    assert (await moved(stage, table.seq))[0].split(" ")[0] == kind


async def test_a_bid_of_any_height_is_typed_into_a_window(stage: Stage, tmp_path: Path) -> None:
    table = await reach(stage, tmp_path, THREE, "carcassonne", boxes("bridge"), asked("carc.bazaar.bids"))
    who = stage.waited()
    public = stage.newest("My move")
    stranger = next(name for name in THREE if name != who)
    assert "It is not your turn" in (await stage.box.press(stranger, public, "Bid…")).text
    opened = await stage.box.press(who, public, "Bid…")
    assert opened.modal is not None
    assert opened.modal.title == "Bid"
    assert [field.label for field in opened.modal.fields] == ["points"]
    low = await stage.box.submit(who, opened, {"points": "0"})
    assert "The highest bid is" in low.text
    assert low.last is not None
    again = await stage.box.press(who, low.last, "Correct it…")
    assert again.modal is not None
    assert [field.value for field in again.modal.fields] == ["0"]
    done = await stage.box.submit(who, again, {"points": "123"})
    await stage.settled()
    assert "Done:" in done.text
    lot = (await moved(stage, table.seq))[0].split(" ")[1]
    assert await moved(stage, table.seq) == [f"bazaar-bid {lot} 123"]
    assert f"{who} bids 123 for tile {lot} (a " in spoken(stage.newest("My move").text)


# --- lay, figure, bridge in one act


async def test_a_plain_turn_is_as_short_with_everything_on(stage: Stage) -> None:
    await stage.game(*THREE, preset="bigbox")
    for _ in range(6):
        who = stage.waited()
        stage.box.reset_taps()
        answer = await stage.press(who, "My move")
        cells = [label for label in offered(on_screen(answer)) if "bridge" not in label]
        answer = await tap(stage, who, answer, cells[0])
        if any(label.endswith("°") for label in offered(on_screen(answer))):
            answer = await tap(stage, who, answer, next(x for x in offered(on_screen(answer)) if x.endswith("°")))
        last = greens(on_screen(answer))
        assert last[0] in ("Lay here, no figure", "Lay here")
        await tap(stage, who, answer, last[-1])
        assert stage.box.taps(who) in (3, 4)


async def test_other_figures_take_at_most_six_taps_from_the_table_message(stage: Stage) -> None:
    await stage.game(*THREE, preset="bigbox")
    table = stage.table()
    who = stage.waited()
    answer = await taps(stage, who, "")
    if any(label.endswith("°") for label in offered(on_screen(answer))):
        answer = await tap(stage, who, answer, next(x for x in offered(on_screen(answer)) if x.endswith("°")))
    answer = await tap(stage, who, answer, "Other figure…")
    assert "Back" in on_screen(answer).labels
    chosen = greens(on_screen(answer))[0]
    assert not chosen.startswith("Follower")
    done = await tap(stage, who, answer, chosen)
    assert stage.box.taps(who) <= 6
    assert "Done:" in done.text
    first, second = await moved(stage, table.seq)
    assert first.startswith("place ")
    assert second.startswith("deploy ")
    assert " laid a " in stage.newest("My move").text


async def test_a_tile_is_laid_with_its_bridge_and_a_figure_in_one_act(stage: Stage, tmp_path: Path) -> None:
    wanted = asked("carc.lay", possible("place", "bridge-place"))
    table = await reach(stage, tmp_path, THREE, "carcassonne", boxes("bridge"), wanted)
    who = stage.waited()
    assert table.game is not None
    seat = table.seats_to_move[0]
    cell = next(str(m.cell) for m in table.game.legal(table.state, seat) if m.kind == "bridge-place")
    answer = await taps(stage, who, cell)
    while "with a bridge at" not in on_screen(answer).text:
        labels = offered(on_screen(answer))
        answer = await tap(stage, who, answer, next((x for x in labels if "bridge" in x), labels[0]))
    assert stage.box.taps(who) <= 5
    await tap(stage, who, answer, greens(on_screen(answer))[-1])
    assert (await moved(stage, table.seq))[0].startswith("bridge-place ")
    assert "built a bridge " in stage.newest("My move").text


async def test_a_bridge_is_built_before_the_figure_in_one_act(stage: Stage, tmp_path: Path) -> None:
    wanted = asked(
        "carc.figure", lambda game, s, found: sum(move.kind == "bridge-build" for move in game.legal(s, s.active)) > 1
    )
    table = await reach(stage, tmp_path, THREE, "carcassonne", boxes("bridge"), wanted)
    who = stage.waited()
    answer = await taps(stage, who, "Bridge…")  # at once, as no other figure is to choose
    bridges = offered(on_screen(answer))
    assert all(" to " in label for label in bridges)
    assert len(bridges) > 1
    answer = await tap(stage, who, answer, bridges[0])
    assert f"A bridge at {bridges[0]}" in on_screen(answer).text
    assert "Back" in on_screen(answer).labels
    await tap(stage, who, answer, greens(on_screen(answer))[-1])
    assert stage.box.taps(who) == 4
    lines = await moved(stage, table.seq)
    assert [line.split(" ")[0] for line in lines] == ["bridge-build", "deploy"]


async def test_every_way_back_from_other_figures(stage: Stage) -> None:
    await stage.game(*THREE, preset="bigbox")
    who = stage.waited()
    answer = await taps(stage, who, "")
    if any(label.endswith("°") for label in offered(on_screen(answer))):
        answer = await tap(stage, who, answer, next(x for x in offered(on_screen(answer)) if x.endswith("°")))
    preview = offered(on_screen(answer))
    answer = await tap(stage, who, answer, "Other figure…")
    others = offered(on_screen(answer))
    for label in [text for text in others if text.endswith("…")]:
        inner = await tap(stage, who, answer, label)
        answer = await stage.box.press(who, on_screen(inner), "Back")
        assert offered(on_screen(answer)) == others
    answer = await stage.box.press(who, on_screen(answer), "Back")
    assert offered(on_screen(answer)) == preview


async def test_through_the_portal_in_six_taps(stage: Stage, tmp_path: Path) -> None:
    def far(game: Game[Any], s: Any, found: set[str]) -> bool:
        return len({move.spot.cell for move in game.legal(s, s.active) if move.kind == "deploy"}) > 3

    table = await reach(stage, tmp_path, THREE, "carcassonne", boxes("princess"), asked("carc.figure", far))
    who = stage.waited()
    just = str(table.game.view(table.state, None).just_laid)
    answer = await taps(stage, who, "Other figure…", "Follower: through the portal…")
    if on_screen(answer).selects:
        tile = next(label for label in on_screen(answer).selects[0].labels if label != just)
        answer = await stage.box.select(who, on_screen(answer), tile, which=0)
    else:
        tile = next(label for label in offered(on_screen(answer)) if label != just)
        answer = await tap(stage, who, answer, tile)
    assert f"Follower: where on {tile}?" in on_screen(answer).text
    await tap(stage, who, answer, "Follower on the ")
    assert stage.box.taps(who) in (5, 6)
    (line,) = await moved(stage, table.seq)
    assert line.startswith(f"deploy follower {tile}.")


# --- looking


async def test_points_explain_themselves_in_the_log_and_among_the_scores(stage: Stage, tmp_path: Path) -> None:
    def scored(game: Game[Any], s: Any) -> bool:
        return sum(1 for points in s.scores if points > 3) > 1

    await reach(stage, tmp_path, THREE, "carcassonne", boxes("inns", "trade"), scored)
    log = await stage.slash("Ann", "/game log")
    assert re.search(r"\d+ points? for \w+\. \d+ = \d+ tiles? × \d", log.text)
    scores = await stage.slash("Ann", "/game score", player="Ann")
    best = on_screen(scores)
    if not best.selects:
        best = on_screen(await stage.box.press("Ann", best, "Ben"))
    shown = await stage.box.select("Ann", best, best.selects[0].labels[0], which=0)
    assert re.search(r"\d+ = ", shown.text)
    assert " gives " in shown.text
    assert on_screen(shown).picture is not None


async def test_the_table_message_and_the_hand_tell_what_seats_have(stage: Stage) -> None:
    await stage.game(*THREE, preset="bigbox")
    said = stage.newest("My move").text
    assert said.count(" 0 points · 7 followers\n") == 3  # the rest of the supply stands in the picture and the hand
    hand = await stage.press("Ann", "My hand")
    assert "1 large follower" in hand.text
    board = await stage.slash(stage.waited(), "/game board", text=True)
    assert "Possible: " in board.text


async def test_the_flight_of_the_dragon_is_one_sentence(stage: Stage, tmp_path: Path) -> None:
    table = await reach(stage, tmp_path, THREE, "carcassonne", boxes("princess"), asked("carc.dragon.move"))
    for _ in range(6):
        if stage.table().state.agenda[-1].kind != "carc.dragon.move":
            break
        public = stage.newest("My move")
        await stage.press(stage.waited(), public.labels[5], public)
    assert stage.table().seq > table.seq
    log = await stage.slash("Ann", "/game log")
    assert "moved the dragon to" in log.text
