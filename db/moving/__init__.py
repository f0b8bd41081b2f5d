"""Moving a whole bot from one database to another: from a file to a server, back, or between two of a kind.

The old bot has stopped, so what is stored is all that ever happened, and the new one goes on from it as after a
restart. Hence nothing is renewed, as it is in a backup that is put back: no message was sent of which these rows know
nothing, so the next one bears a number that no other had, and the newest of each table still stands where the rows say.
(A backup is put back first, and moved then. Whoever goes back to the old database after the new one was played on goes
back to a backup, too.)
"""
