"""The points of a lesson, each with where it came from, are those of the game that its last table was taken from."""

from __future__ import annotations

from cogs.games import face_for
from cogs.look.score import iter_scored_events
from rules.core import encode_move
from rules.core.course import load_course
from service.play.lesson_log import lesson_as_one_game
from service.state import lesson_progress
from service.state.model import LogEntry
from service.store import codec

KIND = "carcassonne"


def entry(seq: int, kind: str, move: str, events: tuple[object, ...] = ()) -> LogEntry:
    return LogEntry(seq, 0, kind, move, (), False, events, 0, None, seq)  # type: ignore[arg-type]


def test_they_add_up_to_the_final_scores() -> None:
    teaches = load_course(KIND)
    at = len(teaches.steps) - 1
    game, state = teaches.load_position(teaches.steps[at].position)
    foreign = entry(2, "move", "place N50 90", codec.to_stored_events(_first_events()))
    log = [entry(1, "start", "start"), foreign, entry(3, "table", f"lesson {at}")]
    for done in (0, 1):
        line = encode_move(game.legal(state, 0)[0])
        (made,) = lesson_progress.play_lesson_moves(game, state, 0, teaches.steps[at], done, [line])
        log.append(entry(len(log) + 1, "move", made.line, codec.to_stored_events(made.after.events)))
        state = made.after.state
    told = lesson_as_one_game(KIND, log)
    given = list(iter_scored_events(face_for(KIND), told))
    for seat, points in enumerate(game.view(state, None).scores):
        assert sum(one.scored.points.get(seat, 0) for one in given) == points
    assert [one.seq for one in told] == list(range(1, len(told) + 1))
    assert foreign.events[0] not in [event for one in told for event in one.events]


def test_before_anything_else_is_laid_out_it_is_the_log_itself() -> None:
    log = [entry(1, "start", "start"), entry(2, "move", "place N50 90")]
    assert [one.move for one in lesson_as_one_game(KIND, log)] == ["start", "place N50 90"]


def _first_events() -> tuple[object, ...]:
    teaches = load_course(KIND)
    game, state = teaches.load_position(teaches.steps[0].position)
    return tuple(
        lesson_progress.play_lesson_moves(game, state, 0, teaches.steps[0], 0, ["place N50 90"])[0].after.events
    )
