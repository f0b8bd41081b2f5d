"""Addresses of database servers, as people may be told them: a password is never told, however it is written."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote

SCHEMES: Final = ("postgresql://", "postgres://")
_ASKED: Final = "password="  # a password behind the question mark
_SIGNS: Final = re.compile(r"[@:/?%#&\[\]]")


def redact_address(address: str) -> str:
    """The address of a server, or of several of which one is the first, without user and password."""
    scheme, _, rest = address.partition("://")
    if _ASKED in rest:
        return f"{scheme}://..."
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}"


def without_password(text: str, address: str) -> str:
    """What a server or its library says about an address, without its password, or the parts into which an address was
    taken that is not written as it should be. Parts of two letters or less stand in any text."""
    rest = address.partition("://")[2]
    secrets = [rest.rpartition("@")[0].partition(":")[2], *(part.partition("&")[0] for part in rest.split(_ASKED)[1:])]
    parts = {part for secret in secrets for part in (secret, unquote(secret), *_SIGNS.split(secret))}
    for part in sorted(parts, key=len, reverse=True):
        text = text.replace(part, "...") if len(part) > 2 else text
    return text
