"""The files by which a host runs the bot: they name what there is, and keep what they promise."""

from __future__ import annotations

import re
import subprocess
import tomllib
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from cogs.client import SHUTDOWN_SECONDS
from cogs.settings import SETTING_NAMES, Settings, read_settings

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
    lists = {"requirements.txt", "requirements-postgres.txt"}
    wanted = {name.rstrip("*") for name in packages} | {"bot.py", "pyproject.toml"} | lists
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert lines[1] == "*"
    assert {line[1:] for line in lines if line.startswith("!")} == wanted
    assert all((ROOT / name).exists() for name in wanted)


def test_the_image_runs_as_nobody_in_particular_and_says_how_it_is() -> None:
    last = dict(instructions("slim-bookworm"))
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", last["USER"])
    assert last["VOLUME"] == "/srv/longtable/data"
    assert last["HEALTHCHECK"].endswith('CMD ["python", "-m", "tools.host.healthy"]')
    assert last["ENTRYPOINT"] == '["longtable"]'  # no shell between: the signal to stop reaches the bot
    mine = environment()
    assert {name for name in mine if name.startswith("LONGTABLE_")} <= set(SETTING_NAMES)
    told = read_settings(mine)
    assert told.status_address is not None
    assert str((Path(last["WORKDIR"]) / told.database).parent) == last["VOLUME"]
    assert str(told.picture_cache).startswith(last["VOLUME"])


def test_compose_gives_the_page_to_this_machine_alone() -> None:
    service = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]["longtable"]
    given = service["environment"]
    assert set(given) <= set(SETTING_NAMES)
    told = read_settings({**environment(), **given, "LONGTABLE_STATUS": "9464"})
    assert service["ports"] == [f"127.0.0.1:{told.port}:{told.port}"]  # the page knows itself by that name alone
    assert told.host == "0.0.0.0"
    assert service["volumes"] == ["data:/srv/longtable/data"]
    assert service["env_file"] == [{"path": ".env", "required": False}]
    assert read_settings({**given, "LONGTABLE_STATUS": "", "DISCORD_TOKEN": "a.b.c"}).database == Path(
        "data/longtable.sqlite3"
    )


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
    assert name in SETTING_NAMES
    assert value.startswith(folder)


# Several processes on one database.

DIVIDED = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
TOLD = {"DISCORD_TOKEN": "a.b.c", "POSTGRES_PASSWORD": "whatever"}


def filled(value: object, told: dict[str, str] = TOLD) -> str:
    """A value as compose fills it in: `${NAME:-usual}`, `${NAME:?reason}`."""

    def one(found: re.Match[str]) -> str:
        name, how, other = found.groups()
        if how == ":?":
            assert name in told, f"{name} is wanted: {other}"
        return told.get(name, "") or (other if how == ":-" else "")

    return re.sub(r"\$\{(\w+)(:-|:\?)?([^}]*)\}", one, str(value))


def bots() -> dict[str, dict[str, Any]]:
    return {name: each for name, each in DIVIDED["services"].items() if name.startswith("bot-")}


def settings_of(service: dict[str, Any], told: dict[str, str] = TOLD) -> Settings:
    given = {name: filled(value, told) for name, value in service["environment"].items()}
    assert {name for name in given if name.startswith(("LONGTABLE_", "DISCORD_"))} <= set(SETTING_NAMES)
    return read_settings({**environment(), **given})


def test_the_processes_share_all_shards_among_them() -> None:
    shares = [settings_of(each).shards for each in bots().values()]
    (count,) = {share.count for share in shares if share is not None}
    assert sorted(number for share in shares if share is not None for number in share.shards) == list(range(count))
    assert settings_of(bots()["bot-0"]).shards.holds(None)  # as the comment says


def test_each_process_uses_the_database_and_says_how_it_is() -> None:
    for name, each in bots().items():
        told = settings_of(each)
        assert told.token == "a.b.c"
        assert told.database_server is not None
        assert told.database_server.split("@")[1].split("/")[0] in DIVIDED["services"]
        assert told.status_address == ("0.0.0.0", 9464)
        assert each["volumes"] == [f"{name}:/srv/longtable/data"]  # of no other
        assert name in DIVIDED["volumes"]
        assert each["build"]["args"]["POSTGRES"]
        assert each["restart"] == "always"
        assert int(each["stop_grace_period"].removesuffix("s")) > 2 * SHUTDOWN_SECONDS
        assert each["depends_on"] == {"database": {"condition": "service_healthy"}}
        assert "ports" not in each
    assert "PGPASSWORD" in bots()["bot-0"]["environment"]


def test_the_database_is_nobodys_but_the_processes() -> None:
    database = DIVIDED["services"]["database"]
    assert "ports" not in database
    assert [DIVIDED["networks"][name]["internal"] for name in database["networks"]] == [True]
    assert not [part for part in database["command"] if "fsync" in part or "synchronous_commit" in part]
    assert "pg_isready" in database["healthcheck"]["test"]
    with pytest.raises(AssertionError, match="POSTGRES_PASSWORD is wanted"):
        filled(database["environment"]["POSTGRES_PASSWORD"], {})


def test_the_proxy_is_there_for_whoever_wants_it() -> None:
    proxy = DIVIDED["services"]["proxy"]
    assert proxy["profiles"] == ["proxy"]
    assert "ports" not in proxy
    assert settings_of(bots()["bot-1"]).proxy is None
    said = re.search(r"LONGTABLE_PROXY=(\S+)", (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
    assert said is not None
    told = settings_of(bots()["bot-1"], {**TOLD, "LONGTABLE_PROXY": said[1]})
    assert told.proxy == "http://proxy:8080"


def test_prometheus_asks_every_process() -> None:
    asks = yaml.safe_load((ROOT / "deploy" / "prometheus.yaml").read_text(encoding="utf-8"))["scrape_configs"]
    targets = {job["job_name"]: job["static_configs"][0]["targets"] for job in asks}
    assert targets["longtable"] == [f"{name}:9464" for name in bots()]
    prometheus = DIVIDED["services"]["prometheus"]
    assert prometheus["ports"] == ["127.0.0.1:9090:9090"]
    mounted = prometheus["volumes"][0].split(":")[0]
    assert (ROOT / "deploy" / mounted).is_file()


def test_the_image_holds_the_driver_only_where_it_is_asked_for() -> None:
    steps = instructions("AS build")
    assert ("ARG", "POSTGRES=") in steps
    install = next(rest for name, rest in steps if name == "RUN" and "requirements" in rest)
    plain = subprocess.run(
        ["sh", "-c", f"POSTGRES=; echo {install}"], capture_output=True, text=True, check=True
    ).stdout
    asked = subprocess.run(
        ["sh", "-c", f"POSTGRES=1; echo {install}"], capture_output=True, text=True, check=True
    ).stdout
    assert plain.split()[-2:] == ["-r", "requirements.txt"]
    assert asked.split()[-2:] == ["-r", "requirements-postgres.txt"]


def unit(name: str) -> ConfigParser:
    found = ConfigParser(strict=False, interpolation=None)
    found.optionxform = str
    found.read_string((ROOT / "deploy" / name).read_text(encoding="utf-8"))
    return found


def test_the_unit_of_a_range_starts_what_there_is() -> None:
    text = (ROOT / "deploy" / "longtable@.service").read_text(encoding="utf-8")
    service, alone = unit("longtable@.service")["Service"], unit("longtable.service")["Service"]
    shards = dict(re.findall(r"^Environment=(\w+)=(.*)$", text, re.MULTILINE))
    assert set(shards) - {"SHARDS"} <= set(SETTING_NAMES)
    env, setting, *command = service["ExecStart"].split()
    assert (env, " ".join(command)) == ("/usr/bin/env", alone["ExecStart"])
    name, value = setting.split("=")
    instances = re.search(r"enable --now (.*)", text)
    assert instances is not None
    ranges = [each.removeprefix("longtable@") for each in instances[1].split()]
    count = shards["SHARDS"]
    told = [read_settings({name: value.replace("%i", each).replace("${SHARDS}", count)}).shards for each in ranges]
    assert sorted(number for each in told if each is not None for number in each.shards) == list(range(int(count)))


def test_the_unit_of_a_range_is_started_again_and_stopped_gently() -> None:
    service, alone = unit("longtable@.service")["Service"], unit("longtable.service")["Service"]
    assert (service["Restart"], service["RestartSec"]) == ("always", "1")
    assert int(service["WatchdogSec"]) >= 30  # hosting/watchdog.py beats; a start that loads much is no hanging
    assert float(service["TimeoutStopSec"]) > 2 * SHUTDOWN_SECONDS
    module, *arguments = service["ExecStartPost"].split("-m ")[1].split()
    assert module == "tools.healthy"
    assert float(arguments[arguments.index("--wait") + 1]) < float(service["TimeoutStartSec"])
    # It may do what the unit of a single process may, and no more.
    same = set(alone) - {"ExecStart", "RestartSec", "Environment"}
    assert {key: service[key] for key in same} == {key: alone[key] for key in same}


def test_an_installed_bot_has_every_file_it_reads() -> None:
    """What an installation leaves out is made by tools of developers, or read by them alone."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    packed = {pattern.removeprefix("*") for pattern in project["package-data"]["*"]}
    packages = [pattern.removesuffix("*") for pattern in project["packages"]["find"]["include"]]
    listed = subprocess.run(["git", "ls-files", *packages], cwd=ROOT, capture_output=True, text=True, check=True)
    suffixes = {Path(name).suffix for name in listed.stdout.splitlines()}
    assert suffixes - packed <= {".py", ".stamps", ".tsv"}
