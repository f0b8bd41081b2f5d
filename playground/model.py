"""Records of the world: users, servers, channels, messages, interactions. Only `World` and its modules change them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Json = dict[str, Any]

# Message flags, by Discord's names.
SUPPRESS_EMBEDS = 1 << 2
EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15

# Channel types.
TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
THREADS = (10, PUBLIC_THREAD, PRIVATE_THREAD)

# Interaction types.
COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5


@dataclass(slots=True)
class User:
    id: int
    name: str
    bot: bool = False
    dms_open: bool = True
    locale: str = "en-US"


@dataclass(slots=True)
class Member:
    user_id: int
    roles: list[int] = field(default_factory=list)
    nick: str | None = None


@dataclass(slots=True)
class Role:
    id: int
    name: str
    permissions: int
    position: int = 0


@dataclass(slots=True)
class Overwrite:
    """Permissions allowed or denied to one role or member in one channel."""

    target_id: int
    member: bool
    allow: int = 0
    deny: int = 0


@dataclass(slots=True)
class Attachment:
    id: int
    filename: str
    content_type: str
    data: bytes = field(repr=False)
    size: int
    key: str  # replaces the signature of Discord's links: a URL without it serves no file
    description: str | None = None
    width: int | None = None
    height: int | None = None


class Version(NamedTuple):
    """The message before an edit."""

    at: float
    content: str
    components: list[Json]
    files: tuple[str, ...]


@dataclass(slots=True)
class Message:
    id: int
    channel_id: int
    author_id: int
    at: float
    content: str = ""
    kind: int = 0
    flags: int = 0
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    mentions: list[int] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    everyone: bool = False
    pinged: frozenset[int] = frozenset()  # users who were notified when it was sent
    allowed: Mapping[str, Any] | None = None
    reactions: dict[str, list[int]] = field(default_factory=dict)
    nonce: str | int | None = None
    reference: int | None = None
    only_for: int | None = None  # the user of an ephemeral message
    interaction: int | None = None
    interaction_user: int | None = None
    interaction_kind: int = 0
    command: str | None = None
    thread_id: int | None = None
    edited: float | None = None
    edits: int = 0
    history: list[Version] = field(default_factory=list)
    deleted: bool = False

    @property
    def v2(self) -> bool:
        return bool(self.flags & COMPONENTS_V2)

    @property
    def loading(self) -> bool:
        return bool(self.flags & LOADING)


@dataclass(slots=True)
class Channel:
    id: int
    kind: int
    name: str
    guild_id: int | None = None
    parent_id: int | None = None
    position: int = 0
    topic: str | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    recipient_id: int | None = None
    messages: dict[int, Message] = field(default_factory=dict, repr=False)
    last_message_id: int | None = None
    owner_id: int | None = None
    archived: bool = False
    locked: bool = False
    auto_archive: int = 1440  # minutes of inactivity
    archive_stamp: float = 0.0
    active_at: float = 0.0
    members: list[int] = field(default_factory=list)
    sent: int = 0
    deleted: bool = False

    @property
    def thread(self) -> bool:
        return self.kind in THREADS

    @property
    def dm(self) -> bool:
        return self.kind == DM


@dataclass(slots=True)
class Guild:
    id: int
    name: str
    owner_id: int
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    locale: str = "en-US"
    banned: list[int] = field(default_factory=list)
    out: bool = False  # unavailable, as in an outage of Discord


@dataclass(slots=True)
class Command:
    id: int
    guild_id: int | None
    data: Json
    version: int

    @property
    def name(self) -> str:
        return str(self.data["name"])

    @property
    def kind(self) -> int:
        return int(self.data.get("type") or 1)


@dataclass(slots=True)
class Interaction:
    """One interaction that the bot has to answer."""

    id: int
    token: str
    kind: int
    user_id: int
    channel_id: int
    at: float  # world time, the start of the three seconds and the fifteen minutes
    started: float  # monotonic, for measuring: unaffected by moves of the clock
    data: Json
    message_id: int | None = None
    opener_kind: int = 0  # of a modal's submission: the type of the interaction that opened the modal
    answer: int | None = None  # type of the first answer
    answered_after: float | None = None  # seconds it took
    original_id: int | None = None
    unfilled: bool = False  # the "thinking" message of a deferral is not filled yet
    made: list[int] = field(default_factory=list)  # ids of the messages sent in answer
    used: int = 0  # uses of its token after the first answer
    choices: list[Json] | None = None
    modal: Json | None = None
    expired: bool = False
    shown: list[Json] | None = None  # the components the user saw, if they have changed since

    def label(self) -> str:
        """The command with its path, as shown above the answer; of a component, its custom id."""
        if self.kind not in (COMMAND, AUTOCOMPLETE):
            return str(self.data.get("custom_id", ""))
        words = [str(self.data["name"])]
        options = self.data.get("options") or []
        while options and options[0].get("type") in (1, 2):
            words.append(str(options[0]["name"]))
            options = options[0].get("options") or []
        return " ".join(words)
