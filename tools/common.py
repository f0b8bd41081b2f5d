"""What the programs share: choosing a game on the command line, reading a record file, telling a story."""

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
    """GAME, --with, --option, --preset: which game with which choices."""
    parser.add_argument("game", choices=list(registry.game_types()), help="which game")
    parser.add_argument("--with", dest="modules", nargs="+", default=[], metavar="MODULE", help="expansions")
    parser.add_argument("--option", nargs=2, action="append", default=[], metavar=("KEY", "VALUE"), help="rule option")
    parser.add_argument("--preset", help="start from a preset of the game")


def chosen_game(arguments: argparse.Namespace) -> Game[Any]:
    """The game the arguments ask for; says what is wrong and exits with 2 otherwise."""
    kind = registry.game_types()[arguments.game]
    choices = Choices()
    if arguments.preset is not None:
        if arguments.preset not in kind.presets:
            exit_with_error(f"{arguments.preset} is no preset of {kind.key}; there are: {', '.join(kind.presets)}")
        choices = kind.presets[arguments.preset]
    options = {**dict(choices.options), **dict(arguments.option)}
    try:
        wanted = Choices((*choices.modules, *arguments.modules), tuple(sorted(options.items())))
        return registry.make_game(kind.key, kind.checked(wanted))
    except RulesError as error:
        exit_with_error(explain_refusal(error))


def require_seats(game: Game[Any], seats: int) -> None:
    """Says why so many cannot play it and exits with 2, unless they can."""
    kind = registry.game_types()[game.key]
    counts = kind.counts(game.choices)
    if seats in counts:
        return
    reason = kind.refusal(game.choices, seats)
    if reason is not None:
        exit_with_error(Voice("en", NAMES).phrase(reason))
    exit_with_error(f"{game.key} with these options is played by {counts[0]} to {counts[-1]}")


def read_record(path: str) -> Record:
    """The record in a file (`-`: standard input); says what is wrong and exits with 2 otherwise."""
    try:
        return parse_record(sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        exit_with_error(f"{path} cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        exit_with_error(f"{path} is no text")
    except RulesError as error:
        exit_with_error(f"{path}: {explain_refusal(error)}")


def explain_refusal(error: RulesError, names: Sequence[str] = NAMES) -> str:
    """The sentence of a refusal, where the catalogues have one."""
    voice = Voice("en", names)
    for key in (error.key, f"error.{error.key}"):
        if voice.has(key):
            return voice(key, **error.params)
    return f"{error.key}: " + ", ".join(f"{name} {value}" for name, value in error.params.items())


def tell_story(events: Iterable[Event], voice: Voice, seat: int | None = None) -> list[str]:
    """What happened, as one seat (None: the public) may know it; events without a sentence are for drawing."""
    return [
        voice.phrase(event) for event in events if (event.seats is None or seat in event.seats) and voice.has(event.key)
    ]


def exit_with_error(sentence: str) -> NoReturn:
    """Say what is wrong and leave with status 2."""
    print(sentence, file=sys.stderr)
    raise SystemExit(2)
