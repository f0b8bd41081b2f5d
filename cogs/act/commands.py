"""Slash commands as data: builds discord.py commands from `CommandSpec`."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from keyword import iskeyword
from typing import Any, Final, Literal

import discord
from discord import app_commands

from cogs.act import pipeline
from cogs.act.context import InteractionApp, InteractionContext
from cogs.screen import cut, retry
from cogs.screen.reply import Reply
from rules.core import RulesError
from service.errors import ServiceError
from words import Voice

log = logging.getLogger(__name__)

# Context, options filled in so far, text typed into this one -> (shown, sent) pairs, best first.
FilledOptions = Mapping[str, Any]  # as Discord sends them
Completer = Callable[[InteractionContext, FilledOptions, str], Awaitable[Sequence[tuple[str, str]]]]
MOST: Final = 25
TYPED: Final = 400  # maximum characters of an option; Discord allows 6,000, which would make completion slow


@dataclass(frozen=True, slots=True)
class CommandOption:
    """Its description is `opt.<words>`; choices are shown by `choice.<words>.<value>`."""

    name: str
    words: str = ""  # key, if several options share a name; default: the name
    type: Literal["string", "integer", "boolean", "user"] = "string"
    required: bool = False
    choices: Sequence[str] = ()
    shown: Mapping[str, str] = field(default_factory=dict)  # value -> label of choices that belong to one game
    complete: Completer | None = None
    least: int | None = None  # minimum of an integer
    most: int | None = None  # maximum of an integer, or length of a string (default `TYPED`)
    says: str = ""  # description of an option that belongs to one game


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """`run` gets the context, and the options by `argument_name`."""

    name: str
    description: str
    run: Callable[..., Awaitable[None]]
    options: Sequence[CommandOption] = ()
    group: str | None = None  # subcommand group, such as `seat`
    opens_form: bool = False


def _option_annotation(opt: CommandOption) -> Any:
    if opt.type == "integer":
        if opt.least is None and opt.most is None:
            return int
        return app_commands.Range[int, opt.least, opt.most]
    if opt.type == "boolean":
        return bool
    if opt.type == "user":
        return discord.User
    return str if opt.choices else app_commands.Range[str, 0, opt.most or TYPED]


def build_command(app: InteractionApp, spec: CommandSpec) -> app_commands.Command[Any, ..., Any]:
    say = app.voice(None, app.describing)

    async def callback(interaction: discord.Interaction[Any], **values: Any) -> None:
        act = InteractionContext(app, interaction, Reply(interaction))

        async def call(ctx: InteractionContext) -> None:
            await spec.run(ctx, **values)

        await pipeline.run(act, call, "form" if spec.opens_form else "private")

    keyword = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter("interaction", keyword, annotation=discord.Interaction)]
    described: dict[str, str] = {}
    for opt in sorted(spec.options, key=lambda opt: not opt.required):
        default = inspect.Parameter.empty if opt.required else None
        parameters.append(
            inspect.Parameter(argument_name(opt), keyword, annotation=_option_annotation(opt), default=default)
        )
        described[argument_name(opt)] = opt.says or say(f"opt.{opt.words or opt.name}")
    signed: Any = callback  # function types do not declare `__signature__`
    signed.__signature__ = inspect.Signature(parameters)
    if described:
        app_commands.describe(**described)(callback)
    if renamed := {argument_name(opt): opt.name for opt in spec.options if argument_name(opt) != opt.name}:
        app_commands.rename(**renamed)(callback)
    if listed := {argument_name(opt): _option_choices(app, opt) for opt in spec.options if opt.choices}:
        app_commands.choices(**listed)(callback)
    if completed := {argument_name(opt): _build_completer(app, opt.complete) for opt in spec.options if opt.complete}:
        app_commands.autocomplete(**completed)(callback)
    return app_commands.Command(name=spec.name, description=cut(spec.description, 100), callback=callback)


def argument_name(opt: CommandOption) -> str:
    """The parameter name of an option: `from_` for the keyword `from`."""
    return f"{opt.name}_" if iskeyword(opt.name) else opt.name


def _option_choices(app: InteractionApp, opt: CommandOption) -> list[app_commands.Choice[Any]]:
    say = app.voice(None, app.describing)
    found = []
    for value in opt.choices:
        key = f"choice.{opt.words or opt.name}.{value}"
        shown = opt.shown.get(value) or (say(key) if say.has(key) else value)
        found.append(app_commands.Choice(name=cut(shown, 100), value=value))
    return found


def _build_completer(app: InteractionApp, complete: Completer) -> Any:
    async def completer(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        filled = {name: value for name, value in vars(interaction.namespace).items() if value is not None}
        act = InteractionContext(app, interaction, Reply(interaction))
        try:
            async with app.gate.completion():
                found = list(await complete(act, filled, str(current)))
        except retry.InteractionGone:
            return _mark_as_answered(interaction)
        except (ServiceError, RulesError):
            found = []
        except Exception as error:
            told = {"kind": type(error).__name__, "where": pipeline.describe_traceback(error)}
            log.error("nothing could be completed: %(kind)s at %(where)s", told)
            found = []
        choices = [
            app_commands.Choice(name=cut(shown, 100), value=sent) for shown, sent in limit_choices(found, act.voice())
        ]
        await _send_choices(interaction, choices)
        return choices

    return completer


async def _send_choices(interaction: discord.Interaction[Any], choices: Sequence[app_commands.Choice[Any]]) -> None:
    """Send the completions. A lost answer is not repeated, because the next key stroke asks again."""
    try:
        await retry.send_first_answer(lambda: interaction.response.autocomplete(choices))
    except (retry.InteractionGone, retry.AnswerLost) as error:
        log.info("a completion did not arrive (%(why)s)", {"why": error})
    except RuntimeError:
        if not interaction.client.under_way.left:  # after shutdown the connection is closed
            raise
    _mark_as_answered(interaction)


def _mark_as_answered(interaction: discord.Interaction[Any]) -> list[app_commands.Choice[str]]:
    """Keep discord.py from sending an answer itself."""
    interaction.response._response_type = discord.InteractionResponseType.autocomplete_result
    return []


def limit_choices(found: Sequence[tuple[str, str]], say: Voice) -> list[tuple[str, str]]:
    """At most 25 choices; the last one says if there are more. Drops values over Discord's limit of 100 characters."""
    found = [(shown or sent, sent) for shown, sent in found if sent and len(sent) <= 100]
    if len(found) <= MOST:
        return found
    last = found[MOST - 1]
    return [*found[: MOST - 1], (say("look.more_typed", item=cut(last[0], 80)), last[1])]


def build_command_group(
    name: str,
    description: str,
    specs: Sequence[CommandSpec],
    groups: Mapping[str, str],
    app: InteractionApp,
    *,
    dm: bool,
) -> app_commands.Group:
    """A top-level command with its subcommands; `groups`: name of each subcommand group -> its description."""
    top = app_commands.Group(
        name=name,
        description=description,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=dm, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    made: dict[str, app_commands.Group] = {}
    for spec in specs:
        if spec.group is None:
            top.add_command(build_command(app, spec))
            continue
        if spec.group not in made:
            made[spec.group] = app_commands.Group(name=spec.group, description=groups[spec.group])
            top.add_command(made[spec.group])
        made[spec.group].add_command(build_command(app, spec))
    return top
