"""The characters: each module here defines a `RULE`."""

from rules.citadels.hooks import learn_characters

learn_characters(__name__, __path__)
