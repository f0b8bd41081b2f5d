"""Shared by the programs: game arguments, record files, stories in words."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from rules.core import Choices, Event, Game, RulesError, registry
from rules.core.record import Record, parse_record
from words import Voice

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gil", "Hal")


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds GAME, --with, --option and --preset."""
    parser.add_argument("game", choices=list(registry.game_types()), help="which game")
    parser.add_argument("--with", dest="modules", nargs="+", default=[], metavar="MODULE", help="expansions")
    parser.add_argument("--option", nargs=2, action="append", default=[], metavar=("KEY", "VALUE"), help="rule option")
    parser.add_argument("--preset", help="start from a preset of the game")


def chosen_game(arguments: argparse.Namespace) -> Game[Any]:
    """The game of the arguments; on an error prints it and exits with 2."""
    kind = registry.game_types()[arguments.game]
    choices = Choices()
    if arguments.preset is not None:
        if arguments.preset not in kind.presets:
            exit_with_error(f"{arguments.preset} is no preset of {kind.key}; there are: {', '.join(kind.presets)}")
        choices = kind.presets[arguments.preset]
    options = {**dict(choices.options), **dict(arguments.option)}
    try:
        wanted = Choices((*choices.modules, *arguments.modules), tuple(sorted(options.items())))
        return registry.make_game(kind.key, kind.normalize_choices(wanted))
    except RulesError as error:
        exit_with_error(explain_refusal(error))


def require_seats(game: Game[Any], seats: int) -> None:
    """Exits with 2 and the reason unless the game can be played by that many."""
    kind = registry.game_types()[game.key]
    counts = kind.allowed_player_counts(game.choices)
    if seats in counts:
        return
    reason = kind.refuse_player_count(game.choices, seats)
    if reason is not None:
        exit_with_error(Voice("en", NAMES).phrase(reason))
    exit_with_error(f"{game.key} with these options is played by {counts[0]} to {counts[-1]}")


def read_record(path: str) -> Record:
    """The record in a file (`-`: standard input); on an error prints it and exits with 2."""
    try:
        return parse_record(sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        exit_with_error(f"{path} cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        exit_with_error(f"{path} is no text")
    except RulesError as error:
        exit_with_error(f"{path}: {explain_refusal(error)}")


def explain_refusal(error: RulesError, names: Sequence[str] = NAMES) -> str:
    """The sentence of a refusal, or key and values if the catalogues have none."""
    voice = Voice("en", names)
    for key in (error.key, f"error.{error.key}"):
        if voice.has(key):
            return voice(key, **error.params)
    return f"{error.key}: " + ", ".join(f"{name} {value}" for name, value in error.params.items())


def tell_story(events: Iterable[Event], voice: Voice, seat: int | None = None) -> list[str]:
    """Sentences of the events that a seat (None: the public) may know; skips events used for drawing only."""
    return [
        voice.phrase(event) for event in events if (event.seats is None or seat in event.seats) and voice.has(event.key)
    ]


def exit_with_error(sentence: str) -> NoReturn:
    """Prints a sentence and exits with 2."""
    print(sentence, file=sys.stderr)
    raise SystemExit(2)
