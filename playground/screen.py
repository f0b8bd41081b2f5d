"""A message as the user sees it: text, buttons, selects and pictures, without hidden parts."""

from __future__ import annotations

from typing import NamedTuple

from playground.components import BUTTON, SELECTS, SEPARATOR, TEXT, media_items, walk_components
from playground.model import SUPPRESS_NOTIFICATIONS, Attachment, Json, Message
from playground.world import World

STYLES = {1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium"}


def strip_isolates(text: str) -> str:
    """The text without Unicode direction isolates."""
    return text.translate(dict.fromkeys(range(0x2066, 0x206A)))


class Button(NamedTuple):
    label: str
    style: str  # primary, secondary, success, danger or link
    disabled: bool
    custom_id: str
    url: str
    row: int


class Choice(NamedTuple):
    """One option of a select, or one choice of autocompletion."""

    label: str
    value: str | int | float
    description: str = ""
    default: bool = False


class Select(NamedTuple):
    custom_id: str
    placeholder: str
    choices: tuple[Choice, ...]
    least: int
    most: int
    disabled: bool

    @property
    def values(self) -> list[str]:
        return [str(choice.value) for choice in self.choices]

    @property
    def labels(self) -> list[str]:
        return [choice.label for choice in self.choices]


class Picture(NamedTuple):
    filename: str
    alt: str
    data: bytes
    width: int | None
    height: int | None


class Field(NamedTuple):
    """One field of a form."""

    custom_id: str
    label: str
    kind: int
    value: str
    required: bool
    choices: tuple[Choice, ...]


def options_of(component: Json) -> tuple[Choice, ...]:
    return tuple(
        Choice(o["label"], o["value"], o.get("description") or "", bool(o.get("default")))
        for o in component.get("options") or []
    )


class Shown:
    """A live view of one message: it changes when the message is edited."""

    def __init__(self, world: World, message: Message) -> None:
        self.world = world
        self.message = message

    def __repr__(self) -> str:
        labels = ", ".join(b.label for b in self.buttons)
        return f"<message {self.id}: {self.text[:120]!r} [{labels}]{' deleted' if self.deleted else ''}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shown) and other.message.id == self.message.id

    def __hash__(self) -> int:
        return hash(self.message.id)

    @property
    def id(self) -> int:
        return self.message.id

    @property
    def channel_id(self) -> int:
        return self.message.channel_id

    @property
    def at(self) -> float:
        return self.message.at

    @property
    def author(self) -> str:
        return self.world.users[self.message.author_id].name

    @property
    def content(self) -> str:
        return self.message.content

    @property
    def text(self) -> str:
        """All text in reading order: content, then the text displays of Components V2."""
        lines = [self.message.content] if self.message.content else []
        for _, component in walk_components(self.message.components):
            if component.get("type") == TEXT:
                lines.append(str(component.get("content", "")))
            elif component.get("type") == SEPARATOR and component.get("divider", True):
                lines.append("")
        return "\n".join(lines).strip("\n")

    @property
    def private(self) -> bool:
        return self.message.only_for is not None

    @property
    def owner(self) -> str | None:
        """The user who sees the ephemeral message; None for a public one."""
        return self.world.users[self.message.only_for].name if self.message.only_for is not None else None

    @property
    def v2(self) -> bool:
        return self.message.v2

    @property
    def loading(self) -> bool:
        return self.message.loading

    @property
    def deleted(self) -> bool:
        return self.message.deleted

    @property
    def edits(self) -> int:
        return self.message.edits

    @property
    def silent(self) -> bool:
        return bool(self.message.flags & SUPPRESS_NOTIFICATIONS)

    @property
    def pings(self) -> set[str]:
        """Names of the users notified when it was sent (edits do not notify)."""
        return {self.world.users[n].name for n in self.message.pinged}

    @property
    def mentions(self) -> set[str]:
        """Names of the mentioned users, notified or not."""
        return {self.world.users[n].name for n in self.message.mentions}

    @property
    def buttons(self) -> list[Button]:
        found = []
        row = -1
        for _, component in walk_components(self.message.components):
            if component.get("type") == 1:
                row += 1
            if component.get("type") == BUTTON:
                found.append(_build_button(component, row))
        return found

    @property
    def labels(self) -> list[str]:
        return [button.label for button in self.buttons]

    def button(self, wanted: str) -> Button:
        """A button by its label or custom id; `LookupError` if there is none."""
        for button in self.buttons:
            if wanted in (button.label, strip_isolates(button.label)):
                return button
        for button in self.buttons:
            if wanted and button.custom_id == wanted:
                return button
        raise LookupError(f'no button "{wanted}" on {self!r}')

    def has_button(self, wanted: str) -> bool:
        return any(wanted in (b.label, strip_isolates(b.label), b.custom_id) for b in self.buttons)

    @property
    def selects(self) -> list[Select]:
        return [_build_select(c) for _, c in walk_components(self.message.components) if c.get("type") in SELECTS]

    def select(self, wanted: str | int | None = None) -> Select:
        """A select by custom id, placeholder or index, else the first; `LookupError` if there is none."""
        found = self.selects
        if wanted is None and found:
            return found[0]
        if isinstance(wanted, int) and wanted < len(found):
            return found[wanted]
        for select in found:
            if wanted in (select.custom_id, select.placeholder):
                return select
        raise LookupError(f"no select {wanted!r} on {self!r}")

    @property
    def pictures(self) -> list[Picture]:
        """The visible pictures: attachments or, with Components V2, those that a component refers to."""
        files = {a.filename: a for a in self.message.attachments}
        if not self.v2:
            return [_build_picture(a, a.description or "") for a in self.message.attachments]
        found = []
        for _, component in walk_components(self.message.components):
            for alt, item in media_items(component):
                attachment = files.get(str(item.get("url", "")).removeprefix("attachment://"))
                if attachment is not None:
                    found.append(_build_picture(attachment, alt or attachment.description or ""))
        return found

    @property
    def picture(self) -> Picture:
        if not self.pictures:
            raise LookupError(f"no picture on {self!r}")
        return self.pictures[0]


def _build_button(component: Json, row: int) -> Button:
    label = component.get("label") or (component.get("emoji") or {}).get("name") or ""
    style = STYLES.get(int(component.get("style") or 2), "secondary")
    url = str(component.get("url") or "")
    return Button(label, style, bool(component.get("disabled")), str(component.get("custom_id") or ""), url, row)


def _build_select(component: Json) -> Select:
    least, most = component.get("min_values"), component.get("max_values")
    return Select(
        str(component["custom_id"]),
        str(component.get("placeholder") or ""),
        options_of(component),
        1 if least is None else int(least),
        1 if most is None else int(most),
        bool(component.get("disabled")),
    )


def _build_picture(attachment: Attachment, alt: str) -> Picture:
    return Picture(attachment.filename, alt, attachment.data, attachment.width, attachment.height)


class Form:
    """A modal on a user's screen."""

    def __init__(self, modal: Json) -> None:
        self.modal = modal

    @property
    def title(self) -> str:
        return str(self.modal.get("title") or "")

    @property
    def text(self) -> str:
        return "\n".join(
            str(c["content"]) for _, c in walk_components(self.modal["components"]) if c.get("type") == TEXT
        )

    @property
    def fields(self) -> list[Field]:
        found = []
        label = ""
        for _, component in walk_components(self.modal["components"]):
            if component.get("type") == 18:
                label = str(component.get("label") or "")
            if "custom_id" in component:
                label = str(component.get("label") or label)
                value, required = str(component.get("value") or ""), component.get("required", True) is not False
                name, kind = str(component["custom_id"]), int(component["type"])
                found.append(Field(name, label, kind, value, required, options_of(component)))
                label = ""
        return found

    def named(self, wanted: str) -> str:
        """The custom id of a field, by its label or custom id; `LookupError` if there is none."""
        for field in self.fields:
            if wanted in (field.label, field.custom_id):
                return field.custom_id
        raise LookupError(f'the form "{self.title}" has no field "{wanted}"')
