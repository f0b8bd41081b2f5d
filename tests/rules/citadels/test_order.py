"""The order of a round: what is printed is what is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from rules.citadels.cards import BASE_PURPLES, BONUS_PURPLES, CHARACTERS
from rules.citadels.game import KIND
from rules.citadels.hooks import ROLES, RULES
from rules.citadels.order import CALL, MAIN, ROUND_END, START, RoundHook
from rules.core import Choices, Context, Game, play, start_game
from rules.core.conformance import start_trial

from .table import choices

BASE_ROUND = """
100 cit.round.start base
200 cit.draft.pick base
200 cit.draft.throw base
200 cit.draft.last base
300 cit.call base
320 on_character_revealed thief
330 on_own_reveal king
400 cit.begin base
410 cit.half base
430 cit.take_over base
450 cit.gains base
460 gain_after_action architect
460 gain_after_action merchant
500 cit.main base
500 list_powers assassin
500 list_powers magician
500 list_powers thief
500 list_actions laboratory
500 list_actions smithy
600 cit.warlord warlord
700 cit.closing base
800 cit.turn.over base
900 cit.round.end base
910 on_round_end king
"""
WHOLE_ROUND = """
100 cit.round.start base
200 cit.draft.pick base
200 cit.draft.throw base
200 cit.draft.last base
300 cit.call base
310 cit.hospital hospital
320 on_character_revealed thief
330 on_own_reveal king
340 on_acting_begun tax_collector
350 cit.ball_room ball_room
400 cit.begin base
410 cit.half base
420 cit.witch witch
430 cit.take_over base
435 on_acting_begun tax_collector
440 cit.emperor.give emperor
450 cit.gains base
460 gain_after_action architect
460 gain_after_action merchant
460 gain_after_action navigator
470 cit.navigator navigator
500 cit.main base
500 list_powers abbot
500 list_powers artist
500 list_powers assassin
500 list_powers magician
500 list_powers thief
500 list_powers wizard
500 list_actions laboratory
500 list_actions smithy
500 list_actions armory
500 list_actions museum
600 cit.diplomat diplomat
600 cit.warlord warlord
700 cit.closing base
710 on_any_turn_end tax_collector
720 on_turn_end poor_house
730 refund_gold alchemist
750 cit.park park
800 cit.turn.over base
900 cit.round.end base
910 on_round_end king
910 on_round_end queen
"""

Entry = tuple[int, str, str]


def lines(text: str) -> list[Entry]:
    return [(int(moment), name, card) for moment, name, card in map(str.split, text.split("\n")[1:-1])]


def order_of(wanted: Choices) -> list[Entry]:
    return list(KIND.make(wanted).pipeline())


def of(entries: Iterable[Entry], *cards: str) -> list[Entry]:
    return [entry for entry in entries if entry[2] in cards]


def test_the_order_of_a_round() -> None:
    assert order_of(Choices()) == lines(BASE_ROUND)


def test_the_order_of_a_round_with_everything() -> None:
    told = lines(WHOLE_ROUND)
    known = {card for _, _, card in told}  # more characters and districts may come
    found = order_of(KIND.presets["everything"])
    assert [entry for entry in found if entry[2] in known] == told
    assert [moment for moment, _, _ in found] == sorted(moment for moment, _, _ in found)


@pytest.mark.parametrize("card", [key for key, card in CHARACTERS.items() if card.bonus])
def test_a_character_has_its_places_and_takes_those_of_its_rank(card: str) -> None:
    everything = order_of(KIND.presets["everything"])
    cast = {f"rank{c.rank}": c.key for c in CHARACTERS.values() if not c.bonus} | {f"rank{CHARACTERS[card].rank}": card}
    assert order_of(choices(cast=[card])) == of(everything, "base", *cast.values(), *BASE_PURPLES)


@pytest.mark.parametrize("card", BONUS_PURPLES)
def test_a_district_has_its_places(card: str) -> None:
    everything = order_of(KIND.presets["everything"])
    cast = [c.key for c in CHARACTERS.values() if not c.bonus]
    assert order_of(choices(card)) == of(everything, "base", *cast, *BASE_PURPLES, card)


def test_what_is_out_of_the_game_has_no_place() -> None:
    without = choices("park", without_laboratory="yes")
    assert of(order_of(without), "laboratory") == []
    assert of(order_of(without), "smithy")
    drawn = order_of(Choices((), (("cast", "random"), ("districts", "random"))))
    assert of(drawn, "hospital", "witch", "queen") == of(
        order_of(KIND.presets["everything"]), "hospital", "witch", "queen"
    )
    assert of(drawn, "ball_room") == []  # it is about what players say, so it is never drawn


class Recorder:
    """Notes each step that runs and each answer that is asked for, by the places they have in the order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.noted: list[Entry] = []
        of = RoundHook.implementations_of

        def asked(question: RoundHook[Any, ..., Any], cards: Iterable[str]) -> list[Callable[..., Any]]:
            cards = list(cards)
            if question.moment != MAIN:  # powers are listed all the while
                self.noted += [
                    (question.moment, question.name, key) for key in cards if key in question.implementation_by_card
                ]
            return of(question, cards)

        def settle(ctx: Context[Any]) -> None:
            agenda, s = ctx.s.agenda, ctx.s
            while agenda and not agenda[-1].waiting(s):
                step = agenda.pop()
                if step.moment:
                    card = type(step).__module__.rpartition(".")[2]
                    self.noted.append((step.moment, step.kind, card if card in {*ROLES, *RULES} else "base"))
                step.run(ctx)

        monkeypatch.setattr(RoundHook, "implementations_of", asked)
        monkeypatch.setattr(Context, "run_until_decision", settle)

    def games(self, game: Game[Any], seats: int, count: int) -> Iterator[list[Entry]]:
        """What is noted in each of so many random games."""
        luck = start_trial(game, seats, 3).player_chance
        for number in range(count):
            self.noted = []
            s = start_game(game, seats, bytes([number, seats]) * 16).state
            while s.agenda:
                legal = list(game.legal(s, next(iter(game.waiting(s)))))
                s = play(game, s, next(iter(game.waiting(s))), legal[luck.below(len(legal))]).state
            yield self.noted


def follows(before: Entry, after: Entry) -> bool:
    """Later in the round, or the next call, or the next round."""
    if after[0] == START:
        return before[0] >= ROUND_END
    return before[0] <= after[0] or (after[0] == CALL and before[0] < ROUND_END)


def test_rounds_are_played_in_the_order_that_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = Recorder(monkeypatch)
    seen: set[Entry] = set()
    base, whole = KIND.make(Choices()), KIND.make(KIND.presets["everything"])
    listed = {entry for entry in whole.pipeline() if entry[1] not in ("list_powers", "list_actions")}
    silent = KIND.make(KIND.with_option(KIND.presets["everything"], "ball_room_auto", "off"))
    for game, seats, most in ((base, 4, 2), (base, 7, 2), (whole, 2, 2), (silent, 6, 3), (whole, 6, 60)):
        printed = set(game.pipeline())
        for noted in recorder.games(game, seats, most):
            assert noted[0] == (START, "cit.round.start", "base")
            for before, after in pairwise(noted):
                assert follows(before, after), (before, after)
            assert set(noted) <= printed
            seen |= set(noted)
            if listed <= seen:
                break
    assert listed - seen == set()  # and whatever is printed happens
