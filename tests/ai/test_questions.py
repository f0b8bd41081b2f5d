"""Questions and thoughts as text; the process that thinks, over its pipes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ai import worker
from ai.player import Imagine
from ai.questions import (
    FRAME_LENGTH_BYTES,
    Question,
    Thought,
    TriedMove,
    _compared_indexes,
    _surest_first,
    answer_question,
    frame_message,
)
from ai.search import WeighedMove
from rules.catan.moves import END, ROLL
from rules.core import Chance, Choices, Game, encode_move, registry, start_game
from rules.core.saving import to_text
from tests.rules.catan.table import Table

from .quick import Quick

ROOT = Path(__file__).parents[2]
POSITIONS = (("carcassonne", ""), ("catan", "base"), ("citadels", ""))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.strong.own_expert", lambda module: Quick())


def position(kind: str, preset: str, luck: str = "5a" * 32) -> Question:
    """The beginning of a game for three."""
    choices = registry.game_types()[kind].presets[preset] if preset else Choices()
    game = registry.make_game(kind, choices)
    s = start_game(game, 3, bytes(range(32))).state
    return Question(kind, choices, to_text(s), min(game.waiting(s)), luck, 1.0)


class Pipes:
    """The process, its input and its output."""

    def __init__(self, mode: str, seed: str) -> None:
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed}
        run = [sys.executable, "-P", "-S", "-m", "tests.ai.thinking", mode]
        self.process = subprocess.Popen(run, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)

    def ask(self, *questions: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"".join(map(frame_message, questions)))
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        length = int.from_bytes(self.process.stdout.read(FRAME_LENGTH_BYTES), "big")
        found: dict[str, Any] = json.loads(self.process.stdout.read(length))
        return found

    def leave(self) -> int:
        """Close its input; its exit status."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        status = self.process.wait(60)
        self.process.stdout.close()
        return status


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("kind", "preset"), POSITIONS)
def test_a_thought_is_legal_and_depends_on_the_question_alone(kind: str, preset: str) -> None:
    asked = position(kind, preset)
    thought = answer_question(asked)
    game = registry.make_game(kind, asked.choices)
    s = start_game(game, 3, bytes(range(32))).state
    assert thought.move in [encode_move(move) for move in game.legal(s, asked.seat)]
    assert answer_question(Question.from_json(json.loads(json.dumps(asked.to_json())))) == thought
    assert answer_question(position(kind, preset, "a5" * 32)) != thought
    assert Thought.from_json(json.loads(json.dumps(thought.to_json()))) == thought


@pytest.mark.usefixtures("quick")
def test_what_was_weighed_is_told_the_best_first() -> None:
    best, *others = answer_question(position("catan", "base")).weighed
    assert best.simulations > 1
    assert best.error > 0
    assert (best.deficit, best.deficit_error) == (0, 0)
    assert others
    assert all(0 <= one.chance <= 1 and one.simulations <= best.simulations for one in others)
    assert any(one.deficit_error for one in others)


@pytest.mark.parametrize("moves", [1, 2, 3, 6])
def test_how_long_it_thinks_does_not_tell_how_much_there_is_to_choose(
    moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    class Counting(Quick):
        simulations = 96

        def chances_after_playing_on(self, game: Game[Any], s: Any, luck: Chance, before: Any) -> Sequence[float]:
            tried.append(1)
            return super().chances_after_playing_on(game, s, luck, before)

    monkeypatch.setattr("ai.strong.own_expert", lambda module: Counting(moves))
    assert len(answer_question(position("citadels", "")).weighed) == moves
    assert 0.9 * 96 <= len(tried) <= 96


def test_where_nothing_is_hidden_a_move_without_others_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.strong.own_expert", lambda module: Quick(moves=1))
    monkeypatch.setattr(Quick, "may_reveal_hidden", False)
    (only,) = answer_question(position("carcassonne", "")).weighed
    assert only == TriedMove(only.move, 0)


def test_nothing_weighed_is_no_thought() -> None:
    with pytest.raises(ValueError, match="nothing"):
        Thought.from_json({"weighed": []})


@pytest.mark.usefixtures("quick")
def test_every_process_comes_to_the_same_thought() -> None:
    asked = [position(kind, preset) for kind, preset in POSITIONS]
    here = [answer_question(question).to_json()["weighed"] for question in asked]
    for seed in ("1", "2"):
        pipes = Pipes("quick", seed)
        pipes.ask(*(question.to_json() for question in asked))
        answers = [pipes.hear() for _ in asked]
        assert [answer["weighed"] for answer in answers] == here
        assert all(answer["held"] >= 0 for answer in answers)
        assert pipes.leave() == 0


def test_it_leaves_in_the_middle_of_a_thought() -> None:
    pipes = Pipes("works", "0")
    pipes.ask({})
    assert pipes.leave() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there a signal ends whoever gets it")
def test_who_stops_the_bot_does_not_stop_it_before() -> None:
    pipes = Pipes("babbles", "0")
    for number in (signal.SIGINT, signal.SIGTERM):
        pipes.ask({})
        assert pipes.hear() == {"weighed": []}
        pipes.process.send_signal(number)
    pipes.ask({})
    assert pipes.hear() == {"weighed": []}
    assert pipes.leave() == 0


def test_an_error_is_told_by_its_place_and_not_by_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(question: Question) -> Thought:
        raise ValueError("the key is 5a5a")

    asked = json.dumps(position("carcassonne", "").to_json()).encode()
    monkeypatch.setattr("ai.questions.answer_question", broken)
    told = worker.answer_frame(asked)["failed"]
    assert told.startswith("ValueError (")
    assert "in broken" in told
    assert "5a" not in told


def test_memory_is_told() -> None:
    assert 0 <= worker.memory_in_megabytes() < 10_000


def test_a_hint_is_not_surely_behind_what_was_weighed_beside_it() -> None:
    """The end of the turn stood first, while a knight was 2.3 % ahead of it in all that both met."""
    first, better = WeighedMove(END, [0.50, 0.52, 0.51, 0.49]), WeighedMove(ROLL, [0.53, 0.55, 0.54])
    assert _surest_first([first, better]) == [better, first]
    unsure = WeighedMove(ROLL, [0.70, 0.40, 0.55])
    assert _surest_first([first, unsure]) == [first, unsure]


def test_a_move_is_held_against_what_it_shuts_out() -> None:
    """A settlement was explained beside a road that could be built as well."""
    table = Table().settlement(0, 17).road(0, "17-23", "23-29").settlement(1, 10)
    table.hand(0, "2 brick, 2 lumber, 1 wool, 1 grain, 4 ore")
    build, road, swap = (
        next(move for move in table.game.legal(table.s, 0) if encode_move(move).startswith(start))
        for start in ("build-settlement", "build-road", "bank ore")
    )
    imagine = Imagine(table.game, table.s, 0, Chance(bytes(32)))
    assert _compared_indexes(imagine, [build, road, END, swap])[0] == 2, "beside the end of the turn"
    assert _compared_indexes(imagine, [END, swap, road])[:2] == [1, 2], "that shuts out all of them"
    assert _compared_indexes(imagine, [build, road, swap])[0] == 1, "nothing else was weighed"
