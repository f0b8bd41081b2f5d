"""The log: plain lines, or JSON lines by a setting. Games and people appear by number only.

Errors are logged by type and place in the code, without their text, which may contain typed text or hidden information.
Of libraries only WARNING and above is logged: below they print statements with values, and request bodies.
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
# Tokens of interactions and webhooks in addresses: they allow answering as the bot.
TOKEN_IN_ADDRESS: Final = re.compile(r"/(webhooks|interactions)/(\d+)/[^/\s\"?]+")
MOST_CAUSES: Final = 5  # of an error, with itself

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def start_logging(level: str, form: str, token: str | None) -> logging.Handler:
    """Log to standard error from now on. `token`: never appears in the log."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLineFormatter(token) if form == "json" else PlainFormatter(token))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(max(logging.getLevelNamesMapping()[level], logging.WARNING))
    for name in OURS:
        logging.getLogger(name).setLevel(level)
    return handler


def log_loop_errors(loop: asyncio.AbstractEventLoop) -> None:
    """Log uncaught errors of a loop in this form: asyncio's own message contains the error's text."""

    def log_error(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        log.error("unforeseen in the event loop", exc_info=context.get("exception"))

    loop.set_exception_handler(log_error)


class PlainFormatter(logging.Formatter):
    """Formats a line for people."""

    def __init__(self, token: str | None = None) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")
        self.token = token

    def format(self, record: logging.LogRecord) -> str:
        return redact_secrets(super().format(_copy_record(record)), self.token)

    def formatException(self, ei: ExcInfo) -> str:
        return "\n".join(f"  {line}" for line in describe_error(ei[1]))


class JsonLineFormatter(JsonFormatter):
    """Formats a line for programs: time (UTC), level, logger, message, the values of the message by name, error."""

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
    """The record without the error text cached by another handler."""
    duplicate = copy.copy(record)
    duplicate.exc_text = None
    return duplicate


def redact_secrets(line: str, token: str | None) -> str:
    """The line without the bot's token and tokens in addresses."""
    return TOKEN_IN_ADDRESS.sub(r"/\1/\2/***", line.replace(token, "***") if token else line)


def describe_error(error: BaseException | None) -> Iterator[str]:
    """An error and its causes, a line each: type, numbers, places in the code, innermost last."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen and len(seen) < MOST_CAUSES:
        seen.add(id(error))
        frames = traceback.extract_tb(error.__traceback__)
        places = "; ".join(f"{short_path(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames)
        yield f"{type(error).__name__}{_error_numbers(error)} at {places or '?'}"
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def short_path(file: str) -> str:
    """A file's path within the project or its package."""
    path = Path(file)
    if path.is_relative_to(ROOT) and ".venv" not in path.parts:
        return path.relative_to(ROOT).as_posix()
    parts = path.parts
    if "site-packages" in parts:
        return "/".join(parts[parts.index("site-packages") + 1 :])
    return "/".join(parts[-2:])


def _error_numbers(error: BaseException) -> str:
    """The numeric facts of an error: HTTP status and code, or the name of a system or SQLite error."""
    if isinstance(error, OSError) and error.errno is not None:
        return f" ({errno.errorcode.get(error.errno, error.errno)})"
    if isinstance(error, sqlite3.Error):
        return f" ({getattr(error, 'sqlite_errorname', '?')})"
    status, code = getattr(error, "status", None), getattr(error, "code", None)
    numbers = [str(number) for number in (status, code) if isinstance(number, int)]
    return f" ({', '.join(numbers)})" if numbers else ""
