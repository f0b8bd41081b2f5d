"""Discord's API errors: HTTP status, numeric code and, for invalid bodies, the problem at each path."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Problem(NamedTuple):
    """One invalid field of a request body: its path, Discord's error name, a sentence."""

    where: str
    code: str
    words: str


@dataclass(slots=True)
class ApiError(Exception):
    status: int
    code: int
    words: str
    problems: tuple[Problem, ...] = ()
    headers: dict[str, str] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        lines = "".join(f"; {problem.where}: {problem.words}" for problem in self.problems)
        return f"{self.status} {self.code} {self.words}{lines}"

    def body(self) -> dict[str, Any]:
        out: dict[str, Any] = {"message": self.words, "code": self.code, **self.extra}
        if self.problems:
            out["errors"] = nest_problems(self.problems)
        return out


def nest_problems(problems: Iterable[Problem]) -> dict[str, Any]:
    """The nested form in which Discord reports problems: one level per part of the path, `_errors` at the leaf."""
    root: dict[str, Any] = {}
    for problem in problems:
        node = root
        for part in problem.where.split(".") if problem.where else ():
            node = node.setdefault(part, {})
        node.setdefault("_errors", []).append({"code": problem.code, "message": problem.words})
    return root


def bad_form(problems: Iterable[Problem]) -> ApiError:
    return ApiError(400, 50035, "Invalid Form Body", tuple(problems))


def unauthorized() -> ApiError:
    return ApiError(401, 0, "401: Unauthorized")


def unknown_route() -> ApiError:
    return ApiError(404, 0, "404: Not Found")


def unknown_channel() -> ApiError:
    return ApiError(404, 10003, "Unknown Channel")


def unknown_guild() -> ApiError:
    return ApiError(404, 10004, "Unknown Guild")


def unknown_member() -> ApiError:
    return ApiError(404, 10007, "Unknown Member")


def unknown_message() -> ApiError:
    return ApiError(404, 10008, "Unknown Message")


def unknown_user() -> ApiError:
    return ApiError(404, 10013, "Unknown User")


def unknown_webhook() -> ApiError:
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    return ApiError(404, 10062, "Unknown interaction")


def unknown_command() -> ApiError:
    return ApiError(404, 10063, "Unknown application command")


def old_edits_used_up() -> ApiError:
    words = "Maximum number of edits to messages older than 1 hour reached. Try again later"
    return ApiError(429, 30046, words, extra={"retry_after": 0.2, "global": False})


def already_answered() -> ApiError:
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def too_large() -> ApiError:
    return ApiError(413, 40005, "Request entity too large")


def no_access() -> ApiError:
    return ApiError(403, 50001, "Missing Access")


def foreign_message() -> ApiError:
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    return ApiError(400, 50006, "Cannot send an empty message")


def closed_dms() -> ApiError:
    return ApiError(403, 50007, "Cannot send messages to this user")


def no_mutual_server() -> ApiError:
    return ApiError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")


def no_permission() -> ApiError:
    return ApiError(403, 50013, "Missing Permissions")


def dead_token() -> ApiError:
    return ApiError(401, 50027, "Invalid Webhook Token")


def thread_archived() -> ApiError:
    return ApiError(400, 50083, "Thread is archived")


def thread_exists() -> ApiError:
    return ApiError(400, 160004, "A thread has already been created for this message")
