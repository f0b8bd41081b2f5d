-- 2026-11: what came of games that have ended, for statistics and ratings; servers that the bot has left.

CREATE TABLE endings (                   -- games that were played and have ended, in the order in which they did
    number    INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id   INTEGER NOT NULL UNIQUE REFERENCES games ON DELETE CASCADE,
    guild_id  INTEGER,                   -- where it ended
    kind      TEXT NOT NULL,
    at        INTEGER NOT NULL,
    filled    INTEGER NOT NULL DEFAULT 0,    -- its results are written down
    measured  INTEGER NOT NULL DEFAULT 0     -- times and luck were counted from its log
) STRICT;
CREATE INDEX endings_to_fill ON endings (number) WHERE filled = 0;
CREATE INDEX endings_to_measure ON endings (number) WHERE filled = 1 AND measured = 0;
CREATE INDEX endings_of_guild ON endings (guild_id, kind);

CREATE TABLE results (                   -- what came of a game for each of its people
    game_id   INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    user_id   INTEGER NOT NULL,          -- below 0: somebody who wanted to be forgotten
    ending    INTEGER NOT NULL,          -- the number of the ending
    seat      INTEGER NOT NULL,
    part      TEXT NOT NULL CHECK (part IN ('whole', 'left', 'joined')),
    place     INTEGER,                   -- of the seat; null: the game has no winners
    points    INTEGER NOT NULL,
    rank      INTEGER,                   -- among those who were rated; null: they were not
    mu        REAL,                      -- the rating afterwards
    sigma     REAL,
    waits     TEXT NOT NULL DEFAULT '',  -- how often a decision took about so long
    got       REAL,                      -- of what luck gives: what came, what was to be expected, its variance
    expected  REAL,
    variance  REAL,
    PRIMARY KEY (game_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_of_user ON results (user_id, ending);

INSERT INTO endings (game_id, guild_id, kind, at)
    SELECT id, guild_id, kind, updated_at FROM games WHERE status IN ('over', 'abandoned') AND seq > 0
    ORDER BY updated_at, id;

CREATE TABLE left_servers (              -- servers that the bot is on no longer, and since when that is known
    guild_id  INTEGER PRIMARY KEY,
    since     INTEGER NOT NULL
) STRICT;
CREATE INDEX left_servers_since ON left_servers (since);

CREATE INDEX acts_of_game ON acts (game_id);    -- else a game that is deleted looks through all of them
