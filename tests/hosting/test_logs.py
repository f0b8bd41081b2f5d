"""The log: what stands in a line, and what never does."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import discord
import pytest

import bot
from cogs.settings import Settings
from hosting import logs

TOKEN = "abcdef.ghi.jkl-mno"


def record(message: str, *args: object, name: str = "service.x", error: BaseException | None = None):
    about = (type(error), error, error.__traceback__) if error is not None else None
    return logging.LogRecord(name, logging.WARNING, "x.py", 1, message, args, about)


def caught(error: BaseException, cause: BaseException | None = None) -> BaseException:
    try:
        raise error from cause
    except type(error) as raised:
        return raised


def test_a_line_of_json() -> None:
    line = logs.JsonLineFormatter().format(
        record("table %(table)d is homeless (%(why)s)", {"table": 7, "why": "channel"})
    )
    told = json.loads(line)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", told.pop("time"))
    assert told == {
        "level": "WARNING",
        "logger": "service.x",
        "message": "table 7 is homeless (channel)",
        "table": 7,
        "why": "channel",
    }
    assert "\n" not in line


def test_a_plain_line() -> None:
    line = logs.PlainFormatter().format(record("table %(table)d is homeless (%(why)s)", {"table": 7, "why": "channel"}))
    assert re.fullmatch(r"[-\d]+ [:\d]+ WARNING service\.x: table 7 is homeless \(channel\)", line)


@pytest.mark.parametrize("form", [logs.PlainFormatter, logs.JsonLineFormatter])
def test_of_an_error_the_kind_and_the_place_are_told_and_never_its_text(form: type) -> None:
    error = caught(KeyError("Ann holds the laboratory"), caught(ValueError("Ben's word")))
    kept = record("it went wrong", error=error)
    logging.Formatter().format(kept)  # another handler came first, and kept its text in the record
    line = form().format(kept)
    assert re.search(r"KeyError at tests/hosting/test_logs\.py:\d+ caught", line)
    assert re.search(r"ValueError at tests/hosting/test_logs\.py:\d+ caught", line)
    for word in ("Ann", "laboratory", "Ben", "raise"):
        assert word not in line
    assert "Ann" in logging.Formatter().format(kept)  # what others make of it is theirs


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (FileNotFoundError(2, "No such file", "/home/ann/secret"), r"FileNotFoundError \(ENOENT\) at"),
        (
            discord.Forbidden(SimpleNamespace(status=403, reason="no"), {"code": 50013, "message": "Ann"}),
            r"\(403, 50013",
        ),
        (sqlite3.OperationalError("near Ann"), r"OperationalError \("),
    ],
)
def test_the_numbers_of_an_error_are_told(error: Exception, said: str) -> None:
    (line,) = logs.describe_error(caught(error))
    assert re.search(said, line)
    assert "nn" not in line.split(" at ")[0].lower().replace("connection", "")
    assert "Ann" not in line


def test_errors_in_a_ring_end() -> None:
    one, two = ValueError(), KeyError()
    one.__cause__, two.__cause__ = two, one
    assert len(list(logs.describe_error(one))) == 2
    assert list(logs.describe_error(None)) == []


@pytest.mark.parametrize("form", [logs.PlainFormatter, logs.JsonLineFormatter])
def test_tokens_are_struck_out(form: type) -> None:
    formatter = form(TOKEN)
    told = [
        record("logging in with %s", TOKEN),
        record("PATCH https://discord.com/api/v10/webhooks/12345/aW50ZXJh-Y3Rpb24_x/messages/@original got 429"),
        record("POST http://127.0.0.1:1/api/v10/interactions/99/aW50ZXJh-Y3Rpb24_x/callback got 429"),
    ]
    text = "\n".join(formatter.format(each) for each in told)
    assert TOKEN not in text
    assert "aW50ZXJh" not in text
    assert "/webhooks/12345/***/messages/@original got 429" in text
    assert "/interactions/99/***/callback" in text


@pytest.fixture
def begun() -> Iterator[logging.Handler]:
    root, before = logging.getLogger(), logging.getLogger().level
    handler = logs.start_logging("DEBUG", "json", TOKEN)
    yield handler
    root.removeHandler(handler)
    root.setLevel(before)
    for name in logs.OURS:
        logging.getLogger(name).setLevel(logging.NOTSET)


def test_libraries_are_heard_from_warning_up(begun: logging.Handler) -> None:
    """They print statements with their values, and bodies of requests."""
    for name in ("aiosqlite", "discord.http", "aiohttp.access", "asyncio", "PIL.PngImagePlugin"):
        assert not logging.getLogger(name).isEnabledFor(logging.INFO)
        assert logging.getLogger(name).isEnabledFor(logging.WARNING)
    for name in ("longtable", "cogs.client", "service.store.registry", "hosting.logs"):
        assert logging.getLogger(name).isEnabledFor(logging.DEBUG)


def test_what_ends_the_bot_is_told_as_all_else(
    begun: logging.Handler, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def falls(_: Settings) -> None:
        raise KeyError("Ann")

    monkeypatch.setattr(bot, "run_in_playground", falls)
    monkeypatch.setattr(bot.settings, "load_settings", Settings)
    monkeypatch.setattr(bot.logs, "start_logging", lambda *_: begun.setStream(sys.stderr))
    assert bot.main([]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["level"] == "CRITICAL"
    assert "KeyError at" in json.loads(line)["error"]
    assert "Ann" not in line


async def test_what_nobody_caught_in_the_loop(begun: logging.Handler, capsys: pytest.CaptureFixture[str]) -> None:
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()
    begun.setStream(sys.stderr)
    logs.log_loop_errors(loop)
    try:
        loop.call_exception_handler(
            {
                "message": "Task exception was never retrieved",
                "exception": caught(KeyError("Ann")),
                "future": "KeyError(Ann)",
            }
        )
        loop.call_exception_handler({"message": "no exception at all"})
    finally:
        loop.set_exception_handler(before)
    first, second = capsys.readouterr().err.splitlines()
    assert json.loads(first)["message"] == "unforeseen in the event loop"
    assert "KeyError at tests/hosting/test_logs.py" in json.loads(first)["error"]
    assert "Ann" not in first
    assert json.loads(second)["level"] == "ERROR"
