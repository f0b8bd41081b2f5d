"""The files, modules, classes, programs and make targets that documents name exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tools import PROGRAMS

from .books import ROOT, files, text_of

SPAN = re.compile(r"`([^`]+)`")
SUFFIXES = "css|html|js|md|py|service|sh|sql|toml|txt|xz|yaml|yml"
PATH = re.compile(rf"(?<![\w./~<:=-])(?:[\w.@*<>-]+/)*[\w@*<>-]+(?:/|\.(?:{SUFFIXES})\b)(?![\w/*<])")
PROGRAM = re.compile(r"-m ((?:tools|playground|ai|cogs)\b[\w.]*)")
TARGET = re.compile(r"(?<![\w-])make ([a-z][a-z-]*)")
ATTRIBUTE = re.compile(r"([A-Z]\w+)\.([a-z_]\w*)(?:\(.*\))?")
INSIDE = re.compile(r"([\w/.]+\.py): (\w+)")
# Not files of the project: a library, the folder of the data, what the tutorial has its readers make, and patterns.
OTHERS = re.compile(r"discord\.py|(backups|data|out|\.venv)/.*|.*goofspiel.*|DIR/?|.*<language>.*")


def documents() -> list[Path]:
    """What people read who host or change the bot. The books of rules name no code."""
    docs = ROOT / "docs"
    return sorted(path for path in files() if path.suffix == ".md" and (path.parent == ROOT or docs in path.parents))


def code_of(text: str) -> Iterator[str]:
    """The code of a Markdown text: lines that are fenced or indented, and spans, also across the end of a line."""
    fenced, prose = False, ""
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced or (line.startswith("    ") and not prose):
            yield line
        elif line.strip() and not line.startswith("|"):
            prose += " " + line.strip()
            continue
        yield from SPAN.findall(prose)
        prose = ""
        yield from SPAN.findall(line) if line.startswith("|") else ()
    yield from SPAN.findall(prose)


@cache
def known_paths() -> frozenset[str]:
    """All files and folders of the project, from its root."""
    found = {path.name for path in ROOT.iterdir() if path.is_file()}
    for folder in top_folders():
        within = (path for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts)
        found |= {folder, *(path.relative_to(ROOT).as_posix() for path in within)}
    return frozenset(found)


@cache
def top_folders() -> frozenset[str]:
    folders = (path.name for path in ROOT.iterdir() if path.is_dir())
    return frozenset(name for name in folders if not name.startswith(".") and name not in {"__pycache__", "data"})


def path_exists(name: str) -> bool:
    """Whether the project has a path, or anywhere a file or folder of that name; `<key>` and `*` stand for anything."""
    pattern = re.escape(re.sub(r"<[^>]+>", "*", name).rstrip("/")).replace(r"\*\*/", "(?:.+/)?").replace(r"\*", "[^/]*")
    start = "" if name.split("/")[0] in top_folders() else "(?:.*/)?"
    wanted = re.compile(start + pattern)
    return any(wanted.fullmatch(path) for path in known_paths())


def module_file(name: str) -> Path | None:
    """The file of one of our modules or packages."""
    base = ROOT.joinpath(*name.split("."))
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)


def program_exists(name: str) -> bool:
    """Whether `python -m` runs it."""
    short = name.removeprefix("tools.")
    path = module_file(f"tools.{PROGRAMS[short]}" if name != short and short in PROGRAMS else name)
    return path is not None and (path.name != "__init__.py" or (path.parent / "__main__.py").is_file())


def dotted_name_exists(name: str) -> bool:
    """Whether `package.module.name` is a module of ours, or stands in one."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        if (path := module_file(".".join(parts[:end]))) is not None:
            return end == len(parts) or has_word(text_of(path), parts[end])
    return name.startswith("tools.") and program_exists(name)


def has_word(text: str, word: str) -> bool:
    return re.search(rf"\b{re.escape(word)}\b", text) is not None


def defines(text: str, name: str) -> bool:
    """Whether a module or the body of a class defines a name."""
    return re.search(rf"(?:def|class) {name}\b|^\s*(?:self\.)?{name}\b *[:=]", text, re.MULTILINE) is not None


@cache
def classes() -> dict[str, list[tuple[str, str]]]:
    """Name of a class outside the tests -> bases and body of each class that is called so."""
    found: dict[str, list[tuple[str, str]]] = {}
    pattern = re.compile(r"^class (\w+)(?:\((.*?)\))?:\n((?:[ \t]+.*\n|\n)*)", re.MULTILINE)
    for path in files():
        if path.suffix == ".py" and path.relative_to(ROOT).parts[0] != "tests":
            for name, bases, body in pattern.findall(text_of(path)):
                found.setdefault(name, []).append((bases, body))
    return found


def attribute_exists(name: str, attribute: str) -> bool:
    """Whether a class of that name, or one of its bases, has the attribute."""
    return any(
        defines(body, attribute)
        or any(attribute_exists(base, attribute) for base in re.findall(r"\w+", bases) if base != name)
        for bases, body in classes().get(name, [])
    )


def wrong_names(text: str) -> list[str]:
    """What a document names in code and the project does not have."""
    found: list[str] = []
    targets = set(re.findall(r"^([a-z-]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    dotted = re.compile(rf"(?<![\w./-])(?:{'|'.join(sorted(top_folders()))})(?:\.[A-Za-z_]\w*)+")
    for code in code_of(text):
        found += [f"make {name}" for name in TARGET.findall(code) if name not in targets]
        found += [f"-m {name}" for name in PROGRAM.findall(code) if not program_exists(name)]
        found += [name for name in PATH.findall(code) if not OTHERS.fullmatch(name) and not path_exists(name)]
        rest = PATH.sub(" ", PROGRAM.sub(" ", code))
        found += [name for name in dotted.findall(rest) if not dotted_name_exists(name)]
        if (inside := INSIDE.fullmatch(code)) and (ROOT / inside[1]).is_file():
            found += [] if defines(text_of(ROOT / inside[1]), inside[2]) else [code]
        if (parts := ATTRIBUTE.fullmatch(rest)) and not attribute_exists(parts[1], parts[2]):
            found.append(code)
    return found


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_a_document_names_exists(path: Path) -> None:
    wrong = wrong_names(text_of(path))
    assert not wrong, f"{path.relative_to(ROOT)} names what the project does not have: {', '.join(wrong)}"


WRONG = """
`service/hall.py`, `service/*/hall.py`, `hall.py`, `halls/`, `service/state/model.py: Hall`, `service.hall`,
`rules.core.Hall`, `Game.hall`, `make hall`, `python -m
tools.hall`

    python -m tools.soak.hall
"""
RIGHT = """
`service/state/model.py`, `rules/<game>/`, `rules/**/text/`, `model.py`, `service/state/model.py: Table`,
`rules.core.Game`, `Game.default_move`, `CHANGELOG.md`, `make check`, `python -m tools.selfplay`,
`data/longtable.sqlite3`,
`https://discord.com/developers/`, `1/2`

    python -m tools.play catan --seats 4
"""


def test_wrong_names_are_found() -> None:
    assert wrong_names(RIGHT) == []
    assert wrong_names(WRONG) == [
        "service/hall.py",
        "service/*/hall.py",
        "hall.py",
        "halls/",
        "service/state/model.py: Hall",
        "service.hall",
        "rules.core.Hall",
        "Game.hall",
        "make hall",
        "-m tools.hall",
        "-m tools.soak.hall",
    ]
