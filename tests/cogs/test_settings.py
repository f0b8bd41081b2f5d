from __future__ import annotations

from pathlib import Path

import pytest

from cogs import settings
from cogs.settings import Settings, SettingsError, read_settings
from db.share import Share
from db.store import redact_address
from db.upkeep import BackupPlan
from service.time.typed import DAY

TOKEN = "abc.def.ghi"


def test_nothing_told_is_the_playground() -> None:
    assert read_settings({}) == Settings(database=settings.PLAYGROUND_DATABASE)


def test_with_a_token_it_is_live() -> None:
    told = read_settings({"DISCORD_TOKEN": TOKEN})
    assert told == Settings(
        token=TOKEN, database=settings.DEFAULT_DATABASE, backups=BackupPlan(Path("data/backups"), DAY, 7)
    )


def test_backups_as_somebody_wants_them() -> None:
    assert read_settings({"DISCORD_TOKEN": TOKEN, "LONGTABLE_BACKUP_EVERY": "off"}).backups is None
    wanted = {"LONGTABLE_BACKUP_EVERY": "6 hours", "LONGTABLE_BACKUPS": "/mnt/elsewhere", "LONGTABLE_BACKUP_KEEP": "30"}
    assert read_settings(wanted).backups == BackupPlan(Path("/mnt/elsewhere"), DAY // 4, 30)
    assert read_settings({"LONGTABLE_BACKUPS": "/mnt/elsewhere"}).backups is None  # the playground makes none by itself


@pytest.mark.parametrize(
    ("text", "effort"), [("", 1.0), ("100", 1.0), ("50%", 0.5), ("0", 0.0), ("OFF", 0.0), ("1000", 10.0)]
)
def test_how_much_strong_machines_think(text: str, effort: float) -> None:
    assert read_settings({"LONGTABLE_STRONG": text}).machine_effort == effort


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("", None),
        ("1", Share(1, 0, 0)),
        ("4", Share(4, 0, 3)),
        ("2-4/16", Share(16, 2, 4)),
        (" 2 - 4 / 16 ", Share(16, 2, 4)),
        ("5/16", Share(16, 5, 5)),
        ("0-15/16", Share(16, 0, 15)),
        ("10000", Share(10_000, 0, 9_999)),
    ],
)
def test_which_shards_a_process_holds(text: str, share: Share | None) -> None:
    assert read_settings({"LONGTABLE_SHARDS": text}).shards == share


def test_the_environment_counts_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("# mine\nexport LONGTABLE_PORT=9000\nLONGTABLE_LOG='debug'\n\nLONGTABLE_DB = games.db\n")
    told = read_settings({"LONGTABLE_PORT": "0"}, file)
    assert (told.port, told.log_level, told.database) == (0, "DEBUG", Path("games.db"))


def test_a_missing_file_is_no_fault(tmp_path: Path) -> None:
    assert read_settings({}, tmp_path / "none") == read_settings({})


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DISCORD_TOKEN", "Bot " + TOKEN, "without the word Bot"),
        ("DISCORD_TOKEN", "abc", "three parts"),
        ("LONGTABLE_PORT", "eighty", "from 0 to 65535"),
        ("LONGTABLE_PORT", "70000", "from 0 to 65535"),
        ("LONGTABLE_LOG", "loud", "DEBUG, INFO, WARNING, ERROR"),
        ("LONGTABLE_DB", "/", "a folder"),
        ("LONGTABLE_CACHE", "/dev/null", "no folder"),
        ("LONGTABLE_BACKUPS", "/dev/null", "folder for backups"),
        ("LONGTABLE_BACKUP_EVERY", "daily", "10m to 30d"),
        ("LONGTABLE_BACKUP_EVERY", "1m", "10m to 30d"),
        ("LONGTABLE_BACKUP_KEEP", "0", "from 1 to 1000"),
        ("LONGTABLE_BACKUP_KEEP", "all", "from 1 to 1000"),
        ("LONGTABLE_STRONG", "1001", "from 0 (off) to 1000"),
        ("LONGTABLE_STRONG", "-5", "must be off"),
        ("LONGTABLE_STRONG", "much", "must be off"),
        ("LONGTABLE_SHARDS", "many", "a number such as 4"),
        ("LONGTABLE_SHARDS", "-1", "a number such as 4"),
        ("LONGTABLE_SHARDS", "2-4", "a number such as 4"),
        ("LONGTABLE_SHARDS", "/16", "a number such as 4"),
        ("LONGTABLE_SHARDS", "2-/16", "a number such as 4"),
        ("LONGTABLE_SHARDS", "-4/16", "a number such as 4"),
        ("LONGTABLE_SHARDS", "1-2-3/16", "a number such as 4"),
        ("LONGTABLE_SHARDS", "2/4/16", "a number such as 4"),
        ("LONGTABLE_SHARDS", "1,2/16", "a number such as 4"),
        ("LONGTABLE_SHARDS", "²", "a number such as 4"),
        ("LONGTABLE_SHARDS", "9" * 90, "a number such as 4"),
        ("LONGTABLE_SHARDS", "0", "1 to 10000 shards"),
        ("LONGTABLE_SHARDS", "0/0", "1 to 10000 shards"),
        ("LONGTABLE_SHARDS", "10001", "1 to 10000 shards"),
        ("LONGTABLE_SHARDS", "16/16", "the first is 0 and the last 15"),
        ("LONGTABLE_SHARDS", "2-16/16", "the first is 0 and the last 15"),
        ("LONGTABLE_SHARDS", "4-2/16", "the lower number comes first"),
        ("LONGTABLE_LOG_FORM", "xml", "plain, json"),
        ("LONGTABLE_HOST", "192.0.2.1", "127.0.0.1, ::1, 0.0.0.0"),
        ("LONGTABLE_STATUS", "on", "a port such as 9464"),
        ("LONGTABLE_STATUS", "99999", "a port such as 9464"),
        ("LONGTABLE_STATUS", "localhost:9464", "no name"),
        ("LONGTABLE_DISCORD", "localhost:8080", "an address"),
        ("LONGTABLE_DISCORD", "http://127.0.0.1:1", "needs DISCORD_TOKEN"),
        ("LONGTABLE_DB", "postgresql://me:[x]@localhost/longtable", "must name a database there"),
        ("LONGTABLE_PROXY", "localhost:3000", "the address of a proxy, such as http://127.0.0.1:3000"),
        ("LONGTABLE_PROXY", "socks5://localhost", "the address of a proxy"),
        ("LONGTABLE_PROXY", "http://[::1", "the address of a proxy"),
        ("LONGTABLE_PROXY", "http://proxy:http", "the address of a proxy"),
        ("LONGTABLE_PROXY", "http://127.0.0.1:3000/api/v10", "puts /api and the rest after it"),
        ("LONGTABLE_PROXY", "http://me:x@127.0.0.1:3000", "the bare address"),
        ("LONGTABLE_PROXY", "https://discord.com", "leave it empty"),
        ("LONGTABLE_PROXY", "http://127.0.0.1:3000", "needs DISCORD_TOKEN"),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: str, said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_settings({name: value})
    assert name in str(caught.value)
    assert said in str(caught.value)


def test_lines_that_are_no_settings(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("LONGTABLE_PROT=9000\n")
    with pytest.raises(SettingsError, match="LONGTABLE_PROT is no setting"):
        read_settings({}, file)
    file.write_text("LONGTABLE_PORT 9000\n")
    with pytest.raises(SettingsError, match="line 1"):
        read_settings({}, file)


def test_the_token_of_a_playground_elsewhere_has_any_form() -> None:
    told = read_settings({"LONGTABLE_DISCORD": "http://127.0.0.1:8080/", "DISCORD_TOKEN": "whatever"})
    assert (told.remote_playground, told.token) == ("http://127.0.0.1:8080", "whatever")


def test_of_several_servers_the_one_that_writes_is_used() -> None:
    address = "postgresql://me@db-1:5432,db-2:5433/longtable?target_session_attrs=read-write"
    assert read_settings({"LONGTABLE_DB": address, "DISCORD_TOKEN": "a.b.c"}).database_server == address
    assert redact_address(address) == "postgresql://db-1:5432,db-2:5433/longtable"


def test_a_proxy_is_kept_without_what_follows_its_address() -> None:
    told = read_settings({"LONGTABLE_PROXY": "http://proxy:3000/", "DISCORD_TOKEN": "a.b.c"})
    assert told.proxy == "http://proxy:3000"


def test_the_example_names_every_setting() -> None:
    lines = settings.read_dotenv(Path(__file__).resolve().parents[2] / ".env.example")
    told = {name: value for _, name, value in lines}
    assert set(told) == set(settings.SETTING_NAMES)
    assert read_settings(told) == read_settings({})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("DISCORD_TOKEN=abc", "DISCORD_TOKEN does not look"),
        ("export LONGTABLE_PORT=eighty", "LONGTABLE_PORT is 'eighty'"),
        ("LONGTABLE_LOG='loud'", "LONGTABLE_LOG is 'loud'"),
        ("LONGTABLE_DB=/", "LONGTABLE_DB is /"),
        ("LONGTABLE_CACHE=/dev/null", "LONGTABLE_CACHE is"),
        ("LONGTABLE_STATUS=:x", "LONGTABLE_STATUS is ':x'"),
        ("LONGTABLE_SHARDS=4-2/16", "LONGTABLE_SHARDS is '4-2/16'"),
        ("LONGTABLE_DISCORD=http://127.0.0.1:1", "LONGTABLE_DISCORD needs"),
        ("LONGTABLE_PROXY=http://127.0.0.1:1", "LONGTABLE_PROXY needs"),
        ("LONGTABLE_PROT=1", "LONGTABLE_PROT is no setting"),
        ("LONGTABLE_PORT 1", "write it like NAME=value"),
    ],
)
def test_a_wrong_setting_is_named_with_its_line(tmp_path: Path, line: str, said: str) -> None:
    file = tmp_path / ".env"
    file.write_text(f"# settings\nOTHER=1\n\n{line}\n", encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        read_settings({}, file)
    assert str(caught.value).startswith(f"{file}, line 4: {said}")


def test_a_line_is_named_only_where_it_counts(tmp_path: Path) -> None:
    """The last of two counts, and the environment before both."""
    file = tmp_path / ".env"
    file.write_text("LONGTABLE_PORT=1\nLONGTABLE_PORT=eighty\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="line 2"):
        read_settings({}, file)
    with pytest.raises(SettingsError, match=r"^LONGTABLE_PORT is 'ninety'"):
        read_settings({"LONGTABLE_PORT": "ninety"}, file)
    assert read_settings({"LONGTABLE_PORT": "0"}, file).port == 0


def test_what_turns_out_later_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("\nLONGTABLE_DB=/dev/null/x/games.sqlite3\n", encoding="utf-8")
    told = read_settings({}, file)
    with pytest.raises(SettingsError, match="line 2: The folder of"):
        settings.make_database_folder(told, told.database)


def test_files_of_other_editors(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("LONGTABLE_PORT=81\r\nLONGTABLE_LOG=ERROR\r\n", encoding="utf-8-sig")
    assert (read_settings({}, file).port, read_settings({}, file).log_level) == (81, "ERROR")
    file.write_text("LONGTABLE_PORT=81\n", encoding="utf-16")
    with pytest.raises(SettingsError, match="save it as UTF-8"):
        read_settings({}, file)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", None),
        ("9464", ("127.0.0.1", 9464)),
        ("0.0.0.0:9464", ("0.0.0.0", 9464)),
        ("[::1]:0", ("::1", 0)),
        ("10.0.0.5:80", ("10.0.0.5", 80)),
    ],
)
def test_where_health_and_figures_are_served(text: str, place: tuple[str, int] | None) -> None:
    assert read_settings({"LONGTABLE_STATUS": text}).status_address == place
