"""Slash commands made from the move classes: one per kind of move, with completion; and what all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from cogs.act.commands import MOST, Filled, Opt, Spec
from cogs.act.context import Act
from cogs.act.player_option import complete_player
from cogs.act.table_option import complete_game
from cogs.choose.completion import brief, complete, label, whole_lines
from cogs.choose.picker import unique
from cogs.choose.spelling import ranked
from cogs.games.app import App
from cogs.look import board, hand, log_screen, score
from cogs.look import help as helping
from cogs.look.game_lookup import complete_any
from cogs.screen import cut
from cogs.turn import hint, move_screens
from rules.core import BadOption, Choices, Kind, Move, encode, field_names
from rules.core.registry import kinds
from service.errors import ServiceError
from service.state.model import Table
from words import Voice

SHOWN: Final = 100
READ: Final = 150  # moves whose sentences are searched while somebody types; of more, their lines alone


@cache
def move_classes(key: str) -> Mapping[str, type[Move]]:
    """Every kind of move that a game has with any of its boxes."""
    kind = kinds()[key]
    found: dict[str, type[Move]] = {}
    for choices in (Choices(), *kind.presets.values(), *(Choices((module,)) for module in kind.modules)):
        try:
            found |= kind.make(choices).moves
        except BadOption:
            continue
    return found


def path_of(kind: Kind, move: str) -> tuple[str | None, str]:
    """The group and the name of the command of a kind of move."""
    first, _, rest = move.partition("-")
    return (first, rest) if rest and first in kind.groups else (None, move)


def group_description(app: App, kind: Kind, group: str) -> str:
    say = app.voice(None, app.describing)
    key = f"{kind.family}.group.{group}"
    return say(key) if say.has(key) else group.capitalize()


def move_commands(app: App, kind: Kind) -> list[Spec]:
    """One subcommand for each kind of move, all fields optional."""
    return [_command(app, kind, cls) for cls in move_classes(kind.key).values()]


def _command(app: App, kind: Kind, cls: type[Move]) -> Spec:
    say = app.voice(None, app.describing)
    group, name = path_of(kind, cls.kind)

    async def run(act: Act, **values: Any) -> None:
        texts = {field: str(value) for field, value in values.items() if value is not None}
        await move_screens.submit(act, kind.key, cls.kind, texts)

    options = [
        Opt(field, _words(say, kind, field), complete=_completer(kind.key, cls, field)) for field in field_names(cls)
    ]
    key = f"{kind.family}.command.{cls.kind}"
    return Spec(name, say(key) if say.has(key) else say("pick.command"), run, options, group)


def _words(say: Voice, kind: Kind, field: str) -> str:
    for words in (f"{kind.family}_{field}", field):
        if say.has(f"opt.{words}"):
            return words
    return "any"


def _completer(kind: str, cls: type[Move], field: str) -> Any:
    async def completer(act: Act, filled: Filled, typed: str) -> Sequence[tuple[str, str]]:
        table = await here(act)
        position = move_screens.position_of(act, table) if table is not None and table.kind == kind else None
        if position is None or table is None:
            return []
        chosen = {name: str(value) for name, value in filled.items() if name in field_names(cls) and name != field}
        tokens = complete(position, cls.kind, field, chosen, typed)
        return [(label(position, cls, field, token), brief(token)) for token in tokens]

    return completer


async def here(act: Act, game: str | None = None) -> Table | None:
    """The table a completion is about, as far as memory knows it; it is brought into memory for the next key."""
    table = await act.table(game, loaded=False)
    if table.open and table.status != "lobby" and table.state is None:
        act.app.beside(act.app.tables.load(table.id), "bring a table into memory")
        return None
    return table


async def complete_line(act: Act, filled: Filled, typed: str) -> Sequence[tuple[str, str]]:
    """Whole moves, the best match first."""
    table = await here(act, filled.get("game"))
    position = move_screens.position_of(act, table) if table is not None else None
    if position is None or table is None:
        return []
    voice = act.app.voice(table, act.language, plain=True)
    *before, last = typed.split(";")
    if before:
        return []
    lines = [encode(move) for move in position.legal]
    said = {line: hand.sentence_of(voice, table, line) for line in lines} if len(lines) <= READ else {}
    found = ranked(lines, last, lambda line: (said[line],) if said else ())
    found = unique([*whole_lines(position, last), *found])[: MOST + 1]
    told = {line: said.get(line) or hand.sentence_of(voice, table, line) for line in found}
    whole = [(cut(f"{brief(line)} · {told[line]}", SHOWN), brief(line)) for line in found]
    own = [
        (cut(line, SHOWN), line)
        for line in ranked(list(position.words.lines()), last, lambda line: (line.replace("→", "->"),))
    ]
    return [*own, *whole] if last.strip() else [*whole, *own]


async def run_line(act: Act, line: str | None = None, game: str | None = None) -> None:
    if not (line or "").strip():
        act.at = await act.table(game)
        raise ServiceError("line_missing")
    await move_screens.submit_line(act, line or "", game)


def game_commands(app: App) -> list[Spec]:
    """What all games share: looking, typing a move, help."""
    game = Opt("game", complete=complete_game)
    say = app.voice(None, app.describing)
    return [
        Spec(
            "board",
            say("cmd.game.board"),
            board.run_board,
            [
                Opt("text", "board_text", type="boolean"),
                Opt("part", complete=board.complete_part),
                game,
            ],
        ),
        Spec("hand", say("cmd.game.hand"), hand.run_hand, [game]),
        Spec("moves", say("cmd.game.moves"), hand.run_moves, [game]),
        Spec("hint", say("cmd.game.hint"), hint.run_hint, [game]),
        Spec(
            "move",
            say("cmd.game.move"),
            run_line,
            [
                Opt("line", complete=complete_line, most=200),
                game,
            ],
        ),
        Spec(
            "log",
            say("cmd.game.log"),
            log_screen.run_log,
            [
                Opt("since", type="integer", least=1),
                Opt("text", "log_text", type="boolean"),
            ],
        ),
        Spec("score", say("cmd.game.score"), score.run_score, [Opt("player", complete=complete_player)]),
        Spec(
            "export",
            say("cmd.game.export"),
            log_screen.run_export,
            [
                Opt("what", "export", required=True, choices=("record", "page", "luck")),
                Opt("game", "export_game", complete=complete_any),
            ],
        ),
        Spec("help", say("cmd.game.help"), helping.run_help, [Opt("topic", complete=helping.complete_topic)]),
    ]
