"""Checks that code names expansions, characters, districts and progress cards in their own modules only.

Keys are found by listing `rules/`: a package that defines a `MODULE`, `RULE` or `CARD` has its key as name, and a data
file named like a folder of keys (`data/districts.toml` beside `districts/`) lists more. The home of a key is every file
or folder with that name, in any layer, below a folder of its game.

A line elsewhere that must name a key gives the reason: `# named here: saved games call it so`.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

HOLDINGS: Final = frozenset({"MODULE", "RULE", "CARD"})
EXCUSED: Final = re.compile(r"# named here: \w")
DOTTED: Final = re.compile(r"[a-z_][a-z0-9_]*(\.[a-z0-9_]*)+")
# Attributes of lists and texts (`count`), which therefore need not mean a card.
PLAIN: Final = frozenset(dir(())) | frozenset(dir(""))


@dataclass(frozen=True, slots=True)
class KeyNames:
    """The keys with a home in one game."""

    game: str
    keys: frozenset[str]
    words: frozenset[str]  # keys that are also kinds of moves

    @property
    def sure(self) -> frozenset[str]:
        """Keys that have no other meaning in any place."""
        return self.keys - self.words - PLAIN


def list_key_names(root: Path) -> Mapping[str, KeyNames]:
    """Game -> its keys."""
    found = {}
    for package in sorted((root / "rules").glob("*/__init__.py")):
        folder = package.parent
        if folder.name != "core":
            keys = frozenset((*_list_holders(folder), *_list_data_keys(folder)))
            found[folder.name] = KeyNames(folder.name, keys, frozenset(_find_foreign_kinds(folder, keys)))
    return found


def find_misplaced_keys(root: Path, path: Path, games: Mapping[str, KeyNames]) -> Iterator[tuple[int, str]]:
    """Line and sentence for every key that a file (relative to `root`) names outside its home."""
    parts = path.with_suffix("").parts
    game = next((part for part in parts if part in games), None)
    tree = ast.parse((root / path).read_text(encoding="utf-8"))
    for keys in games.values() if game is None else (games[game],):
        for line, key in _find_key_uses(tree, keys, in_game=game is not None):
            if key not in parts:
                yield line, _describe_misplaced_key(key, keys.game)


def excused_lines(path: Path) -> frozenset[int]:
    """Lines that give a reason for naming a key outside its home."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return frozenset(i for i, line in enumerate(lines, 1) if EXCUSED.search(line))


def find_misplaced_module(module: str, path: Path, games: Mapping[str, KeyNames]) -> str | None:
    """The sentence for an imported module that lies in the home of another key; None if it does not."""
    theirs, mine = module.split("."), path.with_suffix("").parts
    game = next((part for part in theirs if part in games), None)
    if game is None:
        return None
    inside = theirs[theirs.index(game) + 1 :]
    key = next((part for part in inside if part in games[game].keys and part not in mine), None)
    if key is None or (key == inside[-1] and key not in games[game].sure):  # may be a function of that name
        return None
    return _describe_misplaced_key(key, game)


def _describe_misplaced_key(key: str, game: str) -> str:
    return f"{key} of {game} is named outside its home"


# --- keys


def _list_holders(folder: Path) -> Iterator[str]:
    for package in folder.rglob("*/__init__.py"):
        if HOLDINGS.intersection(_bound_names(package)):
            yield package.parent.name
        else:
            files = (path for path in package.parent.glob("*.py") if path != package)
            yield from (path.stem for path in files if HOLDINGS.intersection(_bound_names(path)))


def _bound_names(path: Path) -> Iterator[str]:
    """The names that a module binds at top level."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)


def _list_data_keys(folder: Path) -> Iterator[str]:
    for path in folder.rglob("data/*.toml"):
        if (path.parent.parent / path.stem).is_dir():
            yield from _innermost_names(tomllib.loads(path.read_text(encoding="utf-8")))


def _innermost_names(table: Mapping[str, Any]) -> Iterator[str]:
    """The names of the innermost tables."""
    for name, row in table.items():
        if isinstance(row, dict):
            if any(isinstance(value, dict) for value in row.values()):
                yield from _innermost_names(row)
            else:
                yield name.replace("-", "_")


def _find_foreign_kinds(folder: Path, keys: frozenset[str]) -> Iterator[str]:
    """Kinds of moves and steps defined outside the home of a key of that name (`keep` of Citadels)."""
    for path in folder.rglob("*.py"):
        others = keys.difference(path.relative_to(folder).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.AnnAssign(target=ast.Name(id="kind"), value=ast.Constant(value=str(kind))) if kind in others:
                    yield kind


# --- uses


def _find_key_uses(tree: ast.AST, keys: KeyNames, in_game: bool) -> Iterator[tuple[int, str]]:
    """Line and key of each use. Outside a game's folders only texts are checked, and only for `sure` keys."""
    texts = keys.keys - keys.words if in_game else keys.sure
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value.replace("-", "_")
            if text in texts:
                yield node.lineno, text
            elif DOTTED.fullmatch(text):
                yield from ((node.lineno, part) for part in text.split(".") if part in texts)
        elif in_game:
            yield from ((line, name) for line, name in _list_identifiers(node) if name in keys.sure)


def _list_identifiers(node: ast.AST) -> Iterator[tuple[int, str]]:
    match node:
        case ast.Name():
            yield node.lineno, node.id
        case ast.Attribute():
            yield node.lineno, node.attr
        case ast.arg():
            yield node.lineno, node.arg
        case ast.keyword() if node.arg:
            yield node.value.lineno, node.arg
        case ast.FunctionDef():
            yield node.lineno, node.name
