"""Programmes in words, for their owners alone: what was prepared, and why it is not going to be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cogs.act import errors
from cogs.games import face
from cogs.games.move_texts import counted, family_of, told_of
from cogs.games.move_texts import sentence as sentence_of
from cogs.screen import Button, Screen, ids
from rules.core import Phrase, RulesError
from rules.core.programmes import line_of, read
from service.errors import ServiceError
from service.state.model import Prepared, Table
from service.state.undo_restore import is_word
from words import Voice

if TYPE_CHECKING:
    from cogs.act.context import Act


def way_in(table: Table, say: Voice) -> list[Button]:
    """The button to what one prepares. Games of this sort have it, or not: the same for everybody, at any time."""
    if table.game is None or not table.game.plans:
        return []
    return [Button(ids.other(table.id, table.seq, "prepare"), say("button.prepare"))]


def named(say: Voice, table: Table, part: str, token: str) -> str:
    """A thing that is named in a programme, as it stands in a sentence."""
    key = f"{family_of(table.kind)}.programme_token.{token}"
    if say.has(key):
        return say(key)
    line = line_of(token)
    return (
        sentence_of(say, face(table.kind), table, line) if line else told_of(say, face(table.kind), table, part, token)
    )


def sentence(say: Voice, table: Table, text: str) -> str:
    """A programme in words; of an old one that nobody can read any more, its text."""
    plans = table.game.plans if table.game is not None else {}
    try:
        said = read(text)
    except ValueError:
        return text
    plan = plans.get(said.kind)
    if plan is None or len(plan.names) != len(said.parts):
        return text
    parts = {name: _part(say, table, name, tokens) for name, tokens in zip(plan.names, said.parts, strict=True)}
    return say(f"{family_of(table.kind)}.programme.{said.kind}", n=said.when, **parts)


def _part(say: Voice, table: Table, name: str, tokens: Sequence[str]) -> str:
    """The things named, the most wanted first; where they are cards of a trade, they are counted."""
    if not tokens:
        return say("prepare.open")
    if say.has(f"{family_of(table.kind)}.programme_part.{name}"):
        return counted(say, table.kind, name, [told_of(say, face(table.kind), table, name, one) for one in tokens])
    told = [named(say, table, name, token) for token in tokens]
    text = told[0]
    for one in told[1:]:
        text = say("prepare.then", so_far=text, item=one)
    return text


def reason(act: Act, table: Table, phrase: Phrase) -> str:
    """Why a programme was dropped."""
    return errors.reason(act, table, RulesError(phrase.key, **phrase.params))


def _became(act: Act, table: Table, one: Prepared, say: Voice) -> str:
    assert one.dropped is not None, "there is something to say of it"
    told = sentence(say, table, one.text)
    if is_word(one):
        return say("prepare.again", id=table.id, text=told)
    return say("prepare.dropped", id=table.id, text=told, reason=reason(act, table, one.dropped))


async def tell(act: Act) -> None:
    """A further private message: what was prepared and is not going to be done. It is told once."""
    news = act.app.tables.programmes.news(act.user_id)
    lines: list[str] = []
    row: list[Button] = []
    for light, one in news:
        try:
            table = await act.app.tables.load(light.id)
        except ServiceError:  # a game that this version cannot read: its host has been told
            continue
        say = act.voice(table)
        lines.append(_became(act, table, one, say))
        row = way_in(table, say)
    if lines:
        await act.reply.more(Screen("\n".join(lines), rows=[row]))
    await act.app.tables.programmes.heard(news)
