"""What stands on screens, held against what no name and no typed word may make of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from playground.components import walk_components
from playground.model import Message
from tests.markup import active, tower, turned

# What hostile names and words would be if they were more than letters.
BAD = ("x.y", "discord.gg", "game:1", "<@1>", "<@&1>", "<#1>", "<t:1:R>", "<:smile:1>", "@everyone", "@here")

LEADING = ("link", "address", "invitation", "mention", "time", "emoji")


def written(message: Message) -> Iterator[str]:
    """The texts of a message in which Discord formats."""
    yield message.content
    for _, part in walk_components(message.components):
        if part.get("type") == 10:
            yield str(part.get("content", ""))


def shown(message: Message) -> Iterator[str]:
    """Its other words: labels, options, descriptions."""
    for attachment in message.attachments:
        yield attachment.description or ""
    for _, part in walk_components(message.components):
        for key in ("label", "placeholder", "description", "title"):
            yield str(part.get(key) or "")
        for option in part.get("options") or ():
            yield str(option.get("label") or "")
            yield str(option.get("description") or "")
        for item in part.get("items") or ():
            yield str(item.get("description") or "")


def judge(messages: Iterable[Message], *, backslash: bool = False) -> int:
    """AssertionError where a name or a typed word is more than letters; how many texts were looked at. `backslash`:
    somebody meant one, so that a label may show it."""
    count = 0
    for message in messages:
        assert not message.everyone
        for text in written(message):
            made = active(text)
            found = [one for kind in LEADING for one in made[kind]]
            assert not [one for one in found if any(bad in one for bad in BAD)], text
            assert len(made["fence"]) % 2 == 0, text
            count += 1
        for text in (*written(message), *shown(message)):
            assert not turned(text), repr(text)
            assert tower(text) <= 3, repr(text)
            assert "\n# Headline" not in text
        for text in shown(message):
            assert backslash or "\\" not in text, repr(text)
    return count
