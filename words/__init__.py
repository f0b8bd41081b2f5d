"""Sentences by key: read from the catalogues (TOML), filled with parameters, in the reader's language.

A catalogue lies beside the code that raises its keys: `locales/<language>.toml` for the bot,
`rules/<game>/**/text/<language>.toml` for a game, `render/**/text/<language>.toml` for pictures. Names of nested tables
are joined by dots. A value is one whole sentence.

A parameter `{p}` is shown as follows:

* a plural, `{n:# tile|# tiles}`: the form of the language for the number, with the number for `#`; `sentence.py`
  describes the other marks, for word forms and choices by value;
* a parameter named `seat` or `*_seat`: the name of that seat; `seats` or `*_seats` (a list): their names, joined;
* a text v with a key `<family>.<p>.<v>`, where the family is the first word of the sentence's key: that word
  (`{feature}` with "road" in a sentence `carc....` is shown as `carc.feature.road`);
* a list: its items, each as above, joined; with a key `<family>.several.<p>` (p without its plural s) equal items are
  counted by that sentence (`{n} {item}`);
* a phrase (a key with parameters): its sentence; a list of phrases: their sentences, with semicolons;
* any other value: as it prints.
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
