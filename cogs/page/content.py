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
        self._plain_text = PlainText(table, voice)
        self._say = self._plain_text.voice
        self._texts: dict[str, int] = {}
        self._steps: list[dict[str, Any]] = []
        self._last_values: dict[str, Any] = {}
        self._had_secrets = False  # whether any seat had hidden information
        game_type = registry.game_types().get(table.kind)
        self._family = game_type.family if game_type is not None else table.kind
        self._categories: list[str] = []
        self._all_draws_known = True  # whether all draws are known

    def add_step(self, entries: Sequence[ReplayedEntry], view: View) -> None:
        """Add a step for `entries`; `view`: the public view after the last of them."""
        last = entries[-1]
        table, step = self.table, dict[str, Any]()
        step["entry"], step["seat"], step["at"] = last.entry.seq, last.entry.seat, last.entry.at
        story: list[int] = []
        for replayed in entries:
            say = self._voice_at_entry(replayed.entry.seq)
            for event in replayed.entry.events:
                self._add_event_texts(step, story, replayed.entry.seq, event, say)
        step["story"] = story
        step["draws"] = [
            [replayed.entry.seq, draws.first, list(draws.numbers), list(draws.below)]
            for replayed in entries
            if (draws := replayed.draws) is not None and draws.numbers
        ]
        for category in view.tally:
            if category not in self._categories:
                self._categories.append(category)
        self._store_if_changed(step, "head", self._text_index(self._say.phrase(view.headline)))
        self._store_if_changed(step, "scores", list(view.scores))
        self._store_if_changed(step, "tally", {category: list(points) for category, points in view.tally.items()})
        self._store_if_changed(step, "origins", self._origin_indices(view))
        self._store_if_changed(step, "held", self._hidden_hands(last, view))
        self._all_draws_known = self._all_draws_known and all(replayed.draws is not None for replayed in entries)
        if not step["draws"]:
            del step["draws"]
        assert len(view.scores) == len(table.seats)
        self._steps.append(step)

    def _add_event_texts(
        self, step: dict[str, Any], story: list[int], seq: int, event: StoredEvent, say: Voice
    ) -> None:
        sentence = "" if event.key.startswith(LUCK_PREFIX) else event_text.describe_event(event, say)
        calculation = self.face.explain_points(event, say)
        if event.seats is not None:
            if sentence:
                text_index = self._text_index(sentence)
                step.setdefault("told", []).extend([seat, text_index] for seat in sorted(event.seats))
            return
        for part in filter(None, (sentence, calculation)):
            story.append(self._text_index(part))
        scored = self.face.find_scored(event)
        if scored is None:
            return
        rule = say(scored.rule, **event.params) if scored.rule and say.has(scored.rule) else ""
        reason = self._text_index(" ".join(filter(None, (sentence, calculation, rule))))
        gains = [[seat, points, reason, seq] for seat, points in scored.points.items() if points]
        step.setdefault("gains", []).extend(gains)

    def _voice_at_entry(self, seq: int) -> Voice:
        """The voice with the owners of seats at entry `seq`."""
        table = self.table
        if all(term.role != "owner" for term in table.terms):
            return self._say
        return self._plain_text.voice_with_owners({seat.index: owner_at(table, seat, seq) for seat in table.seats})

    def _origin_indices(self, view: View) -> list[list[list[int]]]:
        """For each seat: pairs of tally category and text of the origin of its points."""
        by_seat = []
        for seat in range(len(self.table.seats)):
            origins = self.face.describe_point_origins(view, seat, self._say)
            known = [category for category in origins if category in self._categories]
            by_seat.append([[self._categories.index(key), self._text_index(origins[key])] for key in known])
        return by_seat

    def _hidden_hands(self, replayed: ReplayedEntry, view: View) -> list[int | None]:
        """The hidden hand of each seat; None while no seat sees more than the public."""
        seats = range(len(self.table.seats))
        if not self._had_secrets:
            self._had_secrets = _sees_more(replayed.view(replayed.entry.seat or 0), view)
        hands = [
            self.face.describe_hand(replayed.view(seat), seat, self._say) if self._had_secrets else "" for seat in seats
        ]
        return [self._text_index(hand) if hand else None for hand in hands]

    def _store_if_changed(self, step: dict[str, Any], name: str, value: Any) -> None:
        """Store a value only if it differs from the previous step."""
        if self._last_values.get(name) != value:
            step[name] = self._last_values[name] = value

    def _text_index(self, sentence: str) -> int:
        """The index of a text; each is stored once."""
        return self._texts.setdefault(self._plain_text.to_plain(sentence), len(self._texts))

    def build_data(self, board_text: str, view: View, language: str) -> dict[str, Any]:
        """All data except images, as JSON values."""
        say, table = self._say, self.table
        no_points = [0] * len(table.seats)
        for step in self._steps:
            if "tally" in step:
                step["tally"] = [step["tally"].get(category, no_points) for category in self._categories]
        return {
            "lang": language,
            "subtitle": self._plain_text.to_plain(self._describe_result(view)),
            "words": board_text,
            "texts": list(self._texts),
            "say": self._labels(),
            "seats": [self._seat_data(seat.index, seat.colour) for seat in table.seats],
            "tally": [
                self._plain_text.to_plain(naming.word_or_default(say, f"{self._family}.tally.{key}", key))
                for key in self._categories
            ],
            "secrets": self._had_secrets or any("told" in step for step in self._steps),
            "steps": self._steps,
            "luck": self._luck_data(),
        }

    def _describe_result(self, view: View) -> str:
        """Winners with tie-break; for a branch also its origin."""
        branch = self.table.branch
        origin = [self._say("page.branch", of=branch.of, at=branch.at)] if branch is not None else []
        return " ".join([self._describe_winners(view), *origin])

    def _describe_winners(self, view: View) -> str:
        say, winners, headline = self._say, self.table.winners, self._say.phrase(view.headline)
        if self.table.status != "over" or not winners:
            return say("page.result_none", head=headline)
        key, points = "page.result_one" if len(winners) == 1 else "page.result_shared", view.scores[winners[0]]
        result = say(key, names=say.join([say.seat(seat) for seat in winners]), points=points, head=headline)
        tie = self.face.explain_tie_break(view, winners)
        return f"{result} {say.phrase(tie)}" if tie is not None else result

    def _labels(self) -> dict[str, str]:
        say = self._say
        labels = {key: say(f"page.{key}", **{name: f"{{{name}}}" for name in names}) for key, names in LABELS.items()}
        if self.face.score_sheet_rule_key:
            labels["sheet_rule"] = say(self.face.score_sheet_rule_key)
        if self.table.branch is not None:
            labels["luck"] = say("page.luck_branch", of=self.table.branch.of, at=self.table.branch.at)
        return labels

    def _seat_data(self, seat: int, letter: str) -> dict[str, str]:
        called = self._say("page.seat", seat=seat, colour=naming.colour_name(letter, self._say))
        fill = SEAT_COLOURS[letter].fill
        return {"called": self._plain_text.to_plain(called), "fill": "#{:02x}{:02x}{:02x}".format(*fill)}

    def _luck_data(self) -> dict[str, Any] | None:
        table = self.table
        if not table.key_shown or not table.commitment:
            return None
        return {
            "key": table.key_shown,
            "sealed": table.commitment,
            "table": str(table.id),
            "chosen": table.lucky,
            "whole": self._all_draws_known,
        }


def _sees_more(own: View, view: View) -> bool:
    """Whether a seat's view differs from the public view."""
    names = [field.name for field in fields(cast(Any, own)) if field.name != "you"]
    return any(getattr(own, name) != getattr(view, name) for name in names)
