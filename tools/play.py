"""Play a game in the terminal with people and machines: `python -m tools.play carcassonne --seats 3 --people 1`.

Reads and writes record files, so that a game can be interrupted, passed on and continued. Private information is
shown to the player at the keyboard only: the screen is cleared before another player takes over.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ai import Imagine, players_by_level
from rules.core import Chance, Game, Move, RulesError, Transition, decode_move, encode_move, mask_move, play, start_game
from rules.core.record import Line, Record, format_record, replay_record
from service.state.machine_levels import default_level
from words import Voice

from .common import (
    NAMES,
    add_game_arguments,
    chosen_game,
    exit_with_error,
    explain_refusal,
    read_record,
    require_seats,
    tell_story,
)
from .pictures.drawing import table_picture, text_board

HELP = """Type the number of a move or its line (place N50 90). Beside that:
  moves         list what you may do        board         the table in words
  undo          take back the last move     png FILE      draw the table
  save FILE     write the record            quit          leave the game"""
CLEAR = "\033[H\033[2J\033[3J"  # clears the scrollback too


@dataclass(slots=True)
class Session:
    """A game in the terminal."""

    game: Game[Any]
    people: frozenset[int]
    record: Record
    level: str  # of the machines
    at: list[Transition[Any]] = field(default_factory=list)
    reader: int | None = None  # the seat at the keyboard
    handed: bool = False  # several people share the keyboard and may not see each other's secrets
    told: dict[int, int] = field(default_factory=dict)  # seat -> number of transitions shown to its player
    luck: Chance = field(default_factory=lambda: Chance(secrets.token_bytes(32)))
    finished: bool = False

    @property
    def state(self) -> Any:
        return self.at[-1].state

    @property
    def names(self) -> Sequence[str]:
        return NAMES[: self.record.seats]

    def play(self, seat: int, move: Move) -> None:
        """Plays a move and prints it; `RulesError` if it is not legal."""
        t = play(self.game, self.state, seat, move)
        lines = (*self.record.lines, Line(seat, encode_move(move), t.chance))
        self.record = _with_lines(self.record, lines)
        self.at.append(t)
        self.tell(len(self.at) - 1)

    def tell(self, number: int) -> None:
        """Prints a move and its events, as the player at the keyboard may know them."""
        if number:
            print(self.line(self.record.lines[number - 1]))
        for sentence in tell_story(self.at[number].events, Voice("en", self.names), self.reader):
            print(f"  {sentence}")
        if self.reader is not None:
            self.told[self.reader] = number + 1

    def line(self, line: Line) -> str:
        """Player and move, without secrets of others."""
        told = line.move if line.seat == self.reader else mask_move(decode_move(line.move, self.game.moves))
        return f"{self.names[line.seat]}: {told}"

    def sit_down(self, seat: int) -> None:
        """Gives the keyboard to a seat; if it is shared, shows the moves since."""
        if seat == self.reader:
            return
        self.reader = seat
        if not self.handed:
            return
        print(f"{CLEAR}{self.names[seat]}, press Enter when nobody else looks. ", end="", flush=True)
        if not sys.stdin.readline():
            self.finished = True
        for number in range(self.told.get(seat, 0), len(self.at)):
            self.tell(number)

    def machine(self, seat: int) -> None:
        """Plays a machine's move."""
        legal = list(self.game.legal(self.state, seat))
        legal += [move for move in self.game.sample_unlisted_moves(self.state, seat, self.luck) if move not in legal]
        imagine = Imagine(self.game, self.state, seat, self.luck)
        view = self.game.view(self.state, seat)
        self.play(seat, players_by_level()[self.level].choose(view, legal, imagine, self.luck))

    def command(self, seat: int, line: str) -> None:
        """Executes a typed command or move."""
        word, _, rest = line.partition(" ")
        if word in ("quit", "exit"):
            self.finished = True
        elif word in ("help", "?"):
            print(HELP)
        elif word == "moves":
            self.list_moves(seat)
        elif word == "board":
            print(text_board(self.game, self.state, seat, self.names))
        elif word == "undo":
            self.undo()
        elif word == "save" and rest:
            Path(rest).write_text(format_record(self.record), encoding="utf-8")
            print(f"written to {rest}")
        elif word == "png" and rest:
            Path(rest).write_bytes(table_picture(self.game, self.state, self.names))
            print(f"drawn to {rest}")
        else:
            self.play(seat, self.read_move(seat, line))

    def read_move(self, seat: int, line: str) -> Move:
        """A move by its number in the list or its line; `UnknownMove` if it is neither."""
        legal = list(self.game.legal(self.state, seat))
        if line.isdecimal() and 1 <= int(line) <= len(legal):
            return legal[int(line) - 1]
        return decode_move(" ".join(line.split()), self.game.moves)

    def list_moves(self, seat: int) -> None:
        for number, move in enumerate(self.game.legal(self.state, seat), 1):
            print(f"{number:4} {encode_move(move)}")
        for kind in self.game.partly_listed_kinds(self.state, seat):
            print(f"     {kind} ... (others too: these are not all)")

    def undo(self) -> None:
        """Returns to the position before the last move of a person."""
        if not any(line.seat in self.people for line in self.record.lines):
            print("There is nothing to take back.")
            return
        while self.record.lines:
            line = self.record.lines[-1]
            self.record = _with_lines(self.record, self.record.lines[:-1])
            self.at.pop()
            print(f"taken back: {self.line(line)}")
            self.told = {seat: min(n, len(self.at)) for seat, n in self.told.items()}
            if line.seat in self.people:
                return


def _with_lines(record: Record, lines: tuple[Line, ...]) -> Record:
    return Record(record.kind, record.choices, record.seats, record.key, record.stack, record.start, lines)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.play", description="Play in the terminal.")
    add_game_arguments(parser)
    parser.add_argument("--seats", type=int, default=2, help="how many play (2)")
    parser.add_argument("--people", type=int, default=1, help="how many of them are people; the rest are machines (1)")
    parser.add_argument(
        "--level", choices=list(players_by_level()), default=default_level(), help="of machines (%(default)s)"
    )
    parser.add_argument("--from", dest="source", metavar="FILE", help="go on from a record")
    given = parser.parse_args(arguments)
    session = _start_session(given)
    if not session.handed:
        session.tell(len(session.at) - 1)
    print(HELP)
    while not session.game.over(session.state) and not session.finished:
        _play_turn(session)
    if session.game.over(session.state):
        _print_final(session)
    return 0


def _start_session(given: argparse.Namespace) -> Session:
    if given.source:
        record = read_record(given.source)
        try:
            at = list(replay_record(record))
        except RulesError as error:
            exit_with_error(explain_refusal(error))
        game = record.make_game()
    else:
        game = chosen_game(given)
        require_seats(game, given.seats)
        key = secrets.token_bytes(32)
        at = [start_game(game, given.seats, key)]
        record = Record(game.key, game.choices, given.seats, key, None, at[0].chance)
    people = frozenset(range(given.people))
    alone = 0 if len(people) == 1 else None
    hidden = any(move.secret_fields for move in game.moves.values())
    handed = hidden and alone is None and bool(people) and sys.stdout.isatty()
    told = dict.fromkeys(people, max(0, len(at) - 1))
    return Session(game, people, record, given.level, at, alone, handed, told)


def _play_turn(session: Session) -> None:
    seat = sorted(session.game.waiting(session.state))[0]
    if seat not in session.people:
        session.machine(seat)
        return
    session.sit_down(seat)
    voice = Voice("en", session.names)
    task = session.game.view(session.state, seat).tasks[seat]
    if session.finished:
        return
    try:
        line = input(f"{session.names[seat]}, {voice.phrase(task)}> ").strip()
    except EOFError:
        session.finished = True
        return
    try:
        if line:
            session.command(seat, line)
        else:
            session.list_moves(seat)
    except RulesError as error:
        print(explain_refusal(error, session.names))
    except OSError as error:
        print(f"That file cannot be written: {error.strerror}")


def _print_final(session: Session) -> None:
    scores, winners = session.game.scores(session.state), session.game.winners(session.state)
    for seat, points in enumerate(scores):
        print(f"{session.names[seat]}: {points}{' (won)' if seat in winners else ''}")


if __name__ == "__main__":
    raise SystemExit(main())
