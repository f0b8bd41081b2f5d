"""Options of a running game: what the table decides by a vote, whoever chooses another value asking all; its home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from cogs.act import vote_proposals
from cogs.act.context import InteractionContext
from cogs.choose.spelling import matching_keys, merge_english_names
from cogs.screen import naming
from service.errors import ServiceError
from service.state.model import Table, VoteKey
from words import Voice, catalogue

ASKED: Final = frozenset({"pace", "late", "language"})


def votable_option_names(table: Table, say: Voice) -> Mapping[str, str]:
    """What can be asked for at a table of any game, with what it is called."""
    return {"language": say("options.language")} if table.open else {}


def list_full_languages(say: Voice) -> Mapping[str, Sequence[str]]:
    """The languages in which nothing is missing, with what they are called."""
    return {code: (naming.language_name(code, say),) for code in catalogue().offered}


def parse_language(text: str, say: Voice) -> str:
    """The code of the language that is meant; the text itself where that is not clear."""
    found = matching_keys(text, merge_english_names(list_full_languages(say), list_full_languages(say.english)))
    return found[0] if len(found) == 1 else text


async def propose_option_vote(ctx: InteractionContext, table: Table, name: str, value: str) -> None:
    """Ask the table for another value. ServiceError `game_over`, those of `Act.seat` and of votes; BadTime."""
    if not table.open:
        raise ServiceError("game_over")
    ctx.seat(table)
    if name == "language":
        value = parse_language(value, ctx.voice(table))
    await vote_proposals.propose_vote(ctx, table, cast(VoteKey, name), value=value)
