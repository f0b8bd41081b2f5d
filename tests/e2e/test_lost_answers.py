"""Lines that break while somebody is answered: nothing is lost, nothing done twice, nothing hangs, nobody is misled."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable

import pytest

from playground import errors
from playground.driver import Answer, NoAnswer, Shown
from playground.faults import Faults
from playground.model import Interaction
from tests.e2e.conftest import Stage
from tests.e2e.test_faults import first_line
from tests.e2e.test_play import to_figure, turn, two

pytestmark = pytest.mark.running_clock  # what the bot sends again after seconds comes by itself

FIRST = "POST /interactions/*"  # the first answer
ORIGINAL = "PATCH /webhooks/*/messages/@original"
FOLLOW_UP = "POST /webhooks/{webhook_id}/{webhook_token}"
WRONG = "Something went wrong"

Breaking = Callable[[Faults], object]
BREAKS: dict[str, Breaking] = {
    "dropped before": lambda faults: faults.drop(FIRST),
    "dropped before, twice": lambda faults: faults.drop(FIRST, times=2),
    "dropped after": lambda faults: faults.swallow(FIRST),
    "dropped after, twice": lambda faults: faults.swallow(FIRST, times=2),
    "502 before": lambda faults: faults.server_error(FIRST, 502),
    "502 before, twice": lambda faults: faults.server_error(FIRST, 502, times=2),
    "502 after": lambda faults: faults.failed_answer(FIRST),
    "slow before": lambda faults: faults.delay(FIRST, 3.5),
    "slow after": lambda faults: faults.late_answer(FIRST, 3.5),
    "limited": lambda faults: faults.rate_limit(FIRST, retry_after=0.2),
}
breaks = pytest.mark.parametrize("how", BREAKS)


def moves(stage: Stage) -> int:
    return stage.table().seq


def logged(caplog: pytest.LogCaptureFixture) -> str:
    return "\n".join(r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING)


def thinking(stage: Stage, who: str) -> bool:
    return any(shown.message.loading for shown in stage.box.private(who))


@breaks
async def test_a_command_whose_acknowledgement_breaks(stage: Stage, how: str) -> None:
    await two(stage)
    who, seq = stage.waited(), moves(stage)
    BREAKS[how](stage.box.faults)
    answer = await stage.slash(who, "/game move", line=first_line(stage))
    assert stage.box.faults.struck
    assert "Done" in answer.text
    assert moves(stage) == seq + 1
    assert not thinking(stage, who)


@breaks
async def test_a_press_whose_acknowledgement_breaks(stage: Stage, how: str, caplog: pytest.LogCaptureFixture) -> None:
    who, other = await two(stage)
    seq = moves(stage)
    screen = await to_figure(stage, who)
    label = next(text for text in screen.last.labels if text.startswith("Lay here"))
    BREAKS[how](stage.box.faults)
    done = await stage.press(who, label, screen)
    assert "Done" in done.text
    assert moves(stage) == seq + 2  # the tile, and no figure
    assert stage.waited() == other
    assert "E60" not in logged(caplog)


async def vote(stage: Stage) -> Shown:
    """All are asked to end the game."""
    await stage.game("Ann", "Ben", "Cid")
    await stage.slash("Ann", "/game end")
    return stage.newest("Agree")


@breaks
async def test_a_vote_in_public(stage: Stage, how: str, caplog: pytest.LogCaptureFixture) -> None:
    """Its answer is the public message itself."""
    asked = await vote(stage)
    BREAKS[how](stage.box.faults)
    await stage.press("Ben", "Agree", asked)
    assert stage.box.faults.struck
    assert "In favour: Ann and Ben" in stage.newest("Agree").text
    assert stage.box.private("Ben") == []
    assert "E60" not in logged(caplog)


@pytest.mark.parametrize("how", ["drop", "swallow", "server_error", "failed_answer"])
async def test_an_answer_beside_a_public_message(stage: Stage, how: str, caplog: pytest.LogCaptureFixture) -> None:
    """Where only Discord's word of it was lost it stands there twice: such messages have no nonce."""
    asked = await vote(stage)
    getattr(stage.box.faults, how)(FOLLOW_UP)
    await stage.press("Dan", "Agree", asked)
    copies = 2 if how in ("swallow", "failed_answer") else 1
    await stage.box.until(lambda: len(stage.box.private("Dan")) == copies)
    assert {m.text for m in stage.box.private("Dan")} == {"You have no vote here."}
    assert "E60" not in logged(caplog)


@breaks
async def test_my_move_on_the_table_message(stage: Stage, how: str) -> None:
    who, _ = await two(stage)
    BREAKS[how](stage.box.faults)
    shown = await stage.press(who, "My move")
    assert shown.private
    assert shown.last.labels


@breaks
async def test_a_window_that_opens(stage: Stage, how: str) -> None:
    asked = await stage.slash("Ann", "/game settings")
    BREAKS[how](stage.box.faults)
    window = await hours(stage, asked)
    assert window.kind == "modal"
    assert stage.box.faults.struck


async def hours(stage: Stage, asked: Answer) -> Answer:
    found = next(label for label in asked.last.labels if label.endswith("…"))
    return await stage.box.press("Ann", asked, found)


@breaks
async def test_a_window_that_comes_back(stage: Stage, how: str) -> None:
    asked = await stage.slash("Ann", "/game settings")
    window = await hours(stage, asked)
    BREAKS[how](stage.box.faults)
    answer = await stage.box.submit("Ann", window, {})
    assert stage.box.faults.struck
    assert answer.private
    assert WRONG not in answer.text


@breaks
async def test_completion(stage: Stage, how: str, caplog: pytest.LogCaptureFixture) -> None:
    await two(stage)
    BREAKS[how](stage.box.faults)
    found = await stage.box.complete(stage.waited(), "table", "/game move", "line")
    assert found
    assert stage.box.faults.struck
    assert logged(caplog) == "" or "rate limited" in logged(caplog)


@pytest.mark.parametrize("dead", [errors.unknown_interaction(), errors.dead_token(), errors.unknown_webhook()])
async def test_an_interaction_that_is_gone_is_no_error_of_ours(
    stage: Stage, dead: errors.ApiError, caplog: pytest.LogCaptureFixture
) -> None:
    await two(stage)
    who, seq = stage.waited(), moves(stage)
    stage.box.faults.refuse(FIRST, dead, times=9)
    with pytest.raises(NoAnswer):
        await stage.slash(who, "/game move", line=first_line(stage))
    with pytest.raises(NoAnswer):
        await stage.press(who, "My move")
    with pytest.raises(NoAnswer):
        await stage.box.complete(who, "table", "/game move", "line")
    assert moves(stage) == seq  # they were told that it failed: so it did
    assert logged(caplog) == ""
    stage.box.faults.clear()
    assert "Done" in (await stage.slash(who, "/game move", line=first_line(stage))).text


@pytest.mark.parametrize("dead", [errors.unknown_message(), errors.dead_token(), errors.unknown_webhook()])
async def test_a_token_that_dies_before_the_answer(
    stage: Stage, dead: errors.ApiError, caplog: pytest.LogCaptureFixture
) -> None:
    """The move is played; the log has no error; the next answer says what was done."""
    await two(stage)
    who, seq = stage.waited(), moves(stage)
    stage.box.faults.refuse(ORIGINAL, dead)
    with pytest.raises(NoAnswer):
        await stage.box.settled(_slash(stage, who, first_line(stage)), 0.5)
    await stage.settled()
    assert moves(stage) == seq + 1
    assert logged(caplog) == ""
    again = await stage.press(who, "My move")
    assert "My last answer did not reach you." in again.text
    assert "laid a" in again.text
    assert "did not reach" not in (await stage.slash(who, "/game board")).text


def _slash(stage: Stage, who: str, line: str) -> Interaction:
    box = stage.box
    return box.acts.slash(box.person(who), box.channel("table"), "/game move", {"line": line})


@pytest.mark.parametrize("how", ["drop", "swallow", "server_error", "failed_answer"])
async def test_an_answer_that_is_lost_once_comes(stage: Stage, how: str, caplog: pytest.LogCaptureFixture) -> None:
    await two(stage)
    who, seq = stage.waited(), moves(stage)
    getattr(stage.box.faults, how)(ORIGINAL)
    answer = await stage.slash(who, "/game move", line=first_line(stage))
    assert stage.box.faults.struck
    assert "Done" in answer.text
    assert WRONG not in answer.text
    assert moves(stage) == seq + 1
    assert "E60" not in logged(caplog)


async def test_an_answer_lost_twice_comes_later(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    await two(stage)
    who, seq = stage.waited(), moves(stage)
    fault = stage.box.faults.drop(ORIGINAL, times=2)
    act = _slash(stage, who, first_line(stage))
    await stage.box.until(lambda: fault.struck == 2)
    await stage.settled()
    assert moves(stage) == seq + 1
    assert thinking(stage, who)
    await asyncio.sleep(0.05)
    await stage.later(5)
    await stage.box.until(lambda: not thinking(stage, who))
    shown = Answer(stage.box.world, act, None)
    assert "Done" in shown.text
    assert "E60" not in logged(caplog)
    assert "did not reach" not in (await stage.press(who, "My move")).text


async def test_an_answer_that_stays_lost_is_said_by_the_next_one(stage: Stage) -> None:
    """... and no «thinking…» is left behind."""
    await two(stage)
    who = stage.waited()
    fault = stage.box.faults.drop(ORIGINAL, times=2)
    _slash(stage, who, first_line(stage))
    await stage.box.until(lambda: fault.struck == 2)
    await stage.settled()
    again = await stage.press(who, "My move")
    assert again.text.startswith("My last answer did not reach you. It said: ")
    assert re.search(r"laid a [\w ]+ at \w+", again.text)
    await stage.later(5)
    await stage.box.until(lambda: not thinking(stage, who))
    assert "did not reach" not in (await stage.press(who, "My move")).text


async def test_a_lost_look_is_not_told_again(stage: Stage) -> None:
    await two(stage)
    fault = stage.box.faults.drop(ORIGINAL, times=2)
    pressed = stage.newest("My move")
    stage.box.acts.press(stage.box.person("Ann"), pressed.message, pressed.button("My move").custom_id)
    await stage.box.until(lambda: fault.struck == 2)
    shown = await stage.press("Ann", "My move")
    assert "did not reach" not in shown.text
    await stage.later(5)
    await stage.box.until(lambda: not thinking(stage, "Ann"))
    assert [m.id for m in stage.box.private("Ann")][-1:] == [shown.last.id]  # nothing came after it
    assert len(stage.box.private("Ann")) == 2  # the lobby's, and this


async def test_what_is_said_once_is_said_to_whom_it_concerns_alone(stage: Stage) -> None:
    first, other = await two(stage)
    fault = stage.box.faults.drop(ORIGINAL, times=2)
    _slash(stage, first, first_line(stage))
    await stage.box.until(lambda: fault.struck == 2)
    await stage.settled()
    assert "did not reach" not in (await stage.press(other, "My move")).text
    assert "did not reach" in (await stage.press(first, "My move")).text


async def test_the_upload_of_a_picture_is_lost(stage: Stage) -> None:
    await two(stage)
    stage.box.faults.drop(ORIGINAL)
    shown = await stage.slash("Ann", "/game board")
    assert shown.last.pictures
    stage.box.faults.swallow(ORIGINAL)
    again = await stage.slash("Ann", "/game board")
    assert len(again.last.pictures) == len(shown.last.pictures)
    fault = stage.box.faults.drop(ORIGINAL, times=2)
    act = stage.box.acts.slash(stage.box.person("Ann"), stage.box.channel("table"), "/game board", {})
    await stage.box.until(lambda: fault.struck == 2)
    await asyncio.sleep(0.05)
    await stage.later(5)
    await stage.box.until(lambda: not thinking(stage, "Ann"))
    assert len(Answer(stage.box.world, act, None).last.pictures) == len(shown.last.pictures)


async def test_an_act_that_comes_twice_is_answered_once(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    """The gateway may tell of an act again where a session is taken up again."""
    who, _ = await two(stage)
    seq = moves(stage)
    answers = [await stage.slash(who, "/game move", line=first_line(stage)), await stage.press(who, "My move")]
    answers.append(await stage.slash("Cid", "/game board"))
    shown, used = stage.box.private(who), [a.act.used for a in answers]
    requests = len(stage.box.requests)
    for answer in answers:
        stage.box.repeat(answer.act)
        stage.box.repeat(answer.act)
    await stage.box.quiet()
    await stage.settled()
    assert moves(stage) == seq + 1
    assert [m.id for m in stage.box.private(who)] == [m.id for m in shown]
    assert [a.act.used for a in answers] == used
    assert len(stage.box.requests) == requests
    assert logged(caplog) == ""


async def test_somebody_else_has_acknowledged_it(stage: Stage) -> None:
    """A proxy that repeated the request, say: the move is played once, and told."""
    who, _ = await two(stage)
    seq = moves(stage)
    stage.box.faults.failed_answer(FIRST, 500)
    done = await turn(stage, who)
    assert "Done" in done.text
    assert moves(stage) == seq + 2


async def test_a_refusal_that_is_lost_once_comes(stage: Stage) -> None:
    _, other = await two(stage)
    stage.box.faults.drop(ORIGINAL)
    refused = await stage.slash(other, "/game move", line=first_line(stage))
    assert refused.text
    assert WRONG not in refused.text
