"""Expansions, characters, districts and cards are named in their homes, and found where they are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.checks import homes, import_rules

TOWN = {
    "rules/town/__init__.py": "",
    "rules/town/data/houses.toml": "[red]\ntower = { cost = 1 }\n[blue]\nwell-house = { cost = 2 }\n",
    "rules/town/data/boards.toml": "[large]\nrows = { a = 1 }\n",
    "rules/town/houses/__init__.py": "",
    "rules/town/houses/mill.py": "class Mill:\n    key = 'mill'\n    kind = 'mill'\nRULE = Mill\n",
    "rules/town/houses/helping.py": "HELP = 1\n",
    "rules/town/expansions/__init__.py": "",
    "rules/town/expansions/dragon/__init__.py": "from .module import MODULE\n",
    "rules/town/expansions/dragon/module.py": "MODULE = 'dragon'\n",
    "rules/town/expansions/count/__init__.py": "MODULE = 'count'\n",
    "rules/town/expansions/keep.py": "CARD = 1\n",
    "rules/town/moves.py": "from typing import ClassVar\nclass Keep:\n    kind: ClassVar[str] = 'keep'\n",
}


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def test_what_has_a_room_is_found_by_listing(tmp_path: Path) -> None:
    write(tmp_path, TOWN)
    found = homes.list_key_names(tmp_path)["town"]
    assert found.keys == {"tower", "well_house", "mill", "dragon", "count", "keep"}
    assert found.words == {"keep"}


def test_the_games_have_homes() -> None:
    found = homes.list_key_names(import_rules.ROOT)
    assert {"princess", "river2"} <= found["carcassonne"].keys
    assert {"cities_knights", "merchant_fleet"} <= found["catan"].keys
    assert {"queen", "town_hall", "map_room"} <= found["citadels"].keys


@pytest.mark.parametrize(
    ("path", "line", "key"),
    [
        ("ai/town/x.py", "a = view.extras['dragon']", "dragon"),
        ("ai/town/x.py", "a = {'tower': 1}", "tower"),
        ("ai/town/x.py", "a = ('well-house',)", "well_house"),
        ("ai/town/x.py", "say('town.dragon.moved')", "dragon"),
        ("ai/town/x.py", "say(f'town.dragon.{move}')", "dragon"),
        ("ai/town/x.py", "def mill(): pass", "mill"),
        ("ai/town/x.py", "def f(mill): pass", "mill"),
        ("ai/town/x.py", "a = view.mill", "mill"),
        ("ai/town/x.py", "a = f(mill=1)", "mill"),
        ("ai/town/x.py", "a = 'count'", "count"),
        ("ai/town/x.py", "from rules.town.expansions.dragon.moves import Fly", "dragon"),
        ("ai/town/x.py", "from .expansions.count import EXTRA", "count"),
        ("ai/town/extras/mill.py", "a = 'dragon'", "dragon"),
        ("ai/x.py", "a = 'dragon'", "dragon"),
        ("ai/town/x.py", '"""The dragon; a mill."""', ""),
        ("ai/town/x.py", "a = 'dragons', 'a dragon', 'helping', 'large'", ""),
        ("ai/town/x.py", "a = cards.count('x') + count", ""),  # as lists have it
        ("ai/town/x.py", "a = keep('keep')", ""),  # a kind of move
        ("ai/town/x.py", "a = 'dragon'  # named here: saved games call it so", ""),
        ("ai/town/x.py", "from .expansions import dragon  # named here: nobody else draws it", ""),
        ("ai/town/extras/dragon.py", "from rules.town.expansions.dragon.moves import Fly; a = 'dragon'", ""),
        ("ai/town/extras/dragon/fire.py", "a = 'dragon'", ""),
        ("ai/x.py", "dragon = mill = 'count'", ""),  # no game is spoken of
    ],
)
def test_a_key_outside_its_room_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, line: str, key: str
) -> None:
    monkeypatch.setattr(import_rules, "ROOT", tmp_path)
    write(tmp_path, {**TOWN, path: f"{line}\n"})
    found = [each for each in import_rules.find_offences(tmp_path, ("ai",)) if each.startswith("ai/")]
    found = [each for each in found if "knows no game" not in each]
    assert len(found) == bool(key)
    assert all(each.startswith(f"{path}:1: {key} of town is named outside its home") for each in found)


def test_a_key_is_looked_for_in_the_layers_that_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_rules, "ROOT", tmp_path)
    layers = ("ai", "cogs", "render", "rules")
    write(tmp_path, {**TOWN, **{f"{layer}/town/x.py": "a = 'dragon'\n" for layer in layers}})
    for layer in layers:
        (found,) = import_rules.find_offences(tmp_path, (layer,))
        assert found == f"{layer}/town/x.py:1: dragon of town is named outside its home"
