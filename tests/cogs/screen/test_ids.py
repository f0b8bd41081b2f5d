from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.screen import ids

NUMBERS = st.integers(0, 10**17)
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), min_size=1, max_size=60)


@given(NUMBERS, NUMBERS, TEXTS)
def test_what_is_written_is_read(number: int, since: int, text: str) -> None:
    for make in (ids.quick_custom_id, ids.picker_custom_id, ids.commit_custom_id, ids.form_custom_id):
        written = make(number, since, text)
        if written is not None:
            found = ids.parse_custom_id(written)
            assert found is not None
            assert (found.number, found.since, found.text) == (number, since, text)
            assert str(found) == written


@given(st.text(max_size=120))
def test_anything_else_is_nothing_or_itself(text: str) -> None:
    found = ids.parse_custom_id(text)
    assert found is None or str(found).split(":", 1)[0] == text.split(":", 1)[0]


def test_a_select_carries_its_number_and_its_path() -> None:
    written = ids.select_custom_id(12, 57, 3, "place ~49")
    assert written == "s:12:57:3:place ~49"
    assert ids.parse_custom_id(written) == ids.CustomId("s", 12, 57, 3, "place ~49")


def test_verbs_and_arguments() -> None:
    found = ids.parse_custom_id(ids.lobby_custom_id(3, "rule", "farmers"))
    assert found is not None
    assert (found.verb, found.argument, found.since) == ("rule", "farmers", None)
    assert ids.parse_custom_id(ids.action_custom_id(0, 0, "games")) == ids.CustomId("x", 0, 0, None, "games")
    assert ids.parse_custom_id(ids.vote_custom_id(9, False)) == ids.CustomId("v", 9, text="no")


def test_several_moves_are_one_act() -> None:
    written = ids.commit_custom_id(1, 2, "place N50 90;deploy follower N50.road-E")
    assert written is not None
    found = ids.parse_custom_id(written)
    assert found is not None
    assert found.moves == ("place N50 90", "deploy follower N50.road-E")


def test_too_long_is_said() -> None:
    assert ids.commit_custom_id(1, 2, "x" * 94) is not None
    assert ids.commit_custom_id(1, 2, "x" * 95) is None
    with pytest.raises(ValueError, match="100"):
        ids.lobby_custom_id(1, "x" * 100)


@pytest.mark.parametrize(
    "text", ["", "t", "t:", "t:1", "t:x:move", "t:-1:move", "z:1:move", "q:1:move", "s:1:2:path", "t:١:move", "c:1::x"]
)
def test_strange_ids_mean_nothing(text: str) -> None:
    assert ids.parse_custom_id(text) is None
