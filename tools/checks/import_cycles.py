"""Import cycles: files that import each other, directly or through others."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

LARGEST: Final = 3  # files of a cycle that exists for type checkers alone (`if TYPE_CHECKING:`)
Graph = Mapping[str, frozenset[str]]


def find_import_cycles(root: Path, packages: frozenset[str]) -> Iterator[str]:
    """One sentence per cycle: any cycle at run time, and cycles of more than `LARGEST` files for type checkers."""
    files = {_module_name(path.relative_to(root)): path for name in packages for path in (root / name).rglob("*.py")}
    imports = {
        name: set(_imported(ast.parse(path.read_text(encoding="utf-8")), name, files)) for name, path in files.items()
    }
    for runtime in (True, False):
        graph = {
            name: frozenset(module for module, checked in found if not (runtime and checked)) - {name}
            for name, found in imports.items()
        }
        for cycle in _strongly_connected(graph):
            if len(cycle) > (1 if runtime else LARGEST):
                yield f"these import each other{'' if runtime else ' for type checkers'}: {', '.join(sorted(cycle))}"


def _module_name(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _imported(tree: ast.AST, name: str, files: Mapping[str, Path], checked: bool = False) -> Iterator[tuple[str, bool]]:
    """The modules of the project that a module imports, also within functions; whether for type checkers alone."""
    package = name.split(".") if files[name].name == "__init__.py" else name.split(".")[:-1]
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                full = f"{start}.{alias.name}"
                yield from ((one, checked) for one in (full if full in files else start,) if one in files)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, checked) for alias in node.names if alias.name in files)
        elif isinstance(node, ast.stmt):
            only = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            yield from _imported(node, name, files, checked or only)


def _strongly_connected(graph: Graph) -> list[list[str]]:
    """Tarjan's algorithm, without recursion."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []
    for start in graph:
        work = [(start, iter(sorted(graph[start])))] if start not in order else []
        while work:
            name, onward = work[-1]
            if name not in order:
                order[name] = low[name] = len(order)
                stack.append(name)
            following = next(onward, None)
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == order[name]:
                    at = stack.index(name)
                    found.append(stack[at:])
                    del stack[at:]
            elif following not in order:
                work.append((following, iter(sorted(graph[following]))))
            elif following in stack:
                low[name] = min(low[name], order[following])
    return found
