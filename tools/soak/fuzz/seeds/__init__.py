"""First inputs of the fuzzer."""

from __future__ import annotations

import tomllib
from pathlib import Path

from ..readers import READERS, seeds_of_saved


def load_seeds(reader: str) -> list[bytes]:
    """The first inputs of a reader."""
    assert reader in READERS
    if reader == "saved":
        return list(seeds_of_saved())
    kept = tomllib.loads(Path(__file__).with_name("seeds.toml").read_text(encoding="utf-8"))
    return [text.encode() for text in kept[reader]]
