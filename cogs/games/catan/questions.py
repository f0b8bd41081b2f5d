"""The question above each private screen of Catan."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import Question
from cogs.games import picker_frame

from .parts import CatanSeatView

CARDS: Final = ("card-", "dev-")  # prefixes of kinds that play or buy a card


def task_question(seat_view: CatanSeatView) -> str:
    """The question of the current task; empty if none."""
    task = {**seat_view.view.invited, **seat_view.view.tasks}.get(seat_view.seat)
    return seat_view.say(f"catan.question.{task.key.rpartition('.')[2]}", **task.params) if task is not None else ""


def question_text(seat_view: CatanSeatView, question: Question) -> str:
    """The choices so far, the text of the card played, and the question."""
    key = f"catan.ask.{question.kind}"
    said = next((seat_view.say(one) for one in (f"{key}_{question.field}", key) if seat_view.voice.has(one)), "")
    card = _played_card_text(seat_view, question.kind or "")
    return "\n".join(
        filter(
            None,
            (
                picker_frame.breadcrumb_text(seat_view, question),
                card,
                said or ("" if card else task_question(seat_view)),
            ),
        )
    )


def _played_card_text(seat_view: CatanSeatView, kind: str) -> str:
    """The text of the card played by a kind of move; empty if none."""
    for prefix in CARDS:
        topic = f"catan.topic.{kind.removeprefix(prefix)}"
        if kind.startswith(prefix) and seat_view.voice.has(topic):
            return seat_view.say(topic)
    return ""
