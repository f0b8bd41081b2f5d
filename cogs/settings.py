"""Settings from the environment, else from `.env`; errors name the setting and its line."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from dotenv.parser import parse_stream

from db.share import Share
from db.store import is_server_address
from db.upkeep import BackupPlan
from service.time.folding import fold_text
from service.time.typed import DAY, MINUTE, parse_duration

T = TypeVar("T")

LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
FORMS: Final = ("plain", "json")
DEFAULT_DATABASE: Final = Path("data/longtable.sqlite3")
PLAYGROUND_DATABASE: Final = Path("data/playground.sqlite3")  # separate from the games of a real server
DEFAULT_PORT: Final = 8080
DEFAULT_LEVEL: Final = "INFO"
BACKUP_INTERVALS: Final = (10 * MINUTE, 30 * DAY)  # shortest and longest interval of backups, in seconds
BACKUP_COUNT: Final = 7  # number of backups
MAX_BACKUP_COUNT: Final = 1000
MAX_EFFORT_PERCENT: Final = 1000  # percent
MAX_SHARDS: Final = 10_000  # more than any bot on Discord needs
HERE: Final = "127.0.0.1"
HOSTS: Final = (HERE, "::1", "0.0.0.0")  # where the playground may listen; 0.0.0.0 is for containers


class SettingsError(Exception):
    """An invalid setting; the message names it and shows the expected form."""


@dataclass(frozen=True, slots=True)
class Settings:
    token: str | None = None
    database: Path = DEFAULT_DATABASE
    database_server: str | None = None  # address of a PostgreSQL database; small files still lie beside `database`
    port: int = DEFAULT_PORT
    host: str = HERE  # the playground listens here
    log_level: str = DEFAULT_LEVEL
    log_form: str = FORMS[0]  # log format
    status_address: tuple[str, int] | None = None  # host and port of /healthz and /metrics
    remote_playground: str | None = None  # address of a remote playground
    proxy: str | None = None  # address of a proxy for rate limits
    picture_cache: Path | None = None  # folder for drawn tiles; None: the platform's cache folder
    backups: BackupPlan | None = None  # None: no backups
    machine_effort: float = 1.0  # share of the usual simulations of strong machines; 0: no strong machines
    shards: Share | None = None  # shards of this process; None: all, as many as Discord recommends
    error_prefixes: Mapping[str, str] = field(
        default_factory=dict, compare=False
    )  # name -> prefix for errors, `file, line n: `

    def error_for(self, name: str, sentence: str) -> SettingsError:
        """An error for setting `name`, with its line in `.env`."""
        return SettingsError(f"{self.error_prefixes.get(name, '')}{sentence}")


SETTING_NAMES: Final = (
    "DISCORD_TOKEN",
    "LONGTABLE_DB",
    "LONGTABLE_PORT",
    "LONGTABLE_HOST",
    "LONGTABLE_LOG",
    "LONGTABLE_LOG_FORM",
    "LONGTABLE_STATUS",
    "LONGTABLE_CACHE",
    "LONGTABLE_DISCORD",
    "LONGTABLE_PROXY",
    "LONGTABLE_BACKUPS",
    "LONGTABLE_BACKUP_EVERY",
    "LONGTABLE_BACKUP_KEEP",
    "LONGTABLE_STRONG",
    "LONGTABLE_SHARDS",
)


def read_settings(environment: Mapping[str, str], file: Path | None = None) -> Settings:
    """Settings from `environment`, else from `file`. Raises `SettingsError` with the file and line of a wrong value."""
    values, lines = {}, {}
    for line, name, value in read_dotenv(file) if file is not None and file.exists() else ():
        if name not in SETTING_NAMES and name.startswith(("LONGTABLE_", "DISCORD_")):
            known = ", ".join(SETTING_NAMES)
            raise SettingsError(f"{file}, line {line}: {name} is no setting of Longtable; there are {known}.")
        values[name], lines[name] = value, f"{file}, line {line}: "
    for name in SETTING_NAMES:
        if name in environment:
            values[name] = environment[name]
            lines.pop(name, None)

    def parse_value(name: str, parse: Callable[[str], T]) -> T:
        try:
            return parse(values.get(name, "").strip())
        except SettingsError as error:
            raise SettingsError(f"{lines.get(name, '')}{error}") from error.__cause__

    address = parse_value("LONGTABLE_DISCORD", _parse_discord_address)
    token = parse_value("DISCORD_TOKEN", lambda text: _parse_token(text, any_form=address is not None))
    if address is not None and token is None:
        prefix = lines.get("LONGTABLE_DISCORD", "")
        raise SettingsError(
            f"{prefix}LONGTABLE_DISCORD needs DISCORD_TOKEN too: the token of the playground at that address."
        )
    proxy = parse_value("LONGTABLE_PROXY", _parse_proxy_address)
    if proxy is not None and token is None:
        prefix = lines.get("LONGTABLE_PROXY", "")
        raise SettingsError(f"{prefix}LONGTABLE_PROXY needs DISCORD_TOKEN too: the playground has no limits to keep.")
    default_file = DEFAULT_DATABASE if token is not None else PLAYGROUND_DATABASE
    server = parse_value("LONGTABLE_DB", _parse_server_address)
    database = (
        default_file
        if server is not None
        else parse_value("LONGTABLE_DB", lambda text: _parse_database_path(text, default_file))
    )
    default_interval = "1d" if token is not None and address is None else "off"
    return Settings(
        token=token,
        database=database,
        database_server=server,
        port=parse_value("LONGTABLE_PORT", _parse_port),
        host=parse_value("LONGTABLE_HOST", _parse_host),
        log_level=parse_value("LONGTABLE_LOG", _parse_log_level),
        log_form=parse_value("LONGTABLE_LOG_FORM", _parse_log_form),
        status_address=parse_value("LONGTABLE_STATUS", _parse_status_address),
        remote_playground=address,
        proxy=proxy,
        picture_cache=parse_value(
            "LONGTABLE_CACHE", lambda text: _parse_folder("LONGTABLE_CACHE", text, "drawn tiles")
        ),
        backups=_backup_plan(parse_value, database, default_interval) if server is None else None,
        machine_effort=parse_value("LONGTABLE_STRONG", _parse_effort),
        shards=parse_value("LONGTABLE_SHARDS", _parse_shards),
        error_prefixes=lines,
    )


def load_settings() -> Settings:
    return read_settings(os.environ, Path(".env"))


def read_dotenv(file: Path) -> list[tuple[int, str, str]]:
    """Line, name and value of each `NAME=value`. Raises `SettingsError` for a line that python-dotenv cannot parse."""
    bindings = []
    try:
        with file.open(encoding="utf-8-sig") as lines:  # some editors write a byte order mark
            for binding in parse_stream(lines):
                text = binding.original.string  # includes the blank lines before the binding
                line = binding.original.line + text[: len(text) - len(text.lstrip())].count("\n")
                if binding.error or (binding.key is not None and binding.value is None):
                    raise SettingsError(f"{file}, line {line}: write it like NAME=value.")
                if binding.key is not None and binding.value is not None:
                    bindings.append((line, binding.key, binding.value.strip()))
    except UnicodeDecodeError as error:
        raise SettingsError(f"{file} cannot be read: save it as UTF-8.") from error
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror}.") from error
    return bindings


def _parse_token(text: str, *, any_form: bool) -> str | None:
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


def _parse_database_path(text: str, default: Path) -> Path:
    try:
        path = Path(text).expanduser() if text else default
        is_folder = path.is_dir()
    except (OSError, RuntimeError, ValueError) as error:  # path too long, no permission, or unknown home
        reason = getattr(error, "strerror", None) or error
        raise SettingsError(f"LONGTABLE_DB cannot be used ({reason}); name another file.") from error
    if is_folder:
        example = path / "longtable.sqlite3"
        raise SettingsError(f"LONGTABLE_DB is {path}, a folder; name a file in it, such as {example}.")
    return path


def _parse_server_address(text: str) -> str | None:
    if not is_server_address(text):
        return None
    try:
        parts = urlsplit(text)
        has_database = parts.hostname and parts.path.strip("/")
    except ValueError:  # malformed brackets of an IPv6 address
        has_database = ""
    if not has_database:
        raise SettingsError(
            "LONGTABLE_DB is the address of a server; it must name a database there too, such as "
            "postgresql://user:[password]@localhost/longtable."
        )
    return text


def make_database_folder(settings: Settings, file: Path) -> None:
    """Create the folder of `file` if it is missing. Raises `SettingsError`."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise settings.error_for(
            "LONGTABLE_DB",
            f"The folder of {file} does not exist and cannot be made ({error.strerror}). "
            "Name another file in LONGTABLE_DB.",
        ) from error


def _parse_folder(name: str, text: str, content: str) -> Path | None:
    if not text:
        return None
    try:
        path = Path(text).expanduser()
        is_file = path.exists() and not path.is_dir()
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SettingsError(f"{name} cannot be used ({reason}); name another folder.") from error
    if is_file:
        raise SettingsError(f"{name} is {path}, which is no folder; name a folder for {content}.")
    return path


def _backup_plan(
    parse_value: Callable[[str, Callable[[str], Any]], Any], database: Path, default_interval: str
) -> BackupPlan | None:
    """The backup schedule: by default once a day on a real server, else off. None: no backups."""
    folder = parse_value("LONGTABLE_BACKUPS", lambda text: _parse_folder("LONGTABLE_BACKUPS", text, "backups"))
    seconds = parse_value("LONGTABLE_BACKUP_EVERY", lambda text: _parse_backup_interval(text or default_interval))
    keep = parse_value("LONGTABLE_BACKUP_KEEP", _parse_backup_count)
    return BackupPlan(folder or database.parent / "backups", seconds, keep) if seconds is not None else None


def _parse_backup_interval(text: str) -> int | None:
    seconds = parse_duration(fold_text(text))
    if text != "off" and (seconds is None or not BACKUP_INTERVALS[0] <= seconds <= BACKUP_INTERVALS[1]):
        raise SettingsError(
            f"LONGTABLE_BACKUP_EVERY is {text!r}; it must be a time from 10m to 30d, such as 6h or 1d, or off."
        )
    return seconds


def _parse_backup_count(text: str) -> int:
    if text and not (text.isascii() and text.isdigit() and 1 <= int(text) <= MAX_BACKUP_COUNT):
        raise SettingsError(f"LONGTABLE_BACKUP_KEEP is {text!r}; it must be a number from 1 to {MAX_BACKUP_COUNT}.")
    return int(text or BACKUP_COUNT)


def _parse_effort(text: str) -> float:
    """Parses `off` or percent; returns a share."""
    text = {"off": "0", "": "100"}.get(text.lower(), text).removesuffix("%").rstrip()
    if not (text.isascii() and text.isdigit() and 0 <= int(text) <= MAX_EFFORT_PERCENT):
        raise SettingsError(
            f"LONGTABLE_STRONG is {text!r}; it must be off, or a number of percent "
            f"from 0 (off) to {MAX_EFFORT_PERCENT}."
        )
    return int(text) / 100


def _parse_shards(text: str) -> Share | None:
    """Parses `4` (all of four), `2-4/16` (shards 2 to 4 of sixteen) or `5/16`."""
    if not text:
        return None
    range_text, slash, count = (piece.strip() for piece in text.rpartition("/"))
    first_text, dash, last_text = (piece.strip() for piece in range_text.partition("-"))
    numbers = [count, *([first_text] if slash else []), *([last_text] if dash else [])]
    if not all(number.isascii() and number.isdigit() and len(number) < 9 for number in numbers):
        raise SettingsError(
            f"LONGTABLE_SHARDS is {text!r}; it must be a number such as 4, how many shards there are in all, or those "
            "that this process holds and how many there are, such as 2-4/16, or empty: as many as Discord recommends."
        )
    if not 1 <= int(count) <= MAX_SHARDS:
        raise SettingsError(f"LONGTABLE_SHARDS is {text!r}; there can be 1 to {MAX_SHARDS} shards.")
    if not slash:
        return Share(int(count), 0, int(count) - 1)
    share = Share(int(count), int(first_text), int(last_text if dash else first_text))
    if not share.first <= share.last < share.count:
        raise SettingsError(
            f"LONGTABLE_SHARDS is {text!r}; of {share.count} shards the first is 0 and the last {share.count - 1}, and "
            "the lower number comes first."
        )
    return share


def _parse_port(text: str) -> int:
    if not text:
        return DEFAULT_PORT
    if not (text.isascii() and text.isdigit() and 0 <= int(text) <= 65535):
        raise SettingsError(f"LONGTABLE_PORT is {text!r}; it must be a number from 0 to 65535 (0: any free port).")
    return int(text)


def _parse_log_level(text: str) -> str:
    level = text.upper() or DEFAULT_LEVEL
    if level not in LEVELS:
        raise SettingsError(f"LONGTABLE_LOG is {text!r}; it must be one of {', '.join(LEVELS)}.")
    return level


def _parse_log_form(text: str) -> str:
    form = text.lower() or FORMS[0]
    if form not in FORMS:
        raise SettingsError(f"LONGTABLE_LOG_FORM is {text!r}; it must be one of {', '.join(FORMS)}.")
    return form


def _parse_host(text: str) -> str:
    if text and text not in HOSTS:
        raise SettingsError(f"LONGTABLE_HOST is {text!r}; it must be one of {', '.join(HOSTS)}.")
    return text or HERE


def _parse_status_address(text: str) -> tuple[str, int] | None:
    """Parses `9464` (this machine only), `0.0.0.0:9464` or `[::1]:9464`."""
    if not text:
        return None
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and 0 <= int(port) <= 65535):
        raise SettingsError(
            f"LONGTABLE_STATUS is {text!r}; it must be a port such as 9464, or an address with it such as 0.0.0.0:9464."
        )
    try:
        return str(ip_address(host.removeprefix("[").removesuffix("]"))) if host else HERE, int(port)
    except ValueError as error:
        raise SettingsError(
            f"LONGTABLE_STATUS is {text!r}; before the port stands an address such as 0.0.0.0 or [::1], no name."
        ) from error


def _parse_discord_address(text: str) -> str | None:
    if not text:
        return None
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise SettingsError(f"LONGTABLE_DISCORD is {text!r}; it must be an address such as http://127.0.0.1:8080.")
    return text.rstrip("/")


def _parse_proxy_address(text: str) -> str | None:
    if not text:
        return None
    example = "such as http://127.0.0.1:3000"
    try:
        parts = urlsplit(text)
        is_valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # port is not a number, or brackets do not match
        is_valid = False
    if not is_valid:
        raise SettingsError(f"LONGTABLE_PROXY is {text!r}; it must be the address of a proxy, {example}.")
    if parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise SettingsError(
            f"LONGTABLE_PROXY is {text!r}; it must be the bare address of a proxy, {example}: the bot itself puts "
            "/api and the rest after it."
        )
    if parts.hostname in ("discord.com", "discordapp.com"):
        raise SettingsError("LONGTABLE_PROXY is Discord itself; leave it empty where there is no proxy.")
    return f"{parts.scheme}://{parts.netloc}"
