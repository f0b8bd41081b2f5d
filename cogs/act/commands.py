"""Slash commands as data: one function with options becomes one command, described from the catalogues."""

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

# Values of the other options filled in so far, and what is typed into this one -> (shown, sent), best first.
FilledOptions = Mapping[str, Any]  # the options filled in so far, as Discord sends them
Completer = Callable[[InteractionContext, FilledOptions, str], Awaitable[Sequence[tuple[str, str]]]]
MOST: Final = 25
TYPED: Final = 400  # characters of an option; Discord would let through 6,000, and every word of it would be looked up


@dataclass(frozen=True, slots=True)
class CommandOption:
    """An option of a command. Its description is `opt.<words>`; choices are shown by `choice.<words>.<value>`."""

    name: str
    words: str = ""  # where one name means different things; else the name
    type: Literal["string", "integer", "boolean", "user"] = "string"
    required: bool = False
    choices: Sequence[str] = ()
    shown: Mapping[str, str] = field(default_factory=dict)  # of choices whose words are a game's own
    complete: Completer | None = None
    least: int | None = None  # of an integer
    most: int | None = None  # of an integer; length of a string, TYPED if nothing is said
    says: str = ""  # its description, where the words are a game's own


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """A command: its name, its description and the function that gets the act and the options by name (`argument`)."""

    name: str
    description: str
    run: Callable[..., Awaitable[None]]
    options: Sequence[CommandOption] = ()
    group: str | None = None  # a group below the top command, such as `seat`
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
    """The command of discord.py."""
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
    signed: Any = callback  # types of functions do not know the attribute
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
    """What the function calls an option: `from_` what Python would not let it call so."""
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
    """Send what completes; what is lost nobody waits for: the next key asks anew."""
    try:
        await retry.send_first_answer(lambda: interaction.response.autocomplete(choices))
    except (retry.InteractionGone, retry.AnswerLost) as error:
        log.info("a completion did not arrive (%(why)s)", {"why": error})
    except RuntimeError:
        if not interaction.client.under_way.left:  # the line is closed with all else
            raise
    _mark_as_answered(interaction)


def _mark_as_answered(interaction: discord.Interaction[Any]) -> list[app_commands.Choice[str]]:
    """The library would send something where it does not know that an answer was taken, or is not wanted any more."""
    interaction.response._response_type = discord.InteractionResponseType.autocomplete_result
    return []


def limit_choices(found: Sequence[tuple[str, str]], say: Voice) -> list[tuple[str, str]]:
    """At most 25; where more exist the last one says so. What is too long to be sent is left out."""
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
    """One top-level command with its subcommands; `groups`: name of each group below it -> its description."""
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
