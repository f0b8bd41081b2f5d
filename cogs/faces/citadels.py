"""Citadels: the turn on one panel, powers with all their targets, cards shown to their holder alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from cogs import ids, screens
from cogs.picker import Path, Question, unique
from cogs.screen import Button, File, Row, Screen, rows_of
from render import Mark
from rules.citadels import effects
from rules.citadels.asks import Ask
from rules.citadels.cards import BASE_PURPLES, CHARACTERS, COLOURS, DISTRICTS, sorted_cards, sorted_characters
from rules.citadels.hooks import ROLES, Character
from rules.citadels.turn import Main
from rules.citadels.view import CitadelsView
from rules.core import Move, encode, field_names
from service.model import StoredEvent, Table
from words import Voice

from .generic import Face, Opening, OptionPage, Scored, Topic

if TYPE_CHECKING:
    from cogs.room import Room

MOST: Final = 25  # buttons of a screen
BUILDS: Final = 15  # of them for building
TALKED: Final = 12  # cards that are explained in the text
POSSIBLE: Final = 12  # moves of one kind in the text board
ORDER: Final = ("gold", "cards", "income", "build")  # before the powers and the districts
PANEL: Final = frozenset({"gold", "cards", "income", "end"})  # stand on the panel itself
CARD_FIELDS: Final = ("district", "what")
# Word of the decision -> lines of its quick buttons. Which of them exist follows from the public view.
QUICK: Final = {
    "action": ("gold", "cards"),
    "half": ("gold", "cards"),
    "hospital": ("gold", "cards", "pass hospital"),
    "thank": ("thank", "pass thanks"),
    "graveyard": ("district-graveyard", "pass graveyard"),
    "bell_tower": ("district-bell-tower", "pass bell_tower"),
    "navigate": ("power-navigate gold", "power-navigate cards", "pass navigator"),
    "park": ("district-park", "pass park"),
    "pay": ("pay gold",),
}
DECK: Final = frozenset({"cards", "power-navigate cards"})  # only while there is a deck


class Citadels(Face):
    """Everything that can be done in a turn stands on one screen; other decisions are buttons that play at once."""

    tips = ("cit.tip.pick", "cit.tip.action", "cit.tip.build")
    minute = tuple(f"cit.minute.{n}" for n in range(1, 7))
    confirms = False
    seats_apart = True
    own_board = True
    sheet = True
    opening = (
        Opening("cast", {"base": {}, "random": {"cast": "random"}, "choose": {}}, asks="choose"),
        Opening("districts", {"base": {}, "random": {"districts": "random"}, "choose": {}}, asks="choose"),
        Opening("target", {"8": {}, "7": {"target": "7"}}),
    )
    pages = (
        OptionPage("cast", tuple(f"rank{rank}" for rank in range(1, 10))),
        OptionPage("game", ("target", "cast", "districts", "many_bonus_characters", "crown", "ball_room_auto")),
        OptionPage("without", tuple(f"without_{key}" for key in BASE_PURPLES), together=True),
    )

    # --- words

    def tip(self, view: Any, seat: int, shown: int) -> str:
        """The one that fits what is asked, if there is one."""
        task = view.tasks.get(seat)
        key = f"cit.tip.{task.key.rpartition('.')[2]}" if task is not None else ""
        return key if key in self.tips else ""

    def order(self, kinds: Sequence[str]) -> Sequence[str]:
        def place(kind: str) -> tuple[int, int]:
            if kind in ORDER:
                return 0, ORDER.index(kind)
            return (2 if kind in ("end", "pass") else 1), 0

        return sorted(kinds, key=place)

    def names(self, voice: Voice, field: str, token: str) -> Sequence[str]:
        if field == "character" and token in CHARACTERS:
            rank, name = CHARACTERS[token].rank, voice.word("cit", "character", token)
            return (voice("cit.button.character", rank=rank, character=name), name, str(rank))
        return ()

    def told(self, voice: Voice, field: str, token: str) -> str:
        return voice.word("cit", field, token) if field == "character" else super().told(voice, field, token)

    def fold(self, events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
        """Who has chosen, one after the other, in one sentence; cards looked at are told with those that are kept."""
        told: list[StoredEvent] = []
        for event in events:
            before = told[-1] if told else None
            if event.key == "cit.draft.picked" and before is not None and before.key.startswith("cit.draft.picked"):
                seats = [*before.params.get("seats", [before.params.get("seat")]), event.params["seat"]]
                told[-1] = StoredEvent("cit.draft.picked_several", {"seats": seats}, None, before.reveals)
            elif event.key == "cit.action.kept" and before is not None and before.key == "cit.action.looks":
                told[-1] = event
            elif event.key == "cit.round.begun" and before is not None and before.key == "cit.game.begun":
                told[-1] = StoredEvent("cit.game.opened", before.params, None, before.reveals)
            else:
                told.append(event)
        return told

    def ended(self, view: Any) -> Any:
        return replace(view, tasks={}, turn=None, changed=(), offer=None)

    def detail(self, view: Any, seat: int, voice: Voice) -> str:
        shown = view.players[seat]
        said = voice("cit.detail.crown" if shown.crown else "cit.detail.plain",
                     gold=shown.gold, cards=shown.hand, n=len(shown.city))
        if not shown.shown:
            return said
        return voice("cit.detail.shown", detail=said, characters=[one.character for one in shown.shown])

    def hand(self, view: Any, seat: int, voice: Voice) -> str:
        told = [voice("cit.hand.gold", gold=view.players[seat].gold)]
        cards = [_card(voice, card, view.hand.count(card)) for card in unique(view.hand)]
        told += [voice("cit.hand.cards", n=len(view.hand)), *cards] if cards else [voice("cit.hand.empty")]
        if view.characters:
            told.append(voice("cit.hand.characters", characters=list(view.characters)))
        if view.aside:
            told.append(voice("cit.hand.aside", characters=list(view.aside)))
        under = [card for built in view.players[seat].city for card in built.names]
        if under:
            told.append(voice("cit.hand.museum", districts=under))
        return "\n".join(told)

    def legal(self, moves: Sequence[Move]) -> Sequence[Any]:
        said: list[str] = []
        for kind in self.kinds(moves):
            lines = [encode(move) for move in moves if move.kind == kind]
            said += lines if len(lines) <= POSSIBLE else [*lines[:POSSIBLE], f"{kind} …"]
        return said

    def topics(self, voice: Voice) -> Mapping[str, Topic]:
        """Every card with its text and picture: characters by rank, then districts by colour and cost."""
        named = {card: voice.word("cit", "character", card) for card in sorted_characters(CHARACTERS)}
        named |= {card: voice.word("cit", "district", card) for card in sorted_cards(DISTRICTS)}
        return {card: Topic(name, voice(f"cit.topic.{card}"), card) for card, name in named.items()}

    def scored(self, event: StoredEvent) -> Scored | None:
        if event.key != "cit.game.over":
            return None
        return Scored(dict(enumerate(event.params["scores"])), "districts", rule="cit.rule.points")

    # --- the table message

    def quick(self, table: Table, view: Any, voice: Voice) -> Sequence[Button]:
        found: list[Button] = []
        for seat, task in view.tasks.items():
            word = task.key.rpartition(".")[2]
            for line in QUICK.get(word, ()):
                made = ids.quick(table.id, table.seq, line)
                if made and (view.deck or line not in DECK) and (word != "pay" or view.players[seat].gold):
                    found.append(Button(made, _quick_label(voice, line), "green"))
            made = ids.pick(table.id, table.seq, "pay")
            if word == "pay" and made and view.players[seat].hand:
                found.append(Button(made, voice("cit.button.give"), "blue"))
        return found

    # --- the picker

    async def screen(self, room: Room, question: Question) -> Screen | None:
        top = room.state.agenda[-1]
        if isinstance(top, Main):
            if (question.shape == "kinds" and not question.path.words) or question.kind in PANEL:
                return await self._turn(room, question)
            if question.shape == "kinds" and any(move.kind == "power-redraw" for move in question.moves):
                return await self._magician(room, question)
            if question.shape == "kinds" and question.path.in_group:
                return await self._districts(room, question)
        return await self._decision(room, question)

    async def picture(self, room: Room, question: Question) -> tuple[File, ...]:
        return await _hand(room)

    async def _turn(self, room: Room, question: Question) -> Screen:
        """The panel of a turn: action, building, income, power, districts, end."""
        view: CitadelsView = room.view
        turn = view.turn
        assert turn is not None
        legal = {encode(move): move for move in room.legal}
        rows: list[Row] = []
        action = [room.commit([line], _label(room, legal[line])) for line in ("gold", "cards") if line in legal]
        if action:
            rows.append(action)
        rows += self._builds(room)
        last: list[Button] = []
        if "income" in legal:
            last.append(room.commit(["income"], room.say("cit.button.income", n=turn.income_left)))
        last += self._power(room)
        district = [move for move in room.legal if move.group == "district"]
        if len(district) == 1 and encode(district[0]) == district[0].kind:
            last.append(room.commit([encode(district[0])], _label(room, district[0])))
        elif district:
            last.append(room.onward(Path((), ("~district",)), room.say("cit.button.districts")))
        last.append(self._end(room))
        rows.append(last)
        told = [room.say("cit.panel.as", character=turn.character, gold=view.players[room.seat].gold)]
        if turn.bewitched:
            told = [room.say("cit.panel.witch", character=turn.character, gold=view.players[room.seat].gold)]
        told.append(room.say("cit.panel.does", does=room.say(f"pic.citadels.does.{turn.character}")))
        key = "first" if not turn.acted else "builds" if turn.builds_left else "built"
        told.append(room.say(f"cit.panel.{key}", n=turn.builds_left))
        return screens.framed(room, question, "\n".join(told), rows, await _hand(room))

    def _builds(self, room: Room) -> list[Row]:
        """The cards in hand as buttons, cheapest first; what cannot be built now is grey."""
        state, view = room.state, room.view
        prices = {card: effects.cost(state, room.seat, card) for card in view.hand}
        legal = {move.district: move for move in room.legal if move.kind == "build"}  # type: ignore[attr-defined]
        cards = sorted(prices, key=lambda card: (prices[card], room.label("district", card)))
        if len(cards) > BUILDS:
            spare = [card for card in reversed(cards) if card not in legal]
            gone = set(spare[: len(cards) - BUILDS])
            cards = [card for card in cards if card not in gone]
        if len(cards) > BUILDS:
            return _by_colour(room, room.ask(Path((), ("build",))))
        buttons = []
        for n, card in enumerate(cards):
            label = room.say("cit.button.build", district=card, n=prices[card])
            if card in legal:
                buttons.append(room.commit([encode(legal[card])], label))
            else:
                buttons.append(Button(ids.other(room.number, room.since, "grey", str(n)), label, "grey", disabled=True))
        return rows_of(buttons)

    def _power(self, room: Room) -> list[Button]:
        """The way to what the character can do; grey while it cannot."""
        powers = [move for move in room.legal if move.group == "power"]
        label = room.say("cit.button.power")
        if len(powers) == 1 and encode(powers[0]) == powers[0].kind:
            return [room.commit([encode(powers[0])], _label(room, powers[0]))]
        if powers:
            return [room.onward(Path((), ("~power",)), label)]
        if self._left_at_end(room) is not None:
            return [room.onward(Path(("end",), ()), label)]
        role = type(ROLES[room.view.turn.character])
        if role.powers is Character.powers and role.end_power is Character.end_power:
            return []
        return [Button(ids.other(room.number, room.since, "grey", "power"), label, "grey", disabled=True)]

    def _left_at_end(self, room: Room) -> Room | None:
        """The room of the power that is used when the turn ends, if there is one now."""
        if not any(move.kind == "end" for move in room.legal):
            return None
        onward = room.after("end")
        return onward if onward is not None and any(move.group == "power" for move in onward.legal) else None

    def _end(self, room: Room) -> Button:
        """The end of the turn; a power left for it is let go by, in one act."""
        if not any(move.kind == "end" for move in room.legal):
            return Button(ids.other(room.number, room.since, "grey", "end"), room.say("cit.button.end"), disabled=True)
        if self._left_at_end(room) is not None:
            return room.commit(["end", "pass power"], room.say("cit.button.end_bare"))
        return room.commit(["end"], room.say("cit.button.end"))

    async def _magician(self, room: Room, question: Question) -> Screen:
        """Both powers of one character on one screen: players to swap with, cards to replace."""
        moves = question.moves
        rows: list[Row] = [*rows_of([_commit(room, move) for move in moves if move.kind == "power-swap"])]
        redraw = room.ask(Path((), ("power-redraw",)))
        whole = max(redraw.moves, key=lambda move: len(move.districts))  # type: ignore[attr-defined]
        said = room.say("cit.button.redraw_all", n=len(room.view.hand))
        rows.append([room.commit([encode(whole)], said)])
        if redraw.shape == "set":
            rows.append(screens.set_row(room, redraw))
        return screens.framed(room, question, room.say("cit.ask.magician"), rows, await _hand(room))

    async def _districts(self, room: Room, question: Question) -> Screen:
        """Several districts can be used: which?"""
        buttons = []
        for choice in question.choices:
            move = next(move for move in question.moves if move.kind == choice.token)
            more = room.say("cit.button.more", what=room.words.kind(choice.token))
            buttons.append(_commit(room, move) if choice.line == choice.token else room.onward(choice.path, more))
        return screens.framed(room, question, room.say("cit.ask.districts"), rows_of(buttons), await _hand(room))

    async def _decision(self, room: Room, question: Question) -> Screen | None:
        """Any other decision: a button for each answer, or the steps to it."""
        others = [move for move in question.moves if move.kind != "pass"]
        spare = [_commit(room, move) for move in question.moves if move.kind == "pass"]
        kinds = unique(move.kind for move in others)
        asked = question
        if question.shape == "kinds" and len(kinds) == 1:
            asked = room.ask(Path((), (kinds[0],)))
        rows: Sequence[Row]
        if asked.kind == "power-exchange" and asked.shape == "values" and asked.field != "district":
            rows = rows_of([*(screens.button(room, asked, choice) for choice in asked.choices), *spare])
        elif len(question.moves) <= MOST:
            rows = rows_of([*(_commit(room, move) for move in others), *spare])
        elif kinds == ["power-beautify"]:
            rows = rows_of([*screens.first_cards(room, others, "districts"), *spare][:MOST])
        elif asked.field in CARD_FIELDS and len(asked.choices) + len(spare) > MOST:
            rows = [*_by_colour(room, asked), *rows_of(spare)]
        elif asked.as_buttons:
            rows = rows_of([*(screens.button(room, asked, choice) for choice in asked.choices), *spare])
        else:
            return None
        text = "\n".join([_asked(room, asked), *_notes(room, question)])
        return screens.framed(room, question, text, rows, await self._seen(room, question))

    async def _seen(self, room: Room, question: Question) -> tuple[File, ...]:
        """The picture of a decision: the own cards, or the table with what can be chosen on it."""
        marks = tuple(unique(mark for move in question.moves for mark in _marks(room, move)))
        if not marks or room.view.offer is not None:
            return await _hand(room)
        return await room.picture(
            f"table {question.path}", lambda renderer, view, look: renderer.choice(view, look, marks)
        )


# --- parts of screens


async def _hand(room: Room) -> tuple[File, ...]:
    return await room.picture("hand", lambda renderer, view, look: renderer.hand(view, look))


def _commit(room: Room, move: Move) -> Button:
    return room.commit([*room.before, encode(move)], _label(room, move))


def _label(room: Room, move: Move) -> str:
    """A move on a button: what is chosen, with its price where it has one."""
    kind, *tokens = encode(move).split(" ")
    fields = zip(field_names(type(move)), tokens, strict=True)
    said: dict[str, Any] = {field: room.label(field, token) for field, token in fields}
    said["n"] = sum(int(phrase.params.get("n", 0)) for phrase in room.game.explain(room.state, room.seat, move))
    if kind == "power-redraw":
        said["n"] = len(move.districts)  # type: ignore[attr-defined]
    for key in ("_".join([kind, *tokens]), kind):
        if room.voice.has(f"cit.button.{key}"):
            return room.say(f"cit.button.{key}", **said)
    return room.sentence(encode(move))


def _quick_label(voice: Voice, line: str) -> str:
    key = "_".join(line.split(" "))
    return voice(f"cit.button.{key}" if voice.has(f"cit.button.{key}") else f"cit.line.{key}")


def _asked(room: Room, question: Question) -> str:
    """What is asked, in the words of this game."""
    top = room.state.agenda[-1]
    view: CitadelsView = room.view
    key = top.word if isinstance(top, Ask) else str(question.kind)
    if key == "half" and view.turn is not None and not view.turn.bewitched:
        key = "half_witch"
    if key == "exchange" and question.field is not None:
        key = f"exchange_{question.field}"
    if key == "hospital" and len(question.moves) == 1:
        key = "hospital_no"
    called = next((c for c in view.cast if CHARACTERS[c].rank == view.rank), "")
    offer = view.offer
    told = room.say(
        f"cit.ask.{key}",
        n=offer.count if offer is not None else 0,
        gold=view.players[room.seat].gold,
        character=view.turn.character if view.turn is not None else called,
        district=view.ruin or (offer.cards[0] if offer is not None and offer.cards else ""),
        seat=offer.owner if offer is not None and offer.owner is not None else view.crown,
        target=view.target,
    )
    chosen = [room.told(field, token) for field, token in question.crumbs] if key.startswith("exchange_") else []
    return "\n".join([*([room.say("pick.crumbs", path=" › ".join(chosen))] if chosen else []), told])


def _notes(room: Room, question: Question) -> list[str]:
    """What the cards do that can be chosen."""
    view: CitadelsView = room.view
    offer = view.offer
    if offer is not None and offer.cards and offer.cards[0] in CHARACTERS:
        does = {c: room.say(f"pic.citadels.does.{c}") for c in offer.cards}
        return [room.say("cit.card.character", rank=CHARACTERS[c].rank, character=c, does=does[c]) for c in offer.cards]
    fields = [field for field in CARD_FIELDS if any(hasattr(move, field) for move in question.moves)]
    cards = unique(offer.cards) if offer is not None else unique(
        card for move in question.moves for field in fields
        if (card := getattr(move, field, "")) in view.hand and not hasattr(move, "player")
    )  # fmt: skip
    return [_card(room.voice, card) for card in cards] if len(cards) <= TALKED else []


def _card(voice: Voice, card: str, n: int = 1) -> str:
    """A district card in a line: name, cost, colour, and what it does."""
    facts = DISTRICTS[card]
    said = voice("cit.card.district", district=card, n=facts.cost, colour=facts.colour)
    if facts.colour == "purple":
        said = voice("cit.card.text", card=said, does=voice(f"pic.citadels.does.{card}"))
    return voice("cit.card.several", card=said, n=n) if n > 1 else said


def _marks(room: Room, move: Move) -> list[Mark]:
    """Where on the table a choice lies."""
    player: int | None = getattr(move, "player", None)
    character: str | None = getattr(move, "character", None)
    district: str | None = getattr(move, "district", None)
    if character is not None:
        return [Mark(character, character, note=room.label("character", character))]
    if player is None:
        own = getattr(move, "districts", ()) if move.kind == "power-beautify" else ()
        return [Mark(card, f"{room.seat}.{card}", note=room.label("district", card)) for card in own]
    note = room.label("player", str(player))
    if district is None:
        return [Mark(room.table.seats[player].colour, str(player), note=note)]
    own = getattr(move, "own", None)
    given = [Mark(own, f"{room.seat}.{own}", note=room.label("own", own))] if own is not None else []
    note = room.say("cit.button.district-armory", district=room.label("district", district), player=note)
    return [*given, Mark(district, f"{player}.{district}", note=note)]


def _by_colour(room: Room, question: Question) -> list[Row]:
    """Many cards: a list for each colour."""
    lists = {
        room.say("cit.button.colour", colour=colour): [c for c, card in DISTRICTS.items() if card.colour == colour]
        for colour in COLOURS
    }
    return screens.lists(room, question, lists)


FACE = Citadels()
