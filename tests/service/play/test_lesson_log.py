"""The points of a lesson, each with where it came from, are those of the game that its last table was taken from."""

from __future__ import annotations

from cogs.games import face
from cogs.look.score import scored
from rules.core import encode
from rules.core.course import course
from service.play.lesson_log import retold
from service.state import lesson_progress
from service.state.model import Entry
from service.store import codec

KIND = "carcassonne"


def entry(seq: int, kind: str, move: str, events: tuple[object, ...] = ()) -> Entry:
    return Entry(seq, 0, kind, move, (), False, events, 0, None, seq)  # type: ignore[arg-type]


def test_they_add_up_to_the_final_scores() -> None:
    teaches = course(KIND)
    at = len(teaches.steps) - 1
    game, state = teaches.laid(teaches.steps[at].position)
    foreign = entry(2, "move", "place N50 90", codec.stored(_first_events()))
    log = [entry(1, "start", "start"), foreign, entry(3, "table", f"lesson {at}")]
    for done in (0, 1):
        line = encode(game.legal(state, 0)[0])
        (made,) = lesson_progress.act(game, state, 0, teaches.steps[at], done, [line])
        log.append(entry(len(log) + 1, "move", made.line, codec.stored(made.after.events)))
        state = made.after.state
    told = retold(KIND, log)
    given = list(scored(face(KIND), told))
    for seat, points in enumerate(game.view(state, None).scores):
        assert sum(one.what.points.get(seat, 0) for one in given) == points
    assert [one.seq for one in told] == list(range(1, len(told) + 1))
    assert foreign.events[0] not in [event for one in told for event in one.events]


def test_before_anything_else_is_laid_out_it_is_the_log_itself() -> None:
    log = [entry(1, "start", "start"), entry(2, "move", "place N50 90")]
    assert [one.move for one in retold(KIND, log)] == ["start", "place N50 90"]


def _first_events() -> tuple[object, ...]:
    teaches = course(KIND)
    game, state = teaches.laid(teaches.steps[0].position)
    return tuple(lesson_progress.act(game, state, 0, teaches.steps[0], 0, ["place N50 90"])[0].after.events)
