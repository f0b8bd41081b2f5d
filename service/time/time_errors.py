"""What cannot be read as a time, and why: reasons as keys, never sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from service.errors import ServiceError

# Every reason that `BadTime` can have: below `error.reason.` in the catalogues.
REASONS: Final = (
    "pace_form",
    "pace_unit",
    "pace_limits",
    "bank_form",
    "bank_size",
    "bank_increment",
    "quiet_form",
    "quiet_same",
    "quiet_long",
    "rest_form",
    "rest_same",
    "rest_long",
    "zone_unknown",
    "zone_many",
    "digest_form",
    "until_form",
    "until_limits",
)


class BadTime(ServiceError, ValueError):
    """Text that stands for no time: an `option_bad` with `name` (pace, or a personal setting), `value` and `reason`.

    `known`: what could be written instead. Limits are further parameters, written as one types them (`10m`, `30d`).
    """

    def __init__(self, name: str, value: str, reason: str, known: Sequence[str], **limits: Any) -> None:
        super().__init__("option_bad", name=name, value=value, reason=reason, known=list(known), **limits)
        self.reason = reason


class TooFar(ServiceError, ValueError):
    """Within `days` days there is not the time that was asked for: nearly everything is closed."""

    def __init__(self, days: int) -> None:
        super().__init__("due_far", days=days)
