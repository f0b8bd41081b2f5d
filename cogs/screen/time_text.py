"""Time in words: instants, spans, how long a decision may take, and what is done for who is late."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from service.time.pace import BANKS, NAMED, parse_pace, suggest_paces
from service.time.typed import DAY, DAYS, HOUR, MINUTE
from words import Voice

OFFERED: Final = (*NAMED, *BANKS)
_WEEKDAY: Final = re.compile(rf"\b({'|'.join(DAYS)})\b")
SAID_IN_HOURS: Final = 4  # days: up to three are told as hours, as they are written


def format_relative_time(when: int) -> str:
    """An instant in Unix seconds as everybody's own Discord shows it: in 2 hours, 3 days ago."""
    return f"<t:{when}:R>"


def format_timestamp(when: int) -> str:
    """An instant as a date with the time of day."""
    return f"<t:{when}:f>"


def translate_weekdays(text: str, say: Voice) -> str:
    """Hours as they are kept (`Fri 16:00-Sat 20:00`), with the days as the reader calls them, who may type them so."""
    return _WEEKDAY.sub(lambda day: say(f"time.weekday.{day[0].casefold()}"), text)


def format_date_time(wall: datetime, say: Voice) -> str:
    """Day, date and time where no timestamp can stand, as in completions."""
    return translate_weekdays(f"{DAYS[wall.weekday()]} {wall:%Y-%m-%d %H:%M}", say)


def format_days(seconds: int, say: Voice) -> str:
    """So many days, with hours where they are not whole ones."""
    return format_rough_span(seconds, say) if seconds else say("time.days", n=0)


def format_span(seconds: int, say: Voice, *, days_from: int = 1) -> str:
    """The time in its largest whole unit; days only from so many on: `24 h`, `3 days`, `90 min`."""
    if seconds % DAY == 0 and seconds >= days_from * DAY:
        return say("time.days", n=seconds // DAY)
    if seconds % HOUR == 0:
        return say("time.short_hours", n=seconds // HOUR)
    return say("time.short_minutes", n=seconds // MINUTE)


def format_rough_span(seconds: int, say: Voice) -> str:
    """About how much time that is, in its two largest units: `2 days 6 h`, `5 h`, `20 min`."""
    days, hours = seconds // DAY, seconds % DAY // HOUR
    if days:
        whole = say("time.days", n=days)
        return say("time.and", days=whole, hours=say("time.short_hours", n=hours)) if hours else whole
    return say("time.short_hours", n=hours) if hours else say("time.short_minutes", n=seconds // MINUTE)


def describe_pace(text: str, say: Voice) -> str:
    """A pace in words. BadTime for what is none."""
    pace = parse_pace(text)
    if pace.each is None:
        return say("pace.none")
    if pace.bank is None:
        return say("pace.each", each=format_span(pace.each, say, days_from=SAID_IN_HOURS))
    return say("pace.bank", bank=format_span(pace.bank, say), each=format_span(pace.each, say, days_from=2))


def list_pace_completions(typed: str, say: Voice) -> Sequence[tuple[str, str]]:
    """What is typed as paces: in words, and as they are written. The best first."""
    return [(say("pace.offered", pace=text, said=describe_pace(text, say)), text) for text in suggest_paces(typed)]


def explain_pace(text: str, say: Voice) -> str:
    """What a pace means, in one line of a list; empty where its name says all."""
    pace = parse_pace(text)
    if pace.each is None:
        return say("pace.about_none")
    return say("pace.about_bank") if pace.bank is not None else ""


def describe_late_policy(policy: str, say: Voice) -> str:
    return say(f"late.{policy}")
