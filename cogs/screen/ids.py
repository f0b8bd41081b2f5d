"""Custom ids of buttons, selects and forms. Each id contains the whole meaning, so that it survives a restart.

    t:<table>:<verb>               opens the current state of a table; no position
    l:<table>:<verb>[:<argument>]  lobby
    q:<table>:<since>:<moves>      quick move of a public message
    p:<table>:<since>:<path>       next screen of a picker
    s:<table>:<since>:<n>:<path>   select number n of a screen; the chosen value is appended to the path
    c:<table>:<since>:<moves>      commit; moves joined by `;` are sent together
    f:<table>:<since>:<draft>      form
    v:<vote>:<yes|no>              vote
    x:<table>:<since>:<verb>[:<argument>]  everything else; table 0: no table

`since` is the length of the log when the button was made. An id never contains secrets or users.
"""

from __future__ import annotations

from dataclasses import dataclass

MAX_ID_LENGTH = 100
MOVE_SEPARATOR = ";"
_ONE_NUMBER = frozenset("tlv")  # family, number, text
_TWO_NUMBERS = frozenset("qpcfx")  # family, number, since, text
FAMILIES = frozenset("tlqpscfvx")


@dataclass(frozen=True, slots=True)
class CustomId:
    """A parsed custom id."""

    family: str
    number: int  # table id; vote id in family v
    since: int | None = None
    slot: int | None = None
    text: str = ""

    @property
    def verb(self) -> str:
        """The first word of the text, for families with verbs."""
        return self.text.partition(":")[0]

    @property
    def argument(self) -> str:
        return self.text.partition(":")[2]

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(self.text.split(MOVE_SEPARATOR))

    def __str__(self) -> str:
        parts = [self.family, str(self.number)]
        if self.since is not None:
            parts.append(str(self.since))
        if self.slot is not None:
            parts.append(str(self.slot))
        return ":".join([*parts, self.text])


def encode_if_fits(custom_id: CustomId) -> str | None:
    """The id as text; None if it exceeds Discord's limit."""
    text = str(custom_id)
    return text if len(text) <= MAX_ID_LENGTH else None


def _encode_custom_id(custom_id: CustomId) -> str:
    text = encode_if_fits(custom_id)
    if text is None:
        raise ValueError(f"the id is longer than {MAX_ID_LENGTH} characters")
    return text


def table_custom_id(number: int, verb: str) -> str:
    return _encode_custom_id(CustomId("t", number, text=verb))


def lobby_custom_id(number: int, verb: str, argument: str = "") -> str:
    return _encode_custom_id(CustomId("l", number, text=_join_verb(verb, argument)))


def quick_custom_id(number: int, since: int, moves: str) -> str | None:
    return encode_if_fits(CustomId("q", number, since, text=moves))


def picker_custom_id(number: int, since: int, path: str) -> str | None:
    return encode_if_fits(CustomId("p", number, since, text=path))


def select_custom_id(number: int, since: int, slot: int, path: str) -> str | None:
    return encode_if_fits(CustomId("s", number, since, slot, path))


def commit_custom_id(number: int, since: int, moves: str) -> str | None:
    return encode_if_fits(CustomId("c", number, since, text=moves))


def form_custom_id(number: int, since: int, draft: str) -> str | None:
    return encode_if_fits(CustomId("f", number, since, text=draft))


def vote_custom_id(number: int, yes: bool) -> str:
    return _encode_custom_id(CustomId("v", number, text="yes" if yes else "no"))


def action_custom_id(number: int, since: int, verb: str, argument: str = "") -> str:
    return _encode_custom_id(CustomId("x", number, since, text=_join_verb(verb, argument)))


def parse_custom_id(custom_id: str) -> CustomId | None:
    """Inverse of `str`; None for ids this bot never wrote."""
    family, _, rest = custom_id.partition(":")
    if len(custom_id) > MAX_ID_LENGTH or family not in FAMILIES:
        return None
    number_count = 1 if family in _ONE_NUMBER else 2 if family in _TWO_NUMBERS else 3
    parts = rest.split(":", number_count)
    if len(parts) != number_count + 1 or not all(_is_number(part) for part in parts[:number_count]):
        return None
    *numbers, text = parts
    since = int(numbers[1]) if number_count > 1 else None
    slot = int(numbers[2]) if number_count > 2 else None
    return CustomId(family, int(numbers[0]), since, slot, text) if text or family in "ps" else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 18


def _join_verb(verb: str, argument: str) -> str:
    return f"{verb}:{argument}" if argument else verb
