-- 2026-11: tables, seats, logs, posts and votes.

CREATE TABLE people (
    user_id  INTEGER PRIMARY KEY,
    name     TEXT NOT NULL,              -- display name as last seen
    seen_at  INTEGER NOT NULL
) STRICT;

CREATE TABLE games (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,   -- never reused: people and records name tables by it
    guild_id    INTEGER,
    channel_id  INTEGER NOT NULL,
    kind        TEXT NOT NULL,
    options     TEXT NOT NULL,           -- JSON
    status      TEXT NOT NULL CHECK (status IN ('lobby', 'active', 'paused', 'frozen', 'over', 'abandoned')),
    host        INTEGER NOT NULL,
    max_seats   INTEGER NOT NULL,
    seat_order  TEXT,                    -- colours, where the order is fixed
    language    TEXT NOT NULL,
    thread      INTEGER NOT NULL,
    tidy        INTEGER,
    tag         TEXT NOT NULL,
    rules       INTEGER NOT NULL,        -- version of the rules its state was saved by
    key         BLOB,                    -- of the luck; secret while the game is open
    commitment  TEXT,
    lucky       INTEGER NOT NULL DEFAULT 0,
    seq         INTEGER NOT NULL DEFAULT 0,
    rematch_of  INTEGER REFERENCES games,
    homeless    INTEGER NOT NULL DEFAULT 0,
    undone_at   INTEGER,
    posts       INTEGER NOT NULL DEFAULT 0,
    live        INTEGER,                 -- number of the newest post that stands in the home
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX one_open_game ON games (channel_id) WHERE status IN ('lobby', 'active', 'paused', 'frozen');
CREATE INDEX games_of_channel ON games (channel_id, status);
CREATE INDEX rematches ON games (rematch_of) WHERE rematch_of IS NOT NULL;

CREATE TABLE states (                    -- the newest position; apart, so that reading all games skips the blobs
    game_id  INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    state    BLOB NOT NULL               -- compressed JSON
) STRICT;

CREATE TABLE seats (
    game_id    INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    seat       INTEGER NOT NULL,
    user_id    INTEGER REFERENCES people,
    name       TEXT NOT NULL,            -- of a machine; people have theirs in their own table
    colour     TEXT NOT NULL,
    machine    TEXT,
    resigned   INTEGER NOT NULL DEFAULT 0,
    score      INTEGER NOT NULL DEFAULT 0,
    place      INTEGER,
    pinged_at  INTEGER,
    pinged_seq INTEGER,                  -- the entry of the log that the last ping told of
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_of_user ON seats (user_id);
CREATE UNIQUE INDEX one_seat_a_person ON seats (game_id, user_id) WHERE user_id IS NOT NULL;

CREATE TABLE kicked (
    game_id  INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    user_id  INTEGER NOT NULL,
    until    INTEGER NOT NULL,
    PRIMARY KEY (game_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE log (
    game_id  INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    seat     INTEGER,
    kind     TEXT NOT NULL CHECK (kind IN ('start', 'move', 'undo', 'resign', 'end')),
    move     TEXT NOT NULL,
    chance   TEXT NOT NULL DEFAULT '',
    barrier  INTEGER NOT NULL,
    events   TEXT NOT NULL,              -- JSON
    at       INTEGER NOT NULL,
    act      TEXT,                       -- the interaction that did it; null for machines
    first    INTEGER NOT NULL,           -- the first entry of the same act
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE acts (                      -- what an interaction did, so that a repeated one does nothing
    act      TEXT PRIMARY KEY,
    game_id  INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    first    INTEGER,                    -- the entries it wrote
    last     INTEGER,
    vote_id  INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE checkpoints (
    game_id  INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    rules    INTEGER NOT NULL,
    state    BLOB NOT NULL,
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE stretches (                 -- who is waited for
    game_id  INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    since    INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    pinged   INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE posts (
    game_id     INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    number      INTEGER NOT NULL,
    seq         INTEGER NOT NULL,        -- the newest log row it shows
    reason      TEXT NOT NULL,
    pings       TEXT NOT NULL,           -- user ids
    message_id  INTEGER,
    channel_id  INTEGER,
    sent_at     INTEGER,
    shown_at    INTEGER,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX posts_unsent ON posts (game_id) WHERE sent_at IS NULL;

CREATE TABLE votes (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id     INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    what        TEXT NOT NULL CHECK (what IN ('undo', 'end')),
    back_to     INTEGER,
    proposer    INTEGER NOT NULL,
    reason      TEXT,
    voters      TEXT NOT NULL,           -- user ids, as in the next two
    yes         TEXT NOT NULL,
    no          TEXT NOT NULL,
    status      TEXT NOT NULL CHECK (status IN ('open', 'passed', 'declined', 'void')),
    opened_at   INTEGER NOT NULL,
    closes_at   INTEGER NOT NULL,
    message_id  INTEGER,
    channel_id  INTEGER
) STRICT;
CREATE UNIQUE INDEX one_open_vote ON votes (game_id) WHERE status = 'open';
