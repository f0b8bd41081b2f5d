"""The districts with a text: each module here defines a `RULE`."""

from rules.citadels.hooks import register_districts

register_districts(__name__, __path__)
