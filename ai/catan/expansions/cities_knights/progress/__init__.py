"""The progress cards: each module here that is called as a card judges its moves, and says with `HELD` what the card is
worth in the hand."""

from ai.listing import collect_by_module

from .held import WORTH

WORTH.update(collect_by_module(__name__, __path__, "HELD", float))
