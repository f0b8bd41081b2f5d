"""Bodies of requests against Discord's OpenAPI document, where a copy of it lies at hand (it is not part of this)."""

from __future__ import annotations

import importlib
import json
import logging
import re
from pathlib import Path
from typing import Any

from playground.errors import Problem
from playground.model import Json

log = logging.getLogger(__name__)


class Schema:
    """Judges request bodies by the document; validators are made once per route."""

    def __init__(self, path: Path) -> None:
        # Only tests check against the document, so its reader is no dependency at run time.
        self._jsonschema: Any = importlib.import_module("jsonschema")
        document = json.loads(path.read_text(encoding="utf-8"))
        self._paths: Json = document["paths"]
        self._components: Json = document["components"]
        # Discord takes ids as numbers too, and discord.py sends them so in a few places; the document says strings.
        ids = self._components["schemas"]["SnowflakeType"]
        self._components["schemas"]["SnowflakeType"] = {"anyOf": [ids, {"type": "integer", "minimum": 0}]}
        self._made: dict[str, Any] = {}
        self._shapes = {re.sub(r"\{\w+\}", "{}", template): template for template in self._paths}
        self.checked = 0

    def _for(self, method: str, template: str) -> Any:
        key = f"{method} {template}"
        if key not in self._made:
            known = self._shapes.get(re.sub(r"\{\w+\}", "{}", template), "")
            operation = self._paths.get(known, {}).get(method.lower(), {})
            content = operation.get("requestBody", {}).get("content", {})
            schema = content.get("application/json", {}).get("schema")
            whole = {"components": self._components, "allOf": [schema]}
            self._made[key] = self._jsonschema.Draft202012Validator(whole) if schema else None
        return self._made[key]

    def problems(self, method: str, template: str, body: Any) -> list[Problem]:
        """What the document has against a body. Routes it does not describe pass."""
        if body is None:
            return []
        validator = self._for(method, template)
        if validator is None:
            return []
        self.checked += 1
        if validator.is_valid(body):
            return []
        error = self._jsonschema.exceptions.best_match(validator.iter_errors(body))
        where = ".".join(str(part) for part in error.absolute_path)
        return [Problem(where, "SCHEMA", f"the OpenAPI document refuses it: {error.message[:300]}")]


_said: set[str] = set()


def load(path: Path | None) -> Schema | None:
    """The schema at `path`; where it is missing, say once that this check is left out."""
    if path is not None and path.is_file():
        return Schema(path)
    if "missing" not in _said:
        _said.add("missing")
        log.warning("no copy of Discord's OpenAPI document is at hand: the schema check is left out")
    return None
