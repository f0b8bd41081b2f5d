"""Texts of people, as they come from Discord, before they are kept: no database takes all letters that there are."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.state.model import Person, TableChannel
from service.state.person_names import NOBODY, clean_name, visible_text
from tests import stores
from tools.sizes import EXAMPLES

from ..house import BEN, CID, House, opened

NO_LETTERS = "\0\ud800\udfff\x07"
ODD = ["\0", "A\0nn", "\ud800", "Ann\udc00", f"{NO_LETTERS}Ann{NO_LETTERS}", "Zoë 🐉\0"]


@given(st.text() | st.text(st.sampled_from(NO_LETTERS + "a ")))
def test_what_is_kept_can_be_written(text: str) -> None:
    for kept in (visible_text(text), clean_name(text), Person(1, text).name):
        assert not set(kept) & set(NO_LETTERS)
        assert kept.encode().decode() == kept
    assert clean_name(text) == (visible_text(text) or NOBODY)


def test_nobody_has_no_name() -> None:
    assert Person(1, "").name == ""
    assert Person(1, "\0").name == NOBODY


@pytest.mark.parametrize("text", ODD)
async def test_people_whose_names_and_words_no_database_takes(house: House, path: Path, text: str) -> None:
    """At each place where a name or what somebody typed is written down."""
    odd, tables = Person(101, text), house.tables
    table = await house.game(odd, BEN, CID)
    await tables.known_people.record_name_and_time(odd)
    await tables.votes.propose_vote(table.id, 101, "end", reason=text)
    vote = tables.registry.open_vote_of(table.id)
    assert vote is not None
    assert vote.reason == (visible_text(text) or None)
    other = await house.game(BEN, CID, home=TableChannel(7, 71))
    newcomer = Person(102_000, text)
    await tables.seat_transfers.offer_stand_in(other.id, BEN.user_id, newcomer, None, None)
    await tables.seat_transfers.accept_offer(other.id, newcomer, 1, None)
    third = await house.game(BEN, CID, home=TableChannel(7, 72))
    await tables.pauses.pause_as_moderator(third.id, Person(900, text), act="pause")
    lobby = await house.lobby(BEN, home=TableChannel(7, 73))
    await tables.pauses.end_as_moderator(lobby.id, Person(900, text))
    assert (await tables.registry.load_table(table.id)).names[0] == clean_name(text)
    rows = stores.all_rows(path)
    kept = [value for found in rows.values() for row in found for value in row if isinstance(value, str)]
    assert not any(set(value) & set(NO_LETTERS) for value in kept)


@settings(max_examples=EXAMPLES // 5, deadline=None)
@given(name=st.text(max_size=40), reason=st.text(max_size=100))
async def test_any_name_and_any_words(name: str, reason: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with opened(Path(folder) / "longtable.db") as house:
            table = await house.game(Person(101, name), BEN, CID)
            await house.tables.votes.propose_vote(table.id, 101, "end", reason=reason)
        async with opened(Path(folder) / "longtable.db") as house:
            assert house.tables.registry.get(table.id) is not None
