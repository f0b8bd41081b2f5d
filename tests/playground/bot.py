"""A small real bot: the playground is judged by what the unmodified discord.py client makes of it."""

from __future__ import annotations

import io
import re
from typing import Any

import discord
from discord import app_commands
from PIL import Image

NUMBERS = [str(n) for n in range(1, 41)]


def picture(colour: str = "seagreen", size: tuple[int, int] = (120, 80)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    return out.getvalue()


class Count(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"count:(?P<n>\d+)"):
    """A button that carries its own state and so survives restarts."""

    def __init__(self, n: int) -> None:
        super().__init__(discord.ui.Button(label=f"Count {n}", custom_id=f"count:{n}", style=discord.ButtonStyle.green))
        self.n = n

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Count:
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content=f"counted to {self.n}", view=buttons(self.n + 1))


class Act(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"act:(?P<what>\w+)"):
    """Buttons for each kind of answer."""

    def __init__(self, what: str, disabled: bool = False) -> None:
        super().__init__(discord.ui.Button(label=what.title(), custom_id=f"act:{what}", disabled=disabled))
        self.what = what

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Act:
        return cls(match["what"])

    async def callback(self, interaction: discord.Interaction) -> None:
        match self.what:
            case "form":
                await interaction.response.send_modal(Form())
            case "later":
                await interaction.response.defer()
                await interaction.edit_original_response(content="later is now")
            case "secret":
                await interaction.response.defer(ephemeral=True, thinking=True)
                await interaction.followup.send("only you")
                await interaction.followup.send("and only you", ephemeral=True)
            case "nothing":
                await interaction.response.defer()
            case "silent":
                return


class Pick(discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"pick:(?P<name>\w+)"):
    def __init__(self, name: str, most: int = 1) -> None:
        options = [discord.SelectOption(label=f"Colour {c}", value=c) for c in ("red", "green", "blue")]
        super().__init__(
            discord.ui.Select(custom_id=f"pick:{name}", placeholder="A colour", options=options, max_values=most)
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Pick:
        return cls(match["name"])

    async def callback(self, interaction: discord.Interaction) -> None:
        values = (interaction.data or {}).get("values", [])
        await interaction.response.send_message("picked " + ", ".join(values), ephemeral=True)


class Form(discord.ui.Modal, title="Your words"):
    word = discord.ui.TextInput[Any](label="A word", min_length=2, max_length=10)
    note = discord.ui.TextInput[Any](label="A note", required=False, style=discord.TextStyle.long)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"read {self.word.value} / {self.note.value}", ephemeral=True)


def buttons(n: int) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(Count(n))
    for what in ("form", "later", "secret", "nothing"):
        view.add_item(Act(what))
    view.add_item(Act("silent"))
    view.add_item(Act("grey", disabled=True))
    view.add_item(Pick("one"))
    return view


def screen(text: str = "## A board\nLook at it.", picture_name: str = "board.png") -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    gallery = discord.ui.MediaGallery[Any](
        discord.MediaGalleryItem(f"attachment://{picture_name}", description="A green board")
    )
    row = discord.ui.ActionRow[Any](Act("later"), Act("secret"))
    view.add_item(discord.ui.Container(discord.ui.TextDisplay(text), gallery, row, accent_colour=0x336699))
    view.add_item(discord.ui.ActionRow(Pick("many", most=2)))
    return view


class Bot(discord.Client):
    def __init__(self, intents: int = 1) -> None:
        super().__init__(intents=discord.Intents._from_value(intents), enable_debug_events=True)
        self.tree = app_commands.CommandTree(self)
        self.errors: list[BaseException] = []
        self.events: list[str] = []
        self.add_dynamic_items(Count, Act, Pick)
        self.tree.add_command(group())
        self.tree.add_command(app_commands.ContextMenu(name="Greet", callback=greet))
        self.tree.add_command(app_commands.ContextMenu(name="Quote", callback=quote))
        self.tree.error(self._failed)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def _failed(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        self.errors.append(getattr(error, "original", error))

    async def on_socket_event_type(self, name: str) -> None:
        self.events.append(name)

    async def on_resumed(self) -> None:
        self.events.append("resumed")


async def greet(interaction: discord.Interaction, member: discord.Member) -> None:
    await interaction.response.send_message(f"hello {member.display_name}", ephemeral=True)


async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
    await interaction.response.send_message(f"> {message.content}", ephemeral=True)


def group() -> app_commands.Group:
    do = app_commands.Group(name="do", description="Things to try")

    @do.command(description="Say something to everybody")
    @app_commands.describe(text="What to say", times="How often")
    async def say(
        interaction: discord.Interaction,
        text: str,
        times: app_commands.Range[int, 1, 5] = 1,
        loud: bool = False,
        whom: discord.Member | None = None,
    ) -> None:
        words = f"{whom.mention if whom else ''} {text.upper() if loud else text} " * times
        await interaction.response.send_message(words.strip())

    @do.command(description="Choose a number of a colour")
    async def choose(interaction: discord.Interaction, colour: str, number: str) -> None:
        await interaction.response.send_message(f"{colour} {number}", ephemeral=True)

    @choose.autocomplete("number")
    async def _numbers(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        colour = getattr(interaction.namespace, "colour", None) or "none"
        return [app_commands.Choice(name=f"{colour} {n}", value=n) for n in NUMBERS if typed in n][:25]

    @choose.autocomplete("colour")
    async def _colours(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=c, value=c.lower()) for c in ("Red", "Green") if typed.lower() in c.lower()]

    @do.command(description="Post a message with buttons in the channel")
    async def table(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        assert isinstance(interaction.channel, discord.abc.Messageable)
        await interaction.channel.send(
            f"### A table\n<@{interaction.user.id}> begins",
            file=discord.File(io.BytesIO(picture()), "table.png", description="A green table"),
            view=buttons(1),
            allowed_mentions=discord.AllowedMentions(users=[interaction.user]),
        )
        await interaction.followup.send("posted")

    @do.command(name="screen", description="Open a private screen")
    async def open_screen(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        file = discord.File(io.BytesIO(picture()), "board.png")
        await interaction.edit_original_response(view=screen(), attachments=[file])

    @do.command(description="Open a form at once")
    async def form(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    @do.command(description="Start a thread and write in it")
    async def thread(interaction: discord.Interaction, name: str) -> None:
        await interaction.response.defer(ephemeral=True)
        assert isinstance(interaction.channel, discord.TextChannel)
        made = await interaction.channel.create_thread(name=name, type=discord.ChannelType.public_thread)
        await made.send("first words", view=buttons(1))
        await interaction.followup.send(f"started {made.mention}")

    @do.command(description="Write to yourself")
    async def letter(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        try:
            await interaction.user.send("a letter")
        except discord.Forbidden as error:
            await interaction.followup.send(f"closed {error.code}")
        else:
            await interaction.followup.send("sent")

    return do
