"""The files by which a host runs the bot: they name what there is, and keep what they promise."""

from __future__ import annotations

import re
import tomllib
from configparser import ConfigParser
from pathlib import Path

import yaml

from cogs.settings import KNOWN, read

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def instructions(stage: str) -> list[tuple[str, str]]:
    """Instruction and the rest, of one stage of the Dockerfile."""
    joined = re.sub(r"\\\n\s*", "", DOCKERFILE)
    lines = [line for line in joined.splitlines() if line and not line.startswith("#")]
    starts = [n for n, line in enumerate(lines) if line.startswith("FROM")] + [len(lines)]
    first = next(n for n in starts if lines[n].endswith(stage))
    end = starts[starts.index(first) + 1]
    return [tuple(line.split(" ", 1)) for line in lines[first:end]]


def environment() -> dict[str, str]:
    last = dict(instructions("slim-bookworm"))
    return dict(part.split("=", 1) for part in last["ENV"].split())


def test_the_image_gets_all_that_is_installed_and_nothing_else() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = project["tool"]["setuptools"]["packages"]["find"]["include"]
    wanted = {name.rstrip("*") for name in packages} | {"bot.py", "pyproject.toml", "requirements.txt"}
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert lines[1] == "*"
    assert {line[1:] for line in lines if line.startswith("!")} == wanted
    assert all((ROOT / name).exists() for name in wanted)


def test_the_image_runs_as_nobody_in_particular_and_says_how_it_is() -> None:
    last = dict(instructions("slim-bookworm"))
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", last["USER"])
    assert last["VOLUME"] == "/srv/longtable/data"
    assert last["HEALTHCHECK"].endswith('CMD ["python", "-m", "tools.healthy"]')
    assert last["ENTRYPOINT"] == '["longtable"]'  # no shell between: the signal to stop reaches the bot
    mine = environment()
    assert {name for name in mine if name.startswith("LONGTABLE_")} <= set(KNOWN)
    told = read(mine)
    assert told.status is not None
    assert str((Path(last["WORKDIR"]) / told.database).parent) == last["VOLUME"]
    assert str(told.cache).startswith(last["VOLUME"])


def test_compose_gives_the_page_to_this_machine_alone() -> None:
    service = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]["longtable"]
    given = service["environment"]
    assert set(given) <= set(KNOWN)
    told = read({**environment(), **given, "LONGTABLE_STATUS": "9464"})
    assert service["ports"] == [f"127.0.0.1:{told.port}:{told.port}"]  # the page knows itself by that name alone
    assert told.host == "0.0.0.0"
    assert service["volumes"] == ["data:/srv/longtable/data"]
    assert service["env_file"] == [{"path": ".env", "required": False}]
    assert read({**given, "LONGTABLE_STATUS": "", "DISCORD_TOKEN": "a.b.c"}).database == Path("data/longtable.sqlite3")


def test_the_unit_starts_what_there_is() -> None:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read_string((ROOT / "deploy" / "longtable.service").read_text(encoding="utf-8"))
    service = unit["Service"]
    folder = service["WorkingDirectory"]
    assert service["ExecStart"] == f"{folder}/.venv/bin/python bot.py"
    assert service["ReadWritePaths"] == folder
    assert service["User"] != "root"
    name, value = service["Environment"].split("=")
    assert name in KNOWN
    assert value.startswith(folder)
