"""Walks the components of a message, action rows and Components V2 alike."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

from playground.media import attachment_url
from playground.model import Attachment, Json

ROW, BUTTON, SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, UPLOAD, RADIOS, CHECKBOXES, CHECKBOX = 18, 19, 21, 22, 23
SELECTS = (SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)


def child_components(component: Json) -> list[tuple[str, Json]]:
    """The direct children of a component, each with its path."""
    found = [(f"components.{i}", child) for i, child in enumerate(component.get("components") or [])]
    for name in ("accessory", "component"):
        inner = component.get(name)
        if isinstance(inner, dict):
            found.append((name, inner))
    return found


def walk_components(components: list[Json], where: str = "components") -> Iterator[tuple[str, Json]]:
    """Every component with its path, in the order a screen reader meets them."""
    for i, component in enumerate(components):
        yield from _walk_subtree(f"{where}.{i}", component)


def _walk_subtree(where: str, component: Json) -> Iterator[tuple[str, Json]]:
    yield where, component
    for place, child in child_components(component):
        yield from _walk_subtree(f"{where}.{place}", child)


def media_items(component: Json) -> list[tuple[str, Json]]:
    """The pictures and files of one component, as (description, media)."""
    kind = component.get("type")
    if kind == GALLERY:
        return [(item.get("description") or "", item.get("media") or {}) for item in component.get("items") or []]
    if kind == THUMBNAIL:
        return [(component.get("description") or "", component.get("media") or {})]
    if kind == FILE:
        return [("", component.get("file") or {})]
    return []


def text_contents(components: list[Json]) -> list[str]:
    return [str(c.get("content", "")) for _, c in walk_components(components) if c.get("type") == TEXT]


def find_component(components: list[Json], custom_id: str) -> Json | None:
    for _, component in walk_components(components):
        if component.get("custom_id") == custom_id:
            return component
    return None


def assign_component_ids(components: list[Json]) -> list[Json]:
    """Copies the components and numbers those without an id, as Discord does when it stores them."""
    kept = deepcopy(components)
    taken = {c.get("id") for _, c in walk_components(kept) if c.get("id")}
    number = 0
    for _, component in walk_components(kept):
        if not component.get("id"):
            number += 1
            while number in taken:
                number += 1
            component["id"] = number
    return kept


def resolve_attachment_urls(components: list[Json], base: str, channel_id: int, files: list[Attachment]) -> list[Json]:
    """Copies the components with `attachment://name` replaced by URLs, as Discord sends them."""
    if not any(media_items(c) for _, c in walk_components(components)):
        return components
    named = {a.filename: a for a in files}
    shown = deepcopy(components)
    for _, component in walk_components(shown):
        for _, item in media_items(component):
            _fill_media_item(item, base, channel_id, named)
        if component.get("type") == FILE:
            name = str(component.get("file", {}).get("name", ""))
            if name in named:
                component["name"], component["size"] = name, named[name].size
    return shown


def _fill_media_item(item: Json, base: str, channel_id: int, named: dict[str, Attachment]) -> None:
    url = str(item.get("url", ""))
    if not url.startswith("attachment://"):
        item.setdefault("proxy_url", url)
        item.setdefault("placeholder", "")
        item.setdefault("loading_state", 2)
        return
    attachment = named.get(url.removeprefix("attachment://"))
    if attachment is None:
        return
    item["name"] = attachment.filename
    item["url"] = item["proxy_url"] = attachment_url(base, channel_id, attachment)
    item["width"], item["height"] = attachment.width, attachment.height
    item["content_type"] = attachment.content_type
    item["attachment_id"] = str(attachment.id)
    item["placeholder"], item["loading_state"], item["flags"] = "", 2, 0
