"""Times in words: instants, spans, paces and late policies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from service.time.pace import BANKS, NAMED, parse_pace, suggest_paces
from service.time.typed import DAY, DAYS, HOUR, MINUTE
from words import Voice

OFFERED_PACES: Final = (*NAMED, *BANKS)
_WEEKDAY: Final = re.compile(rf"\b({'|'.join(DAYS)})\b")
DAYS_FROM: Final = 4  # days; shorter times are shown in hours


def format_relative_time(when: int) -> str:
    """A Unix time as Discord's relative timestamp: in 2 hours, 3 days ago."""
    return f"<t:{when}:R>"


def format_timestamp(when: int) -> str:
    """A Unix time as Discord's timestamp with date and time."""
    return f"<t:{when}:f>"


def translate_weekdays(text: str, say: Voice) -> str:
    """Stored hours (`Fri 16:00-Sat 20:00`) with weekdays in the reader's language."""
    return _WEEKDAY.sub(lambda day: say(f"time.weekday.{day[0].casefold()}"), text)


def format_date_time(wall: datetime, say: Voice) -> str:
    """Weekday, date and time, for places without timestamps, such as completions."""
    return translate_weekdays(f"{DAYS[wall.weekday()]} {wall:%Y-%m-%d %H:%M}", say)


def format_days(seconds: int, say: Voice) -> str:
    """Days, and hours if there is a rest."""
    return format_rough_span(seconds, say) if seconds else say("time.days", n=0)


def format_span(seconds: int, say: Voice, *, days_from: int = 1) -> str:
    """A span in its largest whole unit, days only from `days_from` on: `24 h`, `3 days`, `90 min`."""
    if seconds % DAY == 0 and seconds >= days_from * DAY:
        return say("time.days", n=seconds // DAY)
    if seconds % HOUR == 0:
        return say("time.short_hours", n=seconds // HOUR)
    return say("time.short_minutes", n=seconds // MINUTE)


def format_rough_span(seconds: int, say: Voice) -> str:
    """A span in its two largest units: `2 days 6 h`, `5 h`, `20 min`."""
    days, hours = seconds // DAY, seconds % DAY // HOUR
    if days:
        days_text = say("time.days", n=days)
        return say("time.and", days=days_text, hours=say("time.short_hours", n=hours)) if hours else days_text
    return say("time.short_hours", n=hours) if hours else say("time.short_minutes", n=seconds // MINUTE)


def describe_pace(text: str, say: Voice) -> str:
    """A pace in words. Raises `BadTime`."""
    pace = parse_pace(text)
    if pace.each is None:
        return say("pace.none")
    if pace.bank is None:
        return say("pace.each", each=format_span(pace.each, say, days_from=DAYS_FROM))
    return say("pace.bank", bank=format_span(pace.bank, say), each=format_span(pace.each, say, days_from=2))


def list_pace_completions(typed: str, say: Voice) -> Sequence[tuple[str, str]]:
    """Completions of a typed pace: (in words, as typed), best first."""
    return [(say("pace.offered", pace=text, said=describe_pace(text, say)), text) for text in suggest_paces(typed)]


def explain_pace(text: str, say: Voice) -> str:
    """The explanation of a pace in a select; empty if its name is enough."""
    pace = parse_pace(text)
    if pace.each is None:
        return say("pace.about_none")
    return say("pace.about_bank") if pace.bank is not None else ""


def describe_late_policy(policy: str, say: Voice) -> str:
    return say(f"late.{policy}")
