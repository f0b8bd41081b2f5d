"""The progress cards: each module here that is called as a card judges its moves, and says with `HELD` what the card is
worth in the hand."""

from ai.listing import holdings

from .held import WORTH

WORTH.update(holdings(__name__, __path__, "HELD", float))
