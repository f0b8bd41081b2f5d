"""Checks request bodies against Discord's OpenAPI document, if a copy is found (none is part of the project)."""

from __future__ import annotations

import importlib
import json
import logging
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from cachetools import FIFOCache

from playground.errors import Problem
from playground.model import Json

log = logging.getLogger(__name__)

LONG = 20_000  # characters of a long body, such as a whole command tree, which is the same at every start
KEPT = 8  # long bodies whose result is cached


class Schema:
    """Checks bodies against the document; validators are built once per route."""

    def __init__(self, path: Path) -> None:
        # Only tests use the document, so jsonschema is no runtime dependency.
        self._jsonschema: Any = importlib.import_module("jsonschema")
        document = json.loads(path.read_text(encoding="utf-8"))
        self._paths: Json = document["paths"]
        self._components: Json = simplify_enums(document["components"])
        # Discord accepts numbers as ids, and discord.py sends them in places; the document only allows strings.
        ids = self._components["schemas"]["SnowflakeType"]
        self._components["schemas"]["SnowflakeType"] = {"anyOf": [ids, {"type": "integer", "minimum": 0}]}
        self._judge = self._jsonschema.validators.extend(
            self._jsonschema.Draft202012Validator, {"oneOf": self._union, "anyOf": self._union}
        )
        self._kinds = {
            f"#/components/schemas/{name}": set(schema.get("properties", {}).get("type", {}).get("enum") or ())
            for name, schema in self._components["schemas"].items()
        }
        self._made: dict[str, Any] = {}
        self._judged: FIFOCache[tuple[str, str, str], list[Problem]] = FIFOCache(KEPT)  # results of long bodies
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
            self._made[key] = self._judge(whole) if schema else None
        return self._made[key]

    def problems(self, method: str, template: str, body: Any) -> list[Problem]:
        """The problems of a body; none for routes that the document does not describe."""
        if body is None:
            return []
        validator = self._for(method, template)
        if validator is None:
            return []
        self.checked += 1
        text = json.dumps(body, sort_keys=True)
        if len(text) < LONG:
            return self._problems(validator, body)
        key = (method, template, text)
        if key not in self._judged:
            self._judged[key] = self._problems(validator, body)
        return self._judged[key]

    def _problems(self, validator: Any, body: Any) -> list[Problem]:
        if validator.is_valid(body):
            return []
        error = self._jsonschema.exceptions.best_match(validator.iter_errors(body))
        where = ".".join(str(part) for part in error.absolute_path)
        return [Problem(where, "SCHEMA", f"the OpenAPI document refuses it: {error.message[:300]}")]

    def _union(self, validator: Any, branches: list[Json], instance: Any, schema: Json) -> Iterator[Any]:
        """Selects the branch of a union of components by `type`: faster than trying all, with precise messages."""
        if isinstance(instance, dict) and "type" in instance:
            fitting = [b for b in branches if instance["type"] in self._kinds.get(b.get("$ref", ""), ())]
            known = all(self._kinds.get(b.get("$ref", "")) for b in branches)
            if known and len(fitting) == 1:
                yield from validator.descend(instance, fitting[0])
                return
        keyword = "oneOf" if schema.get("oneOf") is branches else "anyOf"
        yield from self._jsonschema.Draft202012Validator.VALIDATORS[keyword](validator, branches, instance, schema)


def simplify_enums(node: Any) -> Any:
    """The document with `oneOf` lists of constants written as `enum`, which validates faster."""
    if isinstance(node, list):
        return [simplify_enums(item) for item in node]
    if not isinstance(node, dict):
        return node
    out = {key: simplify_enums(value) for key, value in node.items()}
    branches = out.get("oneOf")
    if isinstance(branches, list) and branches and all(isinstance(b, dict) and "const" in b for b in branches):
        del out["oneOf"]
        out["enum"] = [b["const"] for b in branches]
    return out


def load_schema(path: Path | None) -> Schema | None:
    """The schema at `path`, read once; None, with one warning, if it is missing."""
    if path is not None and path.is_file():
        return _read_schema(path)
    _say_missing()
    return None


@lru_cache(maxsize=2)
def _read_schema(path: Path) -> Schema:
    return Schema(path)


@cache
def _say_missing() -> None:
    log.warning("no copy of Discord's OpenAPI document is at hand: the schema check is left out")
