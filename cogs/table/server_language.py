"""The default language of a server, set by members who may manage it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.act.context import InteractionContext
from cogs.choose.spelling import merge_english_names
from cogs.screen import Choice, Select, ids, naming
from service.errors import ServiceError
from words import Voice, catalogue

SERVER: Final = "server"
CLIENT_LANGUAGE: Final = "each"  # the language of each user's Discord client


def can_set_server_language(ctx: InteractionContext) -> bool:
    """Whether the user may set it, with more than one language to choose from."""
    on_server = ctx.interaction.guild_id is not None
    return on_server and ctx.interaction.permissions.manage_guild and len(catalogue().offered_languages) > 1


def server_language_title(say: Voice) -> str:
    return say("settings.name.server")


def describe_server_language(ctx: InteractionContext, say: Voice) -> str:
    return say(
        "settings.line",
        name=server_language_title(say),
        value=_language_choice_name(_current_server_language(ctx), say),
        about=say("settings.about.server"),
    )


def server_language_select(ctx: InteractionContext, say: Voice) -> Select:
    choices = [
        Choice(
            value,
            say("settings.choice", name=server_language_title(say), value=_language_choice_name(value, say)),
            is_chosen=value == _current_server_language(ctx),
        )
        for value in _language_choices()
    ]
    return Select(ids.action_custom_id(0, 0, "server-language"), choices, server_language_title(say))


def typed_server_languages(say: Voice) -> Mapping[str, Sequence[str]]:
    """Value -> spellings of the languages."""
    return merge_english_names(_language_names_by_choice(say), _language_names_by_choice(say.english))


async def set_server_language(ctx: InteractionContext, value: str) -> str:
    """Set the language; return its new name. ServiceError `only_server`, `not_manager`, `stale`."""
    guild = ctx.interaction.guild_id
    if guild is None:
        raise ServiceError("only_server")
    if not ctx.interaction.permissions.manage_guild:
        raise ServiceError("not_manager")
    if value not in _language_choices():
        raise ServiceError("stale")
    await ctx.app.tables.server_language.set_server_language(guild, None if value == CLIENT_LANGUAGE else value)
    return _language_choice_name(value, ctx.voice())


def _language_choices() -> tuple[str, ...]:
    return (CLIENT_LANGUAGE, *catalogue().offered_languages)


def _current_server_language(ctx: InteractionContext) -> str:
    language = ctx.app.tables.server_language.language_of_server(ctx.interaction.guild_id)
    return language if language in _language_choices() else CLIENT_LANGUAGE


def _language_choice_name(value: str, say: Voice) -> str:
    return say("settings.server.each") if value == CLIENT_LANGUAGE else naming.language_name(value, say)


def _language_names_by_choice(say: Voice) -> dict[str, Sequence[str]]:
    return {value: (_language_choice_name(value, say),) for value in _language_choices()}
