"""What the judges of the games see has themes, and these have sentences."""

from __future__ import annotations

from collections import Counter

import pytest

from ai.comparing import OTHER_REASONS_SHARE, compare_moves
from ai.player import Imagine
from ai.questions import best_follow_up
from ai.reasons import Pair, Reader, Reason, fate_keys, list_reasons, own_reader
from ai.strong import own_expert
from rules.catan.development import PLENTY, DevPlenty
from rules.core import Chance, Choices, Game, decode_move, play, registry, start_game
from tests.rules.catan.table import Table
from tests.rules.catan.test_development import dev
from words import Voice, catalogue

GAMES = tuple((kind.key, preset) for kind in registry.game_types().values() for preset in ("", *kind.presets))
SEATS = 4


def choices(kind: str, preset: str) -> Choices:
    return registry.game_types()[kind].presets[preset] if preset else Choices()


def begun(kind: str, preset: str, luck: int = 7) -> tuple[Game[object], object, Reader]:
    """A game at its beginning, and who reads its judge."""
    game = registry.make_game(kind, choices(kind, preset))
    s = start_game(game, SEATS, bytes([luck]) * 32).state
    module = type(game.view(s, 0)).__module__
    assert own_expert(module) is not None  # all that is known is loaded
    reader = own_reader(module)
    assert reader is not None
    return game, s, reader


@pytest.mark.parametrize(("kind", "preset"), GAMES)
def test_every_word_of_the_judge_is_in_one_theme_and_every_theme_has_sentences(kind: str, preset: str) -> None:
    game, s, reader = begun(kind, preset)
    themes = reader.themes(game, s)
    placed = Counter(word for theme in themes for word in theme.words)
    assert [word for word, n in placed.items() if n > 1] == []
    read = reader.read(game, s)
    assert len(read) == SEATS
    assert set(read[0]) - set(placed) == set()
    assert [theme.name for theme in themes if set(theme.leading_words) - set(theme.words)] == []
    assert max(Counter(theme.name for theme in themes).values()) == 1
    sentences = catalogue().keys("en")
    keys = [*fate_keys(reader), *(key for theme in themes for key in theme.sentence_keys(reader.family))]
    assert [key for key in keys if key not in sentences] == []


def test_no_sentence_is_left_over() -> None:
    used = set()
    for kind, preset in GAMES:
        game, s, reader = begun(kind, preset)
        used |= {key for theme in reader.themes(game, s) for key in theme.sentence_keys(reader.family)}
        used |= {*fate_keys(reader)}
    assert {key for key in catalogue().keys("en") if ".because." in key} - used == set()


@pytest.mark.parametrize(("kind", "preset"), [("carcassonne", ""), ("catan", "base"), ("citadels", "")])
def test_positions_that_are_looked_at_are_as_many_for_every_move_and_read_alike(kind: str, preset: str) -> None:
    game, s, reader = begun(kind, preset)
    seat = min(game.waiting(s))
    moves = list(game.legal(s, seat))
    after = [
        reader.play_out_move(game, play(game, s, seat, move).state, Chance(bytes(32)), s).positions
        for move in (moves[0], moves[-1])
    ]
    assert len({len(each) for each in after}) == 1
    assert list_reasons(reader, game, [Pair(s, one, one) for one in after[0]], seat) == []


def laid(kind: str, preset: str, better: str, worse: str, moves: str = "", luck: int = 7) -> list[str]:
    """What speaks for the better of two first moves."""
    game, s, _ = begun(kind, preset, luck)
    for line in filter(None, moves.split("; ")):
        s = play(game, s, min(game.waiting(s)), decode_move(line, game.moves)).state
    seat = min(game.waiting(s))
    imagine = Imagine(game, s, seat, Chance(bytes(32)))
    one, other = (decode_move(line, game.moves) for line in (better, worse))
    found = compare_moves(imagine, one, other, Chance(bytes(32)))
    assert found == compare_moves(Imagine(game, s, seat, Chance(bytes(32))), one, other, Chance(bytes(32)))
    return said(found.better)


def said(reasons: list[Reason]) -> list[str]:
    say = Voice("en", ("Ann", "Ben", "Cid", "Dee"))
    return [say(reason.key, **reason.values) for reason in reasons]


def test_what_speaks_for_the_other_move_is_told_too_where_it_weighs_as_much() -> None:
    """Of two places neither has everything."""
    game, s, _ = begun("catan", "base")
    seat = min(game.waiting(s))
    one, other = (decode_move(line, game.moves) for line in ("setup v31 e46", "setup v0 e0"))
    found = compare_moves(Imagine(game, s, seat, Chance(bytes(32))), one, other, Chance(bytes(32)))
    turned = compare_moves(Imagine(game, s, seat, Chance(bytes(32))), other, one, Chance(bytes(32)))
    assert {reason.key for reason in found.other} <= {reason.key for reason in turned.better}
    assert all(reason.weight >= OTHER_REASONS_SHARE * found.better[0].weight for reason in found.other)
    assert turned.other == [one for one in found.better if one.weight >= OTHER_REASONS_SHARE * turned.better[0].weight]
    assert turned.other


@pytest.mark.slow
def test_the_same_move_has_no_reasons() -> None:
    assert laid("catan", "base", "setup v0 e0", "setup v0 e0") == []


def test_a_better_place_is_told_by_what_it_makes() -> None:
    first, *others = laid("catan", "base", "setup v31 e46", "setup v0 e0")
    assert first.startswith("Both your starting places together make more ")
    assert "You have more places for settlements." in others


def test_what_comes_of_it_in_the_same_turn_is_told_and_what_belongs_to_it() -> None:
    """The card from the bank pays for a city; that was told as a point that may come soon."""
    table = Table().settlement(0, 9, 19).hand(0, "4 wool, 2 grain, 2 ore")
    imagine = Imagine(table.game, table.s, 0, Chance(bytes(32)))
    bank, end = (decode_move(line, table.game.moves) for line in ("bank wool ore", "end"))
    assert "You get 1 point more in this turn." in said(compare_moves(imagine, bank, end, Chance(bytes(32))).better)
    assert best_follow_up(imagine, bank).startswith("build-city ")
    assert best_follow_up(imagine, end) == ""


def test_nothing_belongs_to_cards_after_which_the_turn_ends() -> None:
    table = Table().settlement(0, 9, 19).hand(0, "4 wool, 1 ore")
    imagine = Imagine(table.game, table.s, 0, Chance(bytes(32)))
    assert best_follow_up(imagine, decode_move("bank wool ore", table.game.moves)) == ""


def test_the_dice_belong_to_nothing_that_is_done_before_them() -> None:
    table = dev(Table().settlement(0, 9, 19), 0, PLENTY).before_roll()
    imagine = Imagine(table.game, table.s, 0, Chance(bytes(32)))
    assert best_follow_up(imagine, DevPlenty(("ore", "ore"))) == ""
