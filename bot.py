"""Starts Longtable: on Discord with a token, else in the playground, a local Discord in the browser.

python bot.py           start
python bot.py --check   report missing settings and exit
python bot.py --stop    stop the bot that runs with the same settings

`pip install .` installs it as the command `longtable`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import logging
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cogs import check, settings, shutdown
from cogs.client import Longtable
from cogs.screen.delays import DEFAULT_DELAYS, Delays
from cogs.settings import Settings, SettingsError
from db.errors import StoreError
from db.share import WHOLE
from db.store import Store, open_store, redact_address
from db.upkeep import Upkeep
from hosting import gc_tuning, logs, watchdog
from playground import Hints, Playground, connect
from render.core import heap
from service.machines.search_process import WorkerProcess
from service.state.table_limits import Limits
from service.store.clock import Clock, MovableClock, SystemClock
from service.store.thinking import Thinker, ThinkingSettings
from service.tables import Tables
from service.time.user_hours import ZONE
from words import Voice, catalogue

if TYPE_CHECKING:
    from hosting.metrics import BotMetrics
    from hosting.status import StandbyStatus, Status

log = logging.getLogger("longtable")
LIVE_RUN_DOC = "docs/first-live-run.md"
LOOK_EVERY: Final = 1.0  # seconds between two attempts to get the shards
EXIT_SHARDS_LOST: Final = 75  # exit code after another process took the shards: the supervisor restarts this one


@dataclass(slots=True)
class RunningBot:
    """The bot with its store, service and status server."""

    bot: Longtable
    store: Store
    tables: Tables
    upkeep: Upkeep
    status: Status | None = None

    async def close(self) -> None:
        await self.bot.close()
        await self.upkeep.close()
        if self.status is not None:
            await self.status.stop()
        await self.tables.close()
        await self.store.close()


async def assemble_bot(
    config: Settings, clock: Clock, waits: Delays = DEFAULT_DELAYS, thinker: Thinker | None = None
) -> RunningBot:
    """The bot with its database, service and client, wired together. `thinker`: computes moves of strong machines;
    None: a process of its own. StoreError or SettingsError if the database cannot be used."""
    settings.make_database_folder(config, config.database)
    metrics = None
    if config.status_address is not None:
        from hosting.metrics import BotMetrics  # loads optional dependencies

        metrics = BotMetrics()
    trace = metrics.build_trace_config() if metrics is not None else None
    standby = StandbyProcess(config, clock, lambda: Longtable(config, clock, metrics, trace, waits))
    store = await standby.open_store_when_free()
    if metrics is not None:
        store.on_transaction_end = metrics.count_database_wait
    try:
        bot = standby.bot or standby.build_client()
        bot.tables = tables = await Tables.create(store, clock, bot.publisher, bot.fetch_membership)
    except BaseException:
        await store.close()
        raise
    tables.registry.thinking = ThinkingSettings(
        thinker or build_worker_process(metrics),
        config.machine_effort,
        bot.publisher.find_channel_update,
        bot.publisher.hurry_channel_update,
    )
    tables.registry.limits = Limits()
    tables.registry.complete_languages = lambda: catalogue().offered_languages
    tables.registry.machine_name = lambda language, number: Voice(language)("seat.machine", n=number)
    running = RunningBot(bot, store, tables, Upkeep(store.file, config.backups))
    running.upkeep.start()
    if metrics is not None:
        try:
            running.status = await start_status_server(config, running, metrics)
        except BaseException:
            await running.close()
            raise
    return running


class StandbyProcess:
    """A process before it has its shards: it waits until another process gives them up, prepares as much as possible,
    and serves a status page if a setting asks for it. `make`: builds the client."""

    def __init__(self, config: Settings, clock: Clock, make: Callable[[], Longtable]) -> None:
        self.config = config
        self.clock = clock
        self.build_client = make
        self.bot: Longtable | None = None  # set if it had to wait
        self._status_page: StandbyStatus | None = None

    async def open_store_when_free(self) -> Store:
        """The store, as soon as the shards are free. StoreError or SettingsError if it cannot be used."""
        shards = self.config.shards or WHOLE
        try:
            while True:
                try:
                    return await open_store(self.config.database_server or self.config.database, self.clock, shards)
                except StoreError as error:
                    is_unreachable = error.key in ("store.unreachable", "store.unconnected")
                    if error.key != "store.held" and not (is_unreachable and self.bot is not None):
                        raise
                if self.bot is None:
                    log.info("another process holds the shards %(shards)s; this one stands by", {"shards": shards})
                    await self._start_status_page()
                    self.bot = self.build_client()
                    self.bot.build_command_tree()  # takes seconds on a busy processor
                await asyncio.sleep(LOOK_EVERY)
        finally:
            if self._status_page is not None:
                await self._status_page.stop()

    async def _start_status_page(self) -> None:
        """Serve the status page of a waiting process, if a setting asks for it."""
        if self.config.status_address is None:
            return
        from hosting.status import StandbyStatus

        try:
            self._status_page = await StandbyStatus.start(self.config.status_address, str(self.config.shards))
        except OSError as error:
            raise status_port_error(self.config, error) from error


def status_port_error(config: Settings, error: OSError) -> SettingsError:
    """The SettingsError for a `/healthz` port that cannot be used."""
    assert config.status_address is not None
    host, port = config.status_address
    reason = f"LONGTABLE_STATUS: {host}, port {port} cannot be used ({error.strerror})."
    return config.error_for("LONGTABLE_STATUS", f"{reason} Choose another port.")


def build_worker_process(metrics: BotMetrics | None) -> WorkerProcess:
    """A process that computes moves, started on demand."""
    thinker = WorkerProcess()
    if metrics is not None:
        thinker.on_search_end = metrics.count_thought
    return thinker


async def start_status_server(config: Settings, running: RunningBot, metrics: BotMetrics) -> Status:
    """Serve /healthz and /metrics. SettingsError if that fails."""
    from hosting.status import Status

    assert config.status_address is not None
    try:
        served = await Status.start(config.status_address, running, metrics)
    except OSError as error:
        raise status_port_error(config, error) from error
    log.info("/healthz and /metrics at port %(port)d", {"port": served.port})
    return served


async def run_on_discord(config: Settings) -> None:
    """Run on Discord, or at a playground in another process."""
    assert config.token is not None
    if config.remote_playground is not None:
        connect.redirect(config.remote_playground)
    async with watchdog.watchdog_beats():
        running = await assemble_bot(config, SystemClock())
        gc_tuning.freeze_heap()
        await run_until_stopped(running, config.token)


async def run_in_playground(config: Settings) -> None:
    """Run in the browser: a local playground with the same bot in it."""
    running: RunningBot | None = None
    clock = MovableClock()

    def force_luck(numbers: list[int]) -> None:
        if running is not None:
            running.tables.registry.chosen_luck.extend(numbers)

    async def next_due() -> tuple[float, str] | None:
        return await describe_next_due(running) if running is not None else None

    file = config.database.with_suffix(".playground.json")
    say = Voice("en")
    hints = Hints(
        first_line=say("playground.line"),
        card=say("playground.card"),
        done=say("button.move"),
        join_url=say("playground.url"),
    )
    settings.make_database_folder(config, file)
    try:
        box = Playground(
            config.port, hints, host=config.host, on_luck=force_luck, on_clock=clock.advance, on_due=next_due, file=file
        )
    except (ValueError, OSError) as error:
        raise SettingsError(
            f"{file} cannot be read: it is damaged, or of another version. It was left as it is: move it away, and "
            "the channels begin anew; the games are in the database."
        ) from error
    clock.offset = box.world.clock.moved
    try:
        await box.start()
    except OSError as error:
        raise config.error_for(
            "LONGTABLE_PORT",
            f"The port {config.port} cannot be used ({error.strerror}). Choose another one with LONGTABLE_PORT.",
        ) from error
    try:
        connect.redirect(box.url)
        running = hosted = await assemble_bot(config, clock)
        box.server.zone_of = lambda user_id: hosted.tables.registry.settings.get(user_id, {}).get(ZONE)
        print(say("playground.address", url=box.url), say("playground.live", file=LIVE_RUN_DOC), sep="\n", flush=True)
        await run_until_stopped(running, box.token)
    finally:
        await box.stop()


async def describe_next_due(running: RunningBot) -> tuple[float, str] | None:
    """The next action of the bot by the clock: when, and what as a sentence; None if there is none."""
    action = await running.tables.next_due_action()
    table = running.tables.registry.get(action.table_id) if action is not None else None
    if action is None or table is None:
        return None
    say = Voice("en")
    key = f"playground.due.{action.what}"
    if action.what == "act":
        key = f"{key}_{table.late}"
    name = table.seats[action.seat].name if action.seat is not None else ""
    game = running.bot.game_name(table.kind, "en")
    return action.at, say(key if say.has(key) else "playground.due.other", game=game, id=table.id, name=name)


async def run_until_stopped(running: RunningBot, token: str) -> None:
    """Run until stopped (Ctrl+C, SIGTERM, `--stop`), or until Discord refuses the login."""
    logs.log_loop_errors(asyncio.get_running_loop())
    client = asyncio.create_task(running.bot.start(token), name="client")
    stopped = asyncio.create_task(shutdown.wait_for_stop_request(running.store.file), name="stop")
    lost = asyncio.create_task(running.store.shards_lost.wait(), name="lost")
    try:
        await asyncio.wait({client, stopped, lost}, return_when=asyncio.FIRST_COMPLETED)
        if lost.done():
            exit_at_once()
        if client.done():
            client.result()
    finally:
        stopped.cancel()
        lost.cancel()
        await running.close()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await client
        log.info("stopped; every move is in %(file)s", {"file": running.store.location})


def exit_at_once() -> None:
    """End at once, without cleaning up: the process that took over does all pending work."""
    log.critical(
        "another process has the shards or the database of this one, which ends; started again, it waits for them"
    )
    logging.shutdown()
    os._exit(EXIT_SHARDS_LOST)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description="Longtable: board games that last days, on Discord.",
        epilog="Settings come from the environment or the file .env (.env.example lists them): DISCORD_TOKEN; "
        f"LONGTABLE_PORT, the port of the playground (default {settings.DEFAULT_PORT}); LONGTABLE_DB, the database "
        "file (default in the folder data).",
    )
    parser.add_argument("--check", action="store_true", help="say in plain words what is missing, and leave")
    parser.add_argument("--stop", action="store_true", help="stop the bot that runs with the same settings, gently")
    options = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # the console may not support all letters
    try:
        config = settings.load_settings()
        logs.start_logging(config.log_level, config.log_form, config.token)
        heap.separate_large_blocks()
        if config.picture_cache is not None:
            os.environ["LONGTABLE_CACHE"] = str(config.picture_cache)  # read by the renderers
        if options.check:
            return asyncio.run(check.run_check(config))
        if options.stop:
            return stop_running_bot(config)
        asyncio.run(run_in_playground(config) if config.token is None else run_on_discord(config))
    except SettingsError as error:
        return print_refusal(str(error))
    except StoreError as error:
        return print_refusal(Voice("en")(error.key, **error.params))
    except check.LOGIN_ERRORS as error:
        return print_refusal(check.explain_login_error(error))
    except KeyboardInterrupt:
        pass
    except Exception:
        log.critical("unforeseen; the bot ends", exc_info=True)
        return 1
    return 0


def stop_running_bot(config: Settings) -> int:
    """Stop the bot that runs on this database; 0 if it has stopped."""
    say, database = Voice("en"), config.database
    if config.database_server is not None:
        return print_refusal(say("stop.served", file=redact_address(config.database_server)))
    outcome = shutdown.request_stop(database)
    print(say(f"stop.{outcome}", file=str(database)), file=sys.stdout if outcome == "done" else sys.stderr)
    return 0 if outcome == "done" else 1


def print_refusal(sentence: str) -> int:
    """Print why the program ends; the exit code of a failure."""
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
