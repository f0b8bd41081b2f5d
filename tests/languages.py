"""The languages as parameters: what is tested alike in all of them is tested in German by `make test`, whose words are
the longest, and in the others by `make test-all`."""

from __future__ import annotations

from typing import Final

import pytest

from words import catalogue

FIRST: Final = "de"
LANGUAGES: Final = [
    pytest.param(language, marks=[] if language == FIRST else pytest.mark.slow)
    for language in catalogue().offered_languages
]
