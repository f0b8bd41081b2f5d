"""Prometheus metrics: activity, durations, stored amounts.

Labels are kinds of games and fixed words only, never a server, channel, table, user, card or move
(`tests/hosting/test_status.py` checks them).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter as Tally
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from math import isfinite
from types import SimpleNamespace
from typing import Any, Final, Protocol

import aiohttp
from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    exposition,
)
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from cogs.act.in_flight import ActivityCounter
from cogs.client import Longtable
from db.store import Store
from service.tables import Tables

HISTOGRAM_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30)
MEGABYTE: Final = 1024 * 1024
KNOWN_METHODS: Final = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE"})


class Program(Protocol):
    """The running bot."""

    @property
    def bot(self) -> Longtable: ...

    @property
    def store(self) -> Store: ...

    @property
    def tables(self) -> Tables: ...


class BotMetrics(ActivityCounter):
    """All metrics of one bot. Prometheus reads `text`."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)

        def counter(name: str, description: str, *labels: str) -> Counter:
            return Counter(f"longtable_{name}", description, labels, registry=registry)

        def histogram(name: str, description: str) -> Histogram:
            return Histogram(f"longtable_{name}_seconds", description, buckets=HISTOGRAM_SECONDS, registry=registry)

        self._acts = counter("acts", "Presses and commands, by what became of them", "way", "outcome")
        self._act_seconds = histogram("act", "From the arrival of a press or a command to its end")
        self._pictures = counter("pictures", "Pictures that were waited for, by what became of them", "outcome")
        self._picture_seconds = histogram("picture", "How long somebody waited for a picture")
        self._reads = histogram("database_read", "How long somebody waited for an answer of the database")
        self._writes = histogram("database_write", "How long a transaction took, with its waiting")
        description = "Requests to Discord, by status (0: no answer)"
        self._requests = counter("discord_requests", description, "method", "status")
        self._request_seconds = histogram("discord_request", "How long Discord took to answer")
        self._thoughts = counter("thoughts", "Thoughts of strong machines, by what became of them", "outcome")
        self._thought_seconds = histogram("thought", "How long a strong machine thought, without its waiting")
        self._logged = counter("log_records", "Lines of the log", "level")

    def count_interaction(self, way: str, outcome: str, seconds: float) -> None:
        self._acts.labels(way, outcome).inc()
        self._act_seconds.observe(seconds)

    def count_picture(self, outcome: str, seconds: float) -> None:
        self._pictures.labels(outcome).inc()
        self._picture_seconds.observe(seconds)

    def count_database_wait(self, what: str, seconds: float) -> None:
        (self._writes if what == "write" else self._reads).observe(seconds)

    def count_request(self, method: str, status: int, seconds: float) -> None:
        self._requests.labels(method if method in KNOWN_METHODS else "other", str(status)).inc()
        self._request_seconds.observe(seconds)

    def count_thought(self, outcome: str, seconds: float) -> None:
        self._thoughts.labels(outcome).inc()
        self._thought_seconds.observe(seconds)

    def count_log_record(self, level: str) -> None:
        self._logged.labels(level.lower()).inc()

    def build_trace_config(self) -> aiohttp.TraceConfig:
        """The hooks that count requests of an HTTP session."""
        config = aiohttp.TraceConfig()

        async def start_watch(session: Any, context: SimpleNamespace, params: Any) -> None:
            context.begun = time.perf_counter()

        async def count_answer(session: Any, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
            self.count_request(params.method, params.response.status, time.perf_counter() - context.begun)

        async def count_failure(
            session: Any, context: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams
        ) -> None:
            self.count_request(params.method, 0, time.perf_counter() - context.begun)

        config.on_request_start.append(start_watch)
        config.on_request_end.append(count_answer)
        config.on_request_exception.append(count_failure)
        return config

    def encode_metrics(self, accept: str) -> tuple[bytes, str]:
        """The present values in a format that the reader accepts, and the content type."""
        encode, content_type = exposition.choose_encoder(accept)
        return encode(self.registry), content_type


class LogCounter(logging.Handler):
    """Counts log lines by level."""

    def __init__(self, figures: BotMetrics) -> None:
        super().__init__()
        self.figures = figures

    def emit(self, record: logging.LogRecord) -> None:
        self.figures.count_log_record(record.levelname)


class GaugeCollector(Collector):
    """Gauges that are read at each request. `look` asks the database first; `collect` never waits."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.tables_behind: int | None = None  # None: no answer of the database
        self.database_bytes: int | None = None  # size of the database

    async def ask_database(self, timeout_seconds: float) -> None:
        """Ask the database for what `collect` reports."""
        self.tables_behind = self.database_bytes = None
        with suppress(Exception):
            async with asyncio.timeout(timeout_seconds):
                self.tables_behind = len(await self.program.tables.outbox.list_tables_with_unsent_posts())
                self.database_bytes = await self.program.store.size()

    def describe(self) -> list[Metric]:
        return []

    def collect(self) -> Iterator[Metric]:
        program, bot = self.program, self.program.bot
        yield InfoMetricFamily("longtable", "The program", value={"version": own_version()})
        tables = GaugeMetricFamily("longtable_tables", "Open tables", labels=("game", "status"))
        counts = Tally((table.kind, table.status) for table in program.tables.registry.tables.values())
        for (kind, status), n in sorted(counts.items()):
            tables.add_metric((kind, status), n)
        yield tables
        if self.tables_behind is not None:
            yield _build_gauge(
                "tables_behind", "Tables whose home does not show yet what has happened", self.tables_behind
            )
        if self.database_bytes is not None:
            yield _build_gauge(
                "database_bytes", "The database, with what was not yet moved into it", self.database_bytes
            )
        thinker = program.tables.registry.thinking.thinker
        yield _build_gauge(
            "thoughts_waiting", "Moves that strong machines think about or wait to", thinker.open_questions
        )
        yield _build_gauge(
            "thinking_bytes", "Memory of the process that thinks; 0: there is none", thinker.used_megabytes * MEGABYTE
        )
        yield _build_gauge("servers", "Servers of Discord the bot is on", len(bot.guilds))
        yield _build_gauge(
            "discord_connected", "1 while the line to Discord stands", int(bot.disconnected_since is None)
        )
        yield _build_gauge("shards", "Shards that this process holds", bot.connections.shard_count)
        yield _build_gauge("shards_connected", "Those whose line to Discord stands", bot.connections.connected_count)
        if isfinite(bot.latency):
            yield _build_gauge("discord_latency_seconds", "How long Discord took for the last heartbeat", bot.latency)


def _build_gauge(name: str, description: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"longtable_{name}", description, value=value)


def own_version() -> str:
    """The version of the installed package; "checkout" without one."""
    try:
        return version("longtable")
    except PackageNotFoundError:
        return "checkout"
