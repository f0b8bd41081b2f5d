"""Line and buttons of a table message while the clocks stand, or while all are asked whether the game goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.screen import Button, ids, naming, time_text
from service.state.model import LogEntry, StoredEvent, Table
from service.state.turn_clocks import is_deserted
from words import Voice

# Events of pausing, freezing and resuming.
REST_EVENTS: Final = frozenset(
    f"table.{key}"
    for key in ("paused", "paused_moderator", "resumed", "resumed_moderator", "frozen", "thawed", "still_on")
)


def describe_rest(table: Table, history: Sequence[LogEntry], say: Voice) -> str:
    """The line about the pause or the question; "" without one. `history`: the whole log."""
    if table.paused_at is not None:
        return _describe_pause(table, history, say, time_text.format_relative_time(table.paused_at))
    if table.status == "frozen":
        return say("rest.frozen_left" if table.has_everybody_left else "rest.frozen")
    if not table.is_open or table.asked_at is None:
        return ""
    return say(
        "rest.asked_clock" if is_deserted(table) else "rest.asked",
        since=time_text.format_relative_time(table.moved_at or 0),
    )


def is_told_by_rest_line(table: Table, history: Sequence[LogEntry], event: StoredEvent) -> bool:
    """Whether the story omits an event: the rest line tells the present pause; of past ones the last event suffices."""
    if event.key not in REST_EVENTS:
        return False
    if table.paused_at is not None or table.status == "frozen":
        return True
    events = (past_event for entry in reversed(history) if entry.kind == "table" for past_event in entry.events)
    return event is not next((past_event for past_event in events if past_event.key in REST_EVENTS), None)


def _describe_pause(table: Table, history: Sequence[LogEntry], say: Voice, since: str) -> str:
    """The line of a pause, with the user who asked for it, as the log says."""
    pauses = (entry for entry in reversed(history) if entry.kind == "table" and entry.move == "pause")
    params = next((entry.events[0].params for entry in pauses), {})
    if "name" in params:
        return say("rest.paused_moderator", since=since, name=naming.escape_markdown(str(params["name"])))
    if "seat" in params:
        return say("rest.paused", since=since, seat=params["seat"])
    return say("rest.paused_plain", since=since)


def rest_buttons(table: Table, say: Voice) -> Sequence[Button]:
    """The buttons of the rest line; [] if the table does not rest."""
    if table.paused_at is not None or table.status == "frozen":
        return [resume_button(table, say)]
    if not table.is_open or table.asked_at is None:
        return []
    return [
        Button(ids.action_custom_id(table.id, table.seq, "still"), say("button.still_on"), "green"),
        pause_button(table, say),
        Button(ids.action_custom_id(table.id, table.seq, "end"), say("button.end"), "red"),
    ]


def pause_button(table: Table, say: Voice) -> Button:
    return Button(ids.action_custom_id(table.id, table.seq, "pause"), say("button.pause"))


def resume_button(table: Table, say: Voice) -> Button:
    return Button(ids.action_custom_id(table.id, table.seq, "go-on"), say("button.go_on"), "green")
