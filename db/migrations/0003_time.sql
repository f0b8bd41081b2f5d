-- 2026-11: pace and clocks of the seats, what falls due when, who acted for whom.

ALTER TABLE games ADD COLUMN pace TEXT NOT NULL DEFAULT 'none';   -- games that run already: nobody is late by an update
ALTER TABLE games ADD COLUMN late TEXT NOT NULL DEFAULT 'ask';
ALTER TABLE games ADD COLUMN paused_at INTEGER;
ALTER TABLE games ADD COLUMN moved_at INTEGER;                     -- when a person last moved
ALTER TABLE games ADD COLUMN asked_at INTEGER;                     -- when all were asked whether they go on
ALTER TABLE games ADD COLUMN look_at INTEGER;                      -- when something is to be done without anybody's act
CREATE INDEX games_to_look_at ON games (look_at) WHERE look_at IS NOT NULL;

ALTER TABLE seats ADD COLUMN bank INTEGER;                         -- seconds left; null: there is none

ALTER TABLE stretches ADD COLUMN allowance INTEGER;                -- seconds; null: as long as it takes
ALTER TABLE stretches ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;  -- seconds used before from_at
ALTER TABLE stretches ADD COLUMN from_at INTEGER;                  -- since when it counts on; null: its clock stands
ALTER TABLE stretches ADD COLUMN due INTEGER;
ALTER TABLE stretches ADD COLUMN step INTEGER NOT NULL DEFAULT 0;  -- reminders that have come
ALTER TABLE stretches ADD COLUMN remind_at INTEGER;                -- when the next one comes
ALTER TABLE stretches ADD COLUMN act_at INTEGER;                   -- when something is done in their place
ALTER TABLE stretches ADD COLUMN nudged_at INTEGER;                -- when another player last had them reminded
ALTER TABLE stretches ADD COLUMN hushed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE stretches ADD COLUMN graced INTEGER NOT NULL DEFAULT 0;    -- act_at was put off because nobody looked in time

CREATE TABLE notices (                   -- one-line messages to somebody who is waited for
    game_id     INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    seat        INTEGER NOT NULL,
    seq         INTEGER NOT NULL,        -- the length of the log when their stretch began
    step        INTEGER NOT NULL,        -- which reminder of the stretch; later ones take the place of earlier ones
    what        TEXT NOT NULL,
    made_at     INTEGER NOT NULL,
    sent_at     INTEGER,
    message_id  INTEGER,
    channel_id  INTEGER,
    PRIMARY KEY (game_id, seat, seq, step, what)
) STRICT, WITHOUT ROWID;
CREATE INDEX notices_unsent ON notices (game_id) WHERE sent_at IS NULL;

ALTER TABLE posts ADD COLUMN apart TEXT NOT NULL DEFAULT '';  -- of the pings: who hears of it otherwise, or not at all

CREATE TABLE calls (                     -- what somebody is to hear elsewhere or later than by the message of a table
    user_id   INTEGER NOT NULL,
    game_id   INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    seq       INTEGER NOT NULL,          -- the length of the log when there was something to tell
    what      TEXT NOT NULL,
    how       TEXT NOT NULL CHECK (how IN ('mention', 'dm', 'digest')),
    made_at   INTEGER NOT NULL,
    ready_at  INTEGER NOT NULL,
    letter    INTEGER,                   -- the letter that tells it; null: it waits for its time
    PRIMARY KEY (user_id, game_id, seq, what)
) STRICT, WITHOUT ROWID;
CREATE INDEX calls_to_gather ON calls (ready_at, user_id) WHERE letter IS NULL;
CREATE INDEX calls_of_game ON calls (game_id);

CREATE TABLE letters (                   -- messages to one person: owed, or the last of its kind
    user_id     INTEGER NOT NULL,
    number      INTEGER NOT NULL,
    how         TEXT NOT NULL CHECK (how IN ('mention', 'dm', 'digest')),
    game_id     INTEGER REFERENCES games ON DELETE CASCADE,   -- null: of several
    made_at     INTEGER NOT NULL,
    sent_at     INTEGER,
    message_id  INTEGER,
    channel_id  INTEGER,
    settled     INTEGER NOT NULL DEFAULT 0,  -- what it called for has been done, and it says so
    PRIMARY KEY (user_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX letters_unsent ON letters (user_id) WHERE sent_at IS NULL;
CREATE INDEX letters_of_game ON letters (game_id) WHERE game_id IS NOT NULL;

CREATE TABLE digests (                   -- the days on which somebody had theirs, by their own calendar
    user_id  INTEGER NOT NULL,
    day      TEXT NOT NULL,
    PRIMARY KEY (user_id, day)
) STRICT, WITHOUT ROWID;

-- The log learns of table acts, and who acted for a seat that is not theirs.
CREATE TABLE log_new (
    game_id  INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    seat     INTEGER,
    kind     TEXT NOT NULL CHECK (kind IN ('start', 'move', 'undo', 'resign', 'end', 'table')),
    move     TEXT NOT NULL,
    chance   TEXT NOT NULL DEFAULT '',
    barrier  INTEGER NOT NULL,
    events   TEXT NOT NULL,              -- JSON
    at       INTEGER NOT NULL,
    act      TEXT,                       -- the interaction that did it; null for machines
    first    INTEGER NOT NULL,           -- the first entry of the same act
    by       INTEGER,                    -- user who acted for the seat in place of its owner; 0: the clock
    banks    TEXT NOT NULL DEFAULT '',   -- what every seat had in its bank afterwards
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO log_new (game_id, seq, seat, kind, move, chance, barrier, events, at, act, first)
    SELECT game_id, seq, seat, kind, move, chance, barrier, events, at, act, first FROM log;
DROP TABLE log;
ALTER TABLE log_new RENAME TO log;

CREATE TABLE votes_new (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id     INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    what        TEXT NOT NULL CHECK (what IN ('undo', 'end', 'pause', 'replace', 'pace', 'late', 'language')),
    back_to     INTEGER,
    value       TEXT,                    -- what is proposed: a pace, a late policy, a language, a seat and a user
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
INSERT INTO votes_new (id, game_id, what, back_to, proposer, reason, voters, yes, no, status, opened_at, closes_at,
                       message_id, channel_id)
    SELECT id, game_id, what, back_to, proposer, reason, voters, yes, no, status, opened_at, closes_at, message_id,
           channel_id FROM votes;
DROP TABLE votes;
ALTER TABLE votes_new RENAME TO votes;
CREATE UNIQUE INDEX one_open_vote ON votes (game_id) WHERE status = 'open';
