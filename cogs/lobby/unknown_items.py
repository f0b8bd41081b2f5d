"""The error for a typed list with unknown items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogs.choose.picker import unique_items
from cogs.choose.spelling import nearest_match, unknown_parts
from service.errors import ServiceError
from words import Voice

LISTED_VALUES = 25


def unknown_items_error(
    title: str, text: str, known: Mapping[str, Sequence[str]], possible: Sequence[str], say: Voice
) -> ServiceError:
    """An error with the unknown parts of `text` and the nearest known names. `possible`: the possible values."""

    def spellings(key: str) -> list[str]:
        """Its names and their single words, so that «tradrs» is near «Traders» in a longer name."""
        return [word for name in known[key] for word in (name, *name.split())]

    unknown = unknown_parts(text, known) or [text]
    nearest = unique_items(match for part in unknown if (match := nearest_match(part, known, spellings)))
    nearest_names = say.join([next(iter(known[key]), key) for key in nearest])
    reason = say("options.no_such_near", list=nearest_names) if nearest else say("options.no_such")
    listed = list(possible)[:LISTED_VALUES]
    return ServiceError("option_bad", name=title, value=say.join(unknown), reason=reason, list=listed)
