"""Faults on purpose, for as long as wanted: `python -m tools.faults --seed 1 --seconds 600`, or `make soak-faults`.

The playground runs in this process, the bot in one of its own. People play games of every kind to their end: they type
moves, press what is on their screens, and press once more when they see no answer; where a game is over, another one
follows, or one that begins in the middle of it. Meanwhile, drawn from the seed: Discord limits, fails, is slow, loses
requests or their answers; the gateway loses, doubles and reorders what it tells; messages, channels and threads are
deleted, rights are taken, the bot is sent away; the disk is full, refuses, is read only, or somebody holds the
database; the process is killed, from outside at any moment and from inside at the boundaries of its transactions.

With `--postgres` the tables are on a PostgreSQL server of its own, which waits for the disk. In place of the disk it is
the server that fails: it falls as where the power does, at once back or away for a while, cuts the lines of the bot,
also that by which the bot holds the database, or somebody holds its tables; and the process is killed during a COMMIT,
too.

At the end, when nothing is wrong any more: every move that was acknowledged stands in the log exactly once, nobody's
one decision was played twice, every log replays to its snapshot (that of a branch from its opening row, which holds
what was played in the other game), no branch is missing or doubled, every open game goes on, every table message is
there and says how its table stands, nothing says "thinking…", every finished game verifies, and no error of ours was
logged. Exit status 0, or 1 with what was found. The seed settles what is tried; what it meets depends on the machine.
"""
