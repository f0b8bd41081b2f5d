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
from cogs.choose.spelling import rank_matches
from cogs.screen import OPTION_LENGTH, retry, truncate_text
from cogs.screen.reply import Reply
from rules.core import RulesError
from service.errors import ServiceError
from words import Voice

log = logging.getLogger(__name__)

# Context, options filled in so far, text typed into this one -> (shown, sent) pairs, best first.
FilledOptions = Mapping[str, Any]  # as Discord sends them
Completer = Callable[[InteractionContext, FilledOptions, str], Awaitable[Sequence[tuple[str, str]]]]
MAX_CHOICES: Final = 25  # Discord's limit of choices
MAX_INPUT_LENGTH: Final = 400  # maximum characters of an option; Discord allows 6,000, which would make completion slow


@dataclass(frozen=True, slots=True)
class CommandOption:
    """Its description is `opt.<words>`; choices are shown by `choice.<words>.<value>`."""

    name: str
    text_key: str = ""  # key, if several options share a name; default: the name
    type: Literal["string", "integer", "boolean", "user"] = "string"
    required: bool = False
    choices: Sequence[str] = ()
    choice_labels: Mapping[str, str] = field(default_factory=dict)  # value -> label of choices that belong to one game
    complete: Completer | None = None
    minimum: int | None = None  # minimum of an integer
    maximum: int | None = None  # maximum of an integer, or length of a string
    description: str = ""  # description of an option that belongs to one game


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
        if opt.minimum is None and opt.maximum is None:
            return int
        return app_commands.Range[int, opt.minimum, opt.maximum]
    if opt.type == "boolean":
        return bool
    if opt.type == "user":
        return discord.User
    return str if opt.choices else app_commands.Range[str, 0, opt.maximum or MAX_INPUT_LENGTH]


def build_command(app: InteractionApp, spec: CommandSpec) -> app_commands.Command[Any, ..., Any]:
    say = app.voice(None, app.command_language)

    async def callback(interaction: discord.Interaction[Any], **values: Any) -> None:
        act = InteractionContext(app, interaction, Reply(interaction))

        async def run_spec(ctx: InteractionContext) -> None:
            await spec.run(ctx, **values)

        await pipeline.run(act, run_spec, "form" if spec.opens_form else "private")

    keyword = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter("interaction", keyword, annotation=discord.Interaction)]
    descriptions: dict[str, str] = {}
    for opt in sorted(spec.options, key=lambda opt: not opt.required):
        default = inspect.Parameter.empty if opt.required else None
        name = argument_name(opt)
        parameters.append(inspect.Parameter(name, keyword, annotation=_option_annotation(opt), default=default))
        descriptions[name] = opt.description or say(f"opt.{opt.text_key or opt.name}")
    signed: Any = callback  # function types do not declare `__signature__`
    signed.__signature__ = inspect.Signature(parameters)
    if descriptions:
        app_commands.describe(**descriptions)(callback)
    if renamed := {argument_name(opt): opt.name for opt in spec.options if argument_name(opt) != opt.name}:
        app_commands.rename(**renamed)(callback)
    if choices := {argument_name(opt): _option_choices(app, opt) for opt in spec.options if opt.choices}:
        app_commands.choices(**choices)(callback)
    if completers := {argument_name(opt): _build_completer(app, opt.complete) for opt in spec.options if opt.complete}:
        app_commands.autocomplete(**completers)(callback)
    return app_commands.Command(
        name=spec.name, description=truncate_text(spec.description, OPTION_LENGTH), callback=callback
    )


def argument_name(opt: CommandOption) -> str:
    """The parameter name of an option: `from_` for the keyword `from`."""
    return f"{opt.name}_" if iskeyword(opt.name) else opt.name


def _option_choices(app: InteractionApp, opt: CommandOption) -> list[app_commands.Choice[Any]]:
    say = app.voice(None, app.command_language)
    choices = []
    for value in opt.choices:
        key = f"choice.{opt.text_key or opt.name}.{value}"
        shown = opt.choice_labels.get(value) or (say(key) if say.has(key) else value)
        choices.append(app_commands.Choice(name=truncate_text(shown, OPTION_LENGTH), value=value))
    return choices


def _build_completer(app: InteractionApp, complete: Completer) -> Any:
    async def completer(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        filled = {name: value for name, value in vars(interaction.namespace).items() if value is not None}
        ctx = InteractionContext(app, interaction, Reply(interaction))
        try:
            async with app.gate.completing():
                completions = list(await complete(ctx, filled, str(current)))
        except retry.InteractionGone:
            return _mark_as_answered(interaction)
        except (ServiceError, RulesError):
            completions = []
        except Exception as error:
            details = {"kind": type(error).__name__, "where": pipeline.describe_traceback(error)}
            log.error("nothing could be completed: %(kind)s at %(where)s", details)
            completions = []
        choices = [
            app_commands.Choice(name=truncate_text(label, OPTION_LENGTH), value=value)
            for label, value in limit_choices(completions, ctx.voice())
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
        if not interaction.client.in_flight.left:  # after shutdown the connection is closed
            raise
    _mark_as_answered(interaction)


def _mark_as_answered(interaction: discord.Interaction[Any]) -> list[app_commands.Choice[str]]:
    """Keep discord.py from sending an answer itself."""
    interaction.response._response_type = discord.InteractionResponseType.autocomplete_result
    return []


def limit_choices(completions: Sequence[tuple[str, str]], say: Voice) -> list[tuple[str, str]]:
    """At most 25 choices; the last one says if there are more. Drops values over Discord's limit of 100 characters."""
    completions = [(label or value, value) for label, value in completions if value and len(value) <= OPTION_LENGTH]
    if len(completions) <= MAX_CHOICES:
        return completions
    last_label, last_value = completions[MAX_CHOICES - 1]
    return [*completions[: MAX_CHOICES - 1], (say("look.more_typed", item=truncate_text(last_label, 80)), last_value)]


def complete_spellings(spellings: Mapping[str, Sequence[str]], typed: str) -> list[tuple[str, str]]:
    """First spelling and key of everything that matches the typed text, best first."""
    return [(spellings[key][0], key) for key in rank_matches(list(spellings), typed, lambda key: spellings[key])]


def build_command_group(
    name: str,
    description: str,
    specs: Sequence[CommandSpec],
    groups: Mapping[str, str],
    app: InteractionApp,
    *,
    allow_dm: bool,
) -> app_commands.Group:
    """A top-level command with its subcommands; `groups`: name of each subcommand group -> its description."""
    top = app_commands.Group(
        name=name,
        description=description,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=allow_dm, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    groups_by_name: dict[str, app_commands.Group] = {}
    for spec in specs:
        if spec.group is None:
            top.add_command(build_command(app, spec))
            continue
        if spec.group not in groups_by_name:
            groups_by_name[spec.group] = app_commands.Group(name=spec.group, description=groups[spec.group])
            top.add_command(groups_by_name[spec.group])
        groups_by_name[spec.group].add_command(build_command(app, spec))
    return top
