"""Pictures of a table message: the board, or the ending of the game, drawn in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from cogs.games import Face
from cogs.post.compose import CLOSED_STATUSES
from cogs.post.ending_pictures import EndingPictures
from cogs.post.story_lines import StoryLine
from cogs.post.table_outbox import TableOutbox
from cogs.screen import File
from rules.core import View
from service.state.model import Table

if TYPE_CHECKING:
    from cogs.games.app import App

MAX_WINDOWS: Final = 4  # windows of a very big board


class MessagePictures:
    """Draws pictures. If that takes longer than `patience` seconds the message goes out without them, and
    `again(table_id, outbox)` is called when they are ready."""

    def __init__(self, app: App, patience: float, again: Callable[[int, TableOutbox], None]) -> None:
        self.app = app
        self.wait_seconds = patience
        self._on_late_pictures = again
        self.endings = EndingPictures(app)

    async def draw_files(
        self, table: Table, view: View, news: Any, face: Face[View], story: Sequence[StoryLine], box: TableOutbox | None
    ) -> list[File]:
        """The pictures of a message with this story. `news`: from `Renderer.news`; `box`: gets late pictures."""
        pictures = box.late_pictures.pop(table.seq, None) if box is not None else None
        if box is not None:
            box.late_pictures.clear()

        def store_late(drawn: list[Any] | None) -> None:
            if box is not None:
                box.late_pictures[table.seq] = drawn or []
                self._on_late_pictures(table.id, box)

        is_over = table.status in CLOSED_STATUSES and table.lesson is None
        if pictures is None and is_over:
            pictures = await self.endings.find_or_draw(table, view, self.wait_seconds, store_late)
        elif pictures is None:
            look, marks = self.app.picture_look(table, table.language), face.picture_marks(view)
            last_line = story[-1].full.replace("**", "") if story else ""  # alt text shows no Markdown
            pictures = await self.app.studio.draw(
                lambda: self.app.renderer(table.kind).table(view, look, marks, story=last_line, news=news),
                seconds=self.wait_seconds,
                late=store_late,
            )
        stem = "ending" if is_over else "table"
        names = [f"{stem}-{table.id}-{table.seq}.png"]
        names += [f"{stem}-{table.id}-{table.seq}-{number}.png" for number in range(2, MAX_WINDOWS + 1)]
        return [File(name, picture.png, picture.alt) for name, picture in zip(names, pictures or (), strict=False)]
