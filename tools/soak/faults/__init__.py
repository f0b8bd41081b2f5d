"""A campaign of injected faults: `python -m tools.faults --seed 1 --seconds 600`, or `make soak-faults`.

The playground runs in this process, the bot in its own. People play games of every type to their end: they type moves,
press buttons, and press again if no answer comes; after a game they start another one or a branch. Meanwhile faults
drawn from the seed occur. Discord rate-limits, fails, is slow, loses requests or answers; the gateway loses, duplicates
and reorders events; messages, channels and threads are deleted, permissions removed, the bot kicked; the disk is full,
refuses writes or is read-only, or another process locks the database; the bot is killed, from outside at any moment
and from inside at transaction boundaries.

With `--postgres` the tables are on a temporary PostgreSQL server that waits for the disk. The server fails instead of
the disk: it crashes and returns at once or later, drops connections (also the one that claims the database), or has
its tables locked; the bot is also killed during COMMIT.

Checks after all faults have ended: every acknowledged move is in the log exactly once, no decision was played twice,
every log replays to its snapshot (a branch from its opening row, which holds the moves of the former game), no branch
is missing or doubled, every open game goes on, every table has its message in its current state, no answer still says
"thinking…", every finished game verifies, no error of the bot was logged. Exit status: 1 with the findings, else 0. The
seed determines the faults tried; their effects depend on the machine.
"""
