"""Time limits of decisions: per turn, or a time bank per game with an increment."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from .folding import fold_text
from .time_errors import BadTime
from .typed import DAY, HOUR, MINUTE, OFF, UNITS, format_duration, parse_duration

SHORTEST: Final = 10 * MINUTE
LONGEST: Final = 30 * DAY
BANK_LIMITS: Final = (HOUR, 30 * DAY)  # minimum and maximum of a time bank
INCREMENT_LIMITS: Final = (10 * MINUTE, 7 * DAY)

NAMED: Final = ("24h", "12h", "48h", "72h", "7d", "10m", "none")  # suggestions, the default first
USUAL: Final = NAMED[0]  # default
BANKS: Final = ("bank:3d+12h", "bank:1d+6h", "bank:7d+24h")
OFFERED: Final = 25  # Discord's limit of completions

_DAYS_FROM: Final = 4  # days: shorter durations are written in hours, as in the suggestions
_BANK: Final = re.compile(r"(?:bank\s*[:=]?\s*)?([^+]*)\+([^+]*)")
_LIVE_GAME_SECONDS: Final = HOUR
_LONG_TURN_SECONDS: Final = 7 * DAY
_REMINDERS_WITHOUT_LIMIT: Final = (24 * HOUR, 72 * HOUR, 7 * DAY)


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds per turn and in the time bank of a seat; written as `24h`, `bank:3d+12h`, `none`.

    With a bank, `each` is the increment. `each` None: no limit.
    """

    each: int | None
    bank: int | None = None

    def __str__(self) -> str:
        if self.each is None:
            return "none"
        if self.bank is None:
            return format_duration(self.each, days_from=_DAYS_FROM)
        return f"bank:{format_duration(self.bank)}+{format_duration(self.each, days_from=2)}"


NEVER: Final = Pace(None)


def parse_pace(text: str) -> Pace:
    """Parse a pace: `24h`, `2 days`, `1d12h`, `bank:3d+12h`, `3d + 12h`, `none`.

    BadTime `pace_form`, `pace_unit` (number without a unit), `pace_limits` (least, most), `bank_form`, `bank_size`,
    `bank_increment` (least, most).
    """
    line = fold_text(text)
    if line in OFF:
        return NEVER
    if line.startswith("bank") or "+" in line:
        return _parse_bank(text, line)
    each = parse_duration(line)
    if each is None:
        raise BadTime("pace", text, "pace_unit" if line.isdecimal() else "pace_form", (*NAMED, BANKS[0]))
    _require_within_limits("pace_limits", text, each, (SHORTEST, LONGEST), NAMED)
    return Pace(each)


def _parse_bank(text: str, line: str) -> Pace:
    found = _BANK.fullmatch(line)
    size, each = (parse_duration(part.strip()) for part in found.groups()) if found else (None, None)
    if size is None or each is None:
        raise BadTime("pace", text, "bank_form", BANKS)
    _require_within_limits("bank_size", text, size, BANK_LIMITS, BANKS)
    _require_within_limits("bank_increment", text, each, INCREMENT_LIMITS, BANKS)
    return Pace(each, size)


def _require_within_limits(
    reason: str, text: str, seconds: int, limits: tuple[int, int], known: tuple[str, ...]
) -> None:
    least, most = limits
    if not least <= seconds <= most:
        raise BadTime("pace", text, reason, known, least=format_duration(least), most=format_duration(most))


def suggest_paces(typed: str) -> list[str]:
    """Completions of a typed pace in canonical form, best first, at most 25; empty if it cannot be completed."""
    line = fold_text(typed)
    found = [name for name in (*NAMED, *BANKS) if name.startswith(line)]
    if line.startswith("bank") or "+" in line:
        body = line.removeprefix("bank").lstrip(" :=")
        size, plus, each = (part.strip() for part in body.partition("+"))
        increments = (
            _complete_units(each, "hmd") if plus and each else [format_duration(step, days_from=2) for step in _STEPS]
        )
        guesses = [f"bank:{whole}+{step}" for whole in _complete_units(size, "dh") for step in increments]
    else:
        guesses = _complete_units(line, "hdm")
        guesses += [f"bank:{whole}+12h" for whole in _complete_units(line, "dh")]
    found = [line, *found, *guesses]
    return list(dict.fromkeys(str(pace) for text in found if (pace := _parse_pace_or_none(text)) is not None))[:OFFERED]


_STEPS: Final = (12 * HOUR, 6 * HOUR, 24 * HOUR, HOUR)


def _complete_units(text: str, units: str) -> list[str]:
    """Complete a duration: as typed, with a unit for a bare number, or with a completed unit."""
    if parse_duration(text) is not None:
        return [text]
    if text.isdecimal():
        return [text + unit for unit in units]
    number = re.sub(r"[^\W\d_]+$", "", text)
    begun = text[len(number) :]
    return [number + word for word in UNITS if begun and word.startswith(begun)]


def _parse_pace_or_none(text: str) -> Pace | None:
    try:
        return parse_pace(text)
    except BadTime:
        return None


def turn_allowance(pace: Pace, bank_left: int | None, first: bool) -> int | None:
    """Seconds for a turn; None: unlimited.

    `bank_left`: seconds in the time bank; None: full. The first decision gets half of everything, so that absent
    players do not hold up the table; the bank itself is not halved.
    """
    if pace.each is None:
        return None
    whole = pace.each + _bank_before_turn(pace, bank_left)
    return whole // 2 if first else whole


def _bank_before_turn(pace: Pace, bank_left: int | None) -> int:
    if pace.bank is None:
        return 0
    return pace.bank if bank_left is None else bank_left


def bank_after(pace: Pace, bank_left: int | None, used: int) -> int | None:
    """The time bank after a turn that took `used` seconds, between 0 and its size; None: no bank.

    First decisions count like others.
    """
    if pace.each is None or pace.bank is None:
        return None
    return max(0, min(pace.bank, pace.each + _bank_before_turn(pace, bank_left) - used))


def reminder_times(allowance: int | None) -> tuple[int, ...]:
    """Seconds into a turn at which reminders are sent. With an allowance, the last is the due time.

    Half and four fifths; live games only half; a week or more three and six sevenths, to get whole days.
    """
    if allowance is None:
        return _REMINDERS_WITHOUT_LIMIT
    if allowance <= _LIVE_GAME_SECONDS:
        return allowance // 2, allowance
    if allowance >= _LONG_TURN_SECONDS:
        return allowance * 3 // 7, allowance * 6 // 7, allowance
    return allowance // 2, allowance * 4 // 5, allowance
