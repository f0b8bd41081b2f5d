"""What a public message tells, turn by turn: `**Ann**: rolled 8: Ben 1 ore, built a road at e1. Ben is asked.`"""

from __future__ import annotations

import re
from itertools import combinations

TURN = re.compile(r"\*\*(?P<name>[^*]+)\*\*: (?P<acts>.+?)(?P<end>[.…])(?: (?P<rest>.*))?")
SENTENCE = re.compile(r"(?<=\.) ")
LETTER = re.compile(r"^([A-Z]) \*\*(.+?)\*\* ", re.M)  # stands before the points of a player


def acts(text: str) -> list[str]:
    """Every act and sentence by itself, with the name of whoever did it: «Ann built a road at e1.»"""
    return [said for line in text.splitlines() for said in _acts(line)]


def spoken(text: str) -> str:
    """The message, and below it the acts of every turn as sentences that begin with the name, where the message had
    only room for letters too; several together as well, as an act may hold commas itself."""
    told = [text, *(said for line in text.splitlines() for said in _runs(line))]
    names = dict(LETTER.findall(text))
    return "\n".join([*told, *(_named(said, names) for said in told[1:])])


def _acts(line: str) -> list[str]:
    found = TURN.fullmatch(line)
    if found is None:
        return SENTENCE.split(line)
    return [*(f"{found['name']} {act}." for act in found["acts"].split(", ")), *SENTENCE.split(found["rest"] or "")]


def _runs(line: str) -> list[str]:
    found = TURN.fullmatch(line)
    if found is None:
        return SENTENCE.split(line)
    pieces = found["acts"].split(", ")
    runs = combinations(range(len(pieces) + 1), 2)
    return [*(f"{found['name']} {', '.join(pieces[a:b])}." for a, b in runs), found["rest"] or ""]


def _named(said: str, names: dict[str, str]) -> str:
    return re.sub(r"\b[A-Z]\b", lambda letter: names.get(letter[0], letter[0]), said)
