"""The Count: entering the City, moving the count, sending followers out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cogs.choose.picker import Path, Question, unique
from cogs.games import picker_frame
from cogs.games.public_table import PublicTable
from cogs.games.weighing import Scales, keys
from cogs.screen import Button, Screen, rows_of
from cogs.screen.event_text import Weight
from rules.carcassonne.expansions.count.moves import EnterCity, MoveCount, SendOut
from rules.carcassonne.expansions.count.view import CitySeen
from rules.carcassonne.view import CarcassonneView
from rules.core import Move
from words import Voice

from .. import decisions
from ..places import CarcRoom, board, items
from .base import Answer, Extra, played

QUARTERS: Final = ("castle", "market", "smithy", "cathedral")
ENTER, MOVE, SEND = EnterCity.kind, MoveCount.kind, SendOut.kind


class Count(Extra[CitySeen]):
    """Quarters, and who stands in them."""

    key = "count"
    quiet = ("carc.count.outside", "carc.count.stayed")
    leads_on = (ENTER,)  # then the count is moved
    scales = Scales("carc", keys(Weight.IDLE, "count.stands"), keys(Weight.LASTING, "count"))

    def city(self, view: CarcassonneView) -> CitySeen:
        found = self.seen(view)
        assert found is not None, "its moves are possible only while it is shown"
        return found

    async def screen(self, room: CarcRoom, question: Question) -> Screen | None:
        """Too many answers for one screen: who leaves which quarter first, then where to."""
        moves = [move for move in question.moves if isinstance(move, SendOut)]
        if len(question.moves) <= decisions.MOST or question.shape != "kinds" or not moves:
            return None
        groups = unique((move.figure, move.quarter) for move in moves)
        words = [(SEND, figure, quarter) for figure, quarter in groups] if len(groups) > 1 else [(SEND,)]
        buttons = [
            room.onward(Path(room.before, path), room.say("carc.pick.send_on", who=figure, quarter=quarter))
            for path, (figure, quarter) in zip(words, groups, strict=True)
        ]
        buttons += [decisions.commit(room, move) for move in question.moves if move.kind == "pass"]
        files = await board(room, "leaving", unique(quarter for _, quarter in groups))
        return picker_frame.framed(room, question, room.say("carc.ask.count-send"), rows_of(buttons), files)

    def asks(self, room: CarcRoom, kind: str, moves: Sequence[Move]) -> list[str] | None:
        if kind == ENTER:
            return self._entering(room)
        if kind == MOVE:
            return [room.say("carc.ask.count-move", quarter=self.city(room.view).count)]
        if kind == SEND:
            last = room.view.tasks[room.seat].key.endswith("last_send")
            spots = [move.spot for move in moves if isinstance(move, SendOut)]
            return [room.say("carc.ask.last_send" if last else "carc.ask.count-send"), *items(room, spots)]
        return None

    def _entering(self, room: CarcRoom) -> list[str]:
        seen = self.city(room.view)
        told = [room.say("carc.ask.count-enter", quarter=seen.count)]
        for quarter in seen.quarters:
            seats = unique(seat for _, seat in quarter.followers)
            key = "carc.ask.quarter_held" if seats else "carc.ask.quarter"
            told.append(room.say(key, quarter=quarter.name, feature=quarter.helps, seats=seats))
        return told

    def answer(self, room: CarcRoom, move: Move) -> Answer | None:
        stays = isinstance(move, MoveCount) and move.quarter == self.city(room.view).count
        return Answer("count-stays") if stays else None

    def marked(self, room: CarcRoom, move: Move) -> list[str] | None:
        return [move.quarter] if isinstance(move, (EnterCity, MoveCount)) else None

    def quick(
        self, table: PublicTable[CarcassonneView], view: CarcassonneView, voice: Voice, seat: int, task: str
    ) -> Iterator[Button]:
        if task != "count":
            return
        now = self.city(view).count
        for quarter in QUARTERS:
            if quarter != now:
                yield from played(table, f"{MOVE} {quarter}", voice(f"carc.button.{MOVE}", quarter=quarter))
        yield from played(table, f"{MOVE} {now}", voice("carc.button.count-stays", quarter=now))


EXTRA: Final = Count()
