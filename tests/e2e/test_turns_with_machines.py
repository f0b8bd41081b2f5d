"""A machine that has to answer in the middle of somebody's turn: the turn goes on, and nobody is mentioned anew."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.laid import laid_out, lay, on_screen
from tests.rules.catan.cities_knights.table import A, B, C, D, Table


def harbour() -> Table:
    """Ann is to play the Commercial Harbour against Ben and Cid, who hold commodities."""
    table = Table().city(A, 17).settlement(A, 35).road(A, "17-23-29-35").hand(A, "2 brick")
    return table.hand(B, "1 coin, 1 cloth").hand(C, "1 coin, 1 cloth").progress(A, "commercial-harbour")


async def test_a_turn_goes_on_after_a_machine_has_answered(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 4) as stage:
        await lay(stage, harbour())
        table = stage.table()
        user = table.seats[B].user_id
        assert user is not None
        await stage.tables.moves.resign(table.id, user)
        await stage.settled()
        first = stage.newest("My move")
        await stage.slash("Ann", "/game move", line="card-commercial-harbour")
        done = await stage.slash("Ann", "/game move", line=f"answer-harbour {B} brick")
        assert "Done" in done.text
        assert on_screen(done).has_button("Close")  # the next question stands below what was done
        assert "Whom do you offer a resource?" in done.text
        assert stage.waited() == "Ann"
        lines = [
            entry.move for entry in await stage.tables.history.read_effective_entries(table.id) if entry.kind == "move"
        ]
        assert lines[-1].startswith("answer-commodity ")
        assert stage.newest("My move").id == first.id  # edited: nobody new was waited for


async def test_a_turn_that_a_person_has_held_up_is_told_anew(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 4) as stage:
        await lay(stage, harbour())
        first = stage.newest("My move")
        await stage.slash("Ann", "/game move", line="card-commercial-harbour")
        await stage.slash("Ann", "/game move", line=f"answer-harbour {B} brick")
        asked = stage.newest("My move")
        assert (asked.id != first.id, asked.pings) == (True, {"Ben"})
        await stage.slash("Ben", "/game move", line="answer-commodity coin")
        back = stage.newest("My move")
        assert (back.id != asked.id, back.pings) == (True, {"Ann"})


async def test_the_next_turn_is_told_though_only_machines_have_moved(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 4) as stage:
        await lay(stage, Table().city(A, 17).city(B, 0).city(C, 53).city(D, 45))
        table = stage.table()
        for seat in (B, C, D):
            user = table.seats[seat].user_id
            assert user is not None
            await stage.tables.moves.resign(table.id, user)
        await stage.settled()
        first = stage.newest("My move")
        await stage.slash("Ann", "/game move", line="end")
        for _ in range(40):
            if stage.waited() == "Ann":
                break
            await stage.later(200)
        second = stage.newest("My move")
        assert (second.id != first.id, second.pings) == (True, {"Ann"})
