"""Fits the weights of Catan's judge to games of the normal player against itself.

A weight may not contradict the sign of its feature (`JudgedFeatures`). The targets are the winners and the chances of
later positions, because a single game says little. Positions are kept in `.cache/tuning/catan`, by preset and seed:
a run continues, and features are computed again from all kept games.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai import Imagine, moves_to_consider
from ai.catan import PLAYER, expansions, judge_features
from ai.catan.judge_features import feature_rows, features_in_play
from rules.catan.game import CatanGame
from rules.catan.state import CatanState
from rules.catan.turn import BeforeRoll
from rules.core import Phrase, play, registry, start_game
from rules.core.conformance import start_trial
from rules.core.saving import from_text, to_text

from ...bench.measure import choices_for
from ..contests import answer_invitations

KEPT: Final = Path(".cache/tuning/catan")
AI: Final = Path(judge_features.__file__).parent
ROOMS: Final = Path(expansions.__file__).parent
PRESETS: Final = ("base", "official", "colonist")
APART: Final = 100_000  # distance between the seeds of two presets
SEATS: Final = (4, 4, 6, 4, 3, 4, 4, 5)  # in turn
OFTEN: Final = 0.25  # share of turns whose position before the dice is kept
STRAY: Final = 0.015  # share of all decisions whose position is kept besides
FOLDS: Final = 3  # for cross-validation
HELD: Final = 0.02  # penalty for large weights
OWN: Final = 0.7  # weight of positions after the next kept one
ROUNDS: Final = 3  # rounds in which chances of later positions are targets
STEPS: Final = 250

Table = NDArray[np.float64]
Bits = NDArray[np.bool_]


class TrainingSet(NamedTuple):
    """Games fitted together. `module`: the expansion that gets the weights; "": the player's own folder."""

    presets: tuple[str, ...]
    module: str


def list_training_sets() -> list[TrainingSet]:
    """The base game, and each expansion with the presets that have it."""
    found = [TrainingSet(("base",), "")]
    presets = registry.game_types()["catan"].presets
    for module in sorted(expansions.LISTED):
        found.append(TrainingSet(tuple(name for name in PRESETS if module in presets[name].modules), module))
    return found


# --- games


def game_of_preset(preset: str) -> CatanGame:
    game = registry.make_game("catan", choices_for("catan", preset))
    assert isinstance(game, CatanGame)
    return game


def record_game(preset: str, seed: int) -> None:
    """Plays the game of a seed and keeps its positions, unless they are kept already."""
    path = KEPT / preset / f"{seed}.json.z"
    if path.exists():
        return
    game, seats = game_of_preset(preset), SEATS[seed % len(SEATS)]
    run = start_trial(game, seats, seed)
    pick = Random(seed)
    s: CatanState = start_game(game, seats, run.key).state
    told: dict[int, Phrase] = {}
    texts, turn = [], 0
    while not game.over(s):
        seat = min(game.waiting(s))
        fresh = s.turn != turn and isinstance(s.agenda[-1], BeforeRoll)
        if (s.turn == 1 and fresh) or (fresh and pick.random() < OFTEN) or pick.random() < STRAY:
            texts.append(to_text(s))
        turn = s.turn
        legal = moves_to_consider(game, s, seat, run.player_chance)
        move = PLAYER.choose(game.view(s, seat), legal, Imagine(game, s, seat, run.player_chance), run.player_chance)
        s = answer_invitations(game, play(game, s, seat, move).state, run.player_chance, [PLAYER] * seats, told)
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = {"winner": s.winner, "positions": texts}
    path.write_bytes(zlib.compress(json.dumps(kept).encode(), 6))


# --- features


class PositionSet(NamedTuple):
    """Positions in order, game by game."""

    told: Table  # position, seat, feature
    there: Bits  # position, seat: whether the seat exists
    won: Table  # position, seat
    game: NDArray[np.int64]
    words: tuple[str, ...]


def load_positions(presets: Sequence[str]) -> PositionSet:
    """All kept positions of the presets."""
    rows: list[list[list[float]]] = []
    winners: list[int] = []
    games: list[int] = []
    words: tuple[str, ...] = ()
    for n, (game, kept) in enumerate(load_games(presets)):
        for text in kept["positions"]:
            s = game.restore_unsaved_fields(from_text(CatanState, text))
            if not s.turn:
                continue
            words = tuple(word for told in features_in_play(s) for word in told.words)
            rows.append(feature_rows(s))
            winners.append(kept["winner"])
            games.append(n)
    most = max(SEATS)
    told = np.zeros((len(rows), most, len(words)))
    there = np.zeros((len(rows), most), bool)
    won = np.zeros((len(rows), most))
    for i, (row, winner) in enumerate(zip(rows, winners, strict=True)):
        told[i, : len(row)], there[i, : len(row)], won[i, winner] = row, True, 1.0
    return PositionSet(told, there, won, np.array(games), words)


def recorded_seeds(preset: str) -> list[int]:
    """The seeds of the kept games."""
    return sorted(int(path.name.partition(".")[0]) for path in (KEPT / preset).glob("*.json.z"))


def load_games(presets: Sequence[str]) -> Iterator[tuple[CatanGame, Mapping[str, Any]]]:
    for preset in presets:
        game = game_of_preset(preset)
        for seed in recorded_seeds(preset):
            yield game, json.loads(zlib.decompress((KEPT / preset / f"{seed}.json.z").read_bytes()))


def format_ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers as ranges."""
    found: list[list[int]] = []
    for n in numbers:
        if found and n == found[-1][-1] + 1:
            found[-1].append(n)
        else:
            found.append([n])
    return ", ".join(f"{run[0]} to {run[-1]}" for run in found)


# --- fitting


def predict_chances(told: Table, there: Bits, w: Table) -> Table:
    """Chances by position and seat."""
    prospects = np.where(there, told @ w, -1e9)
    shares = np.exp(prospects - prospects.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def fit_by_gradient(told: Table, there: Bits, aims: Table, words: Sequence[str], first: Table) -> Table:
    """The weights that best reproduce the chances `aims` (Adam)."""
    signs = np.array([{"+": 1, "-": -1}.get(word[-1], 0) for word in words])
    w, speed, rough = first.copy(), np.zeros(len(words)), np.zeros(len(words))
    flat = told.reshape(-1, len(words))
    for step in range(1, STEPS + 1):
        slope = (predict_chances(told, there, w) - aims).ravel() @ flat / len(told) + HELD * w
        speed = 0.9 * speed + 0.1 * slope
        rough = 0.99 * rough + 0.01 * slope**2
        pace = 0.05 * (1 - 0.9 * step / STEPS)
        w = w - pace * (speed / (1 - 0.9**step)) / (np.sqrt(rough / (1 - 0.99**step)) + 1e-6)
        w = np.where(w * signs < 0, 0.0, w)
    return np.asarray(w)


def learn_weights(b: PositionSet) -> Table:
    """Fits the weights to the winners, then also to the chances of later positions."""
    spread = b.told[b.there].std(axis=0)
    spread[spread < 1e-6] = 1e9
    told = b.told / spread
    w = fit_by_gradient(told, b.there, b.won, b.words, np.zeros(len(b.words)))
    for _ in range(ROUNDS):
        p = predict_chances(told, b.there, w)
        aims = b.won.copy()
        for i in range(len(aims) - 2, -1, -1):
            if b.game[i] == b.game[i + 1]:
                aims[i] = (1 - OWN) * p[i + 1] + OWN * aims[i + 1]
        w = fit_by_gradient(told, b.there, aims, b.words, w)
    return np.asarray(w / spread)


def select_positions(b: PositionSet, which: Bits) -> PositionSet:
    return PositionSet(b.told[which], b.there[which], b.won[which], b.game[which], b.words)


def cross_validate(b: PositionSet) -> Table:
    """Each position's chances by weights fitted without its game."""
    p = np.zeros_like(b.won)
    for fold in range(FOLDS):
        out = b.game % FOLDS == fold
        p[out] = predict_chances(b.told[out], b.there[out], learn_weights(select_positions(b, ~out)))
    return p


# --- report


def quality_report_lines(b: PositionSet, p: Table) -> list[str]:
    """Logarithmic loss, and by tenths the mean estimate and the share won."""
    loss = -np.log(np.maximum(p[b.won > 0], 1e-9)).mean()
    equal = np.log(b.there.sum(axis=1)).mean()
    games = len(set(b.game.tolist()))
    lines = [
        f"{games} games, {len(b.told)} positions, each judged by weights learnt without its game:",
        f"log-loss {loss:.4f}, of equal chances {equal:.4f}",
        "called, seats, said %, won %:",
    ]
    said, came = p[b.there], b.won[b.there]
    for low in range(10):
        here = (said >= low / 10) & ((said < (low + 1) / 10) | (low == 9))
        if here.any():
            told = f"{100 * said[here].mean():5.1f} {100 * came[here].mean():5.1f}"
            lines.append(f"{10 * low:>3} to {10 * low + 10:<3} {here.sum():>7} {told}")
    return lines


def save_weights(kind: TrainingSet, b: PositionSet, w: Table, lines: Sequence[str]) -> None:
    """Writes the weights, with the games they come from."""
    folder = ROOMS / kind.module if kind.module else AI
    module = f"expansions.{kind.module}." if kind.module else ""
    sources = [f"seeds of {preset}: {format_ranges(recorded_seeds(preset))}" for preset in kind.presets]
    key = f"rules.catan.{module}realm" if kind.module else "rules.catan.development"
    up = "..." if kind.module else "."
    text = [
        '"""What the judge learnt, by `python -m tools.tune catan`: it writes this file."""',
        "",
        "from __future__ import annotations",
        "",
        f"from {key} import KEY",
        "",
        f"from {up}chances import register_weights",
        "",
        *(f"# {line}".rstrip() for line in (*sources, *lines)),
        "",
        "register_weights(",
        "    KEY,",
        "    {",
        *(f'        "{word}": {value:.4g},' for word, value in zip(b.words, w, strict=True)),
        "    },",
        ")",
    ]
    (folder / "learnt.py").write_text("\n".join(text) + "\n", encoding="utf-8")


def main(number: int, seed: int, jobs: int, only: str = "") -> None:
    """Plays, fits, prints and writes the weights, of all training sets or of `only` (a module or "base")."""
    for kind in list_training_sets():
        if only not in ("", kind.module or "base"):
            continue
        with ProcessPoolExecutor(jobs) as pool:
            for preset in kind.presets:
                first = seed + APART * PRESETS.index(preset)
                list(pool.map(record_game, [preset] * number, range(first, first + number)))
        b = load_positions(kind.presets)
        lines = quality_report_lines(b, cross_validate(b))
        print("\n".join((", ".join(kind.presets), *lines)), flush=True)
        save_weights(kind, b, learn_weights(b), lines)
