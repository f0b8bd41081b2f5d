"""A character or a district is named in its own file; the rest of the rules asks whoever is there."""

from __future__ import annotations

import re
from pathlib import Path

import rules.citadels
from rules.citadels.cards import BASE_CAST, BONUS_PURPLES, CHARACTERS, DISTRICTS, PURPLE
from rules.citadels.game import KIND
from rules.citadels.hooks import ROLES, RULES

PACKAGE = Path(rules.citadels.__file__).parent
CHOICES = "options.py"  # what can be chosen has to be named


def test_every_character_and_every_purple_district_has_its_own_file() -> None:
    assert {path.stem for path in (PACKAGE / "characters").glob("[a-z]*.py")} == set(CHARACTERS) == set(ROLES)
    purples = {key for key, card in DISTRICTS.items() if card.colour == PURPLE}
    assert {path.stem for path in (PACKAGE / "districts").glob("[a-z]*.py")} == purples
    assert {key for key, rule in RULES.items() if rule.key} == purples
    assert set(KIND.modules) == set(BONUS_PURPLES)


def test_nobody_asks_which_one_it_is() -> None:
    special = {*CHARACTERS, *(key for key, rule in RULES.items() if rule.key)}
    named = {
        (path.name, word)
        for path in PACKAGE.glob("*.py")
        if path.name != CHOICES
        for word in re.findall(r'"([a-z_]+)"', path.read_text(encoding="utf-8"))
        if word in special
    }
    assert named - {("draft.py", "keep"), ("decisions.py", "keep"), ("moves.py", "keep")} == set()  # keep: the verb


def test_the_cards_are_those_of_the_box() -> None:
    counts = {
        c: sum(d.count for d in DISTRICTS.values() if d.colour == c and not d.bonus)
        for c in ("yellow", "blue", "green", "red", PURPLE)
    }
    assert counts == {"yellow": 12, "blue": 11, "green": 20, "red": 11, PURPLE: 12}
    assert sum(d.count for d in DISTRICTS.values() if not d.bonus) == 66
    assert sorted(CHARACTERS[c].rank for c in BASE_CAST) == list(range(1, 9))
    assert {c.rank for c in CHARACTERS.values() if c.bonus} == set(range(1, 10))
