"""What comments, docstrings, documents and tests cite is there, and what the books want tested has its test."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from .books import BOOKS, ROOT, bare, book, files, listed, marks, numbered, remarks, shelf, text_of, wrong

RULINGS = ROOT / "docs" / "rulings.md"
DOCUMENTS = {path.name for path in files() if path.suffix == ".md"}
RULING = re.compile(r"\"([^\"]+)\"")


def told(missing: Iterable[str]) -> str:
    """A list to read in a failed test."""
    return "\n".join(sorted(missing))


def at(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def own_book(path: Path) -> str:
    """The book that this file is, or the one of its game: numbers alone are read as its sections."""
    if path.suffix == ".md":
        return path.stem if path.parent.name == "rules" else ""
    return next((name for name in BOOKS if f"rules/{name}/" in path.as_posix()), "")


def rulings_named(text: str) -> list[str]:
    """The rows of docs/rulings.md that a book names: `rulings.md, "The fairy"`."""
    return [
        title for part in re.findall(r"rulings\.md, ([^);]+)", " ".join(text.split())) for title in RULING.findall(part)
    ]


def test_every_citation_leads_somewhere() -> None:
    lost = [
        f"{at(path, line)}: {cited}"
        for path in files()
        if re.search(rf"({'|'.join(BOOKS)})\.md", text_of(path)) or own_book(path)
        for line, remark in remarks(path)
        for cited in wrong(remark, own_book(path))
    ]
    assert not lost, told(lost)


def test_every_code_names_its_book_or_is_listed() -> None:
    """A code alone would be looked for in vain. Cells of Carcassonne look like codes, so its files are left out."""
    letters = {code[0] for code in listed()}.union(*(here.letters for here in shelf().values()))
    lost = [
        f"{at(path, line)}: {code}"
        for path in files()
        if path.suffix == ".py"
        and "carcassonne" not in str(path.relative_to(ROOT))
        and re.search(rf"\b[{''.join(letters)}]\d", text_of(path))
        for line, remark in remarks(path)
        for code in bare(remark, letters)
        if code != "V2"  # Discord's Components V2
    ]
    assert not lost, told(lost)


def test_every_document_that_is_named_exists() -> None:
    lost = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in files()
        for name in re.findall(r"[\w-]+\.md\b", text_of(path))
        if name not in DOCUMENTS
    ]
    assert not lost, told(lost)


@pytest.mark.parametrize("name", BOOKS)
def test_every_example_and_case_has_its_test(name: str) -> None:
    tested = {mark for _, test in numbered(ROOT / "tests" / "rules" / name) for mark in marks(test)}
    wanted = shelf()[name].tested
    assert wanted
    missing = [code for code in wanted if code not in tested]
    assert not missing, told(missing)


@pytest.mark.parametrize("name", BOOKS)
def test_tests_bear_numbers_of_their_book(name: str) -> None:
    lost = [
        f"{path.relative_to(ROOT)}: {test}: {mark}"
        for path, test in numbered(ROOT / "tests" / "rules" / name)
        for mark in marks(test)
        if mark not in shelf()[name].codes
    ]
    assert not lost, told(lost)


def test_tests_beside_the_rules_bear_codes_that_are_listed() -> None:
    rules = [ROOT / "tests" / "rules" / name for name in BOOKS]
    lost = [
        f"{path.relative_to(ROOT)}: {test}"
        for path, test in numbered(ROOT / "tests")
        if not any(folder in path.parents for folder in rules)
        and any(mark[0].isupper() and mark not in listed() for mark in marks(test))
    ]
    assert not lost, told(lost)


def test_the_rulings_that_books_name_exist() -> None:
    rows = {line.split(" | ")[0].removeprefix("| ") for line in text_of(RULINGS).splitlines() if line.startswith("| ")}
    lost = [
        f"{name}: {title}"
        for name in BOOKS
        for title in rulings_named(text_of(ROOT / "docs" / "rules" / f"{name}.md"))
        if title not in rows
    ]
    assert not lost, told(lost)


# --- the reading itself

SMALL = """# A game

## 4. Setup

1. First.
2. Then.

## 5. Turn

### 5.1 Parts

| # | state |
| --- | --- |
| 1b | lake |

```
### 5.2 not a heading
```

## 6. Worked examples of the box

| E7 | something |
E8. Something else.
**C. In words.** Yes.

## 7. Tricky cases

| # | Case |
| 3 | odd |
4. Odder.

## 8. Glossary

| T9 | not a case |
"""


def test_a_book_is_read() -> None:
    small = book(SMALL)
    assert set(small.sections) == {"4", "5", "5.1", "6", "7", "8"}
    assert small.tested == ("E7", "E8", "example C", "case 3", "case 4")
    assert small.codes == {*small.tested, "T9"}
    assert small.has("4", "2")
    assert small.has("4.2")
    assert small.has("5.1", "1b")
    assert not small.has("4", "3")
    assert not small.has("4.3")
    assert not small.has("5.2")


@pytest.mark.parametrize(
    "remark",
    [
        "# carcassonne.md 12.3",
        "# carcassonne.md 4 no. 7, 12.2, 12.3, E34, T45-T53",
        "# carcassonne.md 5 no. 8 and 10a, 15.3",
        "# carcassonne.md 4.2, 4.4, 14 and the tricky cases T118 to T121.",
        '"""The worked examples of catan.md 16, T1 to T31 (knights)."""',
        "# catan.md 8.2 D3",
        "# catan.md R30, case 80",
        "# citadels.md V10-V12, example F",
        "written from carcassonne.md alone",
        "Going back to M49, 1.5 s later",
    ],
)
def test_a_true_citation_is_let_by(remark: str) -> None:
    assert wrong(remark) == []


@pytest.mark.parametrize(
    ("remark", "cited"),
    [
        ("# carcassonne.md 12.9", "carcassonne.md 12.9"),
        ("# carcassonne.md 12.3, 15.7", "carcassonne.md 15.7"),
        ("# carcassonne.md 99", "carcassonne.md 99"),
        ("# carcassonne.md 10 no. 10", "carcassonne.md 10 no. 10"),
        ("# carcassonne.md 5 no. 8 and 99", "carcassonne.md 5 no. 99"),
        ("# carcassonne.md E999", "carcassonne.md E999"),
        ("# carcassonne.md T120-T999", "carcassonne.md T999"),
        ("# carcassonne.md 9.3: other fields as usual, the owner by 13.9.", "carcassonne.md 13.9"),
        ("# catan.md 8.2 D99", "catan.md D99"),
        ("# catan.md case 999", "catan.md case 999"),
        ("# citadels.md V99", "citadels.md V99"),
        ("# citadels.md example Z", "citadels.md example Z"),
        ("# carcassonne.md 12.3; citadels.md 3, catan.md R99", "catan.md R99"),
    ],
)
def test_a_false_citation_is_found(remark: str, cited: str) -> None:
    assert wrong(remark) == [cited]


def test_codes_alone_are_found() -> None:
    assert bare("# R5", "R") == ["R5"]
    assert bare("# so by R5 (catan.md 6.3)", "R") == ["R5"]
    assert bare("# catan.md 6.3, R5", "R") == []
    assert bare("# `R5`, V5 and E60", "RE") == []


def test_remarks_of_a_python_file(tmp_path: Path) -> None:
    made = tmp_path / "made.py"
    made.write_text(
        '"""One,\ntwo."""\n\nx = "no"  # three\n# four\n# five\n\n\ndef f():\n    """Six."""  # seven\n',
        encoding="utf-8",
    )
    assert sorted(remarks(made)) == [
        (1, '"""One,\ntwo."""'),
        (4, "# three"),
        (5, "# four\nfive"),
        (10, '"""Six."""'),
        (10, "# seven"),
    ]


def test_rulings_are_found_in_a_book() -> None:
    text = 'so (derived; rulings.md, "The fairy",\n  "A barn"). "No other".'
    assert rulings_named(text) == ["The fairy", "A barn"]
    assert all(rulings_named(text_of(ROOT / "docs" / "rules" / f"{name}.md")) for name in ("carcassonne", "catan"))


def test_marks_of_tests() -> None:
    assert marks("test_E01_a_road") == ["E1"]
    assert marks("test_T113_T114_no_building") == ["T113", "T114"]
    assert marks("test_case_45_case_46_cities") == ["case 45", "case 46"]
    assert marks("test_example_f_the_witch") == ["example F"]
    assert marks("test_a_rule_of_T9") == []
