"""The programs, run as a person would."""

from __future__ import annotations

import io
from collections import Counter
from itertools import combinations, islice
from pathlib import Path

import pytest

from rules.core import Choices, registry
from rules.core.conformance import Nonconformity, check_conformance
from rules.core.record import parse_record
from tools import play, replay
from tools.host import verify
from tools.soak import __main__, selfplay

RIVERS = ["carcassonne", "--with", "river1", "river2", "--seats", "3"]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    assert selfplay.main([*RIVERS, "--games", "1", "--seed", "3", "--out", str(tmp_path)]) == 0
    return next(tmp_path.glob("*.game"))


def test_selfplay_counts_and_keeps_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert selfplay.main([*RIVERS, "--games", "2", "--check", "--every", "30", "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("2 games, ")
    assert len(list(tmp_path.glob("*.game"))) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["carcassonne", "--seats", "7"], "is played by 2 to 6"),
        (["carcassonne", "--preset", "2007", "--seats", "6"], "is played by 2 to 5"),
        (["carcassonne", "--preset", "nothing"], "is no preset"),
        (["carcassonne", "--with", "moon"], "moon"),
        (["carcassonne", "--option", "edition", "1999"], "1999"),
        (["carcassonne", "--games", "-1"], "cannot be negative"),
    ],
)
def test_wrong_arguments_are_named(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        selfplay.main(arguments)
    assert left.value.code == 2
    assert sentence in capsys.readouterr().err


def test_replay_tells_the_story_and_draws(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay.main([str(record), "--png", str(tmp_path / "png"), "--last"]) == 0
    told = capsys.readouterr().out
    assert "1. " in told
    assert "Ann" in told
    pictures = list((tmp_path / "png").glob("*.png"))
    assert len(pictures) == 1
    assert pictures[0].read_bytes().startswith(b"\x89PNG")


def test_replay_tests_what_a_record_expects(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_text(record.read_text(encoding="utf-8") + "expect running\n", encoding="utf-8")
    assert replay.main([str(record)]) == 1
    assert "expected running" in capsys.readouterr().out


def test_verify_draws_the_same_numbers(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_text("table 12\n" + record.read_text(encoding="utf-8"), encoding="utf-8")
    assert verify.main([str(record)]) == 0
    assert "table #12" in capsys.readouterr().out


def test_verify_finds_another_key(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = record.read_text(encoding="utf-8")
    key = parse_record(text).key
    assert key is not None
    record.write_text(text.replace(key.hex(), "00" * 32), encoding="utf-8")
    assert verify.main([str(record)]) == 1
    assert capsys.readouterr().out.startswith("NOT as the key draws")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda t: "\n".join(line for line in t.splitlines() if not line.startswith("key")), "no key"),
        (lambda t: "luck chosen\n" + t, "chose numbers"),
        (lambda t: t.replace(" |", " #"), "nothing to compare"),
        (lambda t: "nonsense\n" + t, "nonsense"),
    ],
)
def test_verify_says_why_it_cannot(
    record: Path, change: object, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(change)
    record.write_text(change(record.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(SystemExit):
        verify.main([str(record)])
    assert sentence in capsys.readouterr().err


def test_a_missing_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        replay.main(["no-such-file.game"])
    assert "no-such-file.game cannot be read" in capsys.readouterr().err


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_game_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    saved, drawn = tmp_path / "mine.game", tmp_path / "mine.png"
    typed(
        monkeypatch,
        "",
        "moves",
        "help",
        "1",
        "pass figure",
        "undo",
        "place Z99 0",
        "fly",
        "board",
        f"png {drawn}",
        f"save {saved}",
        "save /no/such/folder/x",
        "quit",
    )
    assert play.main(["carcassonne", "--seats", "2", "--people", "2"]) == 0
    told = capsys.readouterr().out
    assert "place" in told
    assert "taken back" in told
    assert "cannot be written" in told
    assert drawn.read_bytes().startswith(b"\x89PNG")
    assert parse_record(saved.read_text(encoding="utf-8")).seats == 2
    typed(monkeypatch, *["1"] * 400)
    assert play.main(["carcassonne", "--people", "2", "--from", str(saved)]) == 0
    assert "(won)" in capsys.readouterr().out


def test_machines_play_a_whole_game_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert play.main(["carcassonne", "--seats", "2", "--people", "0"]) == 0
    assert "(won)" in capsys.readouterr().out


@pytest.mark.parametrize("key", list(registry.game_types()))
def test_soak_covers_every_module_alone_every_pair_and_every_preset(key: str) -> None:
    kind = registry.game_types()[key]
    told = {str(game.choices) for game in __main__.list_combinations(key)}
    for n in (0, 1, 2, len(kind.modules)):
        assert {str(kind.normalize_choices(Choices(modules))) for modules in combinations(kind.modules, n)} <= told
    assert {str(kind.normalize_choices(choices)) for choices in kind.presets.values()} <= told


def test_soak_of_a_game_with_many_modules() -> None:
    kind = registry.game_types()["citadels"]
    modules, mixtures = len(kind.modules), 40
    games = list(__main__.list_combinations("citadels", mixtures=mixtures))
    played = {game.choices for game in games}
    assert len(played) == len(games)
    assert {Choices(), Choices(kind.modules), *kind.presets.values()} <= {kind.normalize_choices(c) for c in played}
    assert {Choices((key,)) for key in kind.modules} <= played
    plain = [choices for choices in played if len(choices.modules) == 2 and not choices.options]
    assert len(plain) == modules * (modules - 1) // 2
    regular = 2 + len(kind.presets) - 1 + modules + modules * (modules - 1) // 2  # the first preset is the base alone
    assert regular < len(games) <= regular + mixtures
    assert {game.choices for game in __main__.list_combinations("citadels", 2)} != {
        game.choices for game in __main__.list_combinations("citadels")
    }
    assert [g.choices for g in __main__.list_combinations("citadels", 3)] == [
        g.choices for g in __main__.list_combinations("citadels", 3)
    ]


def test_soak_of_a_game_with_few_modules_draws_options_too() -> None:
    presets = {choices.options for choices in registry.game_types()["catan"].presets.values()}
    mixed = [game for game in __main__.list_combinations("catan") if game.choices.options not in presets]
    assert len(mixed) > 10
    assert {(), ("cities_knights",)} <= {game.choices.modules for game in mixed}


def test_soak_recounts_every_position_of_counted_games(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(__main__.list_combinations("citadels"))
    recounted: list[int] = []
    monkeypatch.setattr(type(game), "audit", lambda self, s: recounted.append(s.used))
    record = check_conformance(game, 4, 1, every=20, audited=1)
    assert len(recounted) == len(record.lines) + 1


def test_soak_spreads_games_over_every_number_of_players() -> None:
    found = list(islice(__main__.mix_games(1, "citadels"), 140))
    assert Counter(seats for _, seats in found) == dict.fromkeys(range(2, 9), 20)
    assert all(seats in __main__.player_counts(game) for game, seats in found)
    assert len({game.choices for game, _ in found}) > 70


def test_soak_counts_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert __main__.main(["--games", "3", "--game", "citadels"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 3
    assert all(": 1 games, " in line for line in told)


def test_soak_keeps_to_its_seconds(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    every = list(__main__.list_combinations("carcassonne"))
    assert {seats for game in every for seats in __main__.player_counts(game)} == {2, 3, 4, 5, 6}
    short = next(__main__.list_combinations("citadels"))  # the shorter the games, the sooner it is seen
    monkeypatch.setattr(__main__, "list_combinations", lambda only, seed: [short])
    monkeypatch.setattr(__main__, "player_counts", lambda game: [2, 3])
    assert __main__.main(["--seconds-each", "0.0001"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 2
    assert all(line.endswith("1 games checked at every position, 1 games checked every 20 moves") for line in told)


def test_a_game_that_fails_in_the_soak_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(game: object, seats: int, seed: int, **how: object) -> object:
        raise Nonconformity(f"seed {seed}: nobody can move", "the record")

    monkeypatch.setattr(__main__, "check_conformance", fails)
    assert __main__.main(["--games", "3", "--game", "carcassonne", "--seed", "5"]) == 1
    assert capsys.readouterr().out == "the record\n# seed 5: nobody can move\n"
