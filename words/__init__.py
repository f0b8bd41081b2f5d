"""Sentences by key: read from the catalogues (TOML), filled with parameters, in somebody's language.

A catalogue lies beside the code that raises its keys: `locales/<language>.toml` for the bot,
`rules/<game>/**/text/<language>.toml` for a game, `render/**/text/<language>.toml` for what pictures say. Tables nest;
their names are joined by dots. A value is one whole sentence.

How a parameter `{p}` is shown:

* a plural: `{n:# tile|# tiles}` takes the form of the language for the number and puts the number for `#`; further
  marks that translations need, for cases and for a choice by value, are described in `sentence.py`;
* a parameter named `seat` or `*_seat`: the name of that seat; `seats` or `*_seats` (a list): their names, joined;
* a text v for which the key `<family>.<p>.<v>` exists, family being the first word of the sentence's key: that word
  (`{feature}` with "road" in a sentence `carc....` is shown as `carc.feature.road`);
* a list: its items, each as above, joined; where the key `<family>.several.<p>` exists (p without its plural s), equal
  items are counted by that sentence (`{n} {item}`); everything else as it prints;
* a phrase (a key with parameters): its sentence; a list of phrases: their sentences, with semicolons.
"""

from .catalogue import Catalogue, MissingKey, catalogue
from .direction import text_direction
from .numbers import format_tenths
from .plural import CATEGORIES, plural_form
from .voice import MissingSentence, Phrase, Voice

__all__ = [
    "CATEGORIES",
    "Catalogue",
    "MissingKey",
    "MissingSentence",
    "Phrase",
    "Voice",
    "catalogue",
    "format_tenths",
    "plural_form",
    "text_direction",
]
