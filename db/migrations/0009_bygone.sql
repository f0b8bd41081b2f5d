-- 2026-11: what somebody had prepared, or had said they answer, until an entry of the log: it stands again when that is undone.

CREATE TABLE bygone (
    game_id  INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    seq      INTEGER NOT NULL,           -- the entry with which it went, or became another
    user_id  INTEGER NOT NULL,
    name     TEXT NOT NULL,              -- of a standing answer; empty: a programme
    number   INTEGER NOT NULL,           -- of a programme; 0 of an answer
    text     TEXT NOT NULL,              -- of a programme, as it was before; of an answer on or off
    made_at  INTEGER NOT NULL,
    PRIMARY KEY (game_id, seq, user_id, name, number)
) STRICT, WITHOUT ROWID;
