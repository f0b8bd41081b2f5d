"""Who may import whom: parses every import of the project and names those that go against the arrows.

`python -m tools.import_rules` prints the offences and exits with 1 if there are any.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent

# Package -> what of ours it may import beside itself.
ARROWS: Final[dict[str, frozenset[str]]] = {
    "rules": frozenset(),
    "words": frozenset(),
    "playground": frozenset(),
    "ai": frozenset({"rules"}),
    "db": frozenset({"rules"}),
    "render": frozenset({"rules", "words"}),
    "service": frozenset({"rules", "ai", "db"}),
    "cogs": frozenset({"rules", "words", "render", "service", "db"}),
    "tools": frozenset({"rules", "words", "ai", "db", "render", "service", "cogs", "playground"}),
}
# What the rules and the words may never touch: the outside world, the clock, unkeyed luck.
STANDARD_ONLY: Final = frozenset({"rules", "words"})
NOT_IN_RULES: Final = frozenset(
    {"asyncio", "os", "random", "secrets", "socket", "sqlite3", "subprocess", "threading", "time"}
)
# Of the rules, they know the protocol and no game; but what is called after a game below `ai` plays that one.
CORE_ONLY: Final = frozenset({"db", "ai"})


def offences(root: Path = ROOT) -> Iterator[str]:
    """One sentence per forbidden import, as `file:line: what`."""
    for package, allowed in ARROWS.items():
        for path in sorted((root / package).rglob("*.py")):
            for line, module in imports(path):
                reason = _refused(package, path.relative_to(root), module, allowed)
                if reason:
                    yield f"{path.relative_to(root)}:{line}: {reason}"


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """The absolute modules a file imports, with the line; relative imports are resolved."""
    package = path.relative_to(ROOT).with_suffix("").parts if path.is_relative_to(ROOT) else ()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level]) if node.level else ""
            module = ".".join(part for part in (base, node.module or "") if part)
            yield from ((node.lineno, f"{module}.{alias.name}" if module else alias.name) for alias in node.names)


def _refused(package: str, path: Path, module: str, allowed: frozenset[str]) -> str | None:
    top = module.partition(".")[0]
    if top in ARROWS and top != package and top not in allowed:
        return f"{package} may not import {top}"
    if package in STANDARD_ONLY and top not in ARROWS and top not in sys.stdlib_module_names:
        return f"{package} imports the standard library only, not {top}"
    if package == "rules":
        if top in NOT_IN_RULES:
            return f"rules may not import {top}"
        return _across_games(path, module)
    if package in CORE_ONLY and module.startswith("rules.") and not module.startswith("rules.core"):
        own = package == "ai" and path.parts[1].removesuffix(".py") == module.split(".")[1]
        return None if own else f"{package} knows no game, so it may not import {module}"
    return None


def _across_games(path: Path, module: str) -> str | None:
    """A game imports the core and itself; an expansion its game and itself, never a sister."""
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
    """Whether it lies in an expansion, not in the package that lists them."""
    return len(module) > 4 or (len(module) == 4 and (ROOT.joinpath(*module)).is_dir())


def main() -> int:
    found = list(offences())
    for sentence in found:
        print(sentence)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
