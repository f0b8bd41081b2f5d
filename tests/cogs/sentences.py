"""What is told of entries of a log, sentence by sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cogs.games import Face
from cogs.screen import event_text
from service.state.model import LogEntry, StoredEvent
from words import Voice


def told(
    face: Face[Any], entries: Sequence[LogEntry], say: Voice, leave_out: Callable[[StoredEvent], bool] = lambda _: False
) -> list[str]:
    """A sentence for each event that everybody may know, joined as the face joins them."""
    known = [e for entry in entries for e in entry.events if e.seats is None and e.key not in face.omitted_keys]
    joined = face.join_events([event for event in known if not leave_out(event)])
    return [said for event in joined if (said := event_text.describe_event(event, say))]
