"""The answer to an interaction, as the user sees it."""

from __future__ import annotations

from playground.model import Interaction, Message
from playground.screen import Choice, Form, Shown
from playground.world import World


class NoAnswer(Exception):
    """The bot did not answer within three seconds: the user reads that the application did not respond."""


class Thinking(NoAnswer):
    """The bot deferred its answer and has sent nothing since."""


class Answer:
    """A live view of one answer: a message, an update, a form or nothing. Follow-ups appear as they arrive."""

    def __init__(self, world: World, act: Interaction, pressed: Message | None) -> None:
        self.world = world
        self.act = act
        self._pressed = pressed
        self._edits = pressed.edits if pressed else 0
        self._seen = {n: m for n in act.made if (m := world.find_message(n))}

    def __repr__(self) -> str:
        return f"<answer: {self.kind} after {self.ack_ms:.0f} ms: {self.text[:200]!r}>"

    @property
    def kind(self) -> str:
        """One of message, update, modal, choices, nothing."""
        if self.act.modal is not None:
            return "modal"
        if self.act.choices is not None:
            return "choices"
        if self.messages:
            return "message"
        pressed = self._pressed
        if pressed is not None and (pressed.edits > self._edits or pressed.deleted):
            return "update"
        return "nothing"

    @property
    def ack_ms(self) -> float:
        """Milliseconds until the bot acknowledged the interaction."""
        return (self.act.answered_after or 0.0) * 1000

    @property
    def messages(self) -> list[Shown]:
        """The messages sent in answer, oldest first, follow-ups included, without deleted ones."""
        found = [self.world.find_message(n) for n in self.act.made]
        return [Shown(self.world, m) for m in found if m is not None]

    @property
    def message(self) -> Shown:
        """The first message of the answer, else the updated message; `LookupError` if there is neither."""
        if self.messages:
            return self.messages[0]
        if self._pressed is not None and not self._pressed.deleted:
            return Shown(self.world, self._pressed)
        raise LookupError(f"no message came: {self.kind}")

    @property
    def last(self) -> Shown:
        return self.messages[-1] if self.messages else self.message

    @property
    def private(self) -> bool:
        return self.message.private

    @property
    def text(self) -> str:
        """The text of all messages of the answer, in order; of a form, its title."""
        if self.act.modal is not None:
            return self.modal.title
        shown = self.messages
        if not shown and self.kind == "update" and self._pressed is not None and not self._pressed.deleted:
            shown = [Shown(self.world, self._pressed)]
        return "\n".join(m.text for m in shown)

    @property
    def modal(self) -> Form:
        if self.act.modal is None:
            raise LookupError(f"no form came: {self.kind}")
        return Form(self.act.modal)

    @property
    def choices(self) -> list[Choice]:
        return [Choice(str(c["name"]), c["value"]) for c in self.act.choices or []]
