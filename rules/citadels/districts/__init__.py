"""The districts with a text: each module here defines a `RULE`."""

from rules.citadels.hooks import learn_districts

learn_districts(__name__, __path__)
