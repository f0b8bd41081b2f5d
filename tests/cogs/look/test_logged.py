"""The log in words: its pages, its times, and where the reader last moved."""

from __future__ import annotations

import pytest

from cogs.look import logged
from cogs.look.logged import Told, lines, pages
from words import Voice

SAY = Voice("en")


def told(*numbers: int, at: int = 1000, gap: int = 60, text: str = "said") -> list[Told]:
    return [Told(n, at + gap * n, f"{text} {n}") for n in numbers]


def numbers(found: list[list[Told]]) -> list[list[int]]:
    return [[one.seq for one in page] for page in found]


def test_the_newest_page_comes_first_and_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logged, "PAGE", 3)
    log = told(*range(1, 8))
    assert numbers(pages(log, newest=True)) == [[5, 6, 7], [2, 3, 4], [1]]
    assert numbers(pages(log, newest=False)) == [[1, 2, 3], [4, 5, 6], [7]]
    assert pages([], newest=True) == [[]]


def test_a_page_is_no_longer_than_a_message() -> None:
    log = told(*range(1, 40), text="x" * 990)
    found = pages(log, newest=True)
    assert sum(len(page) for page in found) == len(log)
    assert all(len("\n".join(lines(page, SAY, None))) <= 3900 for page in found)
    assert {len(page) for page in found[:-1]} == {3}


def test_a_page_has_as_many_entries_as_a_list_has_choices() -> None:
    assert {len(page) for page in pages(told(*range(1, 76)), newest=True)} == {25}


def test_times_stand_at_the_top_and_after_a_gap() -> None:
    page = [Told(1, 1000, "a"), Told(2, 1000 + logged.GAP - 1, "b"), Told(3, 1000 + 2 * logged.GAP, "c")]
    assert lines(page, SAY, None) == [
        "-# <t:1000:f>",
        "**1** a",
        "**2** b",
        f"-# <t:{1000 + 2 * logged.GAP}:f>",
        "**3** c",
    ]


@pytest.mark.parametrize(
    ("last", "before"),
    [(3, "**4** said 4"), (4, "**6** said 6"), (5, "**6** said 6"), (6, None), (2, None), (None, None)],
)
def test_the_mark_stands_where_the_reader_last_moved(last: int | None, before: str | None) -> None:
    """Entry 5 has nothing to tell this reader, and may be theirs all the same."""
    shown = lines(told(3, 4, 6), SAY, last)
    marks = [at for at, line in enumerate(shown) if line.startswith("▲")]
    if before is not None:
        assert [shown[at + 1] for at in marks] == [before]
        assert "since then" in shown[marks[0]]
    else:
        assert [shown[at] for at in marks] == (["▲ your last move"] if last == 6 else [])
