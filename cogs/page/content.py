"""Data of an archive page: story, points and their origins, hidden cards of each seat, numbers drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Final, cast

from cogs.games import Face
from cogs.screen import event_text, naming
from cogs.screen.plain_text import PlainText
from render import SEAT_COLOURS
from rules.core import View, registry
from service.play.history import ReplayedEntry
from service.state.model import LogEntry, StoredEvent, Table
from service.state.seat_control import owner_at
from words import Voice

LUCK_PREFIX: Final = "luck."  # events shown in a section of their own
# Labels of the page, `page.<key>`, with placeholders that its script fills in.
LABELS: Final[Mapping[str, Sequence[str]]] = {
    **dict.fromkeys(("points_title", "story_title", "luck_title", "secrets_title", "controls", "slider", "zoom"), ()),
    **dict.fromkeys(("first", "back", "on", "last", "play", "halt", "dark", "light", "keys", "words", "why"), ()),
    **dict.fromkeys(("no_points", "untold", "luck", "luck_chosen", "luck_none", "verify", "checking", "unsealed"), ()),
    **dict.fromkeys(("undrawn", "partly", "moved"), ()),
    "step": ("n", "head"),
    "more": ("n",),
    "table": ("head", "story"),
    "gain": ("n", "points", "story"),
    "gained": ("seat", "points"),
    "told": ("story",),
    "fine": ("n",),
    "wrong": ("entries",),
}


def is_page_step(entry: LogEntry) -> bool:
    """Whether an entry has events to tell or numbers to verify."""
    return entry.kind == "start" or bool(entry.chance) or any(not e.key.startswith(LUCK_PREFIX) for e in entry.events)


class PageContent:
    """Collects the data of a page step by step, in the language of `voice` (with plain names)."""

    def __init__(self, table: Table, face: Face[View], voice: Voice) -> None:
        self.table, self.face = table, face
        self._plain = PlainText(table, voice)
        self._say = self._plain.voice
        self._texts: dict[str, int] = {}
        self._steps: list[dict[str, Any]] = []
        self._before: dict[str, Any] = {}
        self._secrets = False  # whether any seat had hidden information
        game_type = registry.game_types().get(table.kind)
        self._family = game_type.family if game_type is not None else table.kind
        self._categories: list[str] = []
        self._drawn = True  # whether all draws are known

    def add(self, entries: Sequence[ReplayedEntry], view: View) -> None:
        """Add a step for `entries`; `view`: the public view after the last of them."""
        last = entries[-1]
        table, step = self.table, dict[str, Any]()
        step["entry"], step["seat"], step["at"] = last.entry.seq, last.entry.seat, last.entry.at
        story: list[int] = []
        for replayed in entries:
            say = self._as_it_was(replayed.entry.seq)
            for event in replayed.entry.events:
                self._tell(step, story, replayed.entry.seq, event, say)
        step["story"] = story
        step["draws"] = [
            [replayed.entry.seq, draws.first, list(draws.numbers), list(draws.below)]
            for replayed in entries
            if (draws := replayed.draws) is not None and draws.numbers
        ]
        for category in view.tally:
            if category not in self._categories:
                self._categories.append(category)
        self._new(step, "head", self._text(self._say.phrase(view.headline)))
        self._new(step, "scores", list(view.scores))
        self._new(step, "tally", {category: list(points) for category, points in view.tally.items()})
        self._new(step, "origins", self._origins(view))
        self._new(step, "held", self._held(last, view))
        self._drawn = self._drawn and all(replayed.draws is not None for replayed in entries)
        if not step["draws"]:
            del step["draws"]
        assert len(view.scores) == len(table.seats)
        self._steps.append(step)

    def _tell(self, step: dict[str, Any], story: list[int], seq: int, event: StoredEvent, say: Voice) -> None:
        sentence = "" if event.key.startswith(LUCK_PREFIX) else event_text.describe_event(event, say)
        calculation = self.face.reckoning(event, say)
        if event.seats is not None:
            if sentence:
                text_index = self._text(sentence)
                step.setdefault("told", []).extend([seat, text_index] for seat in sorted(event.seats))
            return
        for part in filter(None, (sentence, calculation)):
            story.append(self._text(part))
        scored = self.face.scored(event)
        if scored is None:
            return
        rule = say(scored.rule, **event.params) if scored.rule and say.has(scored.rule) else ""
        reason = self._text(" ".join(filter(None, (sentence, calculation, rule))))
        gains = [[seat, points, reason, seq] for seat, points in scored.points.items() if points]
        step.setdefault("gains", []).extend(gains)

    def _as_it_was(self, seq: int) -> Voice:
        """The voice with the owners of seats at entry `seq`."""
        table = self.table
        if all(term.role != "owner" for term in table.terms):
            return self._say
        return self._plain.named({seat.index: owner_at(table, seat, seq) for seat in table.seats})

    def _origins(self, view: View) -> list[list[list[int]]]:
        """For each seat: pairs of tally category and text of the origin of its points."""
        by_seat = []
        for seat in range(len(self.table.seats)):
            origins = self.face.origins(view, seat, self._say)
            known = [category for category in origins if category in self._categories]
            by_seat.append([[self._categories.index(key), self._text(origins[key])] for key in known])
        return by_seat

    def _held(self, replayed: ReplayedEntry, view: View) -> list[int | None]:
        """The hidden hand of each seat; None while no seat sees more than the public."""
        seats = range(len(self.table.seats))
        if not self._secrets:
            self._secrets = _sees_more(replayed.view(replayed.entry.seat or 0), view)
        hands = [self.face.hand(replayed.view(seat), seat, self._say) if self._secrets else "" for seat in seats]
        return [self._text(hand) if hand else None for hand in hands]

    def _new(self, step: dict[str, Any], name: str, value: Any) -> None:
        """Store a value only if it differs from the previous step."""
        if self._before.get(name) != value:
            step[name] = self._before[name] = value

    def _text(self, sentence: str) -> int:
        """The index of a text; each is stored once."""
        return self._texts.setdefault(self._plain.text(sentence), len(self._texts))

    def data(self, board_text: str, view: View, language: str) -> dict[str, Any]:
        """All data except images, as JSON values."""
        say, table = self._say, self.table
        no_points = [0] * len(table.seats)
        for step in self._steps:
            if "tally" in step:
                step["tally"] = [step["tally"].get(category, no_points) for category in self._categories]
        return {
            "lang": language,
            "subtitle": self._plain.text(self._result(view)),
            "words": board_text,
            "texts": list(self._texts),
            "say": self._labels(),
            "seats": [self._seat(seat.index, seat.colour) for seat in table.seats],
            "tally": [
                self._plain.text(naming.word_or_default(say, f"{self._family}.tally.{key}", key))
                for key in self._categories
            ],
            "secrets": self._secrets or any("told" in step for step in self._steps),
            "steps": self._steps,
            "luck": self._luck(),
        }

    def _result(self, view: View) -> str:
        """Winners with tie-break; for a branch also its origin."""
        branch = self.table.branch
        origin = [self._say("page.branch", of=branch.of, at=branch.at)] if branch is not None else []
        return " ".join([self._won(view), *origin])

    def _won(self, view: View) -> str:
        say, winners, headline = self._say, self.table.winners, self._say.phrase(view.headline)
        if self.table.status != "over" or not winners:
            return say("page.result_none", head=headline)
        key, points = "page.result_one" if len(winners) == 1 else "page.result_shared", view.scores[winners[0]]
        result = say(key, names=say.join([say.seat(seat) for seat in winners]), points=points, head=headline)
        tie = self.face.tie(view, winners)
        return f"{result} {say.phrase(tie)}" if tie is not None else result

    def _labels(self) -> dict[str, str]:
        say = self._say
        labels = {key: say(f"page.{key}", **{name: f"{{{name}}}" for name in names}) for key, names in LABELS.items()}
        if self.face.sheet_rule:
            labels["sheet_rule"] = say(self.face.sheet_rule)
        if self.table.branch is not None:
            labels["luck"] = say("page.luck_branch", of=self.table.branch.of, at=self.table.branch.at)
        return labels

    def _seat(self, seat: int, letter: str) -> dict[str, str]:
        called = self._say("page.seat", seat=seat, colour=naming.colour_name(letter, self._say))
        fill = SEAT_COLOURS[letter].fill
        return {"called": self._plain.text(called), "fill": "#{:02x}{:02x}{:02x}".format(*fill)}

    def _luck(self) -> dict[str, Any] | None:
        table = self.table
        if not table.key_shown or not table.commitment:
            return None
        return {
            "key": table.key_shown,
            "sealed": table.commitment,
            "table": str(table.id),
            "chosen": table.lucky,
            "whole": self._drawn,
        }


def _sees_more(own: View, view: View) -> bool:
    """Whether a seat's view differs from the public view."""
    names = [field.name for field in fields(cast(Any, own)) if field.name != "you"]
    return any(getattr(own, name) != getattr(view, name) for name in names)
