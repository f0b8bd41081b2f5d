"""Converts screens to Discord components; renders images in threads.

Views are built anew for each send and edit, never time out and are stopped at once, so that discord.py stores none.
Presses are recognised by their custom id alone (`cogs.act.router`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, Final, Literal, TypeVar

import discord
from discord import ui

from cogs.screen import Button, Form, Link, People, Row, Screen, Select, Tone, truncate_text
from cogs.screen.naming import unescape_markdown
from cogs.screen.values import LABEL_LENGTH, MAX_OPTIONS, OPTION_LENGTH, PLACEHOLDER_LENGTH, TITLE_LENGTH
from render.core import heap

log = logging.getLogger(__name__)
T = TypeVar("T")
# Receives the outcome and seconds of each image.
ReportOutcome = Callable[[Literal["drawn", "late", "failed"], float], None]

CONTENT_LENGTH: Final = 2000  # maximum characters of a classic message
TEXTS_LENGTH: Final = 4000  # maximum characters of all text displays of a message
ALT_LENGTH: Final = 1024
IDLE_SECONDS: Final = 5.0  # idle seconds before memory is returned
_ROWS: Final = 5
_ROW_BUTTONS: Final = 5
_STYLE: Final = {
    "green": discord.ButtonStyle.success,
    "blue": discord.ButtonStyle.primary,
    "grey": discord.ButtonStyle.secondary,
    "red": discord.ButtonStyle.danger,
}
_EDGE: Final[dict[Tone | None, discord.Colour | None]] = {
    None: None,
    "green": discord.Colour(0x248046),
    "blue": discord.Colour(0x5865F2),
    "grey": discord.Colour(0x4E5058),
    "red": discord.Colour(0xDA373C),
}


def _plain_label(text: str, longest: int) -> str:
    """A text for places without Markdown."""
    return truncate_text(unescape_markdown(text), longest)


def to_discord_button(shown: Button | Link) -> ui.Button[Any]:
    label = _plain_label(shown.label, LABEL_LENGTH)
    if isinstance(shown, Link):
        return ui.Button(style=discord.ButtonStyle.link, label=label, url=shown.url)
    return ui.Button(style=_STYLE[shown.tone], label=label, custom_id=shown.id, disabled=shown.disabled)


def to_discord_select(shown: Select) -> ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=_plain_label(choice.label, OPTION_LENGTH),
            value=choice.value,
            description=_plain_label(choice.description, OPTION_LENGTH) or None,
            default=choice.is_chosen,
        )
        for choice in shown.choices[:MAX_OPTIONS]
    ]
    return ui.Select(
        custom_id=shown.id,
        options=options,
        placeholder=_plain_label(shown.placeholder, PLACEHOLDER_LENGTH) or None,
        min_values=min(shown.least, len(options)),
        max_values=min(shown.most, len(options)),
        disabled=shown.disabled,
    )


def to_discord_files(screen: Screen) -> list[discord.File]:
    return [
        discord.File(BytesIO(file.data), filename=file.name, description=_plain_label(file.alt, ALT_LENGTH) or None)
        for file in screen.files
    ]


def to_layout_view(screen: Screen) -> ui.LayoutView:
    """A private answer: one container with text, images and rows."""
    view = ui.LayoutView(timeout=None)
    container: ui.Container[Any] = ui.Container(accent_colour=_EDGE[screen.tone])
    text_length = TEXTS_LENGTH - len(screen.below)
    if screen.text:
        container.add_item(ui.TextDisplay(truncate_text(screen.text, text_length)))
    _add_rows(container, screen.rows[: screen.rows_above_pictures])
    pictures = [file for file in screen.files if file.is_picture]
    if pictures:
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        for file in pictures:
            description = _plain_label(file.alt, ALT_LENGTH) or None
            gallery.add_item(media=f"attachment://{file.name}", description=description)
        container.add_item(gallery)
    for file in screen.files:
        if not file.is_picture:
            container.add_item(ui.File(f"attachment://{file.name}"))
    if screen.below:
        container.add_item(ui.TextDisplay(screen.below))
    _add_rows(container, screen.rows[screen.rows_above_pictures :])
    view.add_item(container)
    view.stop()
    return view


def _add_rows(box: ui.Container[Any], rows: Sequence[Row]) -> None:
    for row in rows:
        if row_items := _row_items(row):
            box.add_item(ui.ActionRow(*row_items))


def to_classic_view(rows: Sequence[Row]) -> ui.View:
    """The rows of a public message."""
    view = ui.View(timeout=None)
    for number, row in enumerate(rows[:_ROWS]):
        for item in _row_items(row):
            item.row = number
            view.add_item(item)
    view.stop()
    return view


def to_discord_modal(form: Form) -> ui.Modal:
    modal = ui.Modal(title=_plain_label(form.title, TITLE_LENGTH), custom_id=form.id, timeout=None)
    for text_field in form.inputs[:_ROWS]:
        modal.add_item(
            ui.TextInput(
                label=_plain_label(text_field.label, TITLE_LENGTH),
                custom_id=text_field.key,
                placeholder=_plain_label(text_field.placeholder, OPTION_LENGTH) or None,
                default=truncate_text(text_field.value, text_field.max_length) or None,
                required=text_field.required,
                max_length=text_field.max_length,
                style=discord.TextStyle.paragraph if text_field.is_multiline else discord.TextStyle.short,
            )
        )
    modal.stop()
    return modal


def _row_items(row: Row) -> list[ui.Item[Any]]:
    if isinstance(row, People):
        return [ui.UserSelect(custom_id=row.id, placeholder=truncate_text(row.placeholder, PLACEHOLDER_LENGTH) or None)]
    if isinstance(row, Select):
        return [to_discord_select(row)] if row.choices else []
    return [to_discord_button(button) for button in row[:_ROW_BUTTONS]]


class Studio:
    """Renders images in its own threads, with a time limit for callers."""

    def __init__(self, threads: int = 2, watch: ReportOutcome = lambda *_: None) -> None:
        self.report_outcome = watch
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="picture")
        self._late_futures: set[asyncio.Future[Any]] = set()
        self._running_count = 0
        self._memory_timer: asyncio.TimerHandle | None = None

    async def draw(
        self,
        make: Callable[..., T],
        *args: Any,
        seconds: float = 5.0,
        late: Callable[[T], None] | None = None,
        **named: Any,
    ) -> T | None:
        """The result of `make`; None if it fails or exceeds `seconds`. `late` then receives a late result."""
        future = asyncio.get_running_loop().run_in_executor(self._pool, lambda: make(*args, **named))
        started_at = time.perf_counter()
        self._running_count += 1
        future.add_done_callback(self._finish_drawing)
        finished, _ = await asyncio.wait({future}, timeout=seconds)
        failed = bool(finished) and future.exception() is not None
        self.report_outcome("failed" if failed else "drawn" if finished else "late", time.perf_counter() - started_at)
        if finished:
            return self._result_or_none(future)
        if late is None and future.cancel():  # nobody needs the result
            return None
        self._late_futures.add(future)
        future.add_done_callback(lambda f: self._pass_on_late_result(f, late))
        return None

    def _finish_drawing(self, future: asyncio.Future[Any]) -> None:
        """Schedule the return of memory after the last image."""
        self._running_count -= 1
        if self._memory_timer is not None:
            self._memory_timer.cancel()
        self._memory_timer = (
            None if self._running_count else asyncio.get_running_loop().call_later(IDLE_SECONDS, self._return_memory)
        )

    def _return_memory(self) -> None:
        with contextlib.suppress(RuntimeError):  # the pool is shut down
            self._pool.submit(heap.return_free_memory)

    def _pass_on_late_result(self, future: asyncio.Future[T], late: Callable[[T], None] | None) -> None:
        self._late_futures.discard(future)
        if future.cancelled():
            return
        made = self._result_or_none(future)
        if made is not None and late is not None:
            late(made)

    @staticmethod
    def _result_or_none(future: asyncio.Future[T]) -> T | None:
        error = future.exception()
        if error is not None:
            log.error("a picture could not be drawn", exc_info=error)
            return None
        return future.result()

    def close(self) -> None:
        if self._memory_timer is not None:
            self._memory_timer.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)
