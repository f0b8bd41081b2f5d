"""Permission bits by Discord's names; how roles and channel overwrites combine."""

from __future__ import annotations

from collections.abc import Iterable

BITS: dict[str, int] = {
    "administrator": 1 << 3,
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "add_reactions": 1 << 6,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "use_external_emojis": 1 << 18,
    "change_nickname": 1 << 26,
    "use_application_commands": 1 << 31,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "send_messages_in_threads": 1 << 38,
    "pin_messages": 1 << 51,
}

ALL = 0
for _bit in BITS.values():
    ALL |= _bit


def combine_permissions(*names: str) -> int:
    total = 0
    for name in names:
        total |= BITS[name]
    return total


ADMINISTRATOR = BITS["administrator"]
VIEW = BITS["view_channel"]

# Permissions of @everyone on a new server.
MEMBERS = combine_permissions(
    "add_reactions",
    "view_channel",
    "send_messages",
    "embed_links",
    "attach_files",
    "read_message_history",
    "use_external_emojis",
    "change_nickname",
    "use_application_commands",
    "create_public_threads",
    "create_private_threads",
    "send_messages_in_threads",
)


def apply_overwrites(base: int, layers: Iterable[tuple[int, int]]) -> int:
    """Applies (deny, allow) pairs in Discord's order: @everyone, all roles together, the member."""
    for deny, allow in layers:
        base = base & ~deny | allow
    return base
