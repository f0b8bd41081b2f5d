"""Discord's limits for messages, modals and interaction responses.

Each function returns the problems of a request; a valid request has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playground import components as parts
from playground.command_limits import check_command_tree
from playground.component_limits import check_message_components, check_modal_components
from playground.errors import Problem
from playground.media import Upload, safe_name
from playground.model import COMPONENTS_V2, EPHEMERAL, SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS, Json, Message

__all__ = [
    "REACTIONS",
    "check_command_tree",
    "check_interaction_response",
    "check_message_edit",
    "check_new_message",
    "check_new_thread",
    "is_empty_after_edit",
    "is_empty_message",
]

CONTENT = 2000
V2_TEXT = 4000
EMBEDS = 10
EMBED_TEXT = 6000
EMBED_FIELDS = 25
FILES = 10
FILE_BYTES = 10 * 2**20
ALT_TEXT = 1024
MENTIONED = 100
NONCE = 25
REACTIONS = 20
THREAD_NAME = 100
ARCHIVE_AFTER = (60, 1440, 4320, 10080)
CHOICES = 25
CHOICE_NAME = 100
CHOICE_VALUE = 100
MODAL_TITLE = 45
CUSTOM_ID = 100
LARGEST_INTEGER = 2**53 - 1
VOICE_MESSAGE = 1 << 13
ANSWER_FLAGS = SUPPRESS_EMBEDS | EPHEMERAL | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2 | VOICE_MESSAGE
EMBED_LENGTHS = {"title": 256, "description": 4096}
PICTURES = ("png", "jpg", "jpeg", "webp", "gif")


def check_text_length(where: str, text: object, most: int, least: int = 0) -> list[Problem]:
    if text is None:
        return []
    if not isinstance(text, str):
        return [Problem(where, "STRING_TYPE_CONVERT", "Could not interpret value as string.")]
    if len(text) > most:
        return [Problem(where, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")]
    if len(text) < least:
        return [Problem(where, "BASE_TYPE_MIN_LENGTH", f"Must be {least} or more in length.")]
    return []


def check_item_count(where: str, items: Sequence[object], most: int, least: int = 0) -> list[Problem]:
    if not least <= len(items) <= most:
        return [Problem(where, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")]
    return []


# Messages


def check_new_message(
    body: Json, uploads: list[Upload], *, webhook: bool = False, editing: bool = False
) -> list[Problem]:
    """The problems of a new message, sent to a channel or (`webhook`) with an interaction token."""
    flags = int(body.get("flags") or 0)
    found = check_text_length("content", body.get("content"), CONTENT)
    if webhook and not editing and flags & ~ANSWER_FLAGS:
        found.append(Problem("flags", "MESSAGE_FLAGS_INVALID", "These flags cannot be set in an answer."))
    if not webhook and flags & EPHEMERAL:
        found.append(Problem("flags", "MESSAGE_FLAGS_INVALID", "Messages of a channel cannot be ephemeral."))
    names = [safe_name(u.filename) for u in uploads]
    found += _check_files(body, uploads, kept=0, known=())
    found += _check_embeds(body.get("embeds") or [], names)
    found += _check_allowed_mentions(body.get("allowed_mentions"))
    found += _check_nonce(body.get("nonce"))
    v2 = bool(flags & COMPONENTS_V2)
    found += check_message_components(body.get("components") or [], v2=v2, files=names)
    if v2:
        found += _check_v2_fields(body)
    return found


def check_message_edit(body: Json, uploads: list[Upload], old: Message) -> list[Problem]:
    """The problems of an edit, including the parts that it leaves unchanged."""
    found = check_text_length("content", body.get("content"), CONTENT)
    listed = body.get("attachments")
    keep = {str(item.get("id")) for item in listed} if listed is not None else {str(a.id) for a in old.attachments}
    kept = [a for a in old.attachments if str(a.id) in keep]
    found += _check_files(body, uploads, kept=len(kept), known={str(a.id) for a in old.attachments})
    names = [a.filename for a in kept] + [safe_name(u.filename) for u in uploads]
    found += _check_embeds(body.get("embeds") or [], names)
    found += _check_allowed_mentions(body.get("allowed_mentions"))
    flags = body.get("flags")
    wish = bool(int(flags) & COMPONENTS_V2) if flags is not None else old.v2
    if old.v2 and not wish:
        found.append(Problem("flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "The V2 flag cannot be taken back."))
    v2 = old.v2 or wish
    if "components" in body:
        found += check_message_components(body["components"] or [], v2=v2, files=names)
    elif v2 and not set(_referenced_files(old.components)) <= set(names):
        code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
        found.append(Problem("attachments", code, "A component points at a file that is gone."))
    if v2:
        found += _check_v2_fields(body)
        if not old.v2 and old.content and "content" not in body:
            found.append(Problem("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "Must be cleared."))
        if not old.v2 and old.embeds and "embeds" not in body:
            found.append(Problem("embeds", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "Must be cleared."))
    return found


def is_empty_message(body: Json, uploads: list[Upload]) -> bool:
    keys = ("content", "embeds", "components", "poll", "sticker_ids")
    return not uploads and not any(body.get(key) for key in keys)


def is_empty_after_edit(body: Json, uploads: list[Upload], old: Message) -> bool:
    """Whether the message would be empty after the edit."""
    listed = body.get("attachments")
    files = uploads or (old.attachments if listed is None else [i for i in listed if i.get("id") is not None])
    content = body.get("content") if "content" in body else old.content
    embeds = body.get("embeds") if "embeds" in body else old.embeds
    rows = body.get("components") if "components" in body else old.components
    return not (files or content or embeds or rows)


def _check_v2_fields(body: Json) -> list[Problem]:
    """Components V2 excludes content, embeds, polls and stickers."""
    words = "The field cannot be used with Components V2."
    keys = ("content", "embeds", "poll", "sticker_ids")
    return [Problem(k, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", words) for k in keys if body.get(k)]


def _referenced_files(components: list[Json]) -> list[str]:
    """The names of the files that components refer to."""
    items = [item for _, c in parts.walk_components(components) for _, item in parts.media_items(c)]
    urls = [str(item.get("url", "")) for item in items]
    return [url.removeprefix("attachment://") for url in urls if url.startswith("attachment://")]


def _check_files(body: Json, uploads: list[Upload], *, kept: int, known: set[str] | tuple[()]) -> list[Problem]:
    found = []
    if len(uploads) + kept > FILES:
        found.append(Problem("attachments", "BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer in length."))
    for upload in uploads:
        if len(upload.data) > FILE_BYTES:
            where = f"files.{upload.number}"
            found.append(Problem(where, "BASE_TYPE_MAX_SIZE", f"A file may have {FILE_BYTES} bytes."))
    numbers = {str(u.number) for u in uploads}
    for i, item in enumerate(body.get("attachments") or []):
        where = f"attachments.{i}"
        found += check_text_length(f"{where}.description", item.get("description"), ALT_TEXT)
        if str(item.get("id")) not in numbers and str(item.get("id")) not in known:
            found.append(Problem(f"{where}.id", "ATTACHMENT_NOT_FOUND", "No such file was sent."))
    return found


def _check_embeds(embeds: list[Json], names: list[str]) -> list[Problem]:
    found = check_item_count("embeds", embeds, EMBEDS)
    total = 0
    for i, embed in enumerate(embeds):
        where = f"embeds.{i}"
        for key, most in EMBED_LENGTHS.items():
            found += check_text_length(f"{where}.{key}", embed.get(key), most)
            total += len(embed.get(key) or "")
        footer, author = (embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")
        found += check_text_length(f"{where}.footer.text", footer, 2048) + check_text_length(
            f"{where}.author.name", author, 256
        )
        total += len(footer or "") + len(author or "")
        fields = embed.get("fields") or []
        found += check_item_count(f"{where}.fields", fields, EMBED_FIELDS)
        for n, item in enumerate(fields):
            found += check_text_length(f"{where}.fields.{n}.name", item.get("name") or "", 256, 1)
            found += check_text_length(f"{where}.fields.{n}.value", item.get("value") or "", 1024, 1)
            total += len(item.get("name") or "") + len(item.get("value") or "")
        for key in ("image", "thumbnail"):
            url = str((embed.get(key) or {}).get("url", ""))
            name = url.removeprefix("attachment://")
            if url.startswith("attachment://") and (
                name not in names or name.rpartition(".")[2].lower() not in PICTURES
            ):
                found.append(Problem(f"{where}.{key}.url", "URL_TYPE_INVALID_URL", "No such picture was sent."))
    if total > EMBED_TEXT:
        found.append(Problem("embeds", "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBED_TEXT}"))
    return found


def _check_allowed_mentions(allowed: Any) -> list[Problem]:
    if allowed is None:
        return []
    found = []
    for kind in ("users", "roles"):
        named = allowed.get(kind) or []
        found += check_item_count(f"allowed_mentions.{kind}", named, MENTIONED)
        if named and kind in (allowed.get("parse") or []):
            words = f"parse:[{kind}] and {kind}: [ids...] are mutually exclusive."
            found.append(Problem("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words))
    return found


def _check_nonce(nonce: object) -> list[Problem]:
    if nonce is None or isinstance(nonce, int):
        return []
    if isinstance(nonce, str) and len(nonce) <= NONCE:
        return []
    return [Problem("nonce", "NONCE_TYPE_TOO_LONG", f"Must be {NONCE} or fewer in length.")]


def check_new_thread(body: Json) -> list[Problem]:
    found = check_text_length("name", body.get("name") or "", THREAD_NAME, 1)
    minutes = body.get("auto_archive_duration")
    if minutes is not None and minutes not in ARCHIVE_AFTER:
        words = f"Value must be one of {set(ARCHIVE_AFTER)}."
        found.append(Problem("auto_archive_duration", "BASE_TYPE_CHOICES", words))
    return found


# Responses to interactions


def check_interaction_response(kind: int, data: Json, uploads: list[Upload], source: Message | None) -> list[Problem]:
    """The problems of the first response to an interaction, by its type."""
    if kind == 4:
        return check_new_message(data, uploads, webhook=True)
    if kind == 5 and int(data.get("flags") or 0) & ~EPHEMERAL:
        return [Problem("flags", "MESSAGE_FLAGS_INVALID", "A deferral can only be ephemeral.")]
    if kind == 8:
        return _check_autocomplete_choices(data.get("choices"))
    if kind == 9:
        return check_modal(data)
    # An update (7) is checked when it is applied, together with the message it edits.
    return []


def _check_autocomplete_choices(choices: Any) -> list[Problem]:
    if not isinstance(choices, list):
        return [Problem("choices", "BASE_TYPE_REQUIRED", "This field is required")]
    found = check_item_count("choices", choices, CHOICES)
    for i, choice in enumerate(choices):
        where = f"choices.{i}"
        found += check_text_length(f"{where}.name", choice.get("name") or "", CHOICE_NAME, 1)
        for text in (choice.get("name_localizations") or {}).values():
            found += check_text_length(f"{where}.name_localizations", text, CHOICE_NAME, 1)
        value = choice.get("value")
        if isinstance(value, str):
            found += check_text_length(f"{where}.value", value, CHOICE_VALUE)
        elif not isinstance(value, int | float) or abs(value) > LARGEST_INTEGER:
            found.append(Problem(f"{where}.value", "NUMBER_TYPE_MAX", "Not a value that a choice may have."))
    return found


def check_modal(data: Json) -> list[Problem]:
    found = check_text_length("title", data.get("title") or "", MODAL_TITLE, 1)
    found += check_text_length("custom_id", data.get("custom_id") or "", CUSTOM_ID, 1)
    return found + check_modal_components(data.get("components") or [])
