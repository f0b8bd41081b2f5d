"""Options of a running game, changed by a vote."""

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

VOTABLE_OPTIONS: Final = frozenset({"pace", "late", "language"})


def votable_option_names(table: Table, say: Voice) -> Mapping[str, str]:
    """Key -> label of the options that only a vote can change."""
    return {"language": say("options.language")} if table.is_open else {}


def list_full_languages(say: Voice) -> Mapping[str, Sequence[str]]:
    """Code -> labels of the languages with a complete translation."""
    return {code: (naming.language_name(code, say),) for code in catalogue().offered_languages}


def parse_language(text: str, say: Voice) -> str:
    """The code of the language; the text itself if it is unknown or ambiguous."""
    matches = matching_keys(text, merge_english_names(list_full_languages(say), list_full_languages(say.english)))
    return matches[0] if len(matches) == 1 else text


async def propose_option_vote(ctx: InteractionContext, table: Table, name: str, value: str) -> None:
    """Propose another value to the table. ServiceError `game_over`, those for strangers and of votes; BadTime."""
    if not table.is_open:
        raise ServiceError("game_over")
    ctx.require_seat(table)
    if name == "language":
        value = parse_language(value, ctx.voice(table))
    await vote_proposals.propose_vote(ctx, table, cast(VoteKey, name), value=value)
