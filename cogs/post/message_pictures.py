"""Pictures of a table message: the board, or the ending of the game, drawn in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from cogs.games import Face
from cogs.post.compose import CLOSED
from cogs.post.ending_pictures import EndingPictures
from cogs.post.story_lines import StoryLine
from cogs.post.table_outbox import TableOutbox
from cogs.screen import File
from rules.core import View
from service.state.model import Table

if TYPE_CHECKING:
    from cogs.games.app import App

MOST: Final = 4  # windows of a very big board


class MessagePictures:
    """Draws pictures. If that takes longer than `patience` seconds the message goes out without them, and
    `again(table_id, outbox)` is called when they are ready."""

    def __init__(self, app: App, patience: float, again: Callable[[int, TableOutbox], None]) -> None:
        self.app = app
        self.patience = patience
        self._again = again
        self.endings = EndingPictures(app)

    async def files(
        self, table: Table, view: View, new: Any, own: Face[View], told: Sequence[StoryLine], desk: TableOutbox | None
    ) -> list[File]:
        """The pictures of a message with the story `told`. `new`: as of `Renderer.news`; `desk`: gets late pictures."""
        pictures = desk.ready.pop(table.seq, None) if desk is not None else None
        if desk is not None:
            desk.ready.clear()

        def late(made: list[Any] | None) -> None:
            if desk is not None:
                desk.ready[table.seq] = made or []
                self._again(table.id, desk)

        closed = table.status in CLOSED and table.lesson is None
        if pictures is None and closed:
            pictures = await self.endings.picture(table, view, self.patience, late)
        elif pictures is None:
            look, marks = self.app.look(table, table.language), own.marks(view)
            last = told[-1].whole.replace("**", "") if told else ""  # alt text shows no Markdown
            pictures = await self.app.studio.draw(
                lambda: self.app.renderer(table.kind).table(view, look, marks, story=last, news=new),
                seconds=self.patience,
                late=late,
            )
        stem = "ending" if closed else "table"
        names = [f"{stem}-{table.id}-{table.seq}.png"]
        names += [f"{stem}-{table.id}-{table.seq}-{at}.png" for at in range(2, MOST + 1)]
        return [File(name, picture.png, picture.alt) for name, picture in zip(names, pictures or (), strict=False)]
