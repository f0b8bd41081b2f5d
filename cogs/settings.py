"""Settings of the bot: from the environment, else from a file `.env`; each one checked, a wrong one named."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from dotenv.parser import parse_stream

from db.upkeep import Plan
from service.time.typed import DAY, MINUTE, duration, folded

LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
DATABASE: Final = Path("data/longtable.sqlite3")
PLAYGROUND: Final = Path("data/playground.sqlite3")  # games of the playground are not those of a server
PORT: Final = 8080
LEVEL: Final = "INFO"
EVERY: Final = (10 * MINUTE, 30 * DAY)  # between two backups, at least and at most
KEEP: Final = 7  # backups
MOST_KEPT: Final = 1000


class SettingsError(Exception):
    """A setting that cannot be used; the text says which one and what it should look like."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How this bot was told to run."""

    token: str | None = None
    database: Path = DATABASE
    port: int = PORT
    level: str = LEVEL
    discord: str | None = None  # address of a playground that somebody else runs
    cache: Path | None = None  # folder for drawn tiles; None: where the platform keeps such things
    backups: Plan | None = None  # None: none are made


KNOWN: Final = (
    "DISCORD_TOKEN",
    "LONGTABLE_DB",
    "LONGTABLE_PORT",
    "LONGTABLE_LOG",
    "LONGTABLE_CACHE",
    "LONGTABLE_DISCORD",
    "LONGTABLE_BACKUPS",
    "LONGTABLE_BACKUP_EVERY",
    "LONGTABLE_BACKUP_KEEP",
)


def read(environment: Mapping[str, str], file: Path | None = None) -> Settings:
    """The settings. What the environment says counts before what the file says."""
    told = dict(dotenv(file)) if file is not None and file.exists() else {}
    for name in told:
        if name not in KNOWN and name.startswith(("LONGTABLE_", "DISCORD_")):
            raise SettingsError(f"{file}: {name} is no setting of Longtable; there are {', '.join(KNOWN)}.")
    told |= {name: value for name, value in environment.items() if name in KNOWN}
    address = _address(told.get("LONGTABLE_DISCORD", ""))
    token = _token(told.get("DISCORD_TOKEN", ""), any_form=address is not None)
    if address is not None and token is None:
        raise SettingsError("LONGTABLE_DISCORD needs DISCORD_TOKEN too: the token of the playground at that address.")
    database = _database(told.get("LONGTABLE_DB", ""), DATABASE if token is not None else PLAYGROUND)
    return Settings(
        token=token,
        database=database,
        port=_port(told.get("LONGTABLE_PORT", "")),
        level=_level(told.get("LONGTABLE_LOG", "")),
        discord=address,
        cache=_folder("LONGTABLE_CACHE", told.get("LONGTABLE_CACHE", ""), "drawn tiles"),
        backups=_backups(told, database, usual="1d" if token is not None and address is None else "off"),
    )


def load() -> Settings:
    """The settings of this process."""
    return read(os.environ, Path(".env"))


def dotenv(file: Path) -> list[tuple[str, str]]:
    """Lines `NAME=value`, as python-dotenv reads them; a line it cannot read is named."""
    found = []
    try:
        with file.open(encoding="utf-8") as lines:
            for binding in parse_stream(lines):
                if binding.error or (binding.key is not None and binding.value is None):
                    raise SettingsError(f"{file}, line {binding.original.line}: write it like NAME=value.")
                if binding.key is not None and binding.value is not None:
                    found.append((binding.key, binding.value.strip()))
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file} cannot be read: {error}.") from error
    return found


def _token(text: str, *, any_form: bool) -> str | None:
    text = text.strip()
    if not text:
        return None
    if text.lower().startswith("bot ") or any(c.isspace() for c in text):
        raise SettingsError("DISCORD_TOKEN must be the bare token, without spaces and without the word Bot before it.")
    if text.count(".") != 2 and not any_form:
        raise SettingsError(
            "DISCORD_TOKEN does not look like a bot token (three parts joined by dots). "
            "Copy it from the page Bot of your application at https://discord.com/developers/applications."
        )
    return text


def _database(text: str, otherwise: Path) -> Path:
    try:
        path = Path(text).expanduser() if text else otherwise
        folder = path.is_dir()
    except (OSError, RuntimeError, ValueError) as error:  # too long, not to be looked into, nobody's home
        reason = getattr(error, "strerror", None) or error
        raise SettingsError(f"LONGTABLE_DB cannot be used ({reason}); name another file.") from error
    if folder:
        example = path / "longtable.sqlite3"
        raise SettingsError(f"LONGTABLE_DB is {path}, a folder; name a file in it, such as {example}.")
    return path


def make_folder(database: Path) -> None:
    """The folder of the database, made where it is missing. SettingsError where that cannot be."""
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(
            f"The folder of {database} does not exist and cannot be made ({error.strerror}). "
            "Name another file in LONGTABLE_DB."
        ) from error


def _folder(name: str, text: str, what: str) -> Path | None:
    if not text:
        return None
    try:
        path = Path(text).expanduser()
        taken = path.exists() and not path.is_dir()
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SettingsError(f"{name} cannot be used ({reason}); name another folder.") from error
    if taken:
        raise SettingsError(f"{name} is {path}, which is no folder; name a folder for {what}.")
    return path


def _backups(told: Mapping[str, str], database: Path, usual: str) -> Plan | None:
    """When backups are made by themselves: on a real server once a day, else only where somebody wants them."""
    folder = _folder("LONGTABLE_BACKUPS", told.get("LONGTABLE_BACKUPS", ""), "backups")
    text = folded(told.get("LONGTABLE_BACKUP_EVERY", "") or usual)
    seconds = duration(text)
    if text != "off" and (seconds is None or not EVERY[0] <= seconds <= EVERY[1]):
        raise SettingsError(
            f"LONGTABLE_BACKUP_EVERY is {text!r}; it must be a time from 10m to 30d, such as 6h or 1d, or off."
        )
    keep = told.get("LONGTABLE_BACKUP_KEEP", "") or str(KEEP)
    if not (keep.isascii() and keep.isdigit() and 1 <= int(keep) <= MOST_KEPT):
        raise SettingsError(f"LONGTABLE_BACKUP_KEEP is {keep!r}; it must be a number from 1 to {MOST_KEPT}.")
    return Plan(folder or database.parent / "backups", seconds, int(keep)) if seconds is not None else None


def _port(text: str) -> int:
    if not text:
        return PORT
    if not (text.isascii() and text.isdigit() and 0 <= int(text) <= 65535):
        raise SettingsError(f"LONGTABLE_PORT is {text!r}; it must be a number from 0 to 65535 (0: any free port).")
    return int(text)


def _level(text: str) -> str:
    level = text.upper() or LEVEL
    if level not in LEVELS:
        raise SettingsError(f"LONGTABLE_LOG is {text!r}; it must be one of {', '.join(LEVELS)}.")
    return level


def _address(text: str) -> str | None:
    if not text:
        return None
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise SettingsError(f"LONGTABLE_DISCORD is {text!r}; it must be an address such as http://127.0.0.1:8080.")
    return text.rstrip("/")
