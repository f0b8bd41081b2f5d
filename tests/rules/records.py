"""What must hold of every game kept as text, whichever game it is."""

from __future__ import annotations

from pathlib import Path

from rules.core.record import check_record, format_record, parse_record, replay_record

FOLDER = Path(__file__).resolve().parent.parent / "records"


def kept(kind: str) -> list[Path]:
    """The games of that kind that are kept."""
    return sorted((FOLDER / kind).glob("*.game"))


def plays_as_it_says(path: Path) -> None:
    record = parse_record(path.read_text(encoding="utf-8"))
    assert any(line.expect for line in record.lines) or record.expect
    check_record(record)
    assert parse_record(format_record(record)) == record


def follows_from_its_key(path: Path) -> None:
    record = parse_record(path.read_text(encoding="utf-8"))
    played = list(replay_record(record, from_key=True))
    assert len(played) == len(record.lines) + 1
