"""The scenes of the progress cards: a module called after each, with what draws it.

`draw_<module>(brush)` has a square of 100 units with sky and hills; `BROAD` says that its ground goes on to both sides.
"""
