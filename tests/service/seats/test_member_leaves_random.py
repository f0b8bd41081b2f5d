"""Random acts at tables whose people leave and come back, and whose homes are lost and found."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.core import Choices
from service.play.server_members import Membership
from service.state import membership, turn_clocks
from service.state.model import UNREACHABLE_REASONS, Person, Table, TableChannel
from tools.sizes import EXAMPLES

from ..house import House
from ..test_properties import HOMES, PEOPLE, VERBS, Trial, run

MORE = ("go come lose find bring wait stand silence " + "go find wait wait " + "due " * 6).split()
BEGIN = [("open", 0, 0, 1), ("join", 1, 0, 0), ("join", 2, 0, 0), ("start", 0, 0, 0)]
ACTS = st.lists(
    st.tuples(st.sampled_from((*VERBS, *MORE * 3)), st.integers(0, 4), st.integers(0, 1), st.integers(0, 7)),
    min_size=5,
    max_size=60,
)


class Restless(Trial):
    """People who come and go; the sets outlive a restart, as the world does."""

    away: ClassVar[set[int]] = set()
    silent: ClassVar[list[bool]] = [False]

    def __init__(self, house: House) -> None:
        super().__init__(house)
        house.tables.server_members.fetch_membership = self.ask

    async def ask(self, guild_id: int, user_id: int) -> Membership:
        if self.silent[0]:
            raise OSError("nobody answers")
        return "gone" if user_id in self.away else "here"

    async def act(self, verb: str, who: int, home: int, n: int) -> None:
        if verb == "go":
            self.away.add(PEOPLE[who].user_id)
        elif verb == "come":
            self.away.discard(PEOPLE[who].user_id)
            await self.house.tables.member_leaves.record_presence(PEOPLE[who].user_id, 7)
        elif verb == "silence":
            self.silent[0] = not self.silent[0] and n < 3
        elif verb == "due":
            self.house.clock.advance(13 * 3600)
            await self.house.idle()
        elif verb == "open":
            opening = self.house.tables.lobby.open_lobby(
                "toy", Choices(), None, HOMES[home], PEOPLE[who], pace="24h" if n % 2 else "none"
            )
            await self.attempt(opening)
        else:
            await super().act(verb, who, home, n)
        await self.consistent()

    async def at_table(self, verb: str, table: Table, person: Person, n: int) -> None:
        homes, leaving = self.house.tables.channels, self.house.tables.member_leaves
        if verb == "lose":
            await homes.mark_unreachable(table.id, UNREACHABLE_REASONS[1 + n % (len(UNREACHABLE_REASONS) - 1)])
        elif verb == "find":
            await homes.mark_reachable(table.id)
        elif verb == "bring":
            await self.attempt(homes.move_unreachable_table(table.id, person.user_id, TableChannel(7, 90 + n)))
            if (now := self.house.tables.registry.get(table.id)) is not None and now.home.channel_id >= 90:
                await self.attempt(homes.move_table(table.id, table.home))
        elif verb in ("wait", "stand"):
            act = leaving.wait_for_player if verb == "wait" else leaving.let_machine_play
            left = [seat.index for seat in table.seats if seat.left_at is not None] or [n % 3]
            by = next((seat.user_id for seat in table.present_seats if n % 4), person.user_id)
            await self.attempt(act(table.id, by or 0, left[n % len(left)]))
        else:
            await super().at_table(verb, table, person, n)

    async def consistent(self) -> None:
        """What must hold of clocks, hosts and calls whatever happens."""
        tables = self.house.tables
        for table in list(tables.registry.tables.values()):
            if table.status == "lobby":
                continue
            log = await self.house.store.read(lambda t, number=table.id: t.brief_log(number))
            awaited = membership.awaited_departed_seats(table, log)
            for stretch in table.stretches:
                seat, timer = table.seats[stretch.seat], stretch.timer
                halted = turn_clocks.are_clocks_stopped(table) or seat.index in awaited
                if seat.is_human:
                    assert (timer.start is None) == halted, (table, awaited)
                if timer.start is None:
                    assert (timer.due, timer.remind_at, timer.act_at) == (None, None, None)
            host = table.seat_of(table.host)
            assert not table.present_seats or (host is not None and host.left_at is None), table
            assert not (table.has_everybody_left and table.status == "active"), table
            left = {seat.user_id for seat in table.seats if seat.left_at is not None}
            assert not left.intersection(
                user for post in await tables.outbox.list_unsent_posts(table.id) for user in post.pings
            )


@pytest.mark.slow
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=ACTS)
def test_random_comings_and_goings(acts: list[tuple[str, int, int, int]]) -> None:
    Restless.away.clear()
    Restless.silent[0] = False
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(Path(folder) / "longtable.db", [*BEGIN, *acts], Restless))
