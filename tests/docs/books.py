"""Reads the books of rules, and what the files of the project cite of them."""

from __future__ import annotations

import io
import os
import re
import tokenize
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
BOOKS: Final = tuple(sorted(path.stem for path in (ROOT / "docs" / "rules").glob("*.md")))
TEXTS: Final = frozenset({".py", ".md", ".toml", ".game", ".sql", ".yml", ".yaml", ".txt"})

_HEADING: Final = re.compile(r"(#+) (\d+(?:\.\d+)?)?\.?(?: |$)(.*)")
_CODE: Final = re.compile(r"(?:\| )?([A-Z]\d+)(?: \||\. )")
_ITEM: Final = re.compile(r"(?:\| (\d+[a-z]?) \||\s{0,3}(\d+)\. )")
_LETTER: Final = re.compile(r"\*\*([A-Z])\. ")
_NUMBERED: Final = re.compile(r"(?<![\w.])(\d{1,2}\.\d{1,2})(?![\w]|\.\d)")
_CODED: Final = re.compile(r"(?<![\w.`])([A-Z]\d{1,3})(?!\w|\.\w)")
_CITED: Final = re.compile(rf"\b({'|'.join(BOOKS)})\.md\b`?")
_NEXT: Final = re.compile(
    r"(?:[\s,;–-]|and\b|to\b)*"
    r"(?:(?P<section>\d{1,2}(?:\.\d{1,2})?)(?!\w|\.\d)"
    r"|(?P<code>[A-Z]\d{1,3})(?!\w)"
    r"|no\. (?P<items>\d+[a-z]?(?: and \d+[a-z]?)*)"
    r"|case (?P<case>\d+)|example (?P<example>[A-Z])\b)"
)
_MARKS: Final = re.compile(r"test_((?:(?:[A-Z]\d+|case_\d+|example_[a-z])_)+)")
_MARK: Final = re.compile(r"[A-Z]\d+|case_\d+|example_[a-z]")


@dataclass(frozen=True, slots=True)
class Book:
    """What can be cited of a book, and what of it wants a test."""

    sections: Mapping[str, frozenset[str]]  # number of a section -> numbers of its items
    codes: frozenset[str]  # as they are cited: a letter with a number, "case 56", "example F"
    tested: tuple[str, ...]  # worked examples and tricky cases, in the spelling of `codes`

    @property
    def letters(self) -> frozenset[str]:
        """The first letters of its codes."""
        return frozenset(code[0] for code in self.codes if code[0].isupper())

    def has(self, section: str, item: str = "") -> bool:
        """Whether there is such a section, or item in it. `4.2` is also item 2 of a section 4 that has no parts."""
        if item:
            return item in self.sections.get(section, ())
        if section in self.sections:
            return True
        above, _, below = section.partition(".")
        return bool(below) and below in self.sections.get(above, ()) and f"{above}.1" not in self.sections


def book(text: str) -> Book:
    """Read a book."""
    sections: dict[str, set[str]] = {}
    codes: list[str] = []
    tested: list[str] = []
    here, kind = "", ""
    for line in unfenced(text):
        if heading := _HEADING.match(line):
            if heading[2]:
                here = heading[2]
                sections[here] = set()
            if len(heading[1]) == 2:
                kind = next((word for word in ("Worked examples", "Tricky cases") if heading[3].startswith(word)), "")
            continue
        name = ""
        if found := _CODE.match(line):
            name = found[1]
        elif found := _ITEM.match(line):
            sections.setdefault(here, set()).add(found[1] or found[2])
            name = f"case {found[1] or found[2]}" if kind == "Tricky cases" else ""
        elif kind == "Worked examples" and (found := _LETTER.match(line)):
            name = f"example {found[1]}"
        if name:
            codes.append(name)
            if kind:
                tested.append(name)
    return Book({key: frozenset(items) for key, items in sections.items()}, frozenset(codes), tuple(tested))


@cache
def shelf() -> Mapping[str, Book]:
    """The books of the project."""
    return {name: book((ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")) for name in BOOKS}


@cache
def listed() -> frozenset[str]:
    """The codes that stand in no book: those of docs/codes.md."""
    text = (ROOT / "docs" / "codes.md").read_text(encoding="utf-8")
    return frozenset(found[1] for line in text.splitlines() if (found := _CODE.match(line)))


@cache
def files() -> tuple[Path, ...]:
    """All texts of the project."""
    found: list[Path] = []
    for folder, inner, names in os.walk(ROOT):
        inner[:] = sorted(name for name in inner if not name.startswith(".") and name != "__pycache__")
        found += [Path(folder, name) for name in sorted(names) if Path(name).suffix in TEXTS or name == "Makefile"]
    return tuple(found)


@cache
def text_of(path: Path) -> str:
    """A file, read once."""
    return path.read_text(encoding="utf-8")


def unfenced(text: str) -> Iterator[str]:
    """The lines of a Markdown text that are not code."""
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield line


@cache
def remarks(path: Path) -> tuple[tuple[int, str], ...]:
    """Comments and docstrings of a Python file, or the lines of another one, each with the line it begins at."""
    if path.suffix == ".py":
        return tuple(_python(text_of(path)))
    lines = enumerate(text_of(path).splitlines(), 1)
    return tuple((number, line) for number, line in lines if path.suffix == ".md" or "#" in line)


def _python(text: str) -> Iterator[tuple[int, str]]:
    begun, said, last = 0, "", -1  # comments on consecutive lines are one remark
    starts = True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            alone = token.line.strip().startswith("#")
            if alone and token.start[0] == last + 1:
                said += "\n" + token.string.lstrip("# ")
            else:
                if said:
                    yield begun, said
                begun, said = token.start[0], token.string
            last = token.start[0] if alone else -1
        elif token.type == tokenize.STRING and starts:
            yield token.start[0], token.string
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            starts = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)
    if said:
        yield begun, said


def wrong(remark: str, own: str = "") -> list[str]:
    """What a remark cites and no book has. `own`: the book that it stands in itself."""
    found: list[str] = []
    parts = list(_CITED.finditer(remark))
    before = remark[: parts[0].start()] if parts else remark
    found += _loose(before, own)
    for index, part in enumerate(parts):
        end = parts[index + 1].start() if index + 1 < len(parts) else len(remark)
        found += _cited(part[1], remark[part.end() : end])
    return found


def _cited(name: str, text: str) -> list[str]:
    """The numbers right behind the name of a book, then whatever looks like one of its numbers."""
    here = shelf()[name]
    found: list[str] = []
    section, at = "", 0
    while step := _NEXT.match(text, at):
        at = step.end()
        if step["section"]:
            section = step["section"]
            found += [] if here.has(section) else [f"{name}.md {section}"]
        elif step["items"]:
            missing = [item for item in step["items"].split(" and ") if not here.has(section, item)]
            found += [f"{name}.md {section} no. {item}" for item in missing]
        else:
            code = step["code"] or (f"case {step['case']}" if step["case"] else f"example {step['example']}")
            found += [] if code in here.codes else [f"{name}.md {code}"]
    return found + _loose(text[at:], name)


def _loose(text: str, name: str) -> list[str]:
    """Numbers in a text about a book."""
    text = re.sub(r"`[^`]*`", "", text)
    if not name:
        return []
    here = shelf()[name]
    found = [f"{name}.md {number}" for number in _NUMBERED.findall(text) if not here.has(number)]
    return found + [
        f"{name}.md {code}" for code in _CODED.findall(text) if code[0] in here.letters and code not in here.codes
    ]


def bare(remark: str, letters: Collection[str]) -> list[str]:
    """Codes of these letters that come before the name of any book, and are not among those of docs/codes.md."""
    cited = _CITED.search(remark)
    text = re.sub(r"`[^`]*`", "", remark[: cited.start()] if cited else remark)
    return [code for code in _CODED.findall(text) if code[0] in letters and code not in listed()]


def marks(name: str) -> list[str]:
    """The numbers that a test bears in its name, as books spell them."""
    begins = _MARKS.match(name)
    return [] if begins is None else [_spelled(mark) for mark in _MARK.findall(begins[1])]


def _spelled(mark: str) -> str:
    kind, _, number = mark.partition("_")
    if kind == "example":
        return f"example {number.upper()}"
    return f"case {int(number)}" if kind == "case" else f"{mark[0]}{int(mark[1:])}"


def numbered(folder: Path) -> Iterator[tuple[Path, str]]:
    """The tests below a folder, with their files."""
    for path in files():
        if path.name.startswith("test_") and path.suffix == ".py" and folder in path.parents:
            for name in re.findall(r"^(?:async )?def (test_\w+)", text_of(path), re.MULTILINE):
                yield path, name
