"""Files of messages: their type, picture size and URL."""

from __future__ import annotations

import mimetypes
import re
import secrets
import struct
from typing import NamedTuple
from urllib.parse import quote

from playground.clock import Clock
from playground.model import Attachment, Json


class Upload(NamedTuple):
    """One file of a multipart request; `number` is the n of its field `files[n]`."""

    number: int
    filename: str
    content_type: str
    data: bytes


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG, GIF or WebP, read from its first bytes; None for other files."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        width, height = struct.unpack("<HH", data[6:10])
        return width, height
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= 30:
        return _webp_size(data)
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    form = data[12:16]
    if form == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if form == b"VP8L":
        packed = int.from_bytes(data[21:25], "little")
        return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
    if form == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return None


def safe_name(filename: str) -> str:
    """The name as Discord stores it: only letters, digits, dots, dashes and underscores are kept."""
    return re.sub(r"[^A-Za-z0-9._-]", "_", filename) or "unknown"


def create_attachment(clock: Clock, upload: Upload, wish: Json) -> Attachment:
    filename = safe_name(str(wish.get("filename") or upload.filename))
    size = picture_size(upload.data)
    guessed = mimetypes.guess_type(filename)[0]
    return Attachment(
        id=clock.new_id(),
        filename=filename,
        content_type=guessed or upload.content_type or "application/octet-stream",
        data=upload.data,
        size=len(upload.data),
        key=secrets.token_hex(12),
        description=wish.get("description") or None,
        width=size[0] if size else None,
        height=size[1] if size else None,
    )


def attachment_url(base: str, channel_id: int, attachment: Attachment) -> str:
    return f"{base}/files/{channel_id}/{attachment.id}/{quote(attachment.filename)}?key={attachment.key}"


def attachment_json(base: str, channel_id: int, attachment: Attachment, ephemeral: bool) -> Json:
    url = attachment_url(base, channel_id, attachment)
    out: Json = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": attachment.size,
        "url": url,
        "proxy_url": url,
        "content_type": attachment.content_type,
    }
    if attachment.description:
        out["description"] = attachment.description
    if attachment.width is not None:
        out["width"], out["height"] = attachment.width, attachment.height
    if ephemeral:
        out["ephemeral"] = True
    return out
