"""What must hold of every game kept as text, whichever game it is."""

from __future__ import annotations

from pathlib import Path

from rules.core.record import check, read, replay, write

FOLDER = Path(__file__).resolve().parent.parent / "records"


def kept(kind: str) -> list[Path]:
    """The games of that kind that are kept."""
    return sorted((FOLDER / kind).glob("*.game"))


def plays_as_it_says(path: Path) -> None:
    record = read(path.read_text(encoding="utf-8"))
    assert any(line.expect for line in record.lines) or record.expect
    check(record)
    assert read(write(record)) == record


def follows_from_its_key(path: Path) -> None:
    record = read(path.read_text(encoding="utf-8"))
    played = list(replay(record, from_key=True))
    assert len(played) == len(record.lines) + 1
