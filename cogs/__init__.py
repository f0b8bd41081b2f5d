"""Discord layer: commands, messages and buttons.

Independent of single games; presentation of one game is in its package below `cogs.games`.
"""
