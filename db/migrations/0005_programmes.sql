-- 2026-11: what people have prepared, «if it comes to this, do that».

CREATE TABLE programmes (
    game_id  INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    user_id  INTEGER NOT NULL,
    number   INTEGER NOT NULL,           -- in the order in which they are tried
    text     TEXT NOT NULL,
    made_at  INTEGER NOT NULL,
    dropped  TEXT,                       -- why it can never speak any more, JSON; waits to be told to its owner
    PRIMARY KEY (game_id, user_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX programmes_of_user ON programmes (user_id);
