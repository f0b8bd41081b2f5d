"""Refusals of the service: a key below `error.` in the catalogues and its parameters, never a sentence."""

from __future__ import annotations

from typing import Any


class ServiceError(Exception):
    """The user may not do this now; nothing has changed."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__(key, params)
        self.key = key
        self.params: dict[str, Any] = params


class Stale(ServiceError):
    """The table has moved on since the button was posted."""

    def __init__(self) -> None:
        super().__init__("stale")


class AlreadyPlayed(ServiceError):
    """The same moves were played already."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        super().__init__("played", move="; ".join(lines))


class Damaged(ServiceError):
    """The stored rows of a table are inconsistent."""

    def __init__(self, table_id: int) -> None:
        super().__init__("damaged", id=table_id)
