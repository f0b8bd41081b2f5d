"""What a table says of its rest, and who let it rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cogs.post import rest_line
from service.state.model import LogEntry, StoredEvent, Table
from words import Voice

from .publisher_stage import stored_table

NOW = 1_800_000_000
SAY = Voice("en", ["Ann", "Ben"])


def table(**changes: Any) -> Table:
    return replace(stored_table(), **changes)


def entry(move: str, key: str, **params: object) -> LogEntry:
    return LogEntry(4, None, "table", move, (), False, (StoredEvent(key, params),), NOW, "1", 4)


def labels(shown: Table) -> list[str]:
    return [button.label for button in rest_line.rest_buttons(shown, SAY)]


def test_a_running_table_says_nothing() -> None:
    assert rest_line.describe_rest(table(), [], SAY) == ""
    assert labels(table()) == []
    assert labels(table(status="over", asked_at=NOW)) == []


def test_who_asked_for_a_pause_is_named() -> None:
    paused = table(status="paused", paused_at=NOW)
    history = [entry("pause", "table.paused", seat=0), entry("on", "table.resumed", seat=0)]
    said = rest_line.describe_rest(paused, [*history, entry("pause", "table.paused", seat=1)], SAY)
    assert said.startswith(f"**Paused** <t:{NOW}:R> by the table, as Ben asked: the clocks stand, moves stay possible.")
    assert "/game time pause" in said
    assert labels(paused) == ["Go on"]


def test_a_moderator_is_named_as_letters() -> None:
    history = [entry("pause", "table.paused_moderator", name="**Mo** <@5>")]
    said = rest_line.describe_rest(table(status="paused", paused_at=NOW), history, SAY)
    assert "by \\*\\*Mo\\*\\*" in said
    assert "\\<@5>" in said
    assert "a moderator" in said


def test_a_pause_of_which_the_log_tells_nothing() -> None:
    assert rest_line.describe_rest(table(status="paused", paused_at=NOW), [], SAY).startswith(
        f"**Paused** <t:{NOW}:R>: the"
    )


def test_a_table_where_nobody_came_asks_and_a_frozen_one_waits() -> None:
    asked = table(asked_at=NOW, moved_at=NOW - 7 * 86_400)
    assert f"something <t:{NOW - 7 * 86_400}:R>" in rest_line.describe_rest(asked, [], SAY)
    assert labels(asked) == ["Still on", "Pause", "End the game…"]
    missed = replace(asked, seats=tuple(replace(seat, missed=2) for seat in asked.seats))
    assert "The clocks stand until somebody answers." in rest_line.describe_rest(missed, [], SAY)
    frozen = replace(asked, status="frozen")
    assert rest_line.describe_rest(frozen, [], SAY).startswith("**Frozen:**")
    assert labels(frozen) == ["Go on"]


def test_each_button_does_what_it_says() -> None:
    """An old one that says the game goes on ends no pause."""
    buttons = rest_line.rest_buttons(table(asked_at=NOW), SAY)
    assert [button.id.split(":")[3] for button in buttons] == ["still", "pause", "end"]
    (resume,) = rest_line.rest_buttons(table(paused_at=NOW), SAY)
    assert resume.id.split(":")[3] == "go-on"
