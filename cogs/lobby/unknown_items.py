"""The error for a typed list with unknown items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogs.choose.picker import unique_items
from cogs.choose.spelling import nearest_match, unknown_parts
from service.errors import ServiceError
from words import Voice

LISTED = 25


def unknown_items_error(
    title: str, text: str, known: Mapping[str, Sequence[str]], could: Sequence[str], say: Voice
) -> ServiceError:
    """An error with the unknown parts of `text` and the nearest known names. `could`: the possible values."""

    def parts(key: str) -> list[str]:
        """Its names and their single words, so that «tradrs» is near «Traders» in a longer name."""
        return [word for name in known[key] for word in (name, *name.split())]

    wrong = unknown_parts(text, known) or [text]
    near = unique_items(one for part in wrong if (one := nearest_match(part, known, parts)))
    meant = say.join([next(iter(known[key]), key) for key in near])
    reason = say("options.no_such_near", list=meant) if near else say("options.no_such")
    return ServiceError("option_bad", name=title, value=say.join(wrong), reason=reason, list=list(could)[:LISTED])
