"""The districts with a text of their own: each module here has a `RULE`."""

from rules.citadels.hooks import learn_districts

learn_districts(__name__, __path__)
