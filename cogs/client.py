"""The discord.py client: its components, startup, shutdown and event handlers."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import sys
from collections.abc import Coroutine, Iterable, Iterator
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Literal

import aiohttp
import discord
from discord import app_commands

import render
from cogs import learn, lobby, look, past, play, proxy, seat, table, turn
from cogs.act import pipeline
from cogs.act.commands import build_command_group
from cogs.act.context import InteractionContext
from cogs.act.forwarding import InteractionForwarder
from cogs.act.gate import Gate
from cogs.act.in_flight import ActivityCounter, InFlight
from cogs.act.redelivery import LostAnswers
from cogs.act.router import ComponentRouter
from cogs.command_digest import CommandDigestFile
from cogs.command_translations import CommandTranslator, describe_commands_once
from cogs.games import face_for
from cogs.gateway.client import ShardedClient
from cogs.gateway.seen_interactions import SeenInteractions
from cogs.page.maker import Pages
from cogs.past import branching, replay, review, stats
from cogs.post.channel_watcher import ChannelWatcher
from cogs.post.publisher import Publisher
from cogs.screen import Screen
from cogs.screen.caught_up import CaughtUp
from cogs.screen.delays import DEFAULT_DELAYS, Delays
from cogs.screen.discord_views import Studio
from cogs.screen.drafts import FormDrafts
from cogs.screen.film_queue import FilmQueue
from cogs.screen.gallery import Gallery
from cogs.screen.late_pictures import LatestAnswers
from cogs.screen.live_screens import LiveScreens
from cogs.screen.naming import escape_markdown, plain_name
from cogs.screen.reply import Reply
from cogs.screen.tips_shown import TipsShown
from cogs.seat import stand_ins, takeover
from cogs.settings import Settings
from cogs.table import tables as table_acts
from cogs.turn import move_screens
from db.errors import StoreError
from db.share import WHOLE, Share
from rules.core import registry
from service.play.server_members import Membership
from service.state.model import Table
from service.store.clock import Clock
from words import Voice, text_direction

if TYPE_CHECKING:
    from service.tables import Tables

log = logging.getLogger(__name__)
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot uses no voice

# Packages whose modules contain component handlers (`cogs.act.router`).
HANDLER_PACKAGES: Final[tuple[ModuleType, ...]] = (turn, look, lobby, past, table, seat, learn)

SHUTDOWN_SECONDS: Final = 5.0  # seconds to wait at shutdown for interactions in flight
WARM_UP_SECONDS: Final = 60

CONTEXT: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)


class Tree(app_commands.CommandTree["Longtable"]):
    """Command tree; answers errors raised before a command reaches `cogs.act.pipeline`."""

    async def interaction_check(self, interaction: discord.Interaction[Longtable], /) -> bool:
        return interaction.client.should_handle(interaction.id)

    async def on_error(
        self, interaction: discord.Interaction[Longtable], error: app_commands.AppCommandError, /
    ) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            return
        ctx = InteractionContext(interaction.client, interaction, Reply(interaction))
        original = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await pipeline.reply_with_error(ctx, original)


class Longtable(ShardedClient):
    tables: Tables

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        counts: ActivityCounter | None = None,
        trace: aiohttp.TraceConfig | None = None,
        delays: Delays = DEFAULT_DELAYS,
    ) -> None:
        """`counts` receives metrics; `trace` receives every HTTP request to Discord."""
        counts = counts or ActivityCounter()
        super().__init__(
            settings.shards,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            http_trace=trace if trace is not None else aiohttp.TraceConfig(),
        )
        if settings.proxy is not None:
            proxy.route_through_proxy(self.http, settings.proxy)
        self.settings = settings
        self.machine_effort = settings.machine_effort
        self.clock = clock
        self.studio = Studio(watch=counts.count_picture)
        self.gallery = Gallery(self.studio, seconds=delays.wait_for_picture)
        self.film_queue = FilmQueue()
        self.page_maker = Pages()
        self.tips_shown = TipsShown()
        self.entries_shown = CaughtUp()
        self.form_drafts = FormDrafts()
        self.lost_answers = LostAnswers()
        self.gate = Gate()
        self.seen_interactions = SeenInteractions()
        self.in_flight = InFlight(counts)
        self.latest_answers = LatestAnswers()
        self.live_screens = LiveScreens()
        self.publisher = Publisher(self, delays)
        self.channel_watcher = ChannelWatcher(self)
        self.component_router = ComponentRouter(package_modules(HANDLER_PACKAGES))
        self.tree = Tree(self)
        self.command_language = "en"  # the language for descriptions of commands being built
        self._background_tasks: set[asyncio.Task[object]] = set()
        self._warmed_up_games: set[str] = set()  # games whose renderer is warmed up

    async def setup_hook(self) -> None:
        for kind in {light.kind for light in self.tables.registry.tables.values()}:
            self.warm_up_renderer(kind)
        if not self.tree.get_commands():
            self.build_command_tree()
        if self.tables.registry.share.is_divided:
            forwarder = InteractionForwarder(self, self._connection, self.dispatch_here)
            self.forward_interaction, self.tables.cluster_sync.handle_forwarded = (
                forwarder.forward_if_elsewhere,
                forwarder.dispatch_stored,
            )
        if self.settings.shards is None or self.settings.shards.holds(None):  # in one process only
            await self.register_commands()
        await self.publisher.publish_unsent_after_restart()
        self.run_in_background(self.publisher.remove_superseded_buttons(), "take the buttons of former messages away")

    def warm_up_renderer(self, kind: str) -> None:
        """Warm up the renderer of a game in the background; called only for games that have a table."""
        if kind not in self._warmed_up_games and kind in registry.game_types():
            self._warmed_up_games.add(kind)
            work = self.studio.draw(render.warm_renderer, kind, seconds=WARM_UP_SECONDS)
            self.run_in_background(work, f"load what pictures of {kind} are made of")

    def build_command_tree(self) -> None:
        """Build the command tree: `/game` and one command per game."""
        self.tree.clear_commands(guild=None)
        for command in self._command_groups():
            self.tree.add_command(command)

    def _command_groups(self) -> Iterator[app_commands.Group]:
        say = self.voice(None, self.command_language)
        past = [
            *branching.branch_commands(self),
            *stats.stats_commands(self),
            *replay.replay_commands(self),
            *review.review_commands(self),
        ]
        seat_and_past = [*stand_ins.stand_in_commands(self), *takeover.takeover_commands(self), *past]
        game_commands = [*table_acts.game_commands(self), *play.game_commands(self), *seat_and_past]
        groups = {name: say(f"cmd.top.{name}") for name in ("seat", "time", "past")}
        yield build_command_group("game", say("cmd.top.game"), game_commands, groups, self, allow_dm=True)
        for kind in registry.game_types().values():
            game = self.game_name(kind.key, say.language)
            specs = [table_acts.new_command(self, kind), *play.move_commands(self, kind)]
            groups = {group: play.group_description(self, kind, group) for group in kind.groups}
            yield build_command_group(kind.key, say("cmd.top.kind", game=game), specs, groups, self, allow_dm=False)

    def _describe_commands(self, language: str) -> list[dict[str, Any]]:
        """All commands as JSON, with descriptions in `language`."""

        def describe() -> list[dict[str, Any]]:
            self.command_language = language
            try:
                return [command.to_dict(self.tree) for command in self._command_groups()]
            finally:
                self.command_language = "en"

        return describe_commands_once(language, describe)

    async def register_commands(self) -> None:
        """Register the commands with Discord if they differ from the last registration."""
        commands = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        translator = CommandTranslator(self._describe_commands)
        await self.tree.set_translator(translator)
        contents = [commands, translator.translations] if translator.translations else commands
        digest = hashlib.sha256(json.dumps(contents, sort_keys=True).encode()).hexdigest()
        digest_file = CommandDigestFile(self.settings.database.with_suffix(".commands.json"))
        digest_key = f"{self.application_id} {discord.http.Route.BASE}"
        if digest_file.read().get(digest_key) == digest:
            return
        await self.tree.sync()
        digest_file.write({**digest_file.read(), digest_key: digest})
        log.info("told Discord %(commands)d commands", {"commands": len(commands)})

    async def close(self) -> None:
        """Shut down: wait for interactions in flight and for pending messages, then disconnect."""
        if self.is_closed():
            return
        self.connections.close()
        await self.film_queue.stop()  # unfinished replays are answered with a notice
        if not await self.in_flight.shut_down(SHUTDOWN_SECONDS):
            log.warning("some acts were not over after %(seconds)d s", {"seconds": SHUTDOWN_SECONDS})
        await self.publisher.close()
        for task in self._background_tasks:
            task.cancel()
        await super().close()
        self.studio.close()

    async def on_ready(self) -> None:
        assert self.user is not None
        log.info("ready as %(bot)d on %(servers)d servers", {"bot": self.user.id, "servers": len(self.guilds)})

    async def on_shard_connect(self, shard_id: int) -> None:
        self.connections.mark_loading_servers(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        self.connections.mark_ready(shard_id)
        whole_share = self.tables.removed_servers.own_shards = self.connections.share or WHOLE
        share = Share(whole_share.count, shard_id, shard_id)
        guild_ids = [guild.id for guild in self.guilds if share.holds(guild.id)]
        if share.count > 1:
            log.info("shard %(shard)d is ready on %(servers)d servers", {"shard": shard_id, "servers": len(guild_ids)})
        await self.channel_watcher.check_all_servers(guild_ids, share)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.connections.mark_connected(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self.connections.mark_disconnected(shard_id)

    @property
    def share(self) -> Share:
        return self.settings.shards or WHOLE

    def is_guild_list_complete(self, guild_id: int) -> bool:
        return self.connections.is_guild_list_complete(guild_id)

    async def fetch_membership(self, guild_id: int, user_id: int) -> Membership:
        """Whether a user is a member of a server; waits until the gateway has sent the servers of its shard."""
        await self.connections.wait_for_guild_list(guild_id)
        return "unknown" if self.is_closed() else await self.channel_watcher.fetch_membership(guild_id, user_id)

    # Changes of servers, channels and permissions. An outage changes none of them.

    async def on_guild_join(self, guild: discord.Guild) -> None:
        if self.is_guild_list_complete(guild.id):  # before that, joins are the initial server list
            await self.channel_watcher.handle_bot_joined(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self._check_server_tables(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        if self.is_guild_list_complete(guild.id):
            await self.channel_watcher.handle_bot_removed(guild.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        if before.permissions != after.permissions:
            await self._check_server_tables(after.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        if self.user is not None and after.id == self.user.id:
            await self._check_server_tables(after.guild)

    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        await self.channel_watcher.check_channel(after.guild.id, after.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        await self.channel_watcher.check_channel(payload.guild_id, payload.thread_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.channel_watcher.handle_channel_deleted(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.channel_watcher.handle_channel_deleted(payload.thread_id)

    async def _check_server_tables(self, guild: discord.Guild) -> None:
        if self.is_guild_list_complete(guild.id):  # before that, the initial server list
            await self.channel_watcher.check_server(guild.id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        is_component = interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if is_component and self.should_handle(interaction.id):
            await pipeline.handle_component(self, interaction)

    def should_handle(self, number: int) -> bool:
        """Whether to handle an interaction: not a duplicate, not shutting down, no other process in charge."""
        return (
            not self.in_flight.is_shutting_down
            and self.tables.registry.store.is_sole_owner
            and self.seen_interactions.is_first_delivery(number)
        )

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        error = sys.exception()
        if isinstance(error, StoreError):  # the next message of the server or channel repairs the missed change
            log.warning("%(event)s was not written down: %(why)s", {"event": event_method, "why": error.key})
        else:
            log.exception("unforeseen in %(event)s", {"event": event_method})

    def run_in_background(self, work: Coroutine[Any, Any, object], name: str) -> None:
        """Run a background task; a failure is logged under `name`."""
        task = asyncio.create_task(work, name=name)
        self._background_tasks.add(task)
        task.add_done_callback(self._forget_background_task)

    def _forget_background_task(self, task: asyncio.Task[object]) -> None:
        self._background_tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("could not %(what)s: %(kind)s", {"what": task.get_name(), "kind": type(error).__name__})

    async def my_move_screen(self, ctx: InteractionContext, table: Table) -> Screen:
        """The screen of «My move»."""
        return await move_screens.my_move_screen(ctx, table)

    def has_handler(self, family: str, verb: str) -> bool:
        return (family, verb) in set(self.component_router)

    def voice(self, table: Table | None, language: str = "en", *, plain: bool = False) -> Voice:
        """A voice with the names of a table. `plain`: names without Markdown escapes, for images and code blocks."""
        if table is None:
            return Voice(language)
        format_name = plain_name if plain else escape_markdown
        people = {**dict(table.guests), **{seat.user_id: seat.name for seat in table.seats if seat.user_id is not None}}
        return Voice(
            language,
            [format_name(name) for name in table.names],
            called=partial(face_for(table.kind).name_in_story, table),
            people={user: format_name(name) for user, name in people.items()},
        )

    def game_name(self, kind: str, language: str) -> str:
        game_type = registry.game_types().get(kind)
        say = Voice(language)
        if game_type is not None and say.has(f"{game_type.family}.name"):
            return say(f"{game_type.family}.name")
        return kind.replace("_", " ").title()

    def table_game_name(self, table: Table, language: str) -> str:
        key = face_for(table.kind).game_name_key(table.public_view) if table.public_view is not None else ""
        return Voice(language)(key) if key else self.game_name(table.kind, language)

    def picture_look(
        self,
        table: Table | None,
        language: str = "en",
        theme: Literal["dark", "light"] = "dark",
        *,
        written: bool = False,
    ) -> render.Look:
        """How images of a table look; `table` None: without seats. `written`: names escaped for a board as text."""
        format_name = escape_markdown if written else plain_name
        seats = tuple(render.SeatLook(format_name(seat.name), seat.colour) for seat in (table.seats if table else ()))
        say = self.voice(table, language, plain=not written)
        if not written:
            seats, say = render.make_names_legible(seats, say)
        return render.Look(seats=seats, say=say, theme=theme, language=language, direction=text_direction(language))

    def renderer(self, kind: str) -> render.Renderer:
        return render.load_renderer(kind)


def package_modules(packages: Iterable[ModuleType]) -> Iterator[ModuleType]:
    for package in packages:
        for module_info in iter_modules(package.__path__, f"{package.__name__}."):
            yield import_module(module_info.name)
