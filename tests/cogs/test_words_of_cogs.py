"""Every sentence that the private side says stands in the catalogues."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import cogs
from cogs.games import face_for
from cogs.look.help import TOPICS
from rules.core import Choices, registry, start_game
from service.state.personal_settings import list_settings
from words import Voice, catalogue

ROOT = Path(cogs.__file__).parent
FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py"))
SAYERS = frozenset({"say", "voice", "plain"})


def said(path: Path) -> Iterator[str]:
    """The keys that a file says outright: `say("key")`, `room.say("key")`, `voice("key")`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in SAYERS and isinstance(node.args[0].value, str):
                yield node.args[0].value


@pytest.mark.parametrize("file", FILES)
def test_every_key_has_its_sentence(file: str) -> None:
    known = catalogue().keys("en")
    assert [key for key in said(ROOT / file) if key not in known] == []


def test_behind_whom_it_calls_a_sentence_has_its_comma() -> None:
    whole = catalogue()
    called = [key for key in whole.keys("en") if key.split(".")[0] in ("ping", "remind", "call")]
    calls = {key: text for key in called if (text := whole.sentence("en", key)).startswith("{who}")}
    assert [key for key, text in calls.items() if not text.startswith("{who},")] == ["ping.for"]


def test_standing_answers_have_their_words() -> None:
    voice = Voice("en")
    found = set()
    for kind in registry.game_types().values():
        modules = Choices(kind.modules, tuple((o.key, o.values[1]) for o in kind.options if o.key == "ball_room_auto"))
        for choices, seats in ((modules, 5), (Choices(), 5)):
            game = kind.make(choices)
            found |= {(kind.family, key) for key in game.standing_answer_keys(start_game(game, seats, bytes(32)).state)}
        found |= {(kind.family, key) for key in kind.answers_for_all_tables}
    assert {"carc", "catan", "cit"} <= {family for family, _ in found}
    for family, key in sorted(found):
        assert voice.has(f"{family}.standing.{key}")
        assert voice.has(f"{family}.standing_about.{key}")
    for key in set(list_settings()) - {key for _, key in found}:
        assert voice.has(f"settings.name.{key}")
        assert voice.has(f"settings.about.{key}") or key in ("ping", "reminders", "timezone")  # their value says it all


def test_topics_tips_and_minutes_have_their_sentences() -> None:
    voice = Voice("en")
    for topic in ("play", *TOPICS):
        assert voice.has(f"help.{topic}")
        assert voice.has(f"help.name.{topic}")
    for kind in registry.game_types():
        for key in (*face_for(kind).tip_keys, *face_for(kind).short_rules_keys):
            assert len(voice(key)) < 1500
