"""Nothing secret and nobody's name stands in the log, however much goes wrong while people play."""

from __future__ import annotations

import io
import json
import logging
import random
import re
from collections.abc import Iterator

import pytest

from cogs.turn import move_screens
from hosting import logs
from rules.citadels.cards import CHARACTERS, DISTRICTS
from rules.core import encode_move
from service.machines import machines
from tests.e2e.conftest import Stage
from tests.e2e.test_lost_answers import BREAKS, FOLLOW_UP, ORIGINAL
from words import Voice

PEOPLE = ("Annabella", "Bartholomew", "Clementine")
ACTS = 48
TYPED = "please-let-me-build-it"


class Undecided:
    """A machine that fails with all it sees."""

    def choose(self, view, *_):
        raise ValueError(repr(view))


@pytest.fixture
def log() -> Iterator[list[io.StringIO]]:
    """What is written, as plain lines and as JSON, as much as can be."""
    root, before, written, added = logging.getLogger(), logging.getLogger().level, [], []
    for form in ("plain", "json"):
        handler = logs.start_logging("DEBUG", form, None)
        assert isinstance(handler, logging.StreamHandler)
        written.append(io.StringIO())
        handler.setStream(written[-1])
        added.append(handler)
    yield written
    for handler in added:
        root.removeHandler(handler)
    root.setLevel(before)
    for name in logs.OURS:
        logging.getLogger(name).setLevel(logging.NOTSET)


def cards() -> set[str]:
    """What cards are called, in the rules and in words."""
    say, found = Voice("en"), set()
    for key in (*CHARACTERS, *DISTRICTS):
        found |= {key, key.replace("_", " ")}
        for kind in ("character", "district"):
            if say.has(f"cit.{kind}.{key}"):
                found.add(say(f"cit.{kind}.{key}"))
    return found


def line_of(stage: Stage, luck: random.Random) -> tuple[str, str]:
    """Who is waited for, and something they may do."""
    table = stage.table()
    seat = table.seats[table.seats_to_move[0]]
    assert table.game is not None
    return seat.name, encode_move(luck.choice(list(table.game.legal(table.state, seat.index))))


async def test_a_game_of_citadels_under_faults(
    stage: Stage, log: list[io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    luck, present = random.Random(3), move_screens.my_move_screen

    async def unforeseen(act, table):
        if luck.random() < 0.5:
            raise KeyError(repr(table.state), [seat.name for seat in table.seats])
        return await present(act, table)

    for name in PEOPLE:
        stage.box.add_person(name)
    await stage.slash(PEOPLE[0], "/citadels new", seats=4)
    for name in PEOPLE[1:]:
        await stage.press(name, "Join")
    await stage.press(PEOPLE[0], "Add machine")
    await stage.press(PEOPLE[0], "Start")
    monkeypatch.setattr(move_screens, "my_move_screen", unforeseen)
    monkeypatch.setattr(machines, "machine_player_at", lambda seat: Undecided())
    faults, tokens = stage.box.faults, set()
    for n in range(ACTS):
        if stage.tables.registry.table_in_channel(stage.box.channel("table").id) is None:
            break
        name, line = line_of(stage, luck)
        faults.clear()
        match n % 6:
            case 1:
                BREAKS[luck.choice(["dropped after", "limited"])](faults)
            case 2:
                faults.rate_limit(ORIGINAL, retry_after=0.01)
            case 3:
                faults.rate_limit(FOLLOW_UP, retry_after=0.01)
                line = TYPED
            case 4:
                await stage.box.press(name, stage.newest("My move"), "My move")
        await stage.box.slash(name, "table", "/game move", line=line)
        tokens |= set(stage.box.world.tokens)
        await stage.tables.machines.wait_until_idle(stage.table().id)
    await stage.settled()
    plain, lines = (written.getvalue() for written in log)
    told = [json.loads(line) for line in lines.splitlines()]
    assert len(told) >= 10
    assert any("rate limited" in each["message"] for each in told)
    assert any("E60" in each["message"] for each in told)
    for text in (plain, lines):
        for secret in (*tokens, stage.box.token, TYPED, *PEOPLE):
            assert secret not in text
        for card in cards():
            assert not re.search(rf"(?<![\w./]){re.escape(card)}(?![\w./])", text, re.IGNORECASE), card
