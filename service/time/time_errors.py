"""Errors of invalid times; reasons are sentence keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from service.errors import ServiceError

# All reasons of `BadTime`, below `error.reason.` in the catalogues.
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
    """Invalid time text: an `option_bad` with `name` (pace or setting), `value` and `reason`.

    `known`: alternatives. Limits are further parameters in typed form (`10m`, `30d`).
    """

    def __init__(self, name: str, value: str, reason: str, known: Sequence[str], **limits: Any) -> None:
        super().__init__("option_bad", name=name, value=value, reason=reason, known=list(known), **limits)
        self.reason = reason


class TooFar(ServiceError, ValueError):
    """No such open time within `days` days: nearly everything is closed."""

    def __init__(self, days: int) -> None:
        super().__init__("due_far", days=days)
