"""The private answer to one interaction."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord

from cogs.screen import File, Form, Screen, bidi, discord_views, late_pictures, retry
from cogs.screen.message_limits import add_above_buttons
from render import Picture
from words import Voice


class Reply:
    """Answers the user privately, with retries. Raises `InteractionGone` or `AnswerLost` if delivery fails.

    After a silent deferral (type 6) on a private message the answer replaces that message; on a public message it is a
    new private one. After a private deferral (type 5) the answer fills the waiting message. In direct messages, answers
    are permanent messages: an ephemeral one would vanish with the client and take a whole turn with it.
    """

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.interaction = interaction
        self.text_above = ""  # text above the answer
        self.find_language: Callable[[], str] = lambda: "en"  # the user's language
        self.undelivered: Screen | None = None  # the undelivered answer
        self.known_message_id: int | None = None  # message id of the answer, once known
        self.pending_pictures: tuple[late_pictures.PendingPicture, ...] = ()  # late images of the answer
        self.on_late_pictures: Callable[[], None] = lambda: None  # called if images are late
        self._screen_so_far: Screen | None = None  # the answer without late images
        self._is_ephemeral = not isinstance(interaction.channel, discord.DMChannel)  # answers are ephemeral
        self._state = "fresh"  # waiting: type 5; replacing: type 6 on a private message; public: type 6 on a public one

    @property
    def is_unanswered(self) -> bool:
        """Whether nothing was sent yet, so that a form may be opened."""
        return self._state == "fresh"

    @property
    def is_permanent(self) -> bool:
        """Whether answers are permanent, as in direct messages."""
        return not self._is_ephemeral

    @property
    def is_answer_shown(self) -> bool:
        """Whether an answer is shown, so that a further one may follow."""
        return self._state in ("shown", "further-shown")

    @property
    def replaced_message_id(self) -> int | None:
        """The id of the message that the answer will replace."""
        pressed = self.interaction.message
        return pressed.id if self._state == "replacing" and pressed is not None else None

    @property
    def shows_waiting_message(self) -> bool:
        """Whether Discord shows a waiting message (type 5)."""
        return self._state == "waiting"

    async def defer(self, *, private: bool) -> None:
        interaction = self.interaction
        is_on_private = interaction.message is not None and self._is_private_answer(interaction.message)
        if private or interaction.message is None:
            await retry.send_first_answer(
                lambda: interaction.response.defer(ephemeral=self._is_ephemeral, thinking=True)
            )
            self._state = "waiting"
        else:
            await retry.send_first_answer(interaction.response.defer)
            self._state = "replacing" if is_on_private else "public"

    def _is_private_answer(self, message: discord.Message) -> bool:
        """Whether a message is a private answer of the bot. Public messages are classic ones."""
        return message.flags.ephemeral or (not self._is_ephemeral and message.flags.components_v2)

    async def show(self, screen: Screen) -> None:
        """Show the answer; replaces an earlier one. Announces late images, which are added later."""
        full_screen = replace(screen, text=f"{self.text_above}\n\n{screen.text}") if self.text_above else screen
        self.undelivered = screen
        self.pending_pictures, self._screen_so_far = late_pictures.take_late_pictures(), full_screen
        if self.pending_pictures:
            full_screen = add_above_buttons(full_screen, self._notice("look.picture_late"))
        await self._send_or_edit(full_screen)
        self.undelivered, self.text_above = None, ""
        if self.pending_pictures and self.is_answer_shown:
            self.on_late_pictures()

    async def add_late_pictures(self, is_still_shown: Callable[[int], bool]) -> None:
        """Show the answer with its late images, or say that one failed, unless another answer replaced it."""
        pictures, screen_so_far = self.pending_pictures, self._screen_so_far
        await asyncio.wait(set(pictures), timeout=late_pictures.WAIT_SECONDS)
        drawn = [result.result() if result.done() else None for result in pictures]
        files = [
            File(f"picture-{n}.png", picture.png, picture.alt) for n, picture in enumerate(_flatten_pictures(drawn))
        ]
        with suppress(discord.HTTPException, retry.InteractionGone, retry.AnswerLost):
            message_id = await self.fetch_message_id()
            if screen_so_far is None or pictures != self.pending_pictures or not is_still_shown(message_id):
                return
            screen = replace(screen_so_far, files=[*screen_so_far.files, *files])
            has_failed = any(result is None for result in drawn)
            await self._send_or_edit(
                add_above_buttons(screen, self._notice("look.picture_failed")) if has_failed else screen
            )

    async def fetch_message_id(self) -> int:
        """Message id of the answer."""
        return self.known_message_id or (await self.interaction.original_response()).id

    def _notice(self, key: str) -> str:
        return Voice(self.find_language())(key)

    async def _send_or_edit(self, plain: Screen) -> None:
        interaction, screen = self.interaction, self._isolate_bidi(plain)
        if self._state == "fresh":
            await retry.send_first_answer(
                lambda: interaction.response.send_message(
                    view=discord_views.to_layout_view(screen),
                    files=discord_views.to_discord_files(screen),
                    ephemeral=self._is_ephemeral,
                )
            )
            self._state = "shown"
        elif self._state == "public":
            self.known_message_id = self._shown_id = await self._send_further_message(plain)
            self._state = "further-shown"
        elif self._state == "further-shown":
            await retry.send_further_answer(
                lambda: interaction.followup.edit_message(
                    self._shown_id,
                    view=discord_views.to_layout_view(screen),
                    attachments=discord_views.to_discord_files(screen),
                )
            )
        else:
            message = await retry.send_further_answer(
                lambda: interaction.edit_original_response(
                    view=discord_views.to_layout_view(screen), attachments=discord_views.to_discord_files(screen)
                )
            )
            self.known_message_id, self._state = message.id, "shown"

    async def _send_further_message(self, screen: Screen) -> int:
        """Send a further message; returns its id.

        A retry may duplicate the message, because Discord ignores nonces of interaction answers; losing it would be
        worse.
        """
        shown = self._isolate_bidi(screen)
        message = await retry.send_further_answer(
            lambda: self.interaction.followup.send(
                view=discord_views.to_layout_view(shown),
                files=discord_views.to_discord_files(shown),
                ephemeral=self._is_ephemeral,
                wait=True,
            )
        )
        return message.id

    def _isolate_bidi(self, screen: Screen) -> Screen:
        return bidi.isolate_screen(screen, self.find_language(), discord_views.TEXTS_LENGTH)

    async def send_further(self, screen: Screen) -> None:
        """Send a further private message."""
        if self._state in ("fresh", "waiting"):
            await self.show(screen)
            return
        await self._send_further_message(screen)

    async def open_form(self, form: Form) -> None:
        """Open a form. Only as the first answer: the handler must be registered with defer="form"."""
        shown = bidi.isolate_form(form, self.find_language())
        await retry.send_first_answer(
            lambda: self.interaction.response.send_modal(discord_views.to_discord_modal(shown))
        )
        self._state = "form"

    async def dismiss(self) -> None:
        """Delete the waiting message, or the private message of the press."""
        if self._state in ("waiting", "replacing", "shown"):
            with suppress(retry.InteractionGone):  # deleted by an earlier try or by the user
                await retry.send_further_answer(self.interaction.delete_original_response)
            self._state = "closed"

    async def close(self) -> None:
        """Remove a waiting message without content; acknowledge if nothing was sent."""
        if self._state == "waiting":
            await self.dismiss()
        elif self._state == "fresh":
            await self.defer(private=False)
            if self._state == "waiting":
                await self.dismiss()


def _flatten_pictures(results: Sequence[Any]) -> Iterator[Picture]:
    """Images of several results, each of which is one image, several or None."""
    for result in results:
        if isinstance(result, (list, tuple)):
            yield from result
        elif result is not None:
            yield result
