"""Discord: commands, messages, buttons.

Knows no game; what a game wants shown in its own way stands in `cogs.games`.
"""
