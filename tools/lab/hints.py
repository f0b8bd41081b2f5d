"""Prints hints in a game of machines: `python -m tools.hints catan --preset base --seed 3 --hints 10`.

For readers who know the game: the log before each hint, the position as its seat sees it, the hint.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ai.questions import Question, Thought, answer_at_a_glance, answer_question
from cogs.games import face_for
from cogs.games.move_texts import describe_move
from rules.core.saving import to_text
from service.state.model import LogEntry
from words import Voice

from ..pictures.films import FilmedGame, play_filmed_game
from .position_text import describe_entry, game_before, state_before
from .reviews import voice_of

TOLD = 2  # reasons per hint


def spread_decisions(one: FilmedGame, many: int) -> Iterator[LogEntry]:
    """Evenly spaced entries at which a player had a choice."""
    game, found = one.table.game, []
    assert game is not None
    for passed in one.walk():
        if passed.entry.seat is not None and passed.entry.kind == "move":
            found.append(passed.entry)
    chosen = [entry for entry in found if len(list(game.legal(state_before(one, entry.seq), entry.seat or 0))) > 2]
    for n in range(many):
        yield chosen[len(chosen) * (2 * n + 1) // (2 * many)]


def compute_hint(one: FilmedGame, entry: LogEntry, effort: float) -> Thought:
    """The hint for the player of an entry, before that entry."""
    assert entry.seat is not None
    state = to_text(state_before(one, entry.seq))
    question = Question(one.table.kind, one.table.choices, state, entry.seat, f"{entry.seq:064x}", effort, why=True)
    return answer_question(question) if effort else answer_at_a_glance(question)


def describe_hint(one: FilmedGame, say: Voice, found: Thought) -> Iterator[str]:
    own = face_for(one.table.kind)

    def called(line: str) -> str:
        return describe_move(say, own, one.table, line, terms=True)

    yield f"Hint: {called(found.move)}"
    if found.then:
        yield f"  then: {called(found.then)}"
    for other in found.weighed[1:4]:
        yield f"  {100 * other.deficit:.1f} ± {100 * other.deficit_error:.1f} % behind: {called(other.move)}"
    if found.reasons and len(found.weighed) > 1:
        yield f"  beside {called(found.weighed[found.against].move)}"
    yield from (f"  - {say(one.key, **one.values)}" for one in found.reasons[:TOLD])
    yield from (f"  + {say('hint.but', reason=say(one.key, **one.values))}" for one in found.contrary[:1])


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.hints", description="Hints in a game of machines.")
    parser.add_argument("kind")
    parser.add_argument("--preset", default="", help="a preset, or `all`")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hints", type=int, default=10, help="so many, at equal distances (10)")
    parser.add_argument("--effort", type=float, default=0.3, help="of the usual simulations (0.3); 0: at a glance")
    given = parser.parse_args(arguments)
    one = play_filmed_game(given.kind, given.preset, given.seats, given.seed)
    for entry in spread_decisions(one, given.hints):
        there = game_before(one, entry.seq)
        say = voice_of(there)
        made = describe_move(say, face_for(given.kind), there.table, entry.move)
        print(f"\nentry {entry.seq}, seat {entry.seat}, who played: {made}")
        print(*describe_entry(one, say, entry.seq, entry.seat or 0), sep="\n")
        print(*describe_hint(there, say, compute_hint(one, entry, given.effort)), sep="\n", flush=True)


if __name__ == "__main__":
    main()
