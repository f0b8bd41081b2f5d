-- 2026-11: who decides for a seat, who did before, and who is asked to.

ALTER TABLE seats ADD COLUMN standin INTEGER;                      -- user who decides in place of the owner
ALTER TABLE seats ADD COLUMN standin_until INTEGER;                -- when they, or the machine, give it back by themselves

CREATE TABLE seat_terms (                -- who sat when, as soon as it was not one person from the start on
    game_id    INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    seat       INTEGER NOT NULL,
    user_id    INTEGER NOT NULL,
    role       TEXT NOT NULL CHECK (role IN ('owner', 'friend')),
    from_seq   INTEGER NOT NULL,         -- the first entry of the log that was theirs
    to_seq     INTEGER,                  -- the last one; null: it goes on
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_terms_of_user ON seat_terms (user_id);

CREATE TABLE guests (                    -- names of people whom a table tells of, but who own no seat there (any more)
    game_id  INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    user_id  INTEGER NOT NULL,
    name     TEXT NOT NULL,
    PRIMARY KEY (game_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX guests_by_user ON guests (user_id);

CREATE TABLE asks (                      -- somebody, or anybody, is asked to decide for a seat
    game_id     INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    number      INTEGER NOT NULL,
    seat        INTEGER NOT NULL,
    what        TEXT NOT NULL CHECK (what IN ('standin', 'replace')),
    why         TEXT NOT NULL CHECK (why IN ('own', 'vote', 'host', 'moderator', 'free')),
    user_id     INTEGER,                 -- who is asked; null: whoever comes first
    by_id       INTEGER NOT NULL,
    until       INTEGER,                 -- of a stand-in: when it ends by itself
    status      TEXT NOT NULL CHECK (status IN ('open', 'accepted', 'declined', 'over', 'void')),
    opened_at   INTEGER NOT NULL,
    closes_at   INTEGER NOT NULL,
    shown       TEXT,                    -- the status that its message tells; null: it was not sent
    shown_at    INTEGER,
    message_id  INTEGER,
    channel_id  INTEGER,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX asks_to_show ON asks (game_id) WHERE shown IS NULL OR shown <> status;
