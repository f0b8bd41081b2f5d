"""What a cog may ask of the program. The client is one; tests hand in a smaller one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Sequence
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
    """Who shows in public what has happened at a table."""

    def touch(self, table_id: int, seconds: float) -> None:
        """Bring the messages of a table up to date, so many seconds after the last call."""

    def look_after(self, table: Table, pressed: int | None) -> None:
        """Post the message of a table again if somebody deleted it. `pressed`: the message that was just pressed."""


class PageMaker(Protocol):
    """Who makes the pages of finished games."""

    async def page(self, app: App, table: Table, language: str, told: Callable[[int, int], Awaitable[None]]) -> bytes:
        """The page of a game that is over. `told`: called with the pieces of work done, and of how many."""


class App(Protocol):
    """The program as the folders of `cogs` see it."""

    @property
    def clock(self) -> Clock: ...

    @property
    def tables(self) -> Tables:
        """The service: all that is known of tables and people, and the one way to change it."""

    @property
    def effort(self) -> float:
        """How much strong machines think here, as a share of the usual; 0: there are none."""

    @property
    def studio(self) -> Studio: ...

    @property
    def gallery(self) -> Gallery:
        """The pictures of private answers drawn last."""

    @property
    def filming(self) -> FilmQueue:
        """Where films of games are made, one at a time."""

    @property
    def pages(self) -> PageMaker:
        """Who makes pages of finished games."""

    @property
    def tips(self) -> TipsShown: ...

    @property
    def caught_up(self) -> CaughtUp: ...

    @property
    def drafts(self) -> FormDrafts: ...

    @property
    def awaiting(self) -> LiveScreens:
        """Private screens that are made anew when others have acted."""

    @property
    def publisher(self) -> Posts: ...

    def beside(self, work: Coroutine[Any, Any, object], name: str) -> None:
        """Let something run that nobody waits for. If it fails, the log says so."""

    def prepare(self, kind: str) -> None:
        """Load what pictures of a game are made of, so that nobody waits for the first one."""

    # Words and looks.

    @property
    def describing(self) -> str:
        """The language in which commands are being described."""

    def language_of(self, locale: str, user_id: int, table: Table | None = None, guild_id: int | None = None) -> str:
        """The language of somebody's answers: their choice, else that of the table, the server, their Discord."""

    def voice(self, table: Table | None, language: str = "en", *, plain: bool = False) -> Voice:
        """Who says the sentences of a table. `plain`: names as they are, for pictures and code blocks."""

    def game_name(self, kind: str, language: str) -> str: ...

    def name_of(self, table: Table, language: str) -> str:
        """What the game of a table is called, with what it is played with."""

    def either(self, items: Sequence[str], language: str) -> str:
        """«a», «a or b», «a, b or c»."""

    def look(
        self,
        table: Table | None,
        language: str = "en",
        theme: Literal["dark", "light"] = "dark",
        *,
        written: bool = False,
    ) -> render.Look:
        """How the pictures of a table look, or those of no table at all. `written`: how its board does as text."""

    def renderer(self, kind: str) -> render.Renderer:
        """Who draws a game."""

    # Discord.

    def get_partial_messageable(self, id: int, *, guild_id: int | None = None) -> discord.PartialMessageable:
        """A channel to post into, without asking Discord for it."""

    async def create_dm(self, user: discord.abc.Snowflake) -> discord.DMChannel:
        """The direct messages of somebody."""

    def get_channel(self, id: int, /) -> Any:
        """A channel as far as Discord has told of it, or None."""

    def get_guild(self, id: int, /) -> discord.Guild | None:
        """A server as far as Discord has told of it; None: we are not on it, if it has told us of its shard."""

    @property
    def share(self) -> Share:
        """Of whose servers Discord tells this process."""

    @property
    def http(self) -> Any:
        """What asks Discord for what the library has no other way to."""

    def told(self, guild_id: int) -> bool:
        """Whether Discord has told us on which servers of a shard we are, of that of this one."""

    def answers(self, family: str, verb: str) -> bool:
        """Whether something answers ids of that verb."""
