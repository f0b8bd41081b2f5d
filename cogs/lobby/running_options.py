"""Options of a running game: what the table decides by a vote, whoever chooses another value asking all; its home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from cogs.act import vote_proposals
from cogs.act.context import Act
from cogs.choose.spelling import both, named
from cogs.screen import naming
from service.errors import ServiceError
from service.state.model import Table, What
from words import Voice, catalogue

ASKED: Final = frozenset({"pace", "late", "language"})


def names(table: Table, say: Voice) -> Mapping[str, str]:
    """What can be asked for at a table of any game, with what it is called."""
    return {"language": say("options.language")} if table.open else {}


def languages(say: Voice) -> Mapping[str, Sequence[str]]:
    """The languages in which nothing is missing, with what they are called."""
    return {code: (naming.language(code, say),) for code in catalogue().whole}


def language(text: str, say: Voice) -> str:
    """The code of the language that is meant; the text itself where that is not clear."""
    found = named(text, both(languages(say), languages(say.english)))
    return found[0] if len(found) == 1 else text


async def ask(act: Act, table: Table, name: str, value: str) -> None:
    """Ask the table for another value. ServiceError `game_over`, those of `Act.seat` and of votes; BadTime."""
    if not table.open:
        raise ServiceError("game_over")
    act.seat(table)
    if name == "language":
        value = language(value, act.voice(table))
    await vote_proposals.propose(act, table, cast(What, name), value=value)
