"""Scenes of the progress cards: a module named after each card.

`draw_<module>(brush)` draws on 100 x 100 units over sky and hills; `BROAD`: its ground extends to both sides.
"""
