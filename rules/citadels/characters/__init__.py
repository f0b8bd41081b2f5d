"""The characters: each module here defines a `RULE`."""

from rules.citadels.hooks import register_characters

register_characters(__name__, __path__)
