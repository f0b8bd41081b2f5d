"""Whatever stands in for a parameter of a sentence is said as it is: it fills one place, and is read as no more."""

from __future__ import annotations

from string import Formatter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.markup import HOSTILE
from tools.sizes import EXAMPLES
from words import Voice, catalogue
from words.sentence import FORM, Mark, list_marks

NAMES = ("{seat}", "[click](http://x.y)", "%s", "{n:# a|# b}")
MARK = "\u25a0"  # around each value, so that none is taken for a word of the catalogues
TRICKY = ("{", "}", "{{}}", "{0}", "{seat}", "{n:# tile|# tiles}", "{x!r}", "{a.b[c]}", "%(a)s", "\\1", "#", "|", "")
values = st.one_of(st.sampled_from([*HOSTILE, *TRICKY]), st.text(max_size=30))
KEYS = {language: sorted(catalogue().keys(language)) for language in catalogue().offered_languages}


def parameters(sentence: str) -> list[Mark]:
    """Each parameter, also of those within the forms of others."""
    return list(list_marks(sentence))


def test_parameters_within_forms_are_found() -> None:
    assert parameters("{n:{names} is|{names} are} at {place}") == [
        ("n", "{names} is|{names} are"),
        ("names", ""),
        ("names", ""),
        ("place", ""),
    ]


@settings(max_examples=20 * EXAMPLES, deadline=None)
@given(draw=st.data(), language=st.sampled_from(sorted(KEYS)), text=values, number=st.integers(-3, 10**19))
def test_every_sentence_says_what_it_is_given(draw: st.DataObject, language: str, text: str, number: int) -> None:
    key = draw.draw(st.sampled_from(KEYS[language]))
    sentence = catalogue().sentence(language, key)
    given_values: dict[str, Any] = {}
    expected = [literal for literal, *_ in Formatter().parse(sentence)]
    counted = {mark.name for mark in parameters(sentence) if mark.has_number_forms}
    for mark in parameters(sentence):
        given_values[mark.name] = number if mark.name in counted else f"{MARK}{text}{MARK}"
    said = Voice(language, NAMES)(key, **given_values)
    for literal in expected:
        assert literal in said, key
    if any(name not in counted for _, name, spec, _ in Formatter().parse(sentence) if name and spec[:1] in ("", FORM)):
        assert f"{MARK}{text}{MARK}" in said, key
    if any(mark.has_number_forms and all("#" in form for form in mark.alternatives) for mark in parameters(sentence)):
        assert str(number) in said or number in (-1, 0, 1, 2), key


@settings(max_examples=10 * EXAMPLES, deadline=None)
@given(
    draw=st.data(),
    several=st.lists(st.one_of(values, st.integers(-2, 9)), max_size=4),
    seat=st.integers(-2, 9),
)
def test_lists_and_seats_fill_their_places_too(draw: st.DataObject, several: list[Any], seat: int) -> None:
    key = draw.draw(st.sampled_from(KEYS["en"]))
    sentence = catalogue().sentence("en", key)
    given_values = {
        mark.name: 1 if mark.has_number_forms else seat if "seat" in mark.name else tuple(several)
        for mark in parameters(sentence)
    }
    said = Voice("en", NAMES)(key, **given_values)
    if any(mark.name == "seat" and not mark.spec for mark in parameters(sentence)):
        assert (NAMES[seat] if 0 <= seat < len(NAMES) else str(seat)) in said, key
