"""Moves everything from one database to another: file or server, in any direction.

The old bot has stopped, so its rows are complete, and the new bot continues as after a restart. Unlike a restored
backup nothing is posted again: no message is missing in the rows. Restore a backup before the move; to return to the
old database after the new one was in use, restore a backup there.
"""
