"""Names of people in messages: letters, whatever they look like."""

from __future__ import annotations

from pathlib import Path

from cogs.screen.naming import bare, escaped
from tests.e2e.conftest import staged

TURNED = "\u202eneb\u202c"


def test_a_name_turns_no_line_around() -> None:
    assert bare(TURNED) == "neb"
    assert bare("\u05d0\u05d1\u05d2") == "\u05d0\u05d1\u05d2"  # letters that run to the left stay


def test_a_name_is_no_formatting_and_no_mention() -> None:
    assert escaped("*Ann*") == "\\*Ann\\*"
    assert escaped("<@1> <t:0>") == "\\<@1> \\<t:0>"
    assert "@everyone" not in escaped("@everyone")


async def test_such_names_at_a_table(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        for name in (f"{TURNED}!", "<@1>"):
            stage.box.world.add_person(name)
        await stage.game(f"{TURNED}!", "<@1>")
        text = stage.newest("My move").text
        assert "neb!" in text
        assert "\u202e" not in text
        assert "\\<@1>" in text
        assert "<@1>" not in text.replace("\\<", "")
