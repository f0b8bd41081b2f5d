"""Checks which package imports which, and where keys are named: `python -m tools.import_rules`.

Prints imports against `ARROWS` and keys of expansions, characters, districts and cards outside their homes
(`tools/checks/homes.py`). Exit status: 1 if there are any.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final

from . import homes
from .import_cycles import find_import_cycles

ROOT: Final = Path(__file__).resolve().parents[2]

# Package -> project packages it may import, besides itself and its parts. A part with its own line (a folder or file,
# such as `cogs.screen`) imports what its package may import from elsewhere and, of its package, what its line lists.
# Other modules of the package may import all of its parts, but no part may import them.
ARROWS: Final[dict[str, frozenset[str]]] = {
    "rules": frozenset(),
    "words": frozenset(),
    "playground": frozenset(),
    "ai": frozenset({"rules"}),
    "db": frozenset({"rules"}),
    "render": frozenset({"rules", "words"}),
    "service": frozenset({"rules", "ai", "db"}),
    "service.errors": frozenset(),
    "service.time": frozenset({"service.errors"}),
    "service.state": frozenset({"service.errors", "service.time"}),
    "service.store": frozenset({"service.errors", "service.time", "service.state"}),
    "service.play": frozenset({"service.errors", "service.time", "service.state", "service.store"}),
    "service.seats": frozenset({"service.errors", "service.time", "service.state", "service.store", "service.play"}),
    "service.machines": frozenset({"service.errors", "service.time", "service.state", "service.store", "service.play"}),
    "service.people": frozenset(
        {"service.errors", "service.time", "service.state", "service.store", "service.play", "service.seats"}
    ),
    "service.archive": frozenset({"service.errors", "service.time", "service.state", "service.store"}),
    "service.jobs": frozenset(
        {
            "service.errors",
            "service.time",
            "service.state",
            "service.store",
            "service.play",
            "service.seats",
            "service.machines",
            "service.people",
            "service.archive",
        }
    ),
    "cogs": frozenset({"rules", "words", "render", "service", "db"}),
    "cogs.settings": frozenset(),
    "cogs.gateway": frozenset(),
    "cogs.screen": frozenset(),
    "cogs.choose": frozenset({"cogs.screen"}),
    "cogs.games": frozenset({"cogs.screen", "cogs.choose"}),
    "cogs.page": frozenset({"cogs.screen", "cogs.games"}),
    "cogs.act": frozenset({"cogs.screen", "cogs.choose", "cogs.games"}),
    "cogs.post": frozenset({"cogs.screen", "cogs.choose", "cogs.games"}),
    "cogs.turn": frozenset({"cogs.screen", "cogs.choose", "cogs.games", "cogs.act"}),
    "cogs.look": frozenset(
        {"cogs.screen", "cogs.choose", "cogs.games", "cogs.page", "cogs.act", "cogs.post", "cogs.turn"}
    ),
    "cogs.lobby": frozenset({"cogs.screen", "cogs.choose", "cogs.games", "cogs.act", "cogs.post"}),
    "cogs.past": frozenset(
        {"cogs.screen", "cogs.choose", "cogs.games", "cogs.act", "cogs.post", "cogs.turn", "cogs.look", "cogs.lobby"}
    ),
    "cogs.table": frozenset({"cogs.screen", "cogs.choose", "cogs.games", "cogs.act", "cogs.post", "cogs.lobby"}),
    "cogs.seat": frozenset(
        {"cogs.screen", "cogs.choose", "cogs.games", "cogs.act", "cogs.post", "cogs.turn", "cogs.look"}
    ),
    "cogs.learn": frozenset({"cogs.screen", "cogs.games", "cogs.act", "cogs.post", "cogs.lobby"}),
    "hosting": frozenset({"db", "service", "cogs"}),
    "tools": frozenset({"hosting", "rules", "words", "ai", "db", "render", "service", "cogs", "playground"}),
}
# Packages of single games: only they themselves import their modules.
GAME_FACES: Final = tuple(
    f"cogs.games.{found.parent.name}" for found in (ROOT / "cogs" / "games").glob("*/__init__.py")
)
ARROWS.update({name: frozenset({"cogs.screen", "cogs.games.app", "cogs.games", "cogs.choose"}) for name in GAME_FACES})
# Modules forbidden in `rules`: the outside world, the clock, unkeyed luck.
STANDARD_ONLY: Final = frozenset({"rules", "words"})
NOT_IN_RULES: Final = frozenset(
    {"asyncio", "os", "random", "secrets", "socket", "sqlite3", "subprocess", "threading", "time"}
)
# These import `rules.core` and no game, except that a folder of `ai` named after a game imports that game.
CORE_ONLY: Final = frozenset({"db", "ai"})


# Layers in which keys may only be named in their homes (`tools/checks/homes.py`).
CHECKED: Final = frozenset({"ai", "cogs", "render", "rules"})


def find_offences(root: Path = ROOT, checked: Collection[str] | None = None) -> Iterator[str]:
    """One sentence per forbidden import or name, as `file:line: reason`."""
    games = homes.list_key_names(root)
    for layer in (package for package in ARROWS if "." not in package):
        for file in sorted((root / layer).rglob("*.py")):
            path = file.relative_to(root)
            found = _find_file_offences(root, path, games if layer in (CHECKED if checked is None else checked) else {})
            for line, reason in sorted(set(found)):
                yield f"{path}:{line}: {reason}"


def _find_file_offences(root: Path, path: Path, games: Mapping[str, homes.KeyNames]) -> Iterator[tuple[int, str]]:
    """Line and sentence of each offence of a file; `games` are the keys to check."""
    excused = homes.excused_lines(root / path)
    yield from ((line, reason) for line, reason in homes.find_misplaced_keys(root, path, games) if line not in excused)
    for line, module in list_imports(root / path):
        reason = _explain_refused_import(path.parts[0], path, module)
        if reason is None and line not in excused:
            reason = homes.find_misplaced_module(module, path, games)
        if reason:
            yield line, reason


def list_imports(path: Path) -> Iterator[tuple[int, str]]:
    """The absolute modules a file imports, with the line; relative imports are resolved."""
    package = path.relative_to(ROOT).with_suffix("").parts if path.is_relative_to(ROOT) else ()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level]) if node.level else ""
            module = ".".join(part for part in (base, node.module or "") if part)
            yield from ((node.lineno, f"{module}.{alias.name}" if module else alias.name) for alias in node.names)


def _explain_refused_import(package: str, path: Path, module: str) -> str | None:
    top = module.partition(".")[0]
    mine, theirs = _innermost_layer(".".join(path.with_suffix("").parts)), _innermost_layer(module)
    if mine and theirs and not _may_import(mine, theirs):
        return f"{mine} may not import {theirs}"
    if theirs in GAME_FACES and mine != theirs:
        return f"no game is named outside its folder: {module}"
    if package in STANDARD_ONLY and top not in ARROWS and top not in sys.stdlib_module_names:
        return f"{package} imports the standard library only, not {top}"
    if package == "rules":
        if top in NOT_IN_RULES:
            return f"rules may not import {top}"
        return _explain_game_crossing(path, module)
    if package in CORE_ONLY and module.startswith("rules.") and not module.startswith("rules.core"):
        own = package == "ai" and path.parts[1].removesuffix(".py") == module.split(".")[1]
        return None if own else f"{package} knows no game, so it may not import {module}"
    return None


def _innermost_layer(module: str) -> str:
    """The innermost entry of `ARROWS` that contains a module; empty for foreign modules."""
    return next((name for name in _module_and_parents(module) if name in ARROWS), "")


def _module_and_parents(module: str) -> list[str]:
    """A module and its parent packages, innermost first."""
    parts = module.split(".")
    return [".".join(parts[:n]) for n in range(len(parts), 0, -1)]


def _may_import(mine: str, theirs: str) -> bool:
    """Whether one entry of `ARROWS` may import another."""
    if mine in _module_and_parents(theirs):
        return True
    outer = _module_and_parents(mine)
    return any(name in ARROWS[place] for place in outer if place in ARROWS for name in _module_and_parents(theirs))


def _explain_game_crossing(path: Path, module: str) -> str | None:
    """The reason if a game imports another game, or an expansion another expansion; None if not."""
    mine, theirs = path.parts, module.split(".")
    if theirs[0] != "rules" or len(theirs) < 2 or theirs[1] == "core":
        return None
    if mine[1] != theirs[1] and mine[1] != "core":
        return f"{mine[1]} may not import {theirs[1]}"
    if mine[1] == "core" and len(theirs) > 1 and theirs[1] != "core":
        return "the core knows no game"
    if theirs[2:3] == ["expansions"] and _is_expansion(theirs):
        if mine[2:3] != ("expansions",):
            return f"no expansion is named outside its folder: {module}"
        if mine[3].removesuffix(".py") not in (theirs[3], "__init__"):
            return f"{mine[3]} may not import its sister {theirs[3]}"
    return None


def _is_expansion(module: list[str]) -> bool:
    """Whether the module belongs to one expansion, not to the package that lists them."""
    return len(module) > 4 or (len(module) == 4 and (ROOT.joinpath(*module)).is_dir())


def main() -> int:
    found = [*find_offences(), *find_import_cycles(ROOT, frozenset(name for name in ARROWS if "." not in name))]
    for sentence in found:
        print(sentence)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
