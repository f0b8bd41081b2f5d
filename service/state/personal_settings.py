"""Personal settings: values, parsing, defaults."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rules.core import registry as games

from ..errors import ServiceError
from ..time import hours, zones
from ..time.typed import format_time_of_day
from ..time.user_hours import DIGEST, PING, QUIET, REMINDERS, REST, UTC, ZONE, parse_digest_time
from ..time.vacation import AUTO
from . import standing_answers

LANGUAGE = "language"
TABLES = "table"  # the language of the table, the server, or the user's Discord client
TIPS = "tips"
RATING = "rating"
HOURS = (ZONE, QUIET, REST, DIGEST)  # settings about hours


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting. `reader` parses text at a given time into the stored value, or raises BadTime."""

    key: str
    values: tuple[str, ...]  # default first; for text: suggestions
    reader: Callable[[str, int], str] | None = None

    @property
    def default(self) -> str:
        return self.values[0]

    @property
    def is_typed(self) -> bool:
        """Whether values are typed."""
        return self.reader is not None

    def parse_value(self, text: str, at: int) -> str:
        """Parse a value. ServiceError `option_bad`; BadTime."""
        if self.reader is not None:
            return self.reader(text, at)
        if text not in self.values:
            raise ServiceError("option_bad", name=self.key, value=text, reason="unknown", known=list(self.values))
        return text


def list_settings() -> Mapping[str, Setting]:
    """The settings by name, in the order in which they are shown."""
    return _build_settings(
        tuple(
            (tuple(kind.answers_for_all_tables), tuple(kind.answers_given_by_default))
            for kind in games.game_types().values()
        )
    )


@lru_cache(maxsize=8)  # asked several times in each act; other games are known in tests alone
def _build_settings(answers: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]) -> Mapping[str, Setting]:
    """`answers`: of each game the standing answers that everybody may set, and those that are on by default."""
    keys = [key for personal, _ in answers for key in personal]
    found = [
        Setting(PING, ("mention", "dm", "both", "digest", "off")),
        Setting(REMINDERS, ("all", "due", "off")),
        Setting(ZONE, (UTC,), zones.parse_zone),
        Setting(QUIET, ("off", "22:00-07:00", "23:00-08:00"), _parse_quiet_setting),
        Setting(REST, ("off", "Fri 16:00-Sat 20:00", "Sun 00:00-Mon 00:00"), _parse_rest_setting),
        Setting(DIGEST, ("08:00", "12:00", "18:00"), _parse_digest_setting),
        Setting(AUTO, (standing_answers.OFF, standing_answers.ON)),
    ]
    for key in keys:
        default = standing_answers.default_answer(key)
        other = standing_answers.OFF if default == standing_answers.ON else standing_answers.ON
        found.append(Setting(key, (default, other)))
    found += [Setting(key, (standing_answers.ON, standing_answers.OFF)) for key in (RATING, TIPS)]
    found.append(Setting(LANGUAGE, (TABLES,), _parse_language_code))
    return {one.key: one for one in found}


def require_setting(name: str) -> Setting:
    """The setting of that name. ServiceError `option_bad`."""
    found = list_settings().get(name)
    if found is None:
        raise ServiceError("option_bad", name="setting", value=name, reason="unknown", known=list(list_settings()))
    return found


def parse_chosen_settings(chosen: Mapping[str, str], at: int) -> dict[str, str | None]:
    """Parse several settings; None: the default. ServiceError `option_bad`; BadTime."""
    parsed = {}
    for name, text in chosen.items():
        setting = require_setting(name)
        value = setting.parse_value(text, at)
        parsed[name] = None if value == setting.default else value
    return parsed


def _parse_language_code(text: str, _: int) -> str:
    """Any language code; the catalogues know which exist."""
    language = text.strip().casefold()
    if language != TABLES and not re.fullmatch("[a-z]{2,3}", language):
        raise ServiceError("option_bad", name=LANGUAGE, value=text, reason="language", known=[TABLES])
    return language


def _parse_quiet_setting(text: str, _: int) -> str:
    return str(hours.parse_quiet_hours(text) or "off")


def _parse_rest_setting(text: str, _: int) -> str:
    return str(hours.parse_weekly_rest(text) or "off")


def _parse_digest_setting(text: str, _: int) -> str:
    return format_time_of_day(parse_digest_time(text))
