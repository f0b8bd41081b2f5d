"""Remembers which commands were last registered with Discord."""

from __future__ import annotations

import json
import logging
from pathlib import Path

log = logging.getLogger(__name__)


class CommandDigestFile:
    """Digest of the commands last registered, by application and API; stored beside the database."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[str, str]:
        try:
            digests = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return digests if isinstance(digests, dict) else {}

    def write(self, digests: dict[str, str]) -> None:
        try:
            self._path.write_text(json.dumps(digests), encoding="utf-8")
        except OSError as error:
            log.warning("%(file)s cannot be written: %(why)s", {"file": self._path, "why": error.strerror})
