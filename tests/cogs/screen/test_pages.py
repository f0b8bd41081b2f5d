"""Long texts in pages."""

from __future__ import annotations

from cogs.screen import pages


def test_a_line_that_is_too_long_is_cut_behind_a_part_of_it() -> None:
    line = "; ".join(f"{n} × tile-{n}" for n in range(40))
    found = pages.split_pages(line, 100)
    assert all(len(page) <= 100 for page in found)
    assert all(page.endswith(";") for page in found[:-1])
    assert " ".join(found) == line


def test_where_there_are_no_parts_it_is_cut_at_a_blank_or_where_the_page_ends() -> None:
    assert pages.split_pages("aaaa bbbb cccc", 9) == ["aaaa", "bbbb cccc"]
    assert pages.split_pages("a" * 25, 10) == ["a" * 10, "a" * 10, "a" * 5]
