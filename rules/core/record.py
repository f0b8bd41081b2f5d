"""Records: a whole game as text, one line per move; used by the log, tests and bug reports.

    game carcassonne
    with river1
    option edition 2007
    seats 2
    key 3f0c...
    stack base-K base-A ...        (fixes the order of the piles; optional)
    start | 1 14 ...               (the numbers drawn by the set-up; optional)
    table 12                       (its number, bound by the commitment to the key; optional)
    luck chosen                    (numbers were preset: the key proves nothing)
    0 place M49 90 | 14            (seat, move, the numbers it drew)
    expect score 4 0
    branch 15 8e07... | 3 0 1 ...  (another table begins here, with its own key and unknown information reshuffled)

Blank lines and text after `#` are comments. A line without `|` draws from the key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .errors import BadRecord, RulesError
from .game import Game, Transition, branch_game, play, start_game
from .move import decode_move, encode_move
from .options import Choices
from .registry import game_types
from .registry import make_game as game_of

NO_KEY = bytes(32)
HEADER = ("game", "with", "seats", "key", "stack", "start", "table", "luck")


@dataclass(frozen=True, slots=True)
class Line:
    """One move of the record. `drawn` None: its numbers come from the key. `expect`: conditions that hold after it."""

    seat: int
    move: str
    drawn: tuple[int, ...] | None = None
    expect: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Branch:
    """The point where another table continues from the position with its own chance."""

    after: int  # number of preceding lines
    table: int
    key: bytes | None = None
    drawn: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A complete game."""

    kind: str
    choices: Choices
    seats: int
    key: bytes | None = None
    stack: tuple[str, ...] | None = None  # fixed order of the piles
    start: tuple[int, ...] | None = None  # numbers drawn by the set-up
    lines: tuple[Line, ...] = ()
    expect: tuple[tuple[str, ...], ...] = ()  # conditions of the set-up, before the first move
    table: int | None = None
    luck_chosen: bool = False
    branches: tuple[Branch, ...] = ()
    notes: tuple[str, ...] = field(default=(), compare=False)  # comments written at the top

    def make_game(self) -> Game[Any]:
        """The game with its options. BadOption if this version does not know them."""
        return game_of(self.kind, self.choices)


def parse_record(text: str) -> Record:
    """Parse a record. BadRecord names the invalid line."""
    header: dict[str, str] = {}
    options: dict[str, str] = {}
    lines: list[Line] = []
    expected_at_start: tuple[tuple[str, ...], ...] = ()
    branches: list[Branch] = []
    for number, raw in enumerate(text.splitlines(), 1):
        words = raw.partition("#")[0].split()
        if not words:
            continue
        try:
            if words[0] == "expect":
                if lines:
                    last = lines[-1]
                    lines[-1] = Line(last.seat, last.move, last.drawn, (*last.expect, tuple(words[1:])))
                else:
                    expected_at_start = (*expected_at_start, tuple(words[1:]))
            elif words[0].isdecimal():
                lines.append(_parse_line(words))
            elif words[0] == "branch":
                branches.append(_parse_branch(words, len(lines)))
            elif words[0] == "option":
                options[words[1]] = words[2]
            elif words[0] in HEADER and words[0] not in header:
                header[words[0]] = " ".join(words[1:])
            else:
                raise ValueError(words[0])
        except (ValueError, IndexError) as error:
            raise BadRecord("record.line", number=number, line=raw.strip()) from error
    return replace(_build_record(header, options, tuple(lines), expected_at_start), branches=tuple(branches))


def _parse_branch(words: Sequence[str], after: int) -> Branch:
    text, bar, numbers = " ".join(words[1:]).partition("|")
    table, *key = text.split()
    if len(key) > 1:
        raise ValueError(text)
    drawn = tuple(map(int, numbers.split())) if bar else None
    return Branch(after, int(table), bytes.fromhex(key[0]) if key else None, drawn)


def _parse_line(words: Sequence[str]) -> Line:
    text, bar, numbers = " ".join(words[1:]).partition("|")
    return Line(int(words[0]), text.strip(), tuple(map(int, numbers.split())) if bar else None)


def _build_record(
    header: dict[str, str],
    options: dict[str, str],
    lines: tuple[Line, ...],
    expected_at_start: tuple[tuple[str, ...], ...],
) -> Record:
    try:
        choices = Choices(tuple(header.get("with", "").split()), tuple(sorted(options.items())))
        return Record(
            kind=header["game"],
            choices=_recall_choices(header["game"], choices),
            seats=int(header["seats"]),
            key=bytes.fromhex(header["key"]) if "key" in header else None,
            stack=tuple(header["stack"].split()) if "stack" in header else None,
            start=tuple(map(int, header["start"].replace("|", " ").split())) if "start" in header else None,
            lines=lines,
            expect=expected_at_start,
            table=int(header["table"]) if "table" in header else None,
            luck_chosen=header.get("luck") == "chosen",
        )
    except (KeyError, ValueError) as error:
        raise BadRecord("record.header", what=str(error)) from error


def _recall_choices(kind: str, choices: Choices) -> Choices:
    """The choices of a record, which may be older than some options."""
    return game_types()[kind].choices_from_saved(choices) if kind in game_types() else choices


def format_record(record: Record) -> str:
    """The record as text; inverse of `parse_record`."""
    chosen = (
        game_types()[record.kind].choices_for_saving(record.choices) if record.kind in game_types() else record.choices
    )
    lines = [f"# {note}" for note in record.notes]
    lines.append(f"game {record.kind}")
    if record.choices.modules:
        lines.append("with " + " ".join(record.choices.modules))
    lines += [f"option {key} {value}" for key, value in chosen.options]
    lines.append(f"seats {record.seats}")
    if record.table is not None:
        lines.append(f"table {record.table}")
    if record.luck_chosen:
        lines.append("luck chosen")
    if record.key is not None:
        lines.append(f"key {record.key.hex()}")
    if record.stack is not None:
        lines.append("stack " + " ".join(record.stack))
    if record.start is not None:
        lines.append(" ".join(["start", "|", *map(str, record.start)]))
    lines += ["expect " + " ".join(words) for words in record.expect]
    for number, line in enumerate(record.lines):
        lines += _format_branches(record, number)
        lines.append(f"{line.seat} {line.move}{_format_numbers(line.drawn)}")
        lines += ["expect " + " ".join(words) for words in line.expect]
    lines += _format_branches(record, len(record.lines))
    return "\n".join(lines) + "\n"


def _format_numbers(drawn: Sequence[int] | None) -> str:
    return "" if drawn is None else " ".join([" |", *map(str, drawn)])


def _format_branches(record: Record, after: int) -> Iterator[str]:
    """The lines of the branches that begin there."""
    for branch in record.branches:
        if branch.after == after:
            key = f" {branch.key.hex()}" if branch.key is not None else ""
            yield f"branch {branch.table}{key}{_format_numbers(branch.drawn)}"


def replay_record(record: Record, *, from_key: bool = False) -> Iterator[Transition[Any]]:
    """Play the record: the first position, then one transition per line. A branch belongs to the line after it. With
    `from_key` every number is drawn from the key and compared with the record, so that an altered number is found;
    otherwise the recorded numbers are used. BadRecord if a line cannot be played or the numbers differ."""
    game = record.make_game()
    key = record.key or NO_KEY
    preset = () if from_key or record.start is None else record.start
    try:
        reached = start_game(game, record.seats, key, preset, record.stack)
    except (RulesError, ValueError) as error:
        raise BadRecord("record.start", reason=str(error)) from error
    if record.start is not None and reached.chance != record.start:
        raise BadRecord("record.numbers", number=0, line="start")
    yield reached
    for number, line in enumerate(record.lines, 1):
        reached = _apply_branches(record, game, reached, number - 1, from_key=from_key)
        try:
            move = decode_move(line.move, game.moves)
            reached = play(game, reached.state, line.seat, move, () if from_key or line.drawn is None else line.drawn)
        except (RulesError, ValueError) as error:
            raise BadRecord("record.move", number=number, line=f"{line.seat} {line.move}", reason=str(error)) from error
        if line.drawn is not None and reached.chance != line.drawn:
            raise BadRecord("record.numbers", number=number, line=f"{line.seat} {line.move}")
        yield reached
    _apply_branches(record, game, reached, len(record.lines), from_key=from_key)


def _apply_branches(
    record: Record, game: Game[Any], reached: Transition[Any], after: int, *, from_key: bool
) -> Transition[Any]:
    """The position after the branches that begin there."""
    for branch in record.branches:
        if branch.after != after:
            continue
        preset = () if from_key or branch.drawn is None else branch.drawn
        try:
            reached = branch_game(game, reached.state, branch.key or NO_KEY, preset)
        except ValueError as error:
            raise BadRecord("record.start", reason=str(error)) from error
        if branch.drawn is not None and reached.chance != branch.drawn:
            raise BadRecord("record.numbers", number=after, line=f"branch {branch.table}")
    return reached


def check_record(record: Record, meets: Callable[[Game[Any], Any, tuple[str, ...]], bool] | None = None) -> None:
    """Replay and test every `expect`. AssertionError names the line whose condition fails. Conditions of all games:
    `score <points of each seat>`, `over`, `running`, `waiting <seats>`, `winners <seats>`, `legal <seat> <move>`,
    `illegal <seat> <move>`; `meets` evaluates all others."""
    game = record.make_game()
    expected = [record.expect, *(line.expect for line in record.lines)]
    for number, (reached, conditions) in enumerate(zip(replay_record(record), expected, strict=True)):
        for words in conditions:
            holds = _meets_expectation(game, reached.state, words)
            if holds is None:
                assert meets is not None, f"nobody knows how to expect {' '.join(words)}"
                holds = meets(game, reached.state, words)
            found = _describe_position(game, reached.state)
            assert holds, f"after line {number}: expected {' '.join(words)}, found {found}"


def _meets_expectation(game: Game[Any], s: Any, words: tuple[str, ...]) -> bool | None:
    """Whether a condition of all games holds; None: it is a condition of one game."""
    what, rest = words[0], words[1:]
    if what in ("legal", "illegal"):
        return _is_legal_line(game, s, int(rest[0]), " ".join(rest[1:])) == (what == "legal")
    if what == "over":
        return game.over(s)
    if what == "running":
        return not game.over(s)
    numbers: dict[str, Callable[[], Sequence[int]]] = {
        "score": lambda: game.scores(s),
        "waiting": lambda: sorted(game.waiting(s)),
        "winners": lambda: game.winners(s),
    }
    return None if what not in numbers else list(map(int, rest)) == list(numbers[what]())


def _is_legal_line(game: Game[Any], s: Any, seat: int, line: str) -> bool:
    """Whether the move of that line is legal, listed or not."""
    if line in [encode_move(move) for move in game.legal(s, seat)]:
        return True
    if line.partition(" ")[0] not in game.partly_listed_kinds(s, seat):
        return False
    try:
        game.check(s, seat, decode_move(line, game.moves))
    except RulesError:
        return False
    return True


def _describe_position(game: Game[Any], s: Any) -> str:
    return f"scores {game.scores(s)}, waiting {sorted(game.waiting(s))}"
