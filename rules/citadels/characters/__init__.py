"""The characters: each module here has a `RULE`."""

from rules.citadels.hooks import learn_characters

learn_characters(__name__, __path__)
