"""Moves everything from one database to another: file or server, in any direction.

The old bot has stopped, so its rows are complete, and the new bot continues as after a restart. Unlike after a restore
nothing is posted again, as no message is missing in the rows. A backup is restored first and moved then. A return to
the old database, after play on the new one, counts as restoring a backup.
"""
