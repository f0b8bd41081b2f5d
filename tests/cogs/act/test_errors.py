"""Every refusal that can be raised has its sentence, and the sentence finds its parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path
from string import Formatter
from types import SimpleNamespace

import pytest

from cogs.act.errors import _RULES, _example_line
from service.time import hours, pace, return_time, user_hours, zones
from service.time.time_errors import REASONS, BadTime
from tests.cogs.harness import table_of
from tests.rules.citadels.table import Table as Laid
from words import Voice, catalogue

ROOT = Path(__file__).resolve().parents[3]
RAISED = {
    "ServiceError",
    "IllegalMove",
    "UnknownMove",
    "NotYourDecision",
    "GameOver",
    "BadOption",
    "StoreError",
}
# What `cogs.act.errors` adds to every refusal at a table.
TOLD = {
    "commands",
    "host",
    "id",
    "game",
    "command",
    "task",
    "names",
    "since",
    "example",
    "kind",
    "line",
    "text",
    "type",
    "reason",
    "list",
}


def calls() -> Iterator[tuple[str, str, set[str], str]]:
    """Class, key and named parameters of every refusal in the source, and where it stands."""
    for folder in ("service", "cogs", "rules", "db"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Call) or not node.args:
                    continue
                name = node.func.id if isinstance(node.func, ast.Name) else ""
                first = node.args[0]
                if name in RAISED and isinstance(first, ast.Constant) and isinstance(first.value, str):
                    named = {k.arg for k in node.keywords if k.arg is not None}
                    yield name, first.value, named, f"{path.relative_to(ROOT)}:{node.lineno}"


def sentence_of(name: str, key: str) -> str | None:
    """The sentence said for it, in English."""
    if name == "ServiceError":
        return catalogue().find("en", f"error.{key}")
    if name == "StoreError":
        return catalogue().find("en", key)
    return catalogue().find("en", f"error.{_RULES.get(key, key)}") or catalogue().find("en", key)


def _short(value: object) -> str:
    """The same on every run, whatever the order of a set."""
    return ",".join(sorted(value)) if isinstance(value, set) else str(value)[:40]


@pytest.mark.parametrize(("name", "key", "named", "where"), list(calls()), ids=_short)
def test_a_refusal_can_be_said(name: str, key: str, named: set[str], where: str) -> None:
    sentence = sentence_of(name, key)
    assert sentence is not None, f"{where} raises {key}, which nobody can say"
    wanted = {field for _, field, _, _ in Formatter().parse(sentence) if field}
    assert wanted <= named | TOLD, f"{where}: {key} lacks {wanted - named - TOLD}"


def test_the_stale_and_the_played_are_said() -> None:
    assert catalogue().find("en", "error.stale")
    assert "{move}" in catalogue().sentence("en", "error.played")


def zone(text: str) -> str:
    return zones.parse_zone(text, 1_800_000_000)


# Something refused for each reason that a time can have.
REFUSED = {
    "pace_form": (pace.parse_pace, "soon"),
    "pace_unit": (pace.parse_pace, "24"),
    "pace_limits": (pace.parse_pace, "5m"),
    "bank_form": (pace.parse_pace, "bank:3d"),
    "bank_size": (pace.parse_pace, "bank:90d+12h"),
    "bank_increment": (pace.parse_pace, "bank:3d+30d"),
    "quiet_form": (hours.parse_quiet_hours, "night"),
    "quiet_same": (hours.parse_quiet_hours, "22:00-22:00"),
    "quiet_long": (hours.parse_quiet_hours, "10:00-22:00"),
    "rest_form": (hours.parse_weekly_rest, "sometimes"),
    "rest_same": (hours.parse_weekly_rest, "Fri 16:00-Fri 16:00"),
    "rest_long": (hours.parse_weekly_rest, "Fri 16:00-Mon 08:00"),
    "zone_unknown": (zone, "Atlantis"),
    "zone_many": (zone, "cst"),
    "digest_form": (user_hours.parse_digest_time, "soon"),
    "until_form": (lambda text: return_time.parse_return_time(text, 0, UTC), "when I am back"),
    "until_limits": (lambda text: return_time.parse_return_time(text, 0, UTC), "200d"),
}


@pytest.mark.parametrize("reason", REASONS)
def test_a_time_that_cannot_be_is_refused_with_its_reason_and_its_limits(reason: str) -> None:
    read, text = REFUSED[reason]
    with pytest.raises(BadTime) as refused:
        read(text)
    params = refused.value.params
    assert params["reason"] == reason
    say = Voice("en")
    said = say(f"error.reason.{reason}", **params)
    assert "{" not in said
    for limit in ("least", "most"):
        if limit in params:
            assert str(params[limit]) in said
    assert say.has(f"error.name.{params['name']}")


# The sentences of the design, word for word as far as they concern every game.
WORDS = {
    "not_seated": "You are not at this table. You may watch:",
    "not_your_turn": "It is not your turn: {task} is asked of {names} (asked {since}).",
    "lobby_not_seated": "Only people at this table can do that.",
    "lobby_not_host": "Only {host} can do that. The host passes on when {host} leaves.",
    "already_seated": "You already sit here as {colour}.",
    "table_full": "All {n} seats are taken. Ask {host} for another seat, or open a table in another channel.",
    "already_started": "This game has started.",
    "stale": "The table has moved on since this button was made. Here is what you may do now.",
    "played": "Already played: {move}.",
    "game_over": "This game is over.",
    "paused_lobby": "The game has not started yet. {host} starts it.",
    "wrong_game": "The table here plays {game}. Use /{command}.",
    "home_taken": (
        "This channel already has {game} #{id}. Use a thread: /{command} new where:thread, or another channel."
    ),
    "many_tables": "You sit at several tables. Choose one: {list}",
    "unknown_table": "I know no such table of yours.",
    "line_unknown": 'I cannot read "{line}". A move looks like: {example}. /game moves lists yours.',
    "kind_not_now": 'You are asked to {task} now. "{kind}" is no answer to that.',
    "token_unknown": '"{text}" is no {type}. Write it like {example}.',
    "token_ambiguous": '"{text}" could be {a} or {b}. Write it out.',
    "bot_rights": "I may not {right} in {channel}. A server admin can allow it: {permission}.",
    "undo_none": "You have made no move that could be taken back.",
    "vote_open": "A vote is already open.",
    "vote_no_say": "You have no vote here.",
    "vote_closed": "This vote is closed: {result}.",
    "option_bad": "{name} cannot be {value}: {reason}. Possible: {list}",
    "option_frozen": "The rules of a running game cannot be changed.",
    "internal": "Something went wrong on my side; nothing was lost. Number {code}.",
    "busy": "Still working; your move is safe.",
    "not_mod": "That needs the right Manage Messages here.",
    "not_manager": "That needs the right Manage Server here.",
    "only_server": "That belongs to a server: use it there, not in direct messages.",
    "resigned": "You have left this table. You may watch:",
}


@pytest.mark.parametrize("key", WORDS)
def test_the_words_of_the_refusals(key: str) -> None:
    assert catalogue().sentence("en", f"error.{key}") == WORDS[key]


@pytest.mark.parametrize(("user", "line"), [(100, "keep castle"), (101, ""), (999, "")])
def test_an_example_of_a_line_is_what_the_reader_himself_could_write(user: int, line: str) -> None:
    """What others could write tells what they hold."""
    laid = Laid(4).top("castle", "temple").call({"thief": 0}).do("cards")
    assert laid.legal == ["keep castle", "keep temple"]
    shown = table_of("citadels", laid.s, 4, waiting=(0,))
    assert _example_line(SimpleNamespace(user_id=user), shown) == line
