"""Slash commands generated from the move classes of each game, and the commands all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from cogs.act.commands import MAX_CHOICES, CommandOption, CommandSpec, FilledOptions
from cogs.act.context import InteractionContext
from cogs.act.player_option import complete_player
from cogs.act.table_option import complete_game
from cogs.choose.completion import complete_field, complete_whole_lines, completion_label, shorten_completion
from cogs.choose.picker import unique_items
from cogs.choose.spelling import rank_matches
from cogs.games.app import App
from cogs.look import board, hand, log_screen, score
from cogs.look import help as helping
from cogs.look.game_lookup import complete_any_game
from cogs.screen import truncate_text
from cogs.turn import hint, move_screens, seat_views
from rules.core import BadOption, Choices, GameType, Move, encode_move, field_names
from rules.core.registry import game_types
from service.errors import ServiceError
from service.state.model import Table
from words import Voice

LABEL_LENGTH: Final = 100
# With up to so many legal moves, completion searches their sentences too; with more, only their lines.
SEARCHED_SENTENCES: Final = 150


@cache
def move_classes(key: str) -> Mapping[str, type[Move]]:
    """All move classes of a game, by kind, over all its modules."""
    kind = game_types()[key]
    classes: dict[str, type[Move]] = {}
    for choices in (Choices(), *kind.presets.values(), *(Choices((module,)) for module in kind.modules)):
        try:
            classes |= kind.make(choices).moves
        except BadOption:
            continue
    return classes


def command_path(kind: GameType, move: str) -> tuple[str | None, str]:
    """Group (or None) and name of the command for a kind of move."""
    prefix, _, rest = move.partition("-")
    return (prefix, rest) if rest and prefix in kind.groups else (None, move)


def group_description(app: App, kind: GameType, group: str) -> str:
    say = app.voice(None, app.command_language)
    key = f"{kind.family}.group.{group}"
    return say(key) if say.has(key) else group.capitalize()


def move_commands(app: App, kind: GameType) -> list[CommandSpec]:
    """One subcommand per kind of move; all options are optional."""
    return [_move_command(app, kind, cls) for cls in move_classes(kind.key).values()]


def _move_command(app: App, kind: GameType, cls: type[Move]) -> CommandSpec:
    say = app.voice(None, app.command_language)
    group, name = command_path(kind, cls.kind)

    async def run(ctx: InteractionContext, **values: Any) -> None:
        texts = {field: str(value) for field, value in values.items() if value is not None}
        await move_screens.submit_command(ctx, kind.key, cls.kind, texts)

    options = [
        CommandOption(field, _option_words(say, kind, field), complete=_field_completer(kind.key, cls, field))
        for field in field_names(cls)
    ]
    key = f"{kind.family}.command.{cls.kind}"
    return CommandSpec(name, say(key) if say.has(key) else say("pick.command"), run, options, group)


def _option_words(say: Voice, kind: GameType, field: str) -> str:
    for words in (f"{kind.family}_{field}", field):
        if say.has(f"opt.{words}"):
            return words
    return "any"


def _field_completer(kind: str, cls: type[Move], field: str) -> Any:
    async def completer(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
        table = await table_in_memory(ctx)
        position = seat_views.find_position(ctx, table) if table is not None and table.kind == kind else None
        if position is None or table is None:
            return []
        chosen = {name: str(value) for name, value in filled.items() if name in field_names(cls) and name != field}
        tokens = complete_field(position, cls.kind, field, chosen, typed)
        return [(completion_label(position, cls, field, token), shorten_completion(token)) for token in tokens]

    return completer


async def table_in_memory(ctx: InteractionContext, game: str | None = None) -> Table | None:
    """The table of a completion; None if its state is not in memory, and loads it for the next key stroke."""
    table = await ctx.find_table(game, loaded=False)
    if table.is_open and table.status != "lobby" and table.state is None:
        ctx.app.run_in_background(ctx.app.tables.registry.load_table(table.id), "bring a table into memory")
        return None
    return table


async def complete_line(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
    """Completion of `/game move`: whole moves, best match first."""
    table = await table_in_memory(ctx, filled.get("game"))
    position = seat_views.find_position(ctx, table) if table is not None else None
    if position is None or table is None:
        return []
    voice = ctx.app.voice(table, ctx.language, plain=True)
    *earlier_moves, typed_move = typed.split(";")
    if earlier_moves:
        return []
    lines = [encode_move(move) for move in position.legal]
    sentences: dict[str, str] = {}
    if len(lines) <= SEARCHED_SENTENCES:
        sentences = {line: hand.describe_move_line(voice, table, line) for line in lines}
    matches = rank_matches(lines, typed_move, lambda line: (sentences[line],) if sentences else ())
    matches = unique_items([*complete_whole_lines(position, typed_move), *matches])[: MAX_CHOICES + 1]
    moves = []
    for line in matches:
        sentence = sentences.get(line) or hand.describe_move_line(voice, table, line)
        short = shorten_completion(line)
        moves.append((truncate_text(f"{short} · {sentence}", LABEL_LENGTH), short))
    in_notation = rank_matches(
        list(position.vocabulary.likely_moves_in_notation()), typed_move, lambda line: (line.replace("→", "->"),)
    )
    swaps = [(truncate_text(line, LABEL_LENGTH), line) for line in in_notation]
    return [*swaps, *moves] if typed_move.strip() else [*moves, *swaps]


async def run_line(ctx: InteractionContext, line: str | None = None, game: str | None = None) -> None:
    if not (line or "").strip():
        ctx.known_table = await ctx.find_table(game)
        raise ServiceError("line_missing")
    await move_screens.submit_line(ctx, line or "", game)


def game_commands(app: App) -> list[CommandSpec]:
    """Commands shared by all games: board, hand, moves, help and so on."""
    game = CommandOption("game", complete=complete_game)
    say = app.voice(None, app.command_language)
    return [
        CommandSpec(
            "board",
            say("cmd.game.board"),
            board.run_board,
            [
                CommandOption("text", "board_text", type="boolean"),
                CommandOption("part", complete=board.complete_board_part),
                game,
            ],
        ),
        CommandSpec("hand", say("cmd.game.hand"), hand.run_hand, [game]),
        CommandSpec("moves", say("cmd.game.moves"), hand.run_moves, [game]),
        CommandSpec("hint", say("cmd.game.hint"), hint.run_hint, [game]),
        CommandSpec(
            "move",
            say("cmd.game.move"),
            run_line,
            [
                CommandOption("line", complete=complete_line, maximum=200),
                game,
            ],
        ),
        CommandSpec(
            "log",
            say("cmd.game.log"),
            log_screen.run_log,
            [
                CommandOption("since", type="integer", minimum=1),
                CommandOption("text", "log_text", type="boolean"),
            ],
        ),
        CommandSpec(
            "score", say("cmd.game.score"), score.run_score, [CommandOption("player", complete=complete_player)]
        ),
        CommandSpec(
            "export",
            say("cmd.game.export"),
            log_screen.run_export,
            [
                CommandOption("what", "export", required=True, choices=("record", "page", "luck")),
                CommandOption("game", "export_game", complete=complete_any_game),
            ],
        ),
        CommandSpec(
            "help", say("cmd.game.help"), helping.run_help, [CommandOption("topic", complete=helping.complete_topic)]
        ),
    ]
