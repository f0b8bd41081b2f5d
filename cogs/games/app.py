"""What commands and screens need from the client, as a protocol; tests use a smaller implementation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    import discord

    import render
    from cogs.screen.caught_up import CaughtUp
    from cogs.screen.discord_views import Studio
    from cogs.screen.drafts import FormDrafts
    from cogs.screen.film_queue import FilmQueue
    from cogs.screen.gallery import Gallery
    from cogs.screen.live_screens import LiveScreens
    from cogs.screen.tips_shown import TipsShown
    from db.share import Share
    from service.state.model import Table
    from service.store.clock import Clock
    from service.tables import Tables
    from words import Voice


class Posts(Protocol):
    """Public messages of tables."""

    def schedule_message_update(self, table_id: int, seconds: float) -> None:
        """Update the messages of a table, `seconds` after the last call."""

    def repost_if_deleted(self, table: Table, pressed: int | None) -> None:
        """Post the table's message again if it was deleted. `pressed`: id of the message just pressed."""


class PageMaker(Protocol):
    async def build_page(
        self, app: App, table: Table, language: str, report_progress: Callable[[int, int], Awaitable[None]]
    ) -> bytes:
        """The archive page of a finished game. `report_progress` gets done and total pieces of work."""


class App(Protocol):
    """The client, as the packages of `cogs` see it."""

    @property
    def clock(self) -> Clock: ...

    @property
    def tables(self) -> Tables:
        """The service: reads and changes tables and users."""

    @property
    def machine_effort(self) -> float:
        """Share of the usual simulations of strong machines; 0: none."""

    @property
    def studio(self) -> Studio: ...

    @property
    def gallery(self) -> Gallery:
        """Caches images of private answers."""

    @property
    def film_queue(self) -> FilmQueue:
        """Renders replays, one at a time."""

    @property
    def page_maker(self) -> PageMaker:
        """Builds archive pages."""

    @property
    def tips_shown(self) -> TipsShown: ...

    @property
    def entries_shown(self) -> CaughtUp: ...

    @property
    def form_drafts(self) -> FormDrafts: ...

    @property
    def live_screens(self) -> LiveScreens:
        """Private screens to refresh when others act."""

    @property
    def publisher(self) -> Posts: ...

    def run_in_background(self, work: Coroutine[Any, Any, object], name: str) -> None:
        """Run a background task; a failure is logged under `name`."""

    def warm_up_renderer(self, kind: str) -> None:
        """Warm up the renderer of a game."""

    @property
    def command_language(self) -> str:
        """The language for descriptions of commands being built."""

    def voice(self, table: Table | None, language: str = "en", *, plain: bool = False) -> Voice:
        """A voice with the names of a table. `plain`: names without Markdown escapes, for images and code blocks."""

    def game_name(self, kind: str, language: str) -> str: ...

    def table_game_name(self, table: Table, language: str) -> str:
        """The name of a table's game, with its modules."""

    def picture_look(
        self,
        table: Table | None,
        language: str = "en",
        theme: Literal["dark", "light"] = "dark",
        *,
        written: bool = False,
    ) -> render.Look:
        """How images of a table look; `table` None: without seats. `written`: names escaped for a board as text."""

    def renderer(self, kind: str) -> render.Renderer:
        """The renderer of a game."""

    def get_partial_messageable(self, id: int, *, guild_id: int | None = None) -> discord.PartialMessageable:
        """A channel to post into, without a request."""

    async def create_dm(self, user: discord.abc.Snowflake) -> discord.DMChannel:
        """The direct message channel of a user."""

    def get_channel(self, id: int, /) -> Any:
        """A channel from the cache, or None."""

    def get_guild(self, id: int, /) -> discord.Guild | None:
        """A server from the cache; None: not a member, once the server list is complete."""

    @property
    def share(self) -> Share:
        """The servers whose events this process receives."""

    @property
    def http(self) -> Any:
        """discord.py's HTTP client, for requests it has no method for."""

    def is_guild_list_complete(self, guild_id: int) -> bool:
        """Whether the server list of this guild's shard is complete."""

    def has_handler(self, family: str, verb: str) -> bool:
        """Whether a handler is registered for the family and verb."""
