"""What `python bot.py --help` tells a newcomer."""

from __future__ import annotations

import pytest

import bot


def test_help_names_the_port_and_the_data(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bot.main(["--help"])
    said = capsys.readouterr().out
    assert "LONGTABLE_PORT" in said
    assert "LONGTABLE_DB" in said
