"""The programs with a game of secrets: who reads what, and how many may play."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from rules.core.record import Line, Record, format_record, parse_record
from tools import play, replay
from tools.soak import selfplay

SECRET = re.compile(r"^\w+: (?:pick|throw|keep) (.*)$", re.MULTILINE)


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def names(told: str, who: str) -> list[str]:
    """What the terminal shows of that player's secret moves."""
    return [found.group(1) for found in SECRET.finditer(told) if found.group(0).startswith(f"{who}: ")]


def test_one_person_reads_her_own_secrets_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, *["1"] * 40)
    assert play.main(["citadels", "--seats", "4", "--level", "easy"]) == 0
    told = capsys.readouterr().out.replace("> ", "\n")
    assert "Your cards: " in told
    assert names(told, "Ann")
    assert "?" not in "".join(names(told, "Ann"))
    for other in ("Ben", "Cid", "Dan"):
        assert set("".join(names(told, other))) <= {"?", ","}
        assert names(told, other)


def test_machines_among_themselves_show_no_secret(capsys: pytest.CaptureFixture[str]) -> None:
    assert play.main(["citadels", "--seats", "3", "--people", "0", "--level", "easy"]) == 0
    told = capsys.readouterr().out
    assert "(won)" in told
    assert "Your cards" not in told
    for who in ("Ann", "Ben", "Cid"):
        assert set("".join(names(told, who))) <= {"?", ","}


def test_people_at_one_terminal_hand_the_keyboard_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "start.game"
    source.write_text(
        format_record(Record("citadels", parse_record("game citadels\nseats 2\n").choices, 2, bytes(32))), "utf-8"
    )
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    #           first picks; handed on: Enter, picks, throws; handed on: Enter, takes the last pick back, picks again
    typed(monkeypatch, "", "1", "", "1", "1", "", "undo", "", "1", "1", "quit")
    assert play.main(["citadels", "--people", "2", "--from", str(source)]) == 0
    screens = capsys.readouterr().out.split(play.CLEAR)
    assert len(screens) >= 4
    for screen in screens[1:]:
        owner = screen.split(",")[0]
        other = "Ben" if owner == "Ann" else "Ann"
        assert "press Enter when nobody else looks" in screen
        assert set("".join(names(screen.replace("> ", "\n"), other))) <= {"?", ","}
    assert any(f"{who}: pick ?" in screen for who in ("Ann", "Ben") for screen in screens)
    assert any("taken back: " in screen and "?" in screen for screen in screens)


def test_the_record_of_a_running_game_is_not_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "running.game"
    running = Record(
        "citadels", parse_record("game citadels\nseats 2\n").choices, 2, None, lines=(Line(0, "keep ?,?"),)
    )
    path.write_text(format_record(running), "utf-8")
    with pytest.raises(SystemExit):
        replay.main([str(path)])
    assert "while the game was running" in capsys.readouterr().err


@pytest.mark.parametrize("program", [play.main, selfplay.main])
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--seats", "8"], "Eight players need"),
        (["--seats", "9"], "is played by 2 to 7"),
        (["--seats", "4", "--option", "rank9", "queen"], "Queen"),
    ],
)
def test_numbers_of_players_that_the_choices_do_not_allow(
    program: object, arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(program)
    with pytest.raises(SystemExit) as left:
        program(["citadels", *arguments])
    assert left.value.code == 2
    assert sentence in capsys.readouterr().err


def test_a_recorded_game_is_told_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["citadels", "--preset", "everything", "--seats", "8", "--games", "1", "--out", str(tmp_path)]
    assert selfplay.main(arguments) == 0
    assert replay.main([str(next(tmp_path.glob("*.game")))]) == 0
    assert not any("?" in line for line in capsys.readouterr().out.splitlines() if ". " in line and ": pick" in line)
