"""A character of Citadels by the files that docs/adding.md names, in a copy of the project, which plays it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

ROOT = Path(__file__).resolve().parent.parent
NEEDED = ("ai", "locales", "render", "rules", "tools", "words")
RECORD = ROOT / "tests" / "records" / "citadels" / "whole_six_random.game"

CODE = '''
from dataclasses import dataclass
from typing import ClassVar

from rules.citadels import effects
from rules.citadels.hooks import Character
from rules.citadels.moves import Power


@dataclass(frozen=True, slots=True)
class Visit(Power):
    """Take a gold from a richer player: `power-visit 2`."""

    kind: ClassVar[str] = "power-visit"
    seat_fields: ClassVar[tuple[str, ...]] = ("player",)
    player: int


class Envoy(Character):
    key = "envoy"
    colour = "yellow"
    moves = (Visit,)

    def list_powers(self, s, seat):
        return [Visit(other) for other in range(s.seats) if s.gold[other] > s.gold[seat]]

    def use_power(self, ctx, seat, move):
        effects.give_gold(ctx.s, move.player, seat, 1)
        ctx.emit("cit.power.visit", seat=seat, from_seat=move.player)


RULE = Envoy
'''
SENTENCES = """
[cit]
character.envoy = "Envoy"
value.rank4.envoy = "Envoy"
topic.envoy = "**Envoy** (rank 4). Takes 1 gold from a player who has more."
kind.power-visit = "Visit a player"
command.power-visit = "Envoy: take 1 gold from a richer player"
line.power-visit = "Take 1 gold from {player}"
ask.power-visit = "**From whom do you take 1 gold?**"
button.power-visit = "{player}"
power.visit = "{from_seat} gave 1 gold to {seat}."

[pic.citadels.does]
envoy = "Take 1 gold from a richer player; 1 gold per yellow district"
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with one more character."""
    there = tmp_path_factory.mktemp("project")
    for name in NEEDED:
        copytree(ROOT / name, there / name)
    citadels = there / "rules" / "citadels"
    (citadels / "characters" / "envoy.py").write_text(CODE, encoding="utf-8")
    with (citadels / "data" / "characters.toml").open("a", encoding="utf-8") as table:
        table.write("envoy = { rank = 4, bonus = true }\n")
    (citadels / "characters" / "text").mkdir()  # the sentences of `citadels/text`, where a test can add tables twice
    (citadels / "characters" / "text" / "en.toml").write_text(SENTENCES, encoding="utf-8")
    return there


def run(project: Path, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", f"tools.{program}", *arguments], cwd=project, capture_output=True, text=True, check=False
    )


def test_it_plays_by_all_rules_of_conformance(project: Path) -> None:
    options = ("--option", "rank4", "envoy", "--seats", "5", "--games", "1", "--check", "--every", "40")
    done = run(project, "selfplay", "citadels", *options, "--out", "played")
    assert done.returncode == 0, done.stdout + done.stderr
    assert any("power-visit" in record.read_text(encoding="utf-8") for record in (project / "played").rglob("*.game"))


@pytest.mark.parametrize(
    ("slip", "told"),
    [
        (("def list_powers", "def powers"), "Character has no hook powers"),
        (('key = "envoy"', 'key = "envoi"'), "no card has the key 'envoi'"),
        (('colour = "yellow"', 'colour = "gold"'), "no districts are 'gold'"),
        (("RULE = Envoy", ""), "has no RULE"),
    ],
)
def test_slips_are_told(project: Path, slip: tuple[str, str], told: str) -> None:
    file = project / "rules" / "citadels" / "characters" / "envoy.py"
    file.write_text(CODE.replace(*slip), encoding="utf-8")
    try:
        done = run(project, "selfplay", "citadels", "--games", "1")
    finally:
        file.write_text(CODE, encoding="utf-8")
    assert done.returncode != 0
    assert told in done.stderr


def test_records_of_random_casts_play_as_before(project: Path) -> None:
    done = run(project, "replay", str(RECORD))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Envoy" not in done.stdout


def test_its_sentences_are_translated_at_a_release(project: Path) -> None:
    done = run(project, "words", "--check")
    assert done.returncode == 0
    assert all(f" in {language}" in done.stdout for language in ("de", "he", "ro"))
    done = run(project, "release")
    assert done.returncode == 1
    assert "render/citadels/characters/envoy.py: is not drawn yet" in done.stdout
    assert "power-visit: no machine judges this move" in done.stdout
    assert "cit.character.envoy: is missing" in done.stdout
