"""Whatever is private to a seat is shown to who decides for it NOW: one function says who that is.

`Table.seat_of` tells who owns a seat. Where it is asked, who owns it is what is meant; anything else asks
`service.state.seat_control` (`find_visible_seat`, `find_represented_seat`,
`find_notified_seat`), or `InteractionContext.require_seat` and `load_readable_log`, which do.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import cogs

ROOT = Path(cogs.__file__).parent
# File -> the calls of `seat_of` there, and what they are about.
OWNERS = {
    "act/errors.py": 2,  # what the host is called; whose lesson it is: nobody stands in there
    "lobby/option_screens.py": 1,  # the same
    "lobby/seats.py": 3,  # a lobby: nobody stands in before the game
    "look/help.py": 1,  # the same
    "past/branching.py": 1,  # whose games that are over one may name
    "look/game_lookup.py": 1,  # who may see the replay of another channel's game
    "post/message_layout.py": 1,  # who has no seat any more
    "post/discord_messages.py": 1,  # what the host is called
    "post/message_composer.py": 1,  # the same
    "screen/lost_channel.py": 1,  # what the host is called
    "table/tables.py": 1,  # who may sit down at the rematch
}
# The whole log, as nobody in particular may read it: public messages, points, what a vote is about.
LOGS = {
    ("act/context.py", "read_entries"): 1,  # `InteractionContext.load_readable_log` itself
    ("look/score.py", "read_effective_entries"): 1,  # only events without seats are told
    ("page/maker.py", "read_effective_entries"): 1,  # of a game that is over
    ("past/replay.py", "read_entries"): 1,  # only events without seats are drawn
    ("past/review.py", "read_entries"): 1,  # of a game that is over
    ("post/vote_publisher.py", "read_entries"): 1,  # what a vote is about, told to everybody
    ("post/message_composer.py", "read_entries"): 1,
    ("table/pausing.py", "read_entries"): 1,  # told as everybody may read it
}
# Positions: of everybody (None), or of the seat that `require_seat_view` found.
VIEWS = {"act/errors.py": 2, "games/seat_view.py": 1, "look/board.py": 1, "look/hand.py": 1}


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """File, name of the method, and the call itself."""
    for file in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                yield file.relative_to(ROOT).as_posix(), node.func.attr, node


def test_who_owns_a_seat_is_asked_only_where_that_is_meant() -> None:
    assert Counter(file for file, name, _ in calls() if name == "seat_of") == OWNERS


def test_the_log_is_read_as_whoever_acts_may_read_it() -> None:
    found = Counter(
        (file, name)
        for file, name, call in calls()
        if name in ("read_entries", "read_effective_entries") and ast.unparse(call.func).split(".")[-2] == "history"
    )
    assert found == LOGS


def test_positions_are_seen_from_one_seat_that_was_asked_for() -> None:
    found = Counter(
        file for file, name, call in calls() if name == "view" and "game" in ast.unparse(call.func).split(".")[-2]
    )
    assert found == VIEWS


@pytest.mark.parametrize("name", ["user_id"])
def test_no_seat_is_compared_with_who_acts(name: str) -> None:
    """A comparison with the owner of a seat says «owner only»: resigning, handing over, taking back."""
    found = Counter()
    for file in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                sides = {ast.unparse(side) for side in (node.left, *node.comparators)}
                if f"seat.{name}" in sides and f"ctx.{name}" in sides:
                    found[file.relative_to(ROOT).as_posix()] += 1
    assert found == {"look/catch_up.py": 1, "seat/stand_ins.py": 2, "table/tables.py": 1}
