"""The face of Carcassonne without Discord: every screen of whole games with every expansion, and what is told."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cogs.games import face_for
from cogs.turn.move_screens import expand_short_moves
from rules.core import Choices, Game, decode_move, encode_move, play, start_game
from rules.core.registry import game_types
from service.state.model import StoredEvent
from tests.cogs import harness
from tests.render.carcassonne.modules import whole
from tools.sizes import STEP_OF_SCREENS
from words import Voice

FACE = face_for("carcassonne")
KIND = game_types()["carcassonne"]
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eva", "Fay")
LETTERS = "RBYKWT"
EVERYTHING = KIND.normalize_choices(Choices(tuple(KIND.modules)))
# How often a kind of move is chosen, so that all of them come up.
EAGER = {"abbey": 8.0, "bridge-build": 0.7, "bridge-place": 2.0, "barn": 6.0, "fairy": 1.0, "castle-build": 3.0}


def table_of(choices: Choices, state: Any, *, number: int = 12, seq: int = 40) -> Any:
    made = harness.table_of("carcassonne", state, state.seats, number=number, seq=seq)
    return replace(made, choices=choices)


def positions(choices: Choices, seats: int, seed: int) -> Iterator[tuple[Game[Any], Any, int, Any]]:
    """The decisions of a random game, and what each led to."""
    luck = random.Random(seed)
    game = KIND.make(choices)
    state = start_game(game, seats, seed.to_bytes(32)).state
    while not game.over(state):
        seat = next(iter(game.waiting(state)))
        legal = list(game.legal(state, seat))
        of_kinds = sorted({move.kind for move in legal})
        chosen = luck.choices(of_kinds, [EAGER.get(kind, 1.0) for kind in of_kinds])[0]
        move = luck.choice([move for move in legal if move.kind == chosen])
        step = play(game, state, seat, move)
        yield game, state, seat, step
        state = step.state


def test_the_public_picture_marks_what_is_new_and_where_the_tile_may_lie() -> None:
    game = KIND.make(Choices())
    state = start_game(game, 2, bytes(32)).state
    view = game.view(state, None)
    marks = FACE.picture_marks(view)
    assert [mark.place for mark in marks if mark.tone == "open"] == [str(cell) for cell in view.lays] != []
    assert [mark.place for mark in marks if mark.tone == "last"] == [str(cell) for cell in view.changed]
    assert not any(mark.tone == "open" for mark in FACE.picture_marks(FACE.final_view(view))), (
        "nothing is laid any more"
    )


PLAIN = ("carc.lay", "carc.figure")  # decisions that come again and again: some of them are walked
UNLISTED = ("bazaar-open", "bazaar-bid")


@pytest.mark.random
@pytest.mark.parametrize(("seed", "seats"), [(0, 3), (1, 2), (3, 6)])
async def test_every_legal_move_of_whole_games_can_be_pressed_and_no_other(seed: int, seats: int) -> None:
    met: Counter[str] = Counter()
    for game, state, seat, _ in positions(EVERYTHING, seats, seed):
        step = state.agenda[-1].kind
        met[step] += 1
        if met[step] % (STEP_OF_SCREENS * (71 if step in PLAIN else 9) if met[step] > 3 else 1):
            continue
        here = harness.room(table_of(game.choices, state, number=99999, seq=99999), seat)
        acts = await harness.walk(here)
        spelled = {expand_short_moves(here, tuple(act.split(";"))): taps for act, taps in acts.items()}
        legal = {encode_move(move) for move in here.legal}
        assert legal <= {lines[0] for lines in spelled}, step
        for lines, taps in spelled.items():
            after = state
            for line in lines:  # what is not legal raises
                after = play(game, after, seat, decode_move(line, game.moves)).state
            assert taps <= LONGEST_WAY.get(lines[-1].split(" ")[0], 8), (lines, taps)


LONGEST_WAY = {
    "dragon": 2,
    "princess": 5,
    "wagon": 2,
    "castle-build": 2,
    "castle-keep": 2,
    "castle-pick": 2,
    "bazaar-bid": 2,
    "bazaar-pass": 2,
    "bazaar-buy": 2,
    "bazaar-sell": 2,
    "bazaar-open": 3,
    "bazaar-take": 2,
    "count-move": 3,  # with who goes into the City
}


@pytest.mark.parametrize(
    "choices",
    [EVERYTHING, KIND.presets["bigbox"], KIND.presets["2007"], KIND.with_option(EVERYTHING, "farmers", "per_city")],
    ids=str,
)
def test_all_points_are_explained(choices: Choices) -> None:
    """Every point of a game belongs to an event that says what it was for, by which rule, and how it comes about."""
    voice = Voice("en", NAMES)
    for seed in range(3):
        given: Counter[tuple[str, int]] = Counter()
        state: Any = None
        for _, _, _, step in positions(choices, 3, seed):
            state = step.state
            for event in step.events:
                stored = StoredEvent(event.key, event.params, None, event.reveals)
                what = FACE.find_scored(stored)
                if what is None:
                    assert FACE.explain_points(stored, voice) == ""
                    continue
                for seat, points in what.points.items():
                    given[what.category, seat] += points
                assert voice.has(what.rule), (event.key, what.rule)
                assert voice(what.rule, **event.params)
                assert voice.phrase(event)
                summed = FACE.explain_points(stored, voice)
                if summed:
                    assert_sum(summed, event.params["points"])
        view = KIND.make(choices).view(state, None)
        for category, points in view.tally.items():
            assert [given[category, seat] for seat in range(3)] == list(points), category
        assert [sum(n for (_, one), n in given.items() if one == seat) for seat in range(3)] == list(view.scores)


def assert_sum(said: str, points: int) -> None:
    """What stands behind the sign comes to what stands before it."""
    left, _, right = said.rstrip(".").partition(" = ")
    assert int(left) == points, said
    terms = [part.split(", with ")[0] for part in right.split(" + ")]
    products = [re.findall(r"\d+", term) for term in terms]
    assert sum(math.prod(map(int, numbers)) for numbers in products) == points, said


def with_lair(**changed: Any) -> Any:
    view = whole()
    return replace(view, extras={**view.extras, "princess": replace(view.extras["princess"], **changed)})


def test_losing_the_fairy_is_a_loss_and_getting_her_a_gain() -> None:
    had, lost, voice = with_lair(graced=(1,)), with_lair(graced=(2,)), Voice("en", NAMES)
    told = (-1, "fairy (1 point a turn)")
    for ask in (FACE.private_changes, FACE.public_changes):
        assert told in ask(had, lost, 1, voice)
        assert (1, told[1]) in ask(had, lost, 2, voice)
        assert (0, told[1]) in ask(had, lost, 0, voice)


def test_where_the_dragon_may_go_is_marked_for_everybody() -> None:
    here = with_lair(ways=())
    cell = here.laid[0].cell
    open_ = [
        [mark for mark in FACE.picture_marks(view) if mark.tone == "open"] for view in (here, with_lair(ways=(cell,)))
    ]
    assert len(open_[1]) == len(open_[0]) + 1
    assert open_[1][-1].place == str(cell)
