"""Citadels through the driver: every decision by buttons alone, with the taps it takes and what others see of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from playground.driver import Answer, Refused, Shown
from rules.citadels.asks import HalfTurn, KeepCards
from rules.citadels.characters.emperor import GiveCrown, PayEmperor
from rules.citadels.characters.navigator import Land
from rules.citadels.characters.witch import NameVictim
from rules.citadels.districts.ball_room import GiveThanks
from rules.citadels.districts.bell_tower import Announce
from rules.citadels.districts.graveyard import Salvage
from rules.citadels.districts.hospital import Recover
from rules.citadels.districts.lighthouse import Search
from rules.citadels.districts.park import Stroll
from rules.citadels.turn import Main
from rules.core import Game, decode, play
from rules.core.registry import kinds
from tests.e2e.conftest import Stage
from tests.e2e.positions import Wanted, reach
from tests.rules.citadels.table import choices

FOUR = ("Ann", "Ben", "Cid", "Dan")
FIVE = (*FOUR, "Fay")
FOOTER = {"Back", "Close", "Text", "Type it…", "Undo", "Rules in a minute", "No more tips"}
WITHOUT = "End turn without power"
STANDING = ["My move", "My hand", "Board", "Log", "More"]


def on_screen(answer: Answer) -> Shown:
    assert answer.last is not None
    return answer.last


def offered(shown: Shown) -> list[str]:
    """What can be pressed to go on."""
    return [b.label for b in shown.buttons if b.label not in FOOTER and not b.disabled]


def grey(shown: Shown) -> list[str]:
    return [b.label for b in shown.buttons if b.disabled]


async def tap(stage: Stage, who: str, answer: Answer, label: str) -> Answer:
    """Press what is labelled so, or begins so, on a private screen."""
    shown = on_screen(answer)
    full = next((text for text in offered(shown) if text == label), None)
    full = full or next((text for text in offered(shown) if text.startswith(label)), None)
    assert full is not None, (label, offered(shown))
    done = await stage.box.press(who, shown, full)
    await stage.settled()
    return done


async def taps(stage: Stage, who: str, *labels: str) -> Answer:
    """«My move», then these buttons one after the other, counted from here."""
    stage.box.reset_taps()
    answer = await stage.press(who, "My move")
    for label in labels:
        answer = await tap(stage, who, answer, label)
    return answer


def at(step: type[Any], **fields: Any) -> Wanted:
    """A decision of that kind."""

    def wanted(game: Game[Any], s: Any) -> bool:
        top = s.agenda[-1]
        return isinstance(top, step) and all(getattr(top, name) == value for name, value in fields.items())

    return wanted


def turn_of(character: str, *kinds: str, acted: bool = True) -> Wanted:
    """The turn of a character in which all these kinds of moves are possible."""

    def wanted(game: Game[Any], s: Any) -> bool:
        top = s.agenda[-1]
        if not isinstance(top, Main) or (character and s.turn.character != character) or s.turn.acted != acted:
            return False
        return set(kinds) <= {move.kind for move in game.legal(s, top.seat)}

    return wanted


def with_targets(character: str, kind: str, least: int, most: int) -> Wanted:
    """The turn of a character whose power at the end has so many targets."""
    at_turn = turn_of(character, "end")

    def wanted(game: Game[Any], s: Any) -> bool:
        if not at_turn(game, s):
            return False
        after = play(game, s, s.agenda[-1].seat, decode("end", game.moves)).state
        top = after.agenda[-1] if after.agenda else None
        if top is None or getattr(top, "seat", None) != s.agenda[-1].seat:
            return False
        found = [move for move in game.legal(after, top.seat) if move.kind == kind]
        return least <= len(found) <= most

    return wanted


# --- the draft


async def test_a_character_is_chosen_in_two_taps_and_nobody_else_learns_it(stage: Stage) -> None:
    await stage.game(*FOUR, kind="citadels")
    who = stage.waited()
    face_up = re.search(r"Face up: ([\w, ]+)\.", stage.newest("My move").pictures[0].alt or "")
    assert face_up is not None
    stage.box.reset_taps()
    answer = await stage.press(who, "My move")
    shown = on_screen(answer)
    names = offered(shown)
    assert len(names) == 5
    assert all(re.fullmatch(r"[1-8] \w+", name) for name in names)
    assert not {name.split(" ")[1] for name in names} & set(face_up[1].split(", "))
    assert shown.text.count("`") == 10  # each with its line of rules
    assert shown.picture is not None
    chosen = names[0].split(" ")[1]
    done = await tap(stage, who, answer, names[0])
    assert stage.box.taps(who) == 2
    assert f"You chose the {chosen}." in done.text
    public = stage.newest("My move")
    assert f"{who} has chosen." in public.text
    assert chosen not in public.text
    assert chosen not in (public.pictures[0].alt or "")
    assert chosen.lower() not in repr(public.message.components).lower()
    assert public.pings == {stage.waited()}
    assert public.labels == STANDING


async def test_two_players_put_characters_aside_in_two_taps(stage: Stage) -> None:
    await stage.game("Ann", "Ben", kind="citadels")
    first = stage.waited()
    other = "Ben" if first == "Ann" else "Ann"
    await taps(stage, first, "")
    await taps(stage, other, "")
    assert stage.waited() == other
    answer = await taps(stage, other)
    assert "Put a character aside" in on_screen(answer).text
    thrown = offered(on_screen(answer))[0]
    done = await tap(stage, other, answer, thrown)
    assert stage.box.taps(other) == 2
    assert f"You put the {thrown.split(' ')[1]} aside." in done.text
    assert thrown.split(" ")[1] not in stage.newest("My move").text
    hand = await stage.press(other, "My hand")
    assert f"You know to lie face down: {thrown.split(' ')[1]}" in hand.text
    assert "lie face down" not in (await stage.press(first, "My hand")).text


# --- a turn


async def to_turn(stage: Stage) -> str:
    """Four have chosen; whose turn it is."""
    await stage.game(*FOUR, kind="citadels")
    for _ in range(4):
        await taps(stage, stage.waited(), "")
    return stage.waited()


async def test_gold_is_one_tap_build_and_end_are_two(stage: Stage) -> None:
    who = await to_turn(stage)
    table = stage.table()
    public = stage.newest("My move")
    assert public.labels == [*STANDING, "Take 2 gold", "Draw cards"]
    panel = on_screen(await taps(stage, who))
    assert "End turn" in grey(panel)
    assert all(label in grey(panel) for label in panel.labels if label.startswith("Build "))
    assert "Take gold or cards first." in panel.text
    stage.box.reset_taps()
    await stage.press(who, "Take 2 gold")
    assert stage.box.taps(who) == 1
    seat = next(seat.index for seat in stage.table().seats if seat.name == who)
    assert stage.table().state.gold[seat] == 4
    assert stage.newest("My move").labels == STANDING
    panel = on_screen(await taps(stage, who))
    builds = [label for label in panel.labels if label.startswith("Build ")]
    costs = [int(label[label.rindex("(") + 1 : -1]) for label in builds]
    assert costs == sorted(costs)
    assert {cost > 4 for label, cost in zip(builds, costs, strict=True) if label in grey(panel)} <= {True}
    done = await taps(stage, who, "Build ")
    assert stage.box.taps(who) == 2
    assert "built" in done.text
    assert on_screen(done).has_button("Undo")
    city = stage.table().state.cities[seat]
    assert len(city) == 1
    await stage.box.press(who, on_screen(done), "Undo")
    await stage.settled()
    assert stage.table().state.cities[seat] == ()
    await taps(stage, who, "Build ")
    assert "You have built" in (await stage.slash(who, "/citadels build", district="temple")).text
    panel = on_screen(await taps(stage, who))
    assert not [label for label in offered(panel) if label.startswith("Build ")]
    await taps(stage, who, "End turn")
    assert stage.box.taps(who) == 2
    assert stage.table().id == table.id


async def test_cards_are_kept_in_two_taps_and_only_numbers_are_public(stage: Stage) -> None:
    who = await to_turn(stage)
    stage.box.reset_taps()
    answer = await stage.press(who, "Draw cards")
    assert answer.private
    keeps = offered(on_screen(answer))
    assert keeps
    assert all(label.startswith("Keep ") for label in keeps)
    assert stage.newest("My move").labels == STANDING
    name = keeps[0].removeprefix("Keep ")
    done = await tap(stage, who, answer, keeps[0])
    assert stage.box.taps(who) == 2
    assert f"You kept {name}." in done.text
    public = stage.newest("My move")
    assert f"{who} kept 1 card" in public.text
    assert name not in public.text
    assert name not in (public.pictures[0].alt or "")
    assert not on_screen(done).has_button("Undo")
    others = [person for person in FOUR if person != who]
    log = await stage.press(others[0], "Log")
    assert f"You kept {name}" not in log.text
    assert f"You kept {name}" in (await stage.press(who, "Log")).text


async def test_two_cards_are_kept_with_a_library(stage: Stage, tmp_path: Path) -> None:
    table = await reach(stage, tmp_path, FOUR, "citadels", choices(), at(KeepCards, count=2))
    who = stage.waited()
    answer = await taps(stage, who)
    keeps = offered(on_screen(answer))
    assert all(re.fullmatch(r"Keep .+ and .+", label) for label in keeps)
    done = await tap(stage, who, answer, keeps[-1])
    assert stage.box.taps(who) == 2
    assert "kept 2 cards" in done.text
    assert stage.table().seq == table.seq + 1


async def test_income_is_two_taps(stage: Stage, tmp_path: Path) -> None:
    table = await reach(stage, tmp_path, FOUR, "citadels", choices(), turn_of("merchant", "income"))
    who, seat = stage.waited(), table.waiting[0]
    label = next(text for text in offered(on_screen(await taps(stage, who))) if text.startswith("Income +"))
    await taps(stage, who, label)
    assert stage.box.taps(who) == 2
    assert stage.table().state.gold[seat] == table.state.gold[seat] + int(label.removeprefix("Income +"))


async def test_my_hand_is_a_picture_and_words_for_its_owner(stage: Stage) -> None:
    who = await to_turn(stage)
    hand = await stage.press(who, "My hand")
    assert hand.private
    assert "4 cards:" in hand.text
    assert re.search(r"Your characters of this round: \w+", hand.text)
    assert (on_screen(hand).pictures[0].alt or "").startswith("Your hand: ")
    stage.box.add_person("Eve")
    assert "You are not at this table" in (await stage.press("Eve", "My hand")).text


async def test_the_text_board_tells_nobody_what_another_can_build(stage: Stage) -> None:
    who = await to_turn(stage)
    await stage.press(who, "Take 2 gold")
    own = await stage.slash(who, "/game board", text=True)
    assert "Possible: build " in own.text
    assert own.text.count("Only you see:") == 1
    other = next(name for name in FOUR if name != who)
    assert "Possible" not in (await stage.slash(other, "/game board", text=True)).text


# --- powers


POWERS = [
    ("assassin", FOUR, (), turn_of("assassin", "power-murder", acted=False), ["Power…", "4 King"], 3, "power-murder"),
    ("thief", FOUR, (), turn_of("thief", "power-rob"), ["Power…", "3 Magician"], 3, "power-rob"),
    ("magician swaps", FOUR, (), turn_of("magician", "power-swap"), ["Power…", "Swap with "], 3, "power-swap"),
    ("magician replaces all", FOUR, (), turn_of("magician", "power-redraw"), ["Power…", "Replace "], 3, "power-redraw"),
    ("warlord", FOUR, (), with_targets("warlord", "power-destroy", 1, 24), ["Power…", ""], 3, "power-destroy"),
    ("witch", FOUR, ("witch",), at(NameVictim), ["4 King"], 2, "power-bewitch"),
    ("wizard looks", FOUR, ("wizard",), turn_of("wizard", "power-look"), ["Power…", "Look at "], 3, "power-look"),
    ("emperor", FOUR, ("emperor",), at(GiveCrown), [""], 2, "power-crown"),
    ("abbot", FOUR, ("abbot",), turn_of("abbot", "power-claim"), ["Claim 1 gold"], 2, "power-claim"),
    ("navigator", FOUR, ("navigator",), at(Land), ["4 gold"], 2, "power-navigate"),
    ("artist", FOUR, ("artist",), turn_of("artist", "power-beautify"), ["Power…", ""], 3, "power-beautify"),
    ("queen", FIVE, ("queen",), turn_of("queen", "income"), ["Income +3"], 2, "income"),
]


@pytest.mark.parametrize(("people", "cast", "wanted", "labels", "most", "kind"),
                         [row[1:] for row in POWERS], ids=[row[0] for row in POWERS])
async def test_powers_by_buttons_alone(
    stage: Stage, tmp_path: Path, people: tuple[str, ...], cast: tuple[str, ...], wanted: Wanted,
    labels: Sequence[str], most: int, kind: str,
) -> None:
    table = await reach(stage, tmp_path, people, "citadels", choices(cast=cast), wanted)
    who = stage.waited()
    done = await taps(stage, who, *labels)
    assert "Done:" in done.text, done.text
    assert stage.box.taps(who) == most
    entries = await stage.tables.history(table.id, after=table.seq)
    assert kind in [entry.move.split(" ")[0] for entry in entries]


async def test_names_to_murder_are_all_but_the_assassin(stage: Stage, tmp_path: Path) -> None:
    await reach(stage, tmp_path, FOUR, "citadels", choices(), turn_of("assassin", "power-murder"))
    answer = await taps(stage, stage.waited(), "Power…")
    assert [label[0] for label in offered(on_screen(answer))] == list("2345678")


async def test_the_wizard_takes_a_card_he_alone_sees(stage: Stage, tmp_path: Path) -> None:
    table = await reach(stage, tmp_path, FOUR, "citadels", choices(cast=("wizard",)), turn_of("wizard", "power-look"))
    who = stage.waited()
    answer = await taps(stage, who, "Power…", "Look at ")
    victim = re.search(r"Take a card of (\w+)", on_screen(answer).text)
    assert victim is not None
    label = offered(on_screen(answer))[0]
    assert label.startswith("Take ")
    answer = await tap(stage, who, answer, label)
    card = label.removeprefix("Take ")
    assert f"took {card} from {victim[1]}" in answer.text
    public = stage.newest("My move")
    assert f"{who} took a card from {victim[1]}." in public.text
    assert "Keep the card" in offered(on_screen(answer))
    await tap(stage, who, answer, "Keep the card")
    assert stage.table().seq == table.seq + 3
    assert card in (await stage.press(victim[1], "Log")).text


async def test_a_magician_with_many_cards_chooses_any_of_them(stage: Stage, tmp_path: Path) -> None:
    def wanted(game: Game[Any], s: Any) -> bool:
        return turn_of("magician", "power-redraw")(game, s) and len(s.hands[s.agenda[-1].seat]) > 8

    table = await reach(stage, tmp_path, FOUR, "citadels", choices(cast=("abbot",)), wanted)
    who, seat = stage.waited(), table.waiting[0]
    answer = await taps(stage, who, "Power…")
    (row,) = on_screen(answer).selects
    hand = table.state.hands[seat]
    assert len(row.labels) == len(hand)
    chosen = row.values[1:-1]
    answer = await stage.box.select(who, on_screen(answer), *chosen, which=row.custom_id)
    assert offered(on_screen(answer)) == [f"Replace {len(chosen)} cards"]
    assert on_screen(answer).has_button("Back")
    done = await tap(stage, who, answer, "Replace")
    assert stage.box.taps(who) == 5
    assert f"put {len(chosen)} cards under the deck" in done.text
    line = (await stage.tables.history(table.id, after=table.seq))[0].move
    assert len(line.split(" ")[1].split(",")) == len(chosen)
    log = await stage.slash(next(name for name in FOUR if name != who), "/game log", text=True)
    assert "power-redraw ?,?" in log.text


async def test_the_warlord_ends_without_his_power_in_two_taps(stage: Stage, tmp_path: Path) -> None:
    table = await reach(
        stage, tmp_path, FOUR, "citadels", choices(), with_targets("warlord", "power-destroy", 1, 40)
    )
    who = stage.waited()
    await taps(stage, who, WITHOUT)
    assert stage.box.taps(who) == 2
    moves = [entry.move for entry in await stage.tables.history(table.id, after=table.seq)]
    assert moves[:2] == ["end", "pass power"]


async def test_the_warlord_who_types_the_end_is_asked_for_his_power(stage: Stage, tmp_path: Path) -> None:
    await reach(stage, tmp_path, FOUR, "citadels", choices(), with_targets("warlord", "power-destroy", 1, 40))
    answer = await stage.slash(stage.waited(), "/citadels end")
    assert answer.text.startswith("**Done.**\n\n**Destroy a district**, and your turn ends.")
    assert WITHOUT in offered(on_screen(answer))


async def test_the_warlords_targets_have_prices_and_names(stage: Stage, tmp_path: Path) -> None:
    await reach(stage, tmp_path, FOUR, "citadels", choices(), with_targets("warlord", "power-destroy", 3, 24))
    shown = on_screen(await taps(stage, stage.waited(), "Power…"))
    assert "your turn ends" in shown.text
    assert WITHOUT in offered(shown)
    targets = [label for label in offered(shown) if label != WITHOUT]
    assert all(re.fullmatch(r".+ of \w+ \(\w+\): \d gold", label) for label in targets)
    assert not [label for label in targets if label.startswith("Keep ")]


async def test_more_targets_than_buttons_are_chosen_by_player(stage: Stage, tmp_path: Path) -> None:
    people = (*FIVE, "Gus", "Hal")
    table = await reach(
        stage, tmp_path, people, "citadels", choices(), with_targets("warlord", "power-destroy", 25, 99)
    )
    who = stage.waited()
    answer = await taps(stage, who, "Power…")
    players = [label for label in offered(on_screen(answer)) if label != WITHOUT]
    assert all(re.fullmatch(r"\w+ \(\w+\)", label) for label in players)
    answer = await tap(stage, who, answer, players[0])
    await tap(stage, who, answer, "")
    assert stage.box.taps(who) == 4
    moves = [entry.move for entry in await stage.tables.history(table.id, after=table.seq)]
    assert moves[0] == "end"
    assert moves[1].startswith("power-destroy ")


async def test_the_diplomat_gives_chooses_a_player_and_takes(stage: Stage, tmp_path: Path) -> None:
    table = await reach(
        stage, tmp_path, FOUR, "citadels", choices(cast=("diplomat",)),
        with_targets("diplomat", "power-exchange", 6, 99),
    )
    who = stage.waited()
    answer = await taps(stage, who, "Power…")
    for _ in range(3):
        if "Done:" in answer.text:
            break
        answer = await tap(stage, who, answer, next(t for t in offered(on_screen(answer)) if t != WITHOUT))
    assert "Done:" in answer.text
    assert stage.box.taps(who) <= 5
    moves = [entry.move for entry in await stage.tables.history(table.id, after=table.seq)]
    assert moves[1].startswith("power-exchange ")


# --- districts


def alone(kind: str) -> Wanted:
    """No other district can be used now."""
    at_turn = turn_of("", kind)

    def wanted(game: Game[Any], s: Any) -> bool:
        if not at_turn(game, s):
            return False
        kinds = [m.kind for m in game.legal(s, s.agenda[-1].seat) if m.group == "district"]
        return set(kinds) == {kind} and len(kinds) <= 25

    return wanted


@pytest.mark.parametrize(("district", "labels", "most"), [
    ("laboratory", ["Districts…", ""], 3), ("smithy", ["Smithy: 2 gold for 3 cards"], 2),
    ("museum", ["Districts…", ""], 3), ("armory", ["Districts…", ""], 3),
])
async def test_districts_by_buttons_alone(
    stage: Stage, tmp_path: Path, district: str, labels: Sequence[str], most: int
) -> None:
    modules = () if district in ("laboratory", "smithy") else (district,)
    kind = f"district-{district}"
    table = await reach(stage, tmp_path, FOUR, "citadels", choices(*modules), alone(kind))
    who = stage.waited()
    done = await taps(stage, who, *labels)
    assert "Done:" in done.text
    assert stage.box.taps(who) == most
    entries = await stage.tables.history(table.id, after=table.seq)
    assert entries[0].move.split(" ")[0] == kind


async def test_the_lighthouse_shows_the_deck_by_colour(stage: Stage, tmp_path: Path) -> None:
    def wanted(game: Game[Any], s: Any) -> bool:
        return at(Search)(game, s) and len(set(s.deck)) > 25

    chosen = choices("lighthouse", "quarry", "factory")
    table = await reach(stage, tmp_path, FOUR, "citadels", chosen, wanted)
    who = stage.waited()
    shown = on_screen(await taps(stage, who))
    assert [row.placeholder for row in shown.selects][:2] == ["Choose: yellow (noble)", "Choose: blue (religious)"]
    assert len([label for row in shown.selects for label in row.labels]) == len(set(table.state.deck))
    row = shown.selects[-1]
    answer = await stage.box.select(who, shown, row.values[0], which=row.custom_id)
    done = await tap(stage, who, answer, "Take ")
    assert stage.box.taps(who) == 4
    assert f"You took {row.labels[0]}." in done.text
    assert f"You took {row.labels[0]}." not in stage.newest("My move").text


# --- quick buttons


QUICK: list[tuple[str, tuple[str, ...], dict[str, str], tuple[str, ...], type[Any], list[str]]] = [
    ("half a turn", (), {}, ("witch",), HalfTurn, ["Take 2 gold", "Draw cards"]),
    ("ball room", ("ball_room",), {"ball_room_auto": "off"}, (), GiveThanks, ["Thank", "Stay silent"]),
    ("graveyard", (), {}, (), Salvage, ["Pay 1 gold, take it", "Leave it"]),
    ("bell tower", ("bell_tower",), {}, (), Announce, ["Announce", "Do not"]),
    ("navigator", (), {}, ("navigator",), Land, ["4 gold", "4 cards", "Neither"]),
    ("park", ("park",), {}, (), Stroll, ["Draw 2", "Draw nothing"]),
    ("hospital", ("hospital",), {}, (), Recover, ["Take 2 gold", "Draw cards", "Carry on"]),
]


@pytest.mark.parametrize(("modules", "options", "cast", "step", "labels"),
                         [row[1:] for row in QUICK], ids=[row[0] for row in QUICK])
async def test_quick_buttons(
    stage: Stage, tmp_path: Path, modules: tuple[str, ...], options: dict[str, str], cast: tuple[str, ...],
    step: type[Any], labels: list[str],
) -> None:
    table = await reach(stage, tmp_path, FOUR, "citadels", choices(*modules, cast=cast, **options), at(step))
    who = stage.waited()
    assert stage.newest("My move").labels == [*STANDING, *labels]
    other = next(name for name in FOUR if name != who)
    assert "It is not your turn" in (await stage.press(other, labels[0])).text
    shown = on_screen(await taps(stage, who))
    assert set(offered(shown)) <= set(labels)
    stage.box.reset_taps()
    await stage.press(who, labels[-1])
    assert stage.box.taps(who) == 1
    assert await stage.tables.history(table.id, after=table.seq)


async def test_whoever_is_asked_by_the_hospital_and_was_not_called_can_only_carry_on(
    stage: Stage, tmp_path: Path
) -> None:
    def wanted(game: Game[Any], s: Any) -> bool:
        top = s.agenda[-1]
        return isinstance(top, Recover) and s.holder(top.character) != top.seat

    table = await reach(stage, tmp_path, FOUR, "citadels", choices("hospital"), wanted)
    who = stage.waited()
    assert stage.newest("My move").labels == [*STANDING, "Take 2 gold", "Draw cards", "Carry on"]
    refused = await stage.press(who, "Take 2 gold")
    assert "You were not called" in refused.text
    assert stage.table().seq == table.seq
    assert offered(on_screen(await taps(stage, who))) == ["Carry on"]
    await stage.press(who, "Carry on")
    assert "Nobody answered as " in stage.newest("My move").text


async def test_the_emperor_is_paid_in_gold_at_once_or_with_a_card_in_secret(stage: Stage, tmp_path: Path) -> None:
    def wanted(game: Game[Any], s: Any) -> bool:
        return at(PayEmperor)(game, s) and s.gold[s.agenda[-1].seat] > 0

    table = await reach(stage, tmp_path, FOUR, "citadels", choices(cast=("emperor",)), wanted)
    who = stage.waited()
    assert stage.newest("My move").labels == [*STANDING, "Pay 1 gold", "Give a card…"]
    stage.box.reset_taps()
    answer = await stage.press(who, "Give a card…")
    assert answer.private
    card = next(label for label in offered(on_screen(answer)) if label.startswith("Give "))
    done = await tap(stage, who, answer, card)
    assert stage.box.taps(who) == 2
    name = card.removeprefix("Give ")
    assert f"{who} gave {name} to " in done.text
    public = stage.newest("My move")
    assert f"{who} gave a card to " in public.text
    assert name not in public.text.split("\n")[2]
    assert stage.table().seq == table.seq + 1


# --- players by name, limits


async def test_players_stand_by_name_and_colour_wherever_a_move_holds_one(stage: Stage, tmp_path: Path) -> None:
    await reach(stage, tmp_path, FOUR, "citadels", choices(), turn_of("magician", "power-swap"))
    who = stage.waited()
    found = await stage.box.complete(who, "table", "/citadels power swap", "player")
    assert all(re.fullmatch(r"\w+ \(\w+\)", choice.label) for choice in found)
    assert who not in {choice.label.split(" ")[0] for choice in found}
    assert {choice.value for choice in found} <= set("0123")
    moves = await stage.slash(who, "/game moves")
    assert re.search(r"`power-swap \d` Swap hands with \w+ \(\w+\)", moves.text)
    lines = await stage.box.complete(who, "table", "/game move", "line", "power-swap")
    assert all("Swap hands with" in choice.label for choice in lines)


async def test_eight_people_with_long_names_stay_within_the_limits(stage: Stage) -> None:
    people = tuple(letter * 31 + str(n) for n, letter in enumerate("ABCDEFGH"))
    for name in people:
        stage.box.add_person(name)
    await stage.slash(people[0], "/citadels new")
    lobby = stage.table()
    await stage.tables.set_choices(lobby.id, lobby.host, kinds()["citadels"].presets["everything"])
    await stage.tables.set_seats(lobby.id, lobby.host, len(people))
    for name in people[1:]:
        await stage.press(name, "Join")
    await stage.press(people[0], "Start")
    for act in range(60):
        who = stage.waited()
        answer = await taps(stage, who)
        for step in range(6):
            ways = offered(on_screen(answer))
            if "Done:" in answer.text and step:
                break
            if not ways:
                row = on_screen(answer).selects[0]
                answer = await stage.box.select(who, on_screen(answer), row.values[0], which=row.custom_id)
                continue
            answer = await tap(stage, who, answer, ways[(act * 7 + step) % len(ways)])
        assert len(stage.newest("My move").content) <= 2000
    assert stage.table().seq > 60


async def test_a_grey_button_cannot_be_pressed(stage: Stage) -> None:
    who = await to_turn(stage)
    panel = on_screen(await taps(stage, who))
    with pytest.raises(Refused):
        await stage.box.press(who, panel, "End turn")
    seq = stage.table().seq
    button = next(b for b in panel.buttons if b.label == "End turn")
    assert button.custom_id is not None
    forged = await stage.box.forge(who, stage.newest("My move"), button.custom_id)
    assert forged.text
    assert "Something went wrong" not in forged.text
    assert stage.table().seq == seq
