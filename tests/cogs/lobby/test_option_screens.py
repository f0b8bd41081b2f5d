"""Pages of rule options: what stands together, and what is left out because nothing can be changed on it."""

from __future__ import annotations

from cogs.games import face_for
from cogs.lobby.option_screens import list_combined_values, option_pages, page_title, possible_values, rule_options
from cogs.lobby.option_values import (
    option_names,
    option_value_names,
    parse_option_name,
    parse_option_value,
    with_option_changed,
)
from rules.core import Choices, registry
from words import Voice

KIND = registry.game_types()["citadels"]
SAY = Voice("en")
BONUS = KIND.modules


def titles(choices: Choices) -> list[str]:
    return [page_title(KIND, page, SAY) for page in option_pages(KIND, choices)]


def test_a_page_on_which_nothing_can_be_changed_is_left_out() -> None:
    assert titles(Choices()) == ["Characters", "Game"]
    for n in range(1, len(BONUS) + 1):
        assert titles(Choices(BONUS[:n])) == ["Characters", "Game", "Cards taken out"], n


def test_what_is_not_at_its_default_is_shown_in_any_case() -> None:
    choices = with_option_changed(KIND, Choices(BONUS[:3]), "without", "without_keep=both without_library=yes")
    assert titles(choices) == ["Characters", "Game", "Cards taken out"]


def test_every_option_stands_on_one_page() -> None:
    for choices in (Choices(BONUS), *KIND.presets.values()):
        pages = option_pages(KIND, choices)
        keys = [option.key for page in pages for option in page.options]
        assert len(keys) == len(set(keys))
        if choices.modules:
            assert sorted(keys) == sorted(option.key for option in rule_options(KIND, choices))
        for page in pages:
            assert len(page.options) <= 12
            assert not page.is_combined or len(list_combined_values(KIND, choices, page, SAY)) <= 25


def test_options_of_a_box_come_with_it() -> None:
    shown = [option.key for page in option_pages(KIND, Choices(("ball_room",))) for option in page.options]
    assert "ball_room_auto" in shown
    assert "ball_room_auto" not in [option.key for page in option_pages(KIND, Choices()) for option in page.options]


def test_games_without_pages_have_four_options_on_each() -> None:
    other = registry.game_types()["carcassonne"]
    everything = Choices(other.modules)
    pages = option_pages(other, everything)
    idle = face_for("carcassonne").options_without_effect(everything)
    shown = [option for option in rule_options(other, everything) if option.key not in idle]
    assert [option for page in pages for option in page.options] == shown
    assert all(len(page.options) <= 4 and not page.name for page in pages)


def test_options_that_change_nothing_are_hidden() -> None:
    other = registry.game_types()["carcassonne"]

    def shown(*modules: str) -> set[str]:
        return {option.key for page in option_pages(other, Choices(modules)) for option in page.options}

    assert "dragon_count" not in shown("count")
    assert "dragon_count" in shown("count", "princess")
    assert "pig_herd" in shown("river2")
    assert "pig_herd" not in shown("river2", "trade")
    assert shown() == {"edition", "farmers", "tiny_city"}


def test_values_that_are_possible_now() -> None:
    rank3 = next(option for option in KIND.options if option.key == "rank3")
    assert possible_values(KIND, Choices(), rank3) == ["magician", "wizard"]
    full = KIND.normalize_choices(Choices((), (("rank1", "witch"), ("rank2", "tax_collector"))))
    assert possible_values(KIND, full, rank3) == ["magician"]


def test_taking_boxes_away_takes_their_options_along() -> None:
    choices = KIND.normalize_choices(Choices(("ball_room",), (("ball_room_auto", "off"),)))
    assert with_option_changed(KIND, choices, "expansions", "park") == Choices(("park",))


def test_everything_can_be_named_as_it_is_shown() -> None:
    choices = Choices(BONUS[:4])
    for key, title in option_names(KIND, choices, SAY).items():
        assert parse_option_name(KIND, choices, title, SAY) == key
        assert parse_option_name(KIND, choices, key, SAY) == key
        for value, spelled in option_value_names(KIND, choices, key, SAY).items():
            for text in (value, *spelled):
                assert parse_option_value(KIND, choices, key, text, SAY) == value, (key, text)
