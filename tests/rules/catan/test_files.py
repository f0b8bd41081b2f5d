"""A module is named in its own package; the rest of the rules asks whoever plays."""

from __future__ import annotations

import re
from pathlib import Path
from types import FunctionType

import rules.catan
from rules.catan.expansion import Expansion
from rules.catan.expansions import catan_modules
from rules.catan.game import KIND, CatanGame
from rules.core import Choices

PACKAGE = Path(rules.catan.__file__).parent


def test_nobody_asks_which_module_plays() -> None:
    named = {
        (path.name, key)
        for path in PACKAGE.glob("*.py")
        for key in catan_modules()
        if re.search(rf"\b{key}\b", path.read_text(encoding="utf-8"))
    }
    assert named == set()
    assert tuple(catan_modules()) == KIND.modules


def test_every_question_of_a_module_reaches_it() -> None:
    questions = {name for name, value in vars(Expansion).items() if isinstance(value, FunctionType)}
    assert questions <= vars(CatanGame(Choices(KIND.modules)).hooks).keys()


def test_every_action_has_its_own_kinds_of_moves() -> None:
    for choices in KIND.presets.values():
        game = KIND.make(choices)
        kinds = [move.kind for move in game.moves.values()]
        assert len(kinds) == len(set(kinds))
        for kind, move in game.moves.items():
            group = move.group
            assert kind == move.kind
            assert group is None or kind.startswith(f"{group}-")
