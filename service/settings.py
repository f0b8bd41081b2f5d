"""The personal settings that there are: what may be chosen, how text is read, what holds for who chose nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rules.core import registry as games

from . import standing
from .errors import ServiceError
from .time import hours, zones
from .time.people import DIGEST, PING, QUIET, REMINDERS, REST, UTC, ZONE, daily
from .time.typed import clock
from .time.vacation import AUTO

LANGUAGE = "language"
TABLES = "table"  # the language of the table, of the server, or of their Discord
TIPS = "tips"
RATING = "rating"
HOURS = (ZONE, QUIET, REST, DIGEST)  # when somebody is to be left alone, and when not


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. Where it has a `reader`, that makes of text, at an instant, what is kept, or raises BadTime."""

    key: str
    values: tuple[str, ...]  # the default first; of text, what is offered
    reader: Callable[[str, int], str] | None = None

    @property
    def default(self) -> str:
        return self.values[0]

    @property
    def typed(self) -> bool:
        """Whether there are more values than can be listed."""
        return self.reader is not None

    def read(self, text: str, at: int) -> str:
        """The value that a text stands for. ServiceError `option_bad`; BadTime."""
        if self.reader is not None:
            return self.reader(text, at)
        if text not in self.values:
            raise ServiceError("option_bad", name=self.key, value=text, reason="unknown", known=list(self.values))
        return text


def known() -> Mapping[str, Setting]:
    """The settings by name, in the order in which they are shown."""
    return _known(tuple((tuple(kind.personal), tuple(kind.given)) for kind in games.kinds().values()))


@lru_cache(maxsize=8)  # asked several times in each act; other games are known in tests alone
def _known(answers: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]) -> Mapping[str, Setting]:
    """`answers`: of each game the standing answers that everybody may set, and those that are given."""
    keys = [key for personal, _ in answers for key in personal]
    found = [
        Setting(PING, ("mention", "dm", "both", "digest", "off")),
        Setting(REMINDERS, ("all", "due", "off")),
        Setting(ZONE, (UTC,), zones.parse),
        Setting(QUIET, ("off", "22:00-07:00", "23:00-08:00"), _quiet),
        Setting(REST, ("off", "Fri 16:00-Sat 20:00", "Sun 00:00-Mon 00:00"), _rest),
        Setting(DIGEST, ("08:00", "12:00", "18:00"), _digest),
        Setting(AUTO, (standing.OFF, standing.ON)),
    ]
    found += [
        Setting(key, tuple(sorted((standing.ON, standing.OFF), key=standing.default(key).__ne__))) for key in keys
    ]
    found += [Setting(key, (standing.ON, standing.OFF)) for key in (RATING, TIPS)]
    found.append(Setting(LANGUAGE, (TABLES,), _language))
    return {one.key: one for one in found}


def setting(name: str) -> Setting:
    """The setting of that name. ServiceError `option_bad`."""
    found = known().get(name)
    if found is None:
        raise ServiceError("option_bad", name="setting", value=name, reason="unknown", known=list(known()))
    return found


def read(chosen: Mapping[str, str], at: int) -> dict[str, str | None]:
    """What is kept of several settings that were chosen; None: the default. ServiceError `option_bad`; BadTime."""
    values = {name: (setting(name), setting(name).read(text, at)) for name, text in chosen.items()}
    return {name: value if value != one.default else None for name, (one, value) in values.items()}


def _language(text: str, _: int) -> str:
    """Any code of a language: which of them are spoken is known where there are words."""
    language = text.strip().casefold()
    if language != TABLES and not re.fullmatch("[a-z]{2,3}", language):
        raise ServiceError("option_bad", name=LANGUAGE, value=text, reason="language", known=[TABLES])
    return language


def _quiet(text: str, _: int) -> str:
    return str(hours.quiet(text) or "off")


def _rest(text: str, _: int) -> str:
    return str(hours.rest(text) or "off")


def _digest(text: str, _: int) -> str:
    return clock(daily(text))
