"""How long a decision may take: a time for every stretch, or a bank for the whole game with an increment for each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from .folding import fold_text
from .time_errors import BadTime
from .typed import DAY, HOUR, MINUTE, OFF, UNITS, format_duration, parse_duration

SHORTEST: Final = 10 * MINUTE
LONGEST: Final = 30 * DAY
SIZES: Final = (HOUR, 30 * DAY)  # least and most of a bank
INCREMENTS: Final = (10 * MINUTE, 7 * DAY)

NAMED: Final = ("24h", "12h", "48h", "72h", "7d", "10m", "none")  # what is offered first, the default at the head
USUAL: Final = NAMED[0]  # of a table for which nobody chose one
BANKS: Final = ("bank:3d+12h", "bank:1d+6h", "bank:7d+24h")
OFFERED: Final = 25  # completions that Discord takes

_HOURS_TO: Final = 4  # days: up to three are written as hours, as the named paces are
_BANK: Final = re.compile(r"(?:bank\s*[:=]?\s*)?([^+]*)\+([^+]*)")
_LIVE: Final = HOUR
_LONG: Final = 7 * DAY
_UNHURRIED: Final = (24 * HOUR, 72 * HOUR, 7 * DAY)


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds that each stretch may take, and of the bank of each seat; written as `24h`, `bank:3d+12h`, `none`.

    With a bank, `each` is the increment. `each` None: nobody is ever late.
    """

    each: int | None
    bank: int | None = None

    def __str__(self) -> str:
        if self.each is None:
            return "none"
        if self.bank is None:
            return format_duration(self.each, days_from=_HOURS_TO)
        return f"bank:{format_duration(self.bank)}+{format_duration(self.each, days_from=2)}"


NEVER: Final = Pace(None)


def parse_pace(text: str) -> Pace:
    """The pace that somebody typed: `24h`, `2 days`, `1d12h`, `bank:3d+12h`, `3d + 12h`, `none`.

    BadTime: `pace_form`, `pace_unit` (a number alone), `pace_limits` (least, most), `bank_form`, `bank_size`,
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
    _require_within_limits("bank_size", text, size, SIZES, BANKS)
    _require_within_limits("bank_increment", text, each, INCREMENTS, BANKS)
    return Pace(each, size)


def _require_within_limits(
    reason: str, text: str, seconds: int, limits: tuple[int, int], known: tuple[str, ...]
) -> None:
    least, most = limits
    if not least <= seconds <= most:
        raise BadTime("pace", text, reason, known, least=format_duration(least), most=format_duration(most))


def suggest_paces(typed: str) -> list[str]:
    """What the text may become, in canonical writing, the best first, at most 25; empty: nothing that is a pace."""
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
    """The text as a duration: as it is, else a number with its unit put behind, or the unit written to its end."""
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
    """Seconds that a stretch may take; None: as long as it likes.

    `bank_left`: seconds in the bank of the seat; None: nothing was taken from it yet. The first decision of a seat has
    half of it all, so that who never comes does not hold the table; the bank itself is not halved.
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
    """Seconds in the bank after a stretch that took `used`: at most its size, at least nothing; None: there is no bank.

    The first decision counts like the others here.
    """
    if pace.each is None or pace.bank is None:
        return None
    return max(0, min(pace.bank, pace.each + _bank_before_turn(pace, bank_left) - used))


def reminder_times(allowance: int | None) -> tuple[int, ...]:
    """Seconds of a stretch after which somebody is reminded. With an allowance the last is the due time itself.

    Half and four fifths; of a live game only half; of a week or more three and six sevenths, so that days are whole.
    """
    if allowance is None:
        return _UNHURRIED
    if allowance <= _LIVE:
        return allowance // 2, allowance
    if allowance >= _LONG:
        return allowance * 3 // 7, allowance * 6 // 7, allowance
    return allowance // 2, allowance * 4 // 5, allowance
