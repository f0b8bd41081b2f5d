"""The question above each private screen of Catan."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import Question
from cogs.games.picker_frame import breadcrumb_text

from .parts import CatanSeatView

CARDS: Final = ("card-", "dev-")  # prefixes of kinds that play or buy a card


def task_question(seat_view: CatanSeatView) -> str:
    """The question of the current task; empty if none."""
    task = {**seat_view.view.invited, **seat_view.view.tasks}.get(seat_view.seat)
    return seat_view.say(f"catan.question.{task.key.rpartition('.')[2]}", **task.params) if task is not None else ""


def question_text(seat_view: CatanSeatView, question: Question) -> str:
    """The choices so far, the text of the card played, and the question."""
    card_text = _played_card_text(seat_view, question.kind or "")
    key = f"catan.ask.{question.kind}"
    ask_key = next((ask_key for ask_key in (f"{key}_{question.field}", key) if seat_view.voice.has(ask_key)), "")
    ask_text = seat_view.say(ask_key) if ask_key else "" if card_text else task_question(seat_view)
    lines = (breadcrumb_text(seat_view, question), card_text, ask_text)
    return "\n".join(filter(None, lines))


def _played_card_text(seat_view: CatanSeatView, kind: str) -> str:
    """The text of the card played by a kind of move; empty if none."""
    for prefix in CARDS:
        topic = f"catan.topic.{kind.removeprefix(prefix)}"
        if kind.startswith(prefix) and seat_view.voice.has(topic):
            return seat_view.say(topic)
    return ""
