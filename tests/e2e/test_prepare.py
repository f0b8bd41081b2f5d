"""*Prepare my next move*: chosen with a tap for each thing, done when it comes to it, seen by nobody else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from cogs.screen import ids
from playground.driver import Answer
from rules.citadels.cards import DISTRICTS
from tests.e2e.conftest import Stage
from tests.e2e.laid import laid_out, lay
from tests.e2e.positions import reach
from tests.e2e.positions_carcassonne import THREE, asked, boxes, moved
from tests.e2e.positions_citadels import FOUR
from tests.e2e.screens import offered, on_screen, tap
from tests.e2e.test_dragon_with_machines import DRAGON, SEED, comes_round
from tests.rules.catan.table import Table as Position

BUTTON = "Prepare my next move"


def people(stage: Stage) -> list[str]:
    """In the order in which they are asked, whoever is asked now first."""
    names = [seat.name for seat in stage.table().seats]
    at = names.index(stage.waited())
    return [*names[at:], *names[:at]]


async def prepare(stage: Stage, who: str, *labels: str) -> Answer:
    """From the message of the table, counted in taps."""
    stage.box.reset_taps()
    answer = await stage.press(who, "My move")
    for label in (BUTTON, *labels):
        answer = await tap(stage, who, answer, label)
    return answer


def always_the_same(stage: Stage) -> None:
    """The games that begin now have one luck."""
    stage.tables.registry.token = lambda n: bytes(range(n))
    stage.tables.registry.shuffle = lambda seats: None


async def heard(stage: Stage) -> None:
    """What was in vain has been told: a message of its own, after the answer."""
    for _ in range(200):
        if not stage.table().programmes:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("nothing was told")


def kept(stage: Stage) -> list[str]:
    return [one.text for one in stage.table().programmes if one.dropped is None]


# --- Citadels


async def test_wishes_for_a_character_take_three_taps_and_one_for_each(stage: Stage) -> None:
    await stage.game(*FOUR, kind="citadels")
    first, second, third, _ = people(stage)
    draft = list(stage.table().state.draft)
    names = [n for n in offered(on_screen(await prepare(stage, second, "Choose a character…"))) if n[0].isdecimal()]
    assert len(names) == 6  # not those that lie face up
    shown = await prepare(stage, second, "Choose a character…", names[0], names[1])
    assert stage.box.taps(second) == 5
    assert on_screen(shown).private
    assert (
        f"So far: In round 1 take the first of these that is there: {names[0][2:]}, then {names[1][2:]}." in shown.text
    )
    green = [b.label for b in on_screen(shown).buttons if b.label.startswith("#")]
    assert green == [f"#1 {names[0]}", f"#2 {names[1]}"]
    shown = await tap(stage, second, shown, "#2")  # and back
    assert "then" not in shown.text.splitlines()[1]
    shown = await tap(stage, second, shown, "Whoever suits")
    assert kept(stage) == [f"pick 1 {names[0][2:].lower()},any"]
    await stage.restart()
    live = stage.newest("My move")
    await stage.slash(first, "/game move", line=f"pick {draft[0]}")
    seats = [seat.name for seat in stage.table().seats]
    log = await stage.tables.history.read_entries(stage.table().id)
    assert [seats[entry.seat or 0] for entry in log[-2:]] == [first, second]
    assert stage.newest("My move").pings == {third}
    assert stage.newest("My move").id != live.id
    assert kept(stage) == []


async def test_what_is_not_done_is_told_once_to_whoever_prepared_it(stage: Stage) -> None:
    await stage.game(*FOUR, kind="citadels")
    first, second, third, _ = people(stage)
    taken = stage.table().state.draft[0]
    label = next(
        n for n in offered(on_screen(await prepare(stage, second, "Choose a character…"))) if taken in n.lower()
    )
    await prepare(stage, second, "Choose a character…", label)
    await stage.slash(first, "/game move", line=f"pick {taken}")
    assert stage.newest("My move").pings == {second}
    assert "not done" not in (await stage.press(third, "My move")).messages[-1].text
    await stage.restart()
    said = await stage.press(second, "My move")
    await heard(stage)
    news = said.messages[-1]
    assert news.private
    assert "**Table #1: what you had prepared is not done.** In round 1 take the first" in news.text
    assert news.text.endswith("Why: None of them was there.")
    assert news.has_button(BUTTON)
    assert stage.table().programmes == ()


async def test_gold_a_district_and_the_end_of_the_turn(stage: Stage) -> None:
    await stage.game(*FOUR, kind="citadels")
    for _ in range(4):  # the one who is called first, and three who have nothing to do in their turns but to build
        await stage.slash(stage.waited(), "/game move", line=f"pick {stage.table().state.draft[-1]}")
    s = stage.table().state
    later = next(seat for seat in range(4) if seat != s.turn.seat)
    who = stage.table().seats[later].name
    shown = await prepare(stage, who, "Build…")
    assert "**What do you build in your turn of round 1?**" in shown.text
    cards = {label.lower().replace(" ", "_"): label for label in offered(on_screen(shown))}
    assert set(cards) == set(s.hands[later])
    cheap = min(cards, key=lambda card: stage.table().game.preview(s, later, build(stage, card)))
    shown = await tap(stage, who, shown, cards[cheap])
    assert stage.box.taps(who) == 4
    assert f"take 2 gold, build {cards[cheap]}, and end the turn." in shown.text
    assert kept(stage) == [f"build 1 {cheap}"]


async def test_a_whole_turn_takes_a_tap_for_each_thing_named_and_is_played_when_it_comes(stage: Stage) -> None:
    always_the_same(stage)
    await stage.game(*FOUR, kind="citadels")
    for _ in range(4):  # whoever has no power to think about
        await stage.slash(stage.waited(), "/game move", line=f"pick {stage.table().state.draft[-1]}")
    s = stage.table().state
    later = max(
        (seat for seat in range(4) if seat != s.turn.seat), key=lambda seat: s.cast.index(s.characters_of(seat)[0])
    )
    who = stage.table().seats[later].name
    shown = await prepare(stage, who, "Play my whole turn…")
    assert "**What do you do in your turn of round 1?**" in shown.text
    cards = {label.lower().replace(" ", "_"): label for label in offered(on_screen(shown))}
    first = s.hands[later][0]
    for label in ("2 gold", cards[first], "The dearest you can pay", "Leave powers out"):
        shown = await tap(stage, who, shown, label)
    assert stage.box.taps(who) == 7
    assert (
        f"In your turn of round 1: 2 gold, your income, of these districts whatever can be built ({cards[first]}, then "
        "The dearest you can pay), your power (Leave powers out), and the end of the turn." in shown.text
    )
    assert kept(stage) == [f"turn 1 gold {first},dearest leave"]
    await stage.restart()
    since, city = stage.table().seq, len(s.cities[later])
    while stage.table().state.round == 1:
        name = stage.waited()
        assert name != who  # they are never asked
        legal = [str(move) for move in stage.table().game.legal(stage.table().state, stage.table().seats_to_move[0])]
        line = next(line for line in ("end", "gold", "pass power", legal[0]) if line in legal)
        await stage.slash(name, "/game move", line=line)
    log = [entry for entry in await stage.tables.history.read_entries(stage.table().id, since) if entry.seat == later]
    assert log[0].move == "gold"
    assert "end" in [entry.move for entry in log]
    assert all(entry.act is None for entry in log if entry.kind == "move" and not entry.move.startswith("pick"))
    assert len(stage.table().state.cities[later]) > city
    assert kept(stage) == []


async def test_of_many_things_they_are_chosen_in_lists_and_left_out_again(stage: Stage) -> None:
    always_the_same(stage)
    await stage.game(*FOUR, kind="citadels")
    for _ in range(4):
        await stage.slash(stage.waited(), "/game move", line=f"pick {stage.table().state.draft[0]}")
    table = stage.table()
    s = table.state
    later = next(seat for seat in range(4) if seat != s.turn.seat)
    s.hands[later] = tuple(sorted({*s.deck, *s.hands[later]}))[:16]
    who = table.seats[later].name
    shown = await prepare(stage, who, "Play my whole turn…")
    screen = on_screen(shown)
    assert len(screen.selects) == 3
    shown = await stage.box.select(who, screen, "cards", which=0)
    shown = await stage.box.select(who, on_screen(shown), "dearest", which=1)
    assert kept(stage) == ["turn 1 cards dearest -"]
    shown = await tap(stage, who, shown, "Not: The dearest you can pay")
    assert kept(stage) == ["turn 1 cards - -"]
    shown = await tap(stage, who, shown, "Not: Draw cards")
    assert kept(stage) == []
    s.hands[later] = tuple(sorted(DISTRICTS))
    shown = await tap(stage, who, await stage.press(who, "My move"), BUTTON)
    shown = await tap(stage, who, shown, "Play my whole turn…")
    assert len(on_screen(shown).selects) == 4


def build(stage: Stage, card: str) -> Any:
    return stage.table().game.moves["build"](card)


# --- Catan


async def test_a_trade_an_order_of_discards_and_a_road(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 3) as stage:
        place = Position(3).settlement(1, 17).road(1, "17-23").hand(0, "2 brick, 1 ore").hand(1, "1 wool, 1 lumber")
        await lay(stage, place)
        await prepare(stage, "Ben", "Accept a trade…", "Give wool", "Get brick")
        assert stage.box.taps("Ben") == 5
        await prepare(stage, "Ben", "Discard in order…", "ore", "wool")
        assert stage.box.taps("Ben") == 5
        shown = await prepare(stage, "Ben", "Build a road…", "27")
        assert stage.box.taps("Ben") == 4
        assert "1. Until your next turn accept any offer that asks for no more than 1 wool" in shown.text
        assert "2. On a seven discard ore, then wool" in shown.text
        assert "3. In your next turn roll, build a road at e27 (18-23), and end the turn." in shown.text
        await stage.restart()
        since = stage.table().seq
        await stage.slash("Ann", "/game move", line="trade-first ore lumber 1")
        assert await moved(stage, since) == ["trade-first ore lumber 1"]
        await stage.slash("Ann", "/game move", line="trade-first brick wool 1")
        assert (await moved(stage, since))[-2:] == ["trade-first brick wool 1", "trade-accept 2"]
        await stage.restart()
        stage.tables.registry.chosen_luck[:] = [0, 0]
        await stage.slash("Ann", "/game move", line="end")
        assert (await moved(stage, since))[-4:] == ["end", "roll", "build-road e27", "end"]
        assert stage.newest("My move").pings == {"Cid"}
        assert kept(stage) == ["discard 0 ore,wool"]


async def test_one_is_deleted_and_not_another_in_its_place(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 3) as stage:
        await lay(stage, Position(3).settlement(1, 17).road(1, "17-23"))
        shown = await prepare(stage, "Ben", "Buy a development card")
        old = on_screen(shown)
        delete = old.button("Delete 1").custom_id
        shown = await tap(stage, "Ben", shown, "Delete 1")
        assert kept(stage) == []
        assert not on_screen(shown).has_button("Delete 1")
        stage.box.advance(5)
        await prepare(stage, "Ben", "Build a city…", "17")
        await stage.box.forge("Ben", stage.newest("My move"), delete)
        await stage.settled()
        assert kept(stage) == ["city 2 v17"]
        more = await stage.press("Ben", "More")
        assert "build a city at" in (await tap(stage, "Ben", more, BUTTON)).text


# --- Carcassonne


async def test_the_dragon_goes_where_its_movers_wanted(stage: Stage, tmp_path: Path) -> None:
    wanted = asked(DRAGON, comes_round)
    await reach(stage, tmp_path, THREE, "carcassonne", boxes("princess"), wanted, first_seed=SEED)
    first, second, third = people(stage)
    shown = await prepare(stage, second, "Steps of the dragon…", "where it does you least harm")
    assert stage.box.taps(second) == 4
    assert on_screen(shown).picture is not None
    await prepare(stage, third, "Steps of the dragon…", "north", "east", "south", "west")
    await stage.restart()
    since = stage.table().seq
    shown = await stage.press(first, "My move")
    await tap(stage, first, shown, offered(on_screen(shown))[0])
    lines = await moved(stage, since)
    assert [line.split()[0] for line in lines] == ["dragon"] * 3
    assert stage.waited() == first
    assert first in stage.newest("My move").text


# --- what is refused


async def test_strangers_and_what_cannot_be_prepared_are_refused(stage: Stage) -> None:
    await stage.game(*FOUR, kind="citadels")
    _, second, _, _ = people(stage)
    stage.box.add_person("Zoe")
    table, live = stage.table(), stage.newest("My move")
    for verb in ("prepare", "prepared", "plan:pick=1=1=0=0=", "put:pick=1=1=0=0=any", "unprepare:1=1"):
        answer = await stage.box.forge("Zoe", live, f"x:{table.id}:{table.seq}:{verb}")
        assert "You are not at this table." in answer.text, verb
    refused = "That cannot be prepared (any more)."
    for argument, said in {
        "pick=2=1=0=0=any": refused,
        "fly=1=1=0=0=any": refused,
        "pick=1=1=0=0=nobody": refused,
        "pick=1=1=7=0=any": "moved on",
        "pick=1=1=0=0": "moved on",
        "pick=x=1=0=0=any": "moved on",
        "": "moved on",
    }.items():
        for verb in ("put", "plan"):
            if verb == "plan" and argument in ("pick=1=1=0=0=nobody", "pick=1=1=7=0=any"):
                continue
            answer = await stage.box.forge(second, live, ids.action_custom_id(table.id, table.seq, verb, argument))
            assert said in answer.text, (verb, argument, answer.text)
    assert stage.table().programmes == ()


async def test_games_without_plans_have_no_button(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    _, other = people(stage)
    assert not on_screen(await stage.press(other, "My move")).has_button(BUTTON)
    assert not on_screen(await stage.press(other, "More")).has_button(BUTTON)
    table = stage.table()
    shown = await stage.box.forge(other, stage.newest("My move"), ids.action_custom_id(table.id, table.seq, "prepare"))
    assert "There is nothing to prepare just now." in shown.text
