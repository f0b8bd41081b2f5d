"""What others see of an act, byte by byte, and the requests it caused: routes, order, sizes, times."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, Final

from playground.driver import Answer, Shown
from playground.rest import Request

Seen = dict[str, Any]
OWN: Final = ("/webhooks/", "/interactions/")  # routes of answers that only the acting user sees


class Names:
    """Replaces ids and timestamps, which differ from run to run, by counters."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        text = re.sub(r"<t:\d+(:\w)?>", "<time>", text)
        return re.sub(r"\d{16,20}", lambda m: self.found.setdefault(m[0], f"<id {len(self.found)}>"), text)


def observe_message(shown: Shown, names: Names) -> Seen:
    """A message as its reader receives it; files by hash."""
    message = shown.message
    return {
        "content": names(message.content),
        "components": names(repr(message.components)),
        "files": [(p.filename, p.alt, _file_stamp(p.data)) for p in shown.pictures],
        "attachments": [(a.filename, a.description, _file_stamp(a.data)) for a in message.attachments],
        "pings": sorted(shown.pings),
        "silent": shown.silent,
        "edits": shown.edits,
    }


def _file_stamp(data: bytes) -> tuple[int, str]:
    return len(data), blake2b(data, digest_size=16).hexdigest()


def observe_answers(answer: Answer, names: Names) -> list[Seen]:
    return [observe_message(shown, names) for shown in answer.messages]


def observe_requests(requests: Iterable[Request], since: float) -> Seen:
    """Requests since an instant: route, status, size and seconds.

    The sizes of answers to the acting user are left out, since they may depend on that user's secrets.
    """
    public, own = [], []
    for request in requests:
        when = round(request.at - since, 3)
        if request.route.split(" ")[1].startswith(OWN):
            own.append((request.route, request.status, when))
        else:
            public.append((request.route, request.status, request.size, when))
    return {"public requests": public, "answers to whoever acted": own}


def describe_difference(what: str, before: Sequence[Any], after: Sequence[Any]) -> str:
    """The first difference between two lists of observations."""
    if len(before) != len(after):
        return f"{what}: {len(before)} became {len(after)}"
    n, (a, b) = next((n, pair) for n, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1])
    parts = [key for key in a if a[key] != b[key]] if isinstance(a, dict) else []
    told = {key: (a[key], b[key]) for key in parts}
    return f"{what} no. {n}: {parts or (a, b)} differ: {told}"
