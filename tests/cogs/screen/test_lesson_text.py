"""What is said to somebody who learns finds room where it is said, in every language."""

from __future__ import annotations

import pytest

from cogs.post.headline import ABOVE_LENGTH
from rules.core.course import has_course, load_course
from rules.core.registry import game_types
from words import Voice, catalogue

COURSES = [kind for kind in game_types() if has_course(kind)]


@pytest.mark.parametrize("language", sorted(catalogue().offered_languages))
@pytest.mark.parametrize("kind", COURSES)
def test_no_task_is_cut_in_the_message_of_the_table(kind: str, language: str) -> None:
    say, steps = Voice(language), load_course(kind).steps
    for n, step in enumerate(steps, 1):
        task = say("learn.step", n=n, of=len(steps), text=say(f"{game_types()[kind].family}.lesson.{step.key}"))
        assert len(task) <= ABOVE_LENGTH - (len(say("learn.press")) + 1 if n == 1 else 0), step.key
