"""The acceptance script of Catan, base game: Ann, Ben and Cid play, the stranger Dan looks on, in #table."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from playground.driver import Answer, Shown
from rules.catan.cards import RESOURCES, unpack_cards
from tests.e2e.conftest import ROOM, Stage
from tests.e2e.laid import put
from tests.e2e.story import acts, spoken
from tests.rules.catan.table import parse

PEOPLE = ("Ann", "Ben", "Cid")
TABLE_BUTTONS = ["My move", "My hand", "Board", "Catch up", "More"]
ANSWERS = ["Accept", "Decline", "Counter…"]
ROAD = "1 brick, 1 lumber"
PLACE = re.compile("place (a|the second) settlement and a road")
RECORDS = Path(__file__).parent.parent / "records" / "catan"


def table_message(stage: Stage) -> Shown:
    return stage.newest("My move")


def seated(stage: Stage, name: str) -> int:
    return next(seat.index for seat in stage.table().seats if seat.name == name)


def hand(stage: Stage, name: str) -> list[str]:
    return list(unpack_cards(stage.table().state.hands[seated(stage, name)]))


def numbers(answer: Answer) -> list[str]:
    """The buttons that bear numbers of the picture."""
    return [button.label for button in answer.message.buttons if button.label.isdigit()]


def public_words(stage: Stage) -> str:
    """All words of the channel."""
    return "\n".join(
        "\n".join([s.content, repr(s.message.components), *(f"{p.filename} {p.alt}" for p in s.pictures)])
        for s in stage.box.messages(ROOM)
    )


def near(stage: Stage, corner: int) -> list[int]:
    """The corners one path away."""
    return [other for _, other in stage.table().state.layout.paths_and_neighbours[corner]]


async def place(stage: Stage, name: str, shown: Shown, part: int) -> None:
    """My move, a corner of the lists, a number: a building and its road."""
    picker = await stage.press(name, "My move", shown)
    lists = picker.message.selects
    assert [len(lists), picker.private] == [3, True]
    assert sum(len(one.choices) for one in lists) <= 54
    labels = lists[part].labels
    corner = labels[len(labels) // 2]
    held = stage.table().state.held
    assert not any(held[v] != -1 for v in near(stage, int(corner)))
    onward = await stage.box.select(name, picker, corner, which=part)
    assert 1 <= len(numbers(onward)) <= 3
    assert onward.message.pictures
    await stage.press(name, numbers(onward)[0], onward)


async def test_acceptance_script_of_catan(stage: Stage) -> None:
    box = stage.box

    # opening and starting
    await stage.slash("Ann", "/catan new", mode="base", map="beginner", seats=3)
    for name in PEOPLE[1:]:
        await stage.press(name, "Join")
    await stage.press("Ann", "Start")
    shown = table_message(stage)
    assert shown.pings == set(PEOPLE)
    assert shown.labels == TABLE_BUTTONS
    assert PLACE.search(shown.content)

    # there and back again; only who newly is waited for is pinged
    order: list[str] = []
    while PLACE.search(table_message(stage).content):
        before = table_message(stage)
        name = stage.waited()
        order.append(name)
        await place(stage, name, before, len(order) % 3)
        after = table_message(stage)
        if stage.waited() == name and len(order) == 3:
            assert after.id == before.id
        elif stage.waited() != name:
            assert after.id != before.id
            assert after.pings == {stage.waited()}
    s1, s2, s3 = order[:3]
    assert order == [s1, s2, s3, s3, s2, s1]
    assert len({s1, s2, s3}) == 3

    # whose turn it is comes before what was typed
    for path, options in (("/catan setup", {"corner": "v23"}), ("/catan build road", {"path": "99"})):
        assert "It is not your turn" in (await stage.slash(s2, path, **options)).text

    # buttons of somebody else's turn
    turn = table_message(stage)
    assert turn.labels == [*TABLE_BUTTONS, "Roll dice"]
    assert "It is not your turn" in (await stage.press(s2, "Roll dice", turn)).text
    assert "You are not at this table." in (await stage.press("Dan", "Roll dice", turn)).text

    # the dice
    held = {name: len(hand(stage, name)) for name in PEOPLE}
    box.reset_taps()
    await stage.press(s1, "Roll dice", turn)
    assert box.taps(s1) == 1
    rolled = table_message(stage)
    assert rolled.id == turn.id
    assert rolled.labels == TABLE_BUTTONS
    (said,) = re.findall(rf"^\*\*{s1}\*\*: .*rolled \d+: (.+)\.$", rolled.content, re.M)
    for name in PEOPLE:
        got = next((part for part in said.split("; ") if part.startswith(f"{name} ")), "")
        new = sum(int(n) for n in re.findall(r"\d+", got))
        assert len(hand(stage, name)) == held[name] + new

    # the own hand
    picker = await stage.press(s1, "My move")
    assert picker.private
    alt = picker.message.pictures[0].alt
    assert "Your hand: " in alt
    assert ":1" in alt
    mine = hand(stage, s1)
    can = {"Road": ("brick", "lumber"), "City": ("grain", "grain", "ore", "ore", "ore")}
    for label, cards in can.items():
        lacks = any(mine.count(card) < cards.count(card) for card in cards)
        if lacks:
            assert picker.message.button(label).disabled

    # an offer
    theirs = hand(stage, s2)
    give = mine[0]
    want = next(card for card in RESOURCES if card != give and card not in theirs)
    screen = await stage.press(s1, "Trade…", picker)
    assert [one.placeholder for one in screen.message.selects] == [
        "Likely swaps",
        "You give",
        "You want",
        "Ask (everybody, unless you choose)",
    ]
    assert screen.message.button("Send offer").disabled
    screen = await box.select(s1, screen, give, which=1)
    screen = await box.select(s1, screen, want, which=1)
    turn = table_message(stage)
    await stage.press(s1, "Send offer", screen)
    offer = table_message(stage)
    assert offer.id != turn.id
    assert offer.pings == {s2, s3}
    assert offer.labels == [*TABLE_BUTTONS, *ANSWERS]
    assert f"Offer 1: {s1} gives " in offer.content
    assert stage.waited() == s1

    # why somebody has not accepted is told to nobody else
    refused = await stage.press(s2, "Accept", offer)
    assert refused.private
    assert "You lack" in refused.text
    assert "You are not at this table." in (await stage.press("Dan", "Accept", offer)).text
    before = offer.content
    assert table_message(stage).content == before
    box.reset_taps()
    await stage.press(s3, "Decline", offer)
    assert box.taps(s3) == 1
    assert table_message(stage).id == offer.id
    assert f"{s3} declines." in table_message(stage).content
    assert "lack" not in public_words(stage)

    # a counter-offer
    x = next(card for card in theirs if card in hand(stage, s2) and any(card != y for y in mine))
    y = next(card for card in hand(stage, s1) if card != x)
    form = await stage.press(s2, "Counter…")
    assert form.modal is not None
    await box.submit(s2, form, {"give": f"1 {x}", "want": f"1 {y}"})
    await stage.settled()
    countered = table_message(stage)
    assert countered.id == offer.id
    assert f"{s2} would give 1 {x} for 1 {y}." in countered.content

    # it is taken
    sizes = {name: len(hand(stage, name)) for name in PEOPLE}
    picker = await stage.press(s1, "My move")
    take = next(b.label for b in picker.message.buttons if b.label.startswith(f"Take {s2}'s counter"))
    await stage.press(s1, take, picker)
    traded = table_message(stage)
    assert traded.id == offer.id
    assert f"{s1} gave 1 {y} to {s2} for 1 {x}." in spoken(traded.content)
    assert {name: len(hand(stage, name)) for name in PEOPLE} == sizes
    assert traded.labels == TABLE_BUTTONS

    # a closed offer
    assert "That offer is closed." in (await stage.slash(s2, "/catan trade accept")).text

    # the turn ends
    box.reset_taps()
    await stage.press(s1, "End turn", await stage.press(s1, "My move"))
    assert box.taps(s1) == 2
    second = table_message(stage)
    assert second.id != traded.id
    assert second.pings == {s2}
    assert second.labels == [*TABLE_BUTTONS, "Roll dice"]

    # that is taken back
    await stage.slash(s1, "/game undo")
    assert stage.waited() == s1
    assert not table_message(stage).pings or table_message(stage).id == second.id
    await stage.press(s1, "End turn", await stage.press(s1, "My move"))
    assert stage.waited() == s2
    again = table_message(stage)
    assert again.id == second.id or not again.pings


async def test_a_seven_and_what_follows(stage: Stage) -> None:
    box = stage.box
    await stage.recorded(RECORDS / "seven_two_owe.game", *PEOPLE)
    shown = table_message(stage)
    assert stage.waited() == "Ben"
    assert [len(hand(stage, name)) for name in PEOPLE] == [9, 4, 8]

    # a seven
    await stage.press("Ben", "Roll dice", shown)
    seven = table_message(stage)
    assert seven.id != shown.id
    assert seven.pings == {"Ann", "Cid"}
    assert seven.content.count("discards 4") == 2
    assert "It is not your turn" in (await stage.press("Ben", "My move", seven)).text

    # a discard by hand
    cards = hand(stage, "Ann")
    box.reset_taps()
    picker = await stage.press("Ann", "My move", seven)
    older = await stage.press("Ann", "My move", seven)
    values = [choice.value for choice in picker.message.selects[0].choices[:4]]
    chosen = await box.select("Ann", picker, *values)
    held_back = await box.select("Ann", older, *values)
    box.reset_taps()
    await stage.press("Ann", "Discard these 4", chosen)
    one_done = table_message(stage)
    assert one_done.id == seven.id
    (line,) = [line for line in one_done.content.splitlines() if line.startswith("R ") or "**Ann** " in line][:1]
    assert "✓ done" in line
    news = "\n".join(set(acts(one_done.content)).difference(acts(seven.content)))
    assert not any(re.search(rf"\b{card}\b", news) for card in set(cards))
    assert "Already played" in (await stage.press("Ann", "Discard these 4", held_back)).text

    # a discard that is typed, wrong and right
    cid = hand(stage, "Cid")
    assert "Discard exactly 4" in (await stage.slash("Cid", "/catan discard", kinds=f"1 {cid[0]}")).text
    await stage.slash("Cid", "/catan discard", kinds=",".join(cid[:4]))
    told = table_message(stage)
    assert told.id != seven.id
    assert told.pings == {"Ben"}
    assert re.search(r"Discarded: Cid \d .+; Ann \d .+\.", told.content)
    assert "move the robber" in told.content

    # which card it was is told to the two alone
    state = stage.table().state
    people = {seated(stage, name) for name in ("Ann", "Cid")}
    shared = next(
        h
        for h, corners in enumerate(state.layout.corners_of)
        if {state.held[v] for v in corners if state.buildings[v]} == people
    )
    had = {name: Counter(hand(stage, name)) for name in PEOPLE}
    box.reset_taps()
    picker = await stage.press("Ben", "My move", told)
    assert picker.message.pictures
    hexes = {re.sub(r".*\((\d+)\)", r"\1", b.label): b.label for b in picker.message.buttons if b.label[-1] == ")"}
    assert len(hexes) == 18
    onward = await stage.press("Ben", hexes[str(shared)], picker)
    assert {b.label for b in onward.message.buttons} >= {"Ann (red)", "Cid (yellow)"}
    done = await stage.press("Ben", "Ann (red)", onward)
    assert box.taps("Ben") == 3
    (got,) = had["Ann"] - Counter(hand(stage, "Ann"))
    assert Counter(hand(stage, "Ben")) == had["Ben"] + Counter([got])
    robbed = table_message(stage)
    assert re.search(r"moved the robber to \w+ \d+ and took a card from Ann\.", robbed.content)
    assert f"Ben took 1 {got} from Ann" in done.text
    assert f"1 {got} from Ann" not in public_words(stage)
    for name, knows in (("Ann", True), ("Ben", True), ("Cid", False), ("Dan", False)):
        log = await stage.slash(name, "/game log")
        assert "took a card from Ann" in log.text
        assert (f"took 1 {got} from Ann" in log.text) == knows
        if name != "Dan":
            own = await stage.press(name, "My hand")
            assert (f"took 1 {got} from Ann" in own.text) == knows

    # a road
    state = stage.table().state.copy()
    ben = seated(stage, "Ben")
    state.bank, state.hands[ben] = state.bank + state.hands[ben] - parse(ROAD), parse(ROAD)
    await put(stage, state)
    box.reset_taps()
    picker = await stage.press("Ben", "Road", await stage.press("Ben", "My move"))
    path = numbers(picker)[-1]
    await stage.press("Ben", path, picker)
    assert box.taps("Ben") == 3
    assert re.search(r"Ben built a road at \w+( \d+)?( \([a-z ]+\))? \| \w+( \d+)?\.", table_message(stage).content)
    assert stage.table().state.roads[int(path)] == ben
    assert hand(stage, "Ben") == []

    # the board in parts
    board = await stage.slash("Ben", "/game board")
    plates = []
    for part in ("Corners", "Paths", "Hexes"):
        shown_part = await stage.press("Ben", part, board)
        plates.append(shown_part.message.pictures[0].alt)
    assert all(str(n) in alt for n, alt in zip((53, 71, 18), plates, strict=True))

    # a machine plays on, and its turn is told in the next message
    sure = await stage.slash("Ann", "/game resign")
    await stage.press("Ann", "Yes, I resign", sure)
    assert "Ann has resigned; a machine plays on." in table_message(stage).content
    assert "You have left this table. You may watch:" in (await stage.press("Ann", "My move")).text
    assert "You have left this table" in (await stage.slash("Ann", "/catan roll")).text
    await stage.press("Ben", "End turn", await stage.press("Ben", "My move"))
    assert stage.waited() == "Cid"
    stage.tables.registry.chosen_luck[:] = [0, 1, 0, 2]  # Cid 1 and 2, then the machine 1 and 3
    await stage.press("Cid", "Roll dice")
    mine = table_message(stage)
    await stage.press("Cid", "End turn", await stage.press("Cid", "My move"))
    onward = table_message(stage)
    assert onward.id != mine.id
    assert onward.pings == {"Ben"}
    assert stage.waited() == "Ben"
    lines = onward.content.splitlines()
    at = [
        next(n for n, line in enumerate(lines) if said in line)
        for said in ("**Cid**: rolled 3: ", "**Ann**: rolled 4: ")
    ]
    assert at == sorted(at)
