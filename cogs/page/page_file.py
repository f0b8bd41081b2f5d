"""Assembles the HTML file from template, style, scripts and data. Its content policy allows nothing external."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template
from typing import Any, Final

WEB: Final = Path(__file__).resolve().parents[2] / "web"
SCRIPTS: Final = ("blake2b.js", "sha256.js", "luck.js", "mosaic.js", "page.js")
# Characters that would end the script element or a line within it.
_UNSAFE: Final = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}


@cache
def _read_web_file(name: str) -> str:
    return (WEB / name).read_text(encoding="utf-8")


def _policy_hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def embed_json(data: Mapping[str, Any]) -> str:
    """JSON that is safe inside an HTML element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE)


def build_page(title: str, noscript: str, data: Mapping[str, Any], language: str, direction: str) -> bytes:
    script, style = "\n".join(map(_read_web_file, SCRIPTS)), _read_web_file("page.css")
    return (
        Template(_read_web_file("page.html"))
        .substitute(
            lang=escape(language),
            dir=escape(direction),
            title=escape(title),
            noscript=escape(noscript),
            style=style,
            style_hash=_policy_hash(style),
            script=script,
            script_hash=_policy_hash(script),
            data=embed_json(data),
        )
        .encode()
    )
