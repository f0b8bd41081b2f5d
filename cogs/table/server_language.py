"""The language of a server, for all there who chose none: whoever may manage it sets it among their own settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.act.context import Act
from cogs.choose.spelling import both
from cogs.screen import Choice, Select, ids, naming
from service.errors import ServiceError
from words import Voice, catalogue

SERVER: Final = "server"
EACH: Final = "each"  # everybody hears the language of their own Discord


def offered(act: Act) -> bool:
    """Whether whoever acts may choose, and there is something to choose."""
    here = act.interaction.guild_id is not None
    return here and act.interaction.permissions.manage_guild and len(catalogue().whole) > 1


def name(say: Voice) -> str:
    return say("settings.name.server")


def line(act: Act, say: Voice) -> str:
    return say("settings.line", name=name(say), value=_named(_now(act), say), about=say("settings.about.server"))


def row(act: Act, say: Voice) -> Select:
    """The languages as a list."""
    choices = [
        Choice(value, say("settings.choice", name=name(say), value=_named(value, say)), chosen=value == _now(act))
        for value in _values()
    ]
    return Select(ids.other(0, 0, "server-language"), choices, name(say))


def typed_values(say: Voice) -> Mapping[str, Sequence[str]]:
    """What the languages may be called."""
    return both(_called(say), _called(say.english))


async def choose(act: Act, value: str) -> str:
    """Set it; what it is called now. ServiceError `only_server`, `not_manager`, `stale`."""
    guild = act.interaction.guild_id
    if guild is None:
        raise ServiceError("only_server")
    if not act.interaction.permissions.manage_guild:
        raise ServiceError("not_manager")
    if value not in _values():
        raise ServiceError("stale")
    await act.app.tables.servers.speak(guild, None if value == EACH else value)
    return _named(value, act.voice())


def _values() -> tuple[str, ...]:
    return (EACH, *catalogue().whole)


def _now(act: Act) -> str:
    language = act.app.tables.servers.language(act.interaction.guild_id)
    return language if language in _values() else EACH


def _named(value: str, say: Voice) -> str:
    return say("settings.server.each") if value == EACH else naming.language(value, say)


def _called(say: Voice) -> dict[str, Sequence[str]]:
    return {value: (_named(value, say),) for value in _values()}
