"""The acceptance script of Citadels: Ann, Ben, Cid and Dan play, the stranger Eve looks on, in #table."""

from __future__ import annotations

import re
from pathlib import Path

from playground.driver import Answer, Shown
from rules.citadels.cards import CHARACTERS, DISTRICTS
from tests.e2e.conftest import ROOM, Stage
from tests.e2e.story import spoken

PEOPLE = ("Ann", "Ben", "Cid", "Dan")
TABLE_BUTTONS = ["My move", "My hand", "Board", "Catch up", "More"]
ACTION = ["Take 2 gold", "Draw cards"]
NAMES = {key: key.replace("_", " ").title() for key in CHARACTERS}
RECORDS = Path(__file__).parent.parent / "records" / "citadels"


def table_message(stage: Stage) -> Shown:
    return stage.newest("My move")


UP = ", face up"


def cards(answer: Answer) -> list[str]:
    """The buttons that bear rank and name of a character."""
    return [b.label for b in answer.message.buttons if re.fullmatch(r"\d [A-Z]\w+(, face up)?", b.label)]


def said_by(shown: Shown) -> str:
    """All words of a message: text, alt texts, file names, components."""
    pictures = [f"{p.filename} {p.alt}" for p in shown.pictures]
    return "\n".join([shown.content, repr(shown.message.components), *pictures])


def public_bytes(stage: Stage) -> str:
    """All words of the channel."""
    return "\n".join(said_by(shown) for shown in stage.box.messages(ROOM))


def gold(stage: Stage, name: str) -> int:
    table = stage.table()
    seat = next(seat.index for seat in table.seats if seat.name == name)
    return int(table.state.gold[seat])


def seated(stage: Stage, name: str) -> int:
    return next(seat.index for seat in stage.table().seats if seat.name == name)


async def draft(stage: Stage, *wishes: str) -> dict[str, str]:
    """Everybody chooses the first of these characters that is there; who has which."""
    held: dict[str, str] = {}
    while "choose a character" in table_message(stage).content:
        name = stage.waited()
        picker = await stage.press(name, "My move")
        label = next(b for wish in wishes for b in cards(picker) if b.endswith(f" {wish}"))
        await stage.press(name, label, picker)
        held[label.partition(" ")[2]] = name
    return held


async def ended(stage: Stage, name: str) -> Answer:
    """My move, End turn: two taps."""
    stage.box.reset_taps()
    picker = await stage.press(name, "My move")
    button = next(b.label for b in picker.message.buttons if b.label.startswith("End turn"))
    done = await stage.press(name, button, picker)
    assert stage.box.taps(name) == 2
    return done


async def test_acceptance_script_of_citadels(stage: Stage) -> None:
    box = stage.box
    box.add_person("Eve")

    # opening and starting
    await stage.slash("Ann", "/citadels new")
    for name in PEOPLE[1:]:
        await stage.press(name, "Join")
    await stage.press("Ann", "Start")
    shown = table_message(stage)
    assert shown.pings == set(PEOPLE)
    assert shown.labels == TABLE_BUTTONS
    table = stage.table()
    k = stage.waited()
    assert f"the game begins. {k} plays first." in shown.content
    (crowned,) = [line for line in shown.content.splitlines() if line.endswith(" · crown")]
    assert f"**{k}**" in crowned
    face_up = table.state.face_up
    assert len(face_up) == 2
    assert "king" not in face_up
    assert all(f"**{name}** 0 points · 2 gold · 4 cards" in shown.content for name in PEOPLE)

    # whose turn it is not
    other = next(name for name in PEOPLE if name != k)
    waits = await stage.press(other, "My move", shown)
    assert waits.private
    assert "choose a character" in waits.text
    assert k in waits.text
    assert "You are not at this table." in (await stage.press("Eve", "My hand", shown)).text

    # the characters to choose from
    box.reset_taps()
    picker = await stage.press(k, "My move", shown)
    assert picker.private
    offered = cards(picker)
    assert len(offered) == 5
    assert not {NAMES[key] for key in face_up} & {label.partition(" ")[2] for label in offered}

    # who chose what is told to nobody
    done = await stage.press(k, "1 Assassin", picker)
    assert box.taps(k) == 2
    assert "Done" in done.text
    after = table_message(stage)
    assert after.id != shown.id
    following = stage.waited()
    assert after.pings == {following}
    assert f"**Waiting for** {following}: choose a character, asked" in after.content
    hidden = [word for key in CHARACTERS if key not in face_up for word in (key, NAMES[key])]
    assert not any(said_by(after).count(word) > said_by(shown).count(word) for word in hidden)
    assert "pick" not in public_bytes(stage)

    # the draft goes on
    held = {"Assassin": k}
    counts = []
    while "choose a character" in table_message(stage).content:
        name = stage.waited()
        picker = await stage.press(name, "My move")
        counts.append(len(cards(picker)))
        wish = next(c for w in ("Warlord", "King", "Bishop", "Magician") for c in cards(picker) if c.endswith(w))
        await stage.press(name, wish, picker)
        held[wish.partition(" ")[2]] = name
    assert counts == [4, 3, 2]

    # the Assassin is called first
    turn = table_message(stage)
    assert f"{k} is the Assassin." in spoken(turn.content)
    assert turn.pings == {k}
    assert turn.labels == [*TABLE_BUTTONS, *ACTION]

    # before the action
    assert "Take gold or cards first." in (await stage.slash(k, "/citadels end")).text
    built = await stage.slash(k, "/citadels build")
    assert "Take gold or cards first." in built.text
    assert built.message.has_button("Take 2 gold")

    # the power
    box.reset_taps()
    panel = await stage.press(k, "My move")
    power = await stage.press(k, "Power…", panel)
    assert {label.partition(" ")[2] for label in cards(power) if label.endswith(UP)} == {NAMES[c] + UP for c in face_up}
    assert [label.partition(" ")[2].removesuffix(UP) for label in cards(power)] == [
        "Thief",
        "Magician",
        "King",
        "Bishop",
        "Merchant",
        "Architect",
        "Warlord",
    ]
    victim = held["King"]
    await stage.press(k, "4 King", power)
    assert box.taps(k) == 3
    live = table_message(stage)
    assert "King" in live.content
    assert not re.search(rf"{victim}\W+(is|was) (the King|murdered)", live.content)

    # the action
    before_gold = gold(stage, k)
    box.reset_taps()
    await stage.press(k, "Take 2 gold")
    assert box.taps(k) == 1
    assert gold(stage, k) == before_gold + 2
    assert table_message(stage).id == live.id
    assert table_message(stage).labels == TABLE_BUTTONS

    # a district
    box.reset_taps()
    panel = await stage.press(k, "My move")
    label = next(b.label for b in panel.message.buttons if b.label.startswith("Build ") and not b.disabled)
    price = int(label.rpartition("(")[2].rstrip(")"))
    done = await stage.press(k, label, panel)
    assert box.taps(k) == 2
    assert len(stage.table().state.cities[seated(stage, k)]) == 1
    assert gold(stage, k) == before_gold + 2 - price
    await stage.press(k, "Undo", done)
    assert not stage.table().state.cities[seated(stage, k)]
    assert table_message(stage).id == live.id

    # one district a turn
    district = next(key for key, facts in DISTRICTS.items() if label.startswith(f"Build {facts_name(key)} ("))
    await stage.slash(k, "/citadels build", district=district)
    again = await stage.slash(k, "/citadels build")
    assert "You have built all you may this turn" in again.text
    await ended(stage, k)
    second = table_message(stage)
    u = stage.waited()
    assert second.id != live.id
    assert second.pings == {u}

    # the King is called, and nobody answers, whether anybody holds it or not
    silent = [NAMES[key] for key in stage.table().state.silent]
    assert "King" in silent
    assert "The murdered King was called and may not answer." in second.content
    vain = re.findall(r"(?:Called in vain: |Nobody answered as )(.+?)\.", second.content)
    assert {name for names in vain for name in re.split(", | and ", names)} == set(silent) - {"King"}
    assert victim != u
    assert not any(victim in shown.pings for shown in box.messages(ROOM)[-1:])
    waiting = [(await stage.press(name, "My move")).text for name in (victim, k)]
    assert "It is not your turn" in waiting[0]
    assert waiting[0] == waiting[1]

    # cards: who may draw, what is kept, what is taken back
    strangers = await stage.press("Eve", "Draw cards")
    assert "You are not at this table." in strangers.text
    foreign = await stage.press(next(n for n in PEOPLE if n != u), "Draw cards")
    assert "It is not your turn" in foreign.text
    size = len(stage.table().state.hands[seated(stage, u)])
    box.reset_taps()
    drawn = await stage.press(u, "Draw cards")
    keeps = [b.label for b in drawn.message.buttons if b.label.startswith("Take ")]
    assert drawn.private
    assert len(keeps) == 2
    assert f"**Waiting for** {u}: choose what to keep, asked" in table_message(stage).content
    assert not any(label.removeprefix("Take ") in table_message(stage).content for label in keeps)
    deck = len(stage.table().state.deck)
    await stage.press(u, keeps[0], drawn)
    assert box.taps(u) == 2
    assert len(stage.table().state.hands[seated(stage, u)]) == size + 1
    assert len(stage.table().state.deck) == deck + 1
    barred = await stage.slash(u, "/game undo")
    assert "cards were seen" in barred.text

    # the Warlord
    while held["Warlord"] != stage.waited():
        await ended(stage, stage.waited())
    w = stage.waited()
    await stage.press(w, "Take 2 gold")
    box.reset_taps()
    panel = await stage.press(w, "My move")
    targets = await stage.press(w, "Power…", panel)
    destroys = [b.label for b in targets.message.buttons if b.style == "success"]
    protected = held.get("Bishop")
    assert destroys
    assert not any(protected and protected in label for label in destroys)
    target = next(label for label in destroys if k in label)
    await stage.press(w, target, targets)
    assert box.taps(w) == 3
    assert not stage.table().state.cities[seated(stage, k)]

    # the end of the round
    fresh = table_message(stage)
    assert f"{victim} was the murdered King." in fresh.content
    assert stage.table().state.crown == seated(stage, victim)
    assert fresh.pings == {victim}
    assert "choose a character" in fresh.content

    # the log, for others and for oneself
    theirs = (await stage.slash("Eve", "/game log", text=True)).text
    assert "pick ?" in theirs
    assert not re.search(r"pick [a-z]", theirs)
    own = (await stage.slash(k, "/game log", text=True)).text
    assert "pick assassin" in own
    assert len(re.findall(r"pick \?", own)) == 3

    # somebody robs the King, who is drafted; the gold is gone before the King's turn is told
    for _ in range(6):
        held = await draft(stage, "Thief", "King", "Magician", "Architect", "Merchant", "Bishop", "Warlord", "Assassin")
        if {"Thief", "King"} <= set(held):
            break
        await round_over(stage)
    while stage.waited() != held["Thief"]:
        await stage.press(stage.waited(), "Take 2 gold")
        await ended(stage, stage.waited())
    thief = stage.waited()
    panel = await stage.press(thief, "My move")
    await stage.press(thief, "4 King", await stage.press(thief, "Power…", panel))
    await stage.press(thief, "Take 2 gold")
    have, theirs_gold = gold(stage, thief), gold(stage, held["King"])
    assert theirs_gold
    await ended(stage, thief)
    while stage.waited() != held["King"]:
        await stage.press(stage.waited(), "Take 2 gold")
        await ended(stage, stage.waited())
    assert gold(stage, thief) == have + theirs_gold
    assert gold(stage, held["King"]) == 0
    assert thief in table_message(stage).content


def facts_name(key: str) -> str:
    return key.replace("_", " ").title()


async def round_over(stage: Stage) -> None:
    """Everybody takes gold and ends the turn."""
    while "choose a character" not in table_message(stage).content:
        name = stage.waited()
        await stage.press(name, "Take 2 gold")
        await ended(stage, name)


async def test_somebody_with_a_graveyard_is_asked(stage: Stage) -> None:
    await stage.recorded(RECORDS / "graveyard.game", *PEOPLE)
    shown = table_message(stage)
    owner = stage.waited()
    assert shown.pings >= {owner}
    assert shown.labels == [*TABLE_BUTTONS, "Pay 1 gold, take it", "Leave it"]
    for name in PEOPLE:
        if name != owner:
            assert "It is not your turn" in (await stage.press(name, "Pay 1 gold, take it", shown)).text
    before = gold(stage, owner)
    await stage.press(owner, "Pay 1 gold, take it", shown)
    assert gold(stage, owner) == before - 1


async def test_the_last_turn(stage: Stage) -> None:
    await stage.recorded(RECORDS / "last_turn.game", *PEOPLE)
    last = stage.waited()
    await ended(stage, last)
    over = stage.newest("Rematch")
    assert over.pings == set(PEOPLE)
    assert "Ben wins with 32 points." in over.content
    assert re.search(r"Points: Ben 32 · \w+ 21 · \w+ 20 · \w+ 17", over.content)
    assert over.picture is not None
    assert "Ben wins with 32 points" in over.picture.alt
    for row in ("districts", "five colours", "complete city"):
        assert row in over.picture.alt.lower()
    score = await stage.press(PEOPLE[0], "Scores", over)
    assert score.last is not None
    assert not score.last.selects  # there is one sum, which the picture explains
    assert score.last.picture is not None
    assert "3 for all five colours" in score.text
