"""The progress cards: a module named after a card scores its moves and defines its value in the hand as `HELD`."""

from ai.listing import collect_by_module

from .held import WORTH

WORTH.update(collect_by_module(__name__, __path__, "HELD", float))
