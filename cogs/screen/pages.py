"""Splits long texts into pages of one message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.screen import Button, Screen, ids
from service.state.model import Table
from words import Voice

PAGE_LENGTH: Final = 3900


def split_pages(text: str, longest: int = PAGE_LENGTH, *, code: bool = False) -> list[str]:
    """Pages of whole lines; a longer line is split after a sentence or at a space. `code`: pages are code blocks."""
    page_length = longest - 10 if code else longest
    pages: list[str] = []
    page = ""
    for line in text.split("\n"):
        while len(line) > page_length:
            cut_at = _find_cut(line, page_length)
            if page:
                pages.append(page)
                page = ""
            pages.append(line[:cut_at])
            line = line[cut_at:].lstrip(" ")
        if page and len(page) + 1 + len(line) > page_length:
            pages.append(page)
            page = line
        else:
            page = f"{page}\n{line}" if page else line
    if page or not pages:
        pages.append(page)
    return [f"```\n{page}\n```" for page in pages] if code else pages


def _find_cut(line: str, room: int) -> int:
    """The index where to split a line: after its last part or space, unless too early."""
    for separator, earliest in (("; ", room // 2), (". ", room // 2), (" ", 1)):
        at = line.rfind(separator, earliest, room)
        if at > 0:
            return at + len(separator) - 1
    return room


def page_screen(
    voice: Voice,
    table: Table,
    pages: Sequence[str],
    page: int,
    verb: str,
    id_prefix: str = "",
    extra_buttons: Sequence[Button] = (),
) -> Screen:
    """One page with buttons to its neighbours."""
    page = min(max(page, 0), len(pages) - 1)
    buttons: list[Button] = []
    if page:
        buttons.append(
            Button(ids.action_custom_id(table.id, table.seq, verb, f"{id_prefix}{page - 1}"), voice("button.previous"))
        )
    if page + 1 < len(pages):
        next_id = ids.action_custom_id(table.id, table.seq, verb, f"{id_prefix}{page + 1}")
        buttons.append(Button(next_id, voice("button.next_page"), "blue"))
    buttons += extra_buttons
    return Screen(pages[page] or "–", rows=[buttons] if buttons else [])


def parse_number(text: str) -> int:
    """A number from a custom id; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
