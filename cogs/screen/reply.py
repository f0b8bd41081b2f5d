"""The private answer to one interaction."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord

from cogs.screen import Form, Screen, draw, facing, tries


class Reply:
    """Answers whoever acted, and nobody else. What does not arrive is tried again; Gone and Lost say that it did not.

    After a silent deferral (type 6) of a press on a private message the answer replaces that message; on a public
    message it is a new private one. After a private deferral (type 5) the answer fills the waiting message.

    In direct messages, where nobody else reads, answers are messages that stay: one that vanished with the client would
    take a whole turn with it.
    """

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.interaction = interaction
        self.before = ""  # said above the answer
        self.speaks: Callable[[], str] = lambda: "en"  # the language of whoever acted, when it is asked
        self.owed: Screen | None = None  # the answer that did not arrive
        self._hidden = not isinstance(interaction.channel, discord.DMChannel)  # for one person among others
        self._state = "fresh"  # fresh, waiting (type 5), over (replaces the pressed message), beside (type 6, public)

    @property
    def fresh(self) -> bool:
        """Nothing has been answered yet: a form may be opened."""
        return self._state == "fresh"

    @property
    def stays(self) -> bool:
        """Answers are messages that stay: those of direct messages."""
        return not self._hidden

    @property
    def spoken(self) -> bool:
        """An answer stands on the screen, and a further one can follow it."""
        return self._state in ("shown", "beside-shown")

    @property
    def waiting(self) -> bool:
        """A message stands on the screen that says no more than that an answer comes."""
        return self._state == "waiting"

    async def defer(self, *, private: bool) -> None:
        interaction = self.interaction
        on_private = interaction.message is not None and self._answers(interaction.message)
        if private or interaction.message is None:
            await tries.first(lambda: interaction.response.defer(ephemeral=self._hidden, thinking=True))
            self._state = "waiting"
        else:
            await tries.first(interaction.response.defer)
            self._state = "over" if on_private else "beside"

    def _answers(self, message: discord.Message) -> bool:
        """Whether a message is an answer of ours to one person. Public messages are classic ones."""
        return message.flags.ephemeral or (not self._hidden and message.flags.components_v2)

    async def show(self, screen: Screen) -> None:
        """The answer; a second one replaces the first."""
        whole = replace(screen, text=f"{self.before}\n\n{screen.text}") if self.before else screen
        self.owed = screen
        await self._show(whole)
        self.owed, self.before = None, ""

    async def _show(self, plain: Screen) -> None:
        interaction, screen = self.interaction, self._faced(plain)
        if self._state == "fresh":
            await tries.first(
                lambda: interaction.response.send_message(
                    view=draw.layout(screen), files=draw.files(screen), ephemeral=self._hidden
                )
            )
            self._state = "shown"
        elif self._state == "beside":
            self._shown_id = await self._follow_up(plain)
            self._state = "beside-shown"
        elif self._state == "beside-shown":
            await tries.again(
                lambda: interaction.followup.edit_message(
                    self._shown_id, view=draw.layout(screen), attachments=draw.files(screen)
                )
            )
        else:
            await tries.again(
                lambda: interaction.edit_original_response(view=draw.layout(screen), attachments=draw.files(screen))
            )
            self._state = "shown"

    async def _follow_up(self, screen: Screen) -> int:
        """A message of its own; its number. Where only the answer was lost there are two alike, which is better than
        none: Discord enforces the nonce of messages that a bot sends, and of none that goes through an interaction."""
        shown = self._faced(screen)
        message = await tries.again(
            lambda: self.interaction.followup.send(
                view=draw.layout(shown), files=draw.files(shown), ephemeral=self._hidden, wait=True
            )
        )
        return message.id

    def _faced(self, screen: Screen) -> Screen:
        return facing.faced(screen, self.speaks(), draw.TEXTS)

    async def more(self, screen: Screen) -> None:
        """A further private message."""
        if self._state in ("fresh", "waiting"):
            await self.show(screen)
            return
        await self._follow_up(screen)

    async def form(self, form: Form) -> None:
        """Open a window. Only as the first answer (register the handler with defer="form")."""
        shown = facing.faced_form(form, self.speaks())
        await tries.first(lambda: self.interaction.response.send_modal(draw.modal(shown)))
        self._state = "form"

    async def dismiss(self) -> None:
        """Take the private message away: the waiting one, or the one that was pressed."""
        if self._state in ("waiting", "over", "shown"):
            with suppress(tries.Gone):  # the first try was carried out and not answered, or its reader was quicker
                await tries.again(self.interaction.delete_original_response)
            self._state = "closed"

    async def close(self) -> None:
        """Leave nothing hanging: a waiting message that nobody filled is taken away."""
        if self._state == "waiting":
            await self.dismiss()
        elif self._state == "fresh":
            await self.defer(private=False)
            if self._state == "waiting":
                await self.dismiss()
