"""Database addresses for logs and messages, without user and password."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote

SCHEMES: Final = ("postgresql://", "postgres://")
_ASKED: Final = "password="  # a password in the query part
_SIGNS: Final = re.compile(r"[@:/?%#&\[\]]")


def redact_address(address: str) -> str:
    """The address of one or several servers, without user and password."""
    scheme, _, rest = address.partition("://")
    if _ASKED in rest:
        return f"{scheme}://..."
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}"


def without_password(text: str, address: str) -> str:
    """A message of the server or driver without the password of `address`, whole, decoded or in parts. Parts of up to
    two characters stay, as they occur in any text."""
    rest = address.partition("://")[2]
    user_password = rest.rpartition("@")[0].partition(":")[2]
    query_passwords = [part.partition("&")[0] for part in rest.split(_ASKED)[1:]]
    parts: set[str] = set()
    for password in (user_password, *query_passwords):
        parts.update((password, unquote(password), *_SIGNS.split(password)))
    for part in sorted(parts, key=len, reverse=True):
        text = text.replace(part, "...") if len(part) > 2 else text
    return text
