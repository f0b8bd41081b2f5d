"""What the private screens of Catan ask: a sentence of its own for every decision."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import Question
from cogs.games import picker_frame

from .parts import CatanSeatView

CARDS: Final = ("card-", "dev-")  # what kinds begin with that play a card, or buy one


def task_question(room: CatanSeatView) -> str:
    """The question of what is waited for; empty where nothing is."""
    task = {**room.view.invited, **room.view.tasks}.get(room.seat)
    return room.say(f"catan.question.{task.key.rpartition('.')[2]}", **task.params) if task is not None else ""


def question_text(room: CatanSeatView, question: Question) -> str:
    """What was chosen so far, what the card does that is played, and what is asked."""
    key = f"catan.ask.{question.kind}"
    said = next((room.say(one) for one in (f"{key}_{question.field}", key) if room.voice.has(one)), "")
    card = _played_card_text(room, question.kind or "")
    return "\n".join(
        filter(
            None, (picker_frame.breadcrumb_text(room, question), card, said or ("" if card else task_question(room)))
        )
    )


def _played_card_text(room: CatanSeatView, kind: str) -> str:
    """The text of a card that is played by moves of that kind."""
    for prefix in CARDS:
        topic = f"catan.topic.{kind.removeprefix(prefix)}"
        if kind.startswith(prefix) and room.voice.has(topic):
            return room.say(topic)
    return ""
