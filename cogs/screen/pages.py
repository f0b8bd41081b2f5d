"""Splits long texts into pages of one message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.screen import Button, Screen, ids
from service.state.model import Table
from words import Voice

LONGEST: Final = 3900


def split_pages(text: str, longest: int = LONGEST, *, code: bool = False) -> list[str]:
    """Pages of whole lines; a longer line is split after a sentence or at a space. `code`: pages are code blocks."""
    room = longest - 10 if code else longest
    pages: list[str] = []
    page = ""
    for line in text.split("\n"):
        while len(line) > room:
            at = _find_cut(line, room)
            if page:
                pages.append(page)
                page = ""
            pages.append(line[:at])
            line = line[at:].lstrip(" ")
        if page and len(page) + 1 + len(line) > room:
            pages.append(page)
            page = line
        else:
            page = f"{page}\n{line}" if page else line
    if page or not pages:
        pages.append(page)
    return [f"```\n{page}\n```" for page in pages] if code else pages


def _find_cut(line: str, room: int) -> int:
    """The index where to split a line: after its last part or space, unless too early."""
    for sign, least in (("; ", room // 2), (". ", room // 2), (" ", 1)):
        at = line.rfind(sign, least, room)
        if at > 0:
            return at + len(sign) - 1
    return room


def page_screen(
    voice: Voice,
    table: Table,
    pages: Sequence[str],
    page: int,
    verb: str,
    before: str = "",
    extra: Sequence[Button] = (),
) -> Screen:
    """One page with buttons to its neighbours."""
    page = min(max(page, 0), len(pages) - 1)
    row: list[Button] = []
    if page:
        row.append(
            Button(ids.action_custom_id(table.id, table.seq, verb, f"{before}{page - 1}"), voice("button.previous"))
        )
    if page + 1 < len(pages):
        onward = ids.action_custom_id(table.id, table.seq, verb, f"{before}{page + 1}")
        row.append(Button(onward, voice("button.next_page"), "blue"))
    row += extra
    return Screen(pages[page] or "–", rows=[row] if row else [])


def parse_number(text: str) -> int:
    """A number from a custom id; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
