"""Games of people with the longest names, in every language: no label, option or title is cut."""

from __future__ import annotations

import random
import re
import sys

import pytest

from cogs.screen import values
from playground.command_line import Refused
from playground.driver import Answer
from rules.core import encode_move
from service.state.person_names import LONGEST
from tests.e2e.conftest import Stage
from words import Voice, catalogue

KINDS = ("carcassonne", "catan", "citadels")
NAMES = [f"{letter * (LONGEST - 2)} {letter}" for letter in "WMQGO"]
LOOKS = ("score", "hand", "moves", "board", "log", "settings", "list", "hint")
LABELS = range(45, 151)  # characters that labels may have; texts are longer, what is shorter stands in a column
LOGGED = re.compile(r"\d+(: \d+)? · ")  # a line of the log in a list of moments: as much of it as there is room for


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Labels that were cut since."""
    found: set[str] = set()
    whole = values.truncate_text

    def cut(text: str, longest: int) -> str:
        if len(text) > longest and longest in LABELS and not LOGGED.match(text):
            found.add(f"{longest}: {text}")
        return whole(text, longest)

    watched = [
        module
        for name, module in list(sys.modules.items())
        if name.startswith("cogs") and getattr(module, whole.__name__, None) is whole
    ]
    assert len(watched) > 20
    for module in watched:
        monkeypatch.setattr(module, whole.__name__, cut)
    return found


async def step(stage: Stage, chance: random.Random, n: int) -> bool:
    table = await stage.tables.registry.load_table(stage.table().id)
    if not table.is_open or table.game is None or not table.seats_to_move:
        return False
    seat = table.seats_to_move[0]
    user = table.seats[seat].user_id
    assert user is not None
    moves = list(table.game.legal(table.state, seat))
    await stage.tables.moves.play_moves(table.id, user, [encode_move(chance.choice(moves[:40]))], act=f"{table.id} {n}")
    return True


async def looked(stage: Stage, who: str, chance: random.Random, say: Voice) -> None:
    """What stands below *My move*, some steps deep, and some screens."""
    await stage.slash(who, f"/game {chance.choice(LOOKS)}")
    shown: Answer = await stage.press(who, say("button.move"), stage.newest(say("button.move")))
    for _ in range(8):
        try:
            shown = await stage.press(who, chance.choice([label for label in shown.message.labels if label]), shown)
        except Refused:  # it is greyed out, or there are two of that name
            continue
        except LookupError:  # the screen was closed, or has no buttons
            return


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", catalogue().offered_languages)
async def test_nothing_is_cut(stage: Stage, cuts: set[str], language: str, kind: str) -> None:
    say, chance = Voice(language), random.Random(7)
    people = [stage.box.add_person(name).name for name in NAMES[: 4 if kind == "citadels" else 3]]
    for who in people:
        await stage.slash(who, "/game settings", name="language", value=language)
    await stage.slash(people[0], f"/{kind} new")
    for who in people[1:]:
        await stage.press(who, say("button.join"), stage.newest(say("button.join")))
    await stage.press(people[0], say("button.start"), stage.newest(say("button.start")))
    for n in range(60):
        if not await step(stage, chance, n):
            break
        if n % 5 == 0:
            await stage.settled()
            await looked(stage, stage.waited(), chance, say)
    assert sorted(cuts) == []
