"""The log: plain lines, or JSON lines by a setting. What it says of games and people are their numbers.

Of an error it says the kind and the places in the code, never its text: that may hold what somebody typed or holds.
What other libraries say below WARNING is left out: they print statements with their values, and bodies of requests.
"""

from __future__ import annotations

import asyncio
import copy
import errno
import logging
import re
import sqlite3
import sys
import time
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from pythonjsonlogger.json import JsonFormatter

log = logging.getLogger(__name__)

OURS: Final = (
    "ai", "bot", "cogs", "db", "hosting", "longtable", "playground", "render", "rules", "service", "tools", "words",
)  # fmt: skip
ROOT: Final = Path(__file__).resolve().parent.parent
# The token of an interaction, or of a webhook, in an address: whoever has it may answer in our name.
IN_ADDRESS: Final = re.compile(r"/(webhooks|interactions)/(\d+)/[^/\s\"?]+")
DEPTH: Final = 5  # errors that caused one another

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def start_logging(level: str, form: str, token: str | None) -> logging.Handler:
    """Write the log to standard error from now on. `token`: what shall never stand in it."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLineFormatter(token) if form == "json" else PlainFormatter(token))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(max(logging.getLevelNamesMapping()[level], logging.WARNING))
    for name in OURS:
        logging.getLogger(name).setLevel(level)
    return handler


def log_loop_errors(loop: asyncio.AbstractEventLoop) -> None:
    """Let what nobody caught in a loop be told as all else: asyncio's own words hold the text of the error."""

    def unforeseen(_: asyncio.AbstractEventLoop, told: dict[str, Any]) -> None:
        log.error("unforeseen in the event loop", exc_info=told.get("exception"))

    loop.set_exception_handler(unforeseen)


class PlainFormatter(logging.Formatter):
    """A line a person reads."""

    def __init__(self, token: str | None = None) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")
        self.token = token

    def format(self, record: logging.LogRecord) -> str:
        return redact_secrets(super().format(_copy_record(record)), self.token)

    def formatException(self, ei: ExcInfo) -> str:
        return "\n".join(f"  {line}" for line in describe_error(ei[1]))


class JsonLineFormatter(JsonFormatter):
    """A line a program reads: time (UTC), level, logger, message, the values in the message by name, and the error."""

    def __init__(self, token: str | None = None) -> None:
        super().__init__(
            "%(asctime)s %(levelname)s %(name)s %(message)s",
            rename_fields={"asctime": "time", "levelname": "level", "name": "logger", "exc_info": "error"},
            json_ensure_ascii=False,
        )
        self.token = token

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03d}Z"

    def add_fields(self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]) -> None:
        super().add_fields(log_data, record, message_dict)
        if isinstance(record.args, Mapping):
            for name, value in record.args.items():
                log_data.setdefault(name, value if isinstance(value, (int, float, type(None))) else str(value))

    def format(self, record: logging.LogRecord) -> str:
        return redact_secrets(super().format(_copy_record(record)), self.token)

    def formatException(self, ei: ExcInfo) -> str:
        return "; caused by ".join(describe_error(ei[1]))


def _copy_record(record: logging.LogRecord) -> logging.LogRecord:
    """The record without what another handler made of its error."""
    mine = copy.copy(record)
    mine.exc_text = None
    return mine


def redact_secrets(line: str, token: str | None) -> str:
    """A line without the token of the bot, and without those that stand in addresses."""
    return IN_ADDRESS.sub(r"/\1/\2/***", line.replace(token, "***") if token else line)


def describe_error(error: BaseException | None) -> Iterator[str]:
    """An error and what caused it, a line each: kind, numbers, and where in the code, innermost last."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen and len(seen) < DEPTH:
        seen.add(id(error))
        at = "; ".join(
            f"{short_path(f.filename)}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__)
        )
        yield f"{type(error).__name__}{_error_numbers(error)} at {at or '?'}"
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def short_path(file: str) -> str:
    """A file as it is known in the project, or in the package it comes from."""
    path = Path(file)
    if path.is_relative_to(ROOT) and ".venv" not in path.parts:
        return path.relative_to(ROOT).as_posix()
    parts = path.parts
    return "/".join(parts[parts.index("site-packages") + 1 :] if "site-packages" in parts else parts[-2:])


def _error_numbers(error: BaseException) -> str:
    """What an error says in numbers and fixed words: the status and code of a refusal of Discord's, a system error."""
    if isinstance(error, OSError) and error.errno is not None:
        return f" ({errno.errorcode.get(error.errno, error.errno)})"
    if isinstance(error, sqlite3.Error):
        return f" ({getattr(error, 'sqlite_errorname', '?')})"
    status, code = getattr(error, "status", None), getattr(error, "code", None)
    told = [str(number) for number in (status, code) if isinstance(number, int)]
    return f" ({', '.join(told)})" if told else ""
