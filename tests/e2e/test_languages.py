"""People and tables in a language that nobody speaks yet (`tools.checks.pseudo_language`): Hebrew letters."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from playground.driver import Shown
from rules.core import encode_move
from tests.e2e.conftest import ROOM, Stage
from tests.e2e.laid import on_screen
from tools.checks.pseudo_language import pseudo_language
from words import Voice, catalogue

HEBREW = re.compile(r"[\u0590-\u05ff]")
LAST = 2  # the lists of the settings: where to hear, reminders, language
NAMES = ["Ann", "Ben", "Cid", "Dan"]
# What stays in Latin letters: names, machines' own, what is typed, cells, marks of Discord.
LATIN = re.compile(r"`[^`]*`|```.*?```|<[^>]*>|https?://\S+|/\w+(?: \w+)*|\b[A-Za-z]{1,2}\d+\b|\w+:\w*", re.DOTALL)


@pytest.fixture
def hebrew() -> Iterator[None]:
    with pseudo_language("he"):
        yield


def said(key: str, **params: object) -> str:
    return Voice("he")(key, **params)


def plain(text: str) -> str:
    """Without isolates."""
    return re.sub("[\u2066-\u2069]", "", text)


def english(text: str) -> list[str]:
    """The words of a text that are in Latin letters and should not be."""
    return [word for word in re.findall("[A-Za-z]{2,}", LATIN.sub(" ", plain(text))) if word not in NAMES]


def balanced(text: str) -> bool:
    return sum(text.count(sign) for sign in "\u2066\u2067\u2068") == text.count("\u2069")


def whole(message: Shown) -> None:
    """A message is said in the language, each line for itself, within the limits."""
    assert english(message.text) == [], message.text
    assert balanced(message.text)
    assert len(message.content) <= 2000
    for line in message.content.splitlines():
        if HEBREW.search(line):
            assert "\u2067" in line, line
    for label in message.labels:
        assert len(label) <= 80
        assert english(label) == [], label


async def test_somebody_chooses_their_language(stage: Stage, hebrew: None) -> None:
    shown = await stage.slash("Ann", "/game settings")
    assert "**My language**: that of the table, else of the server, else of my Discord." in shown.text
    name = Voice("en")("settings.name.language")
    shown = await stage.box.select("Ann", on_screen(shown), f"{name}: עברית (Hebrew)", which=LAST)
    assert english(shown.text.replace("(Hebrew)", "")).count("UTC") == len(english(shown.text.replace("(Hebrew)", "")))
    assert said("settings.title").strip("*") in plain(shown.text)
    assert "My language" in (await stage.slash("Ben", "/game settings")).text
    await stage.restart()
    assert said("settings.title").strip("*") in plain((await stage.slash("Ann", "/game settings")).text)
    back = await stage.slash("Ann", "/game settings", name="language", value="English")
    assert back.text == "My language: now English."


async def test_a_language_that_nobody_speaks_is_refused(stage: Stage, hebrew: None) -> None:
    shown = await stage.slash("Ann", "/game settings", name="language", value="klingon")
    assert "My language cannot be klingon" in shown.text
    assert stage.tables.preferences.effective_setting(stage.box.person("Ann").id, "language") == "table"


async def test_what_was_chosen_is_forgotten_while_it_is_not_spoken(stage: Stage) -> None:
    await stage.slash("Ann", "/game settings", name="language", value="he")
    assert not (await stage.slash("Ann", "/game settings")).text.startswith("**Your settings**")
    with catalogue().replace_sentences("he", {}):  # a sentence was added that nobody has translated yet
        assert (await stage.slash("Ann", "/game settings")).text.startswith("**Your settings**")


async def test_a_server_has_a_language_for_all_who_chose_none(stage: Stage, hebrew: None) -> None:
    """Who may manage it sees the list; it stays after a restart, and new tables open in it."""
    label = Voice("en")("settings.name.server")
    assert label not in (await stage.slash("Ben", "/game settings")).text
    assert "Manage Server" in (await stage.slash("Ben", "/game settings", name=label, value="he")).text
    stage.box.allow(ROOM, "manage_guild", who="Ann")
    assert "server" not in [one.value for one in await stage.box.complete("Ben", ROOM, "/game settings", "name", "")]
    assert "server" in [one.value for one in await stage.box.complete("Ann", ROOM, "/game settings", "name", "")]
    shown = await stage.slash("Ann", "/game settings")
    assert f"**{label}**: that of each one's Discord." in shown.text
    assert "cannot be klingon" in (await stage.slash("Ann", "/game settings", name=label, value="klingon")).text
    await stage.box.select("Ann", on_screen(shown), f"{label}: עברית (Hebrew)", which=LAST + 1)
    assert said("settings.title").strip("*") in plain((await stage.slash("Ben", "/game settings")).text)
    await stage.restart()
    assert said("settings.title").strip("*") in plain((await stage.slash("Ben", "/game settings")).text)
    await stage.slash("Cid", "/game settings", name="language", value="English")
    assert (await stage.slash("Cid", "/game settings")).text.startswith("**Your settings**")
    await stage.slash("Ben", "/carcassonne new")
    assert stage.table().language == "he"
    back = await stage.slash("Ann", "/game settings", name=label, value=Voice("en")("settings.server.each"))
    assert back.text == f"{label}: now that of each one's Discord."
    assert (await stage.slash("Ann", "/game settings")).text.startswith("**Your settings**")


async def test_in_direct_messages_there_is_no_server_to_choose_for(stage: Stage, hebrew: None) -> None:
    label = Voice("en")("settings.name.server")
    shown = await stage.box.slash("Ann", stage.box.dm("Ann"), "/game settings", name=label, value="he")
    assert "belongs to a server" in shown.text
    assert label not in (await stage.box.slash("Ann", stage.box.dm("Ann"), "/game settings")).text


async def test_the_host_chooses_the_language_of_the_table(stage: Stage, hebrew: None) -> None:
    await stage.slash("Ann", "/carcassonne new")
    assert stage.table().language == "en"
    shown = await stage.slash("Ann", "/game options")
    line = Voice("en")("options.line", name="Language", value="עברית (Hebrew)")
    await stage.box.select("Ann", on_screen(shown), line, which=len(shown.message.selects) - 1)
    assert stage.table().language == "he"
    await stage.settled()
    whole(stage.box.messages(ROOM)[-1])
    refused = await stage.slash("Ann", "/game options", name="language", value="tlh")
    assert stage.table().language == "he"
    assert "tlh" in refused.text
    await stage.slash("Ann", "/game options", name="language", value="English")
    assert stage.table().language == "en"


@pytest.mark.parametrize("kind", ["carcassonne", "catan", "citadels"])
async def test_a_table_speaks_its_language_to_all_and_each_hears_their_own(
    stage: Stage, hebrew: None, kind: str
) -> None:
    await stage.slash("Ann", "/game settings", name="language", value="he")
    await stage.slash("Ben", "/game settings", name="language", value="en")
    await stage.slash("Ann", f"/{kind} new")
    assert stage.table().language == "he", "that of who opened it"
    for who in ("Ben", "Cid", "Dan")[: 3 if kind == "citadels" else 2]:
        await stage.press(who, said("button.join"), stage.newest(said("button.join")))
    await stage.press("Ann", said("button.start"), stage.newest(said("button.start")))
    await stage.settled()
    messages = stage.box.messages(ROOM)
    assert messages
    for message in messages:
        whole(message)
    pictured = [picture for message in messages for picture in message.pictures]
    assert pictured
    mine = await stage.slash("Ann", "/game log")
    assert english(mine.text) == [], mine.text
    theirs = await stage.slash("Ben", "/game log")
    assert not HEBREW.search(theirs.text)


async def test_direct_messages_speak_the_language_of_their_reader(stage: Stage, hebrew: None) -> None:
    """Else that of the table; and so does what they become once somebody has moved."""
    await stage.slash("Ann", "/game settings", name="language", value="he")
    await stage.slash("Ben", "/game settings", name="language", value="en")
    for who in ("Ann", "Ben", "Cid"):
        await stage.tables.preferences.set_settings(stage.box.person(who).id, {"ping": "dm"})
    await stage.slash("Ann", "/carcassonne new")
    for who in ("Ben", "Cid"):
        await stage.press(who, said("button.join"), stage.newest(said("button.join")))
    await stage.press("Ann", said("button.start"), stage.newest(said("button.start")))
    await stage.settled()
    for _ in range(6):
        who = stage.waited()
        await stage.box.until(lambda who=who: bool(stage.box.dms(who)), what=f"a letter to {who}")
        table = await stage.tables.registry.load_table(stage.table().id)
        assert table.game is not None
        line = encode_move(next(iter(table.game.legal(table.state, table.seats_to_move[0]))))
        user = stage.box.person(who).id
        await stage.tables.moves.play_moves(table.id, user, [line], act=f"{table.id}.{table.seq}")
        await stage.settled()
    for who in ("Ann", "Ben", "Cid"):
        letters = stage.box.dms(who)
        assert letters
        for one in letters:
            if who == "Ben":
                assert not HEBREW.search(one.text), one.text
            else:
                whole(one)


@pytest.mark.parametrize("kind", ["carcassonne", "catan", "citadels"])
async def test_a_german_game_is_german(stage: Stage, kind: str) -> None:
    say = Voice("de")
    await stage.slash("Ann", "/game settings", name="language", value="Deutsch")
    await stage.slash("Ann", f"/{kind} new")
    for who in ("Ben", "Cid", "Dan")[: 3 if kind == "citadels" else 2]:
        await stage.press(who, say("button.join"), stage.newest(say("button.join")))
    await stage.press("Ann", say("button.start"), stage.newest(say("button.start")))
    await stage.settled()
    newest = stage.newest(say("button.move"))
    assert say(f"{'carc' if kind == 'carcassonne' else 'cit' if kind == 'citadels' else 'catan'}.name") in newest.text
    waited = stage.waited()
    picker = await stage.press(waited, say("button.move"), newest)
    assert picker.message.labels
    assert "…" not in picker.text[:3]
    for text in (*(one.text for one in stage.box.messages(ROOM)), picker.text if waited == "Ann" else ""):
        assert not re.search(r"\b(the|and|your|you|is|of|with)\b", text), text


async def test_a_machine_is_called_as_its_table_speaks(stage: Stage) -> None:
    await stage.slash("Ann", "/game settings", name="language", value="Deutsch")
    await stage.slash("Ann", "/carcassonne new")
    await stage.slash("Ann", "/game seat machine")
    assert [seat.name for seat in stage.table().seats] == ["Ann", "Computer 1"]
