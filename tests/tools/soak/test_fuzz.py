"""The readers with what the fuzzer begins with, and with that cut, doubled and mixed; the fuzzer does so at length."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools.sizes import EXAMPLES
from tools.soak.fuzz.readers import READERS
from tools.soak.fuzz.seeds import load_seeds

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("reader", READERS)
def test_what_the_fuzzer_begins_with(reader: str) -> None:
    for data in load_seeds(reader):
        READERS[reader](data)


@st.composite
def mixed(draw: st.DrawFn, reader: str) -> bytes:
    """Pieces of what is known, with anything between."""
    known = load_seeds(reader)
    pieces = []
    for _ in range(draw(st.integers(1, 4))):
        one = draw(st.sampled_from(known))
        first, last = sorted((draw(st.integers(0, len(one))), draw(st.integers(0, len(one)))))
        pieces += [one[first:last], draw(st.one_of(st.just(b""), st.text(max_size=6).map(str.encode)))]
    return b"".join(pieces)


@pytest.mark.parametrize("reader", READERS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(draw=st.data())
def test_pieces_of_it_and_anything_between(reader: str, draw: st.DataObject) -> None:
    READERS[reader](draw.draw(mixed(reader)))
