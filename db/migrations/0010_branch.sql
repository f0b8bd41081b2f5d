-- 2026-11: tables that begin in the middle of a game that is over.

ALTER TABLE games ADD COLUMN branch TEXT;  -- of which game, after which entry, and its seats (JSON); null: begins anew

CREATE TABLE branches (
    game_id  INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    rules    INTEGER NOT NULL,           -- version of the rules the position was saved by
    state    BLOB NOT NULL,              -- the position, as it was in the former game
    record   TEXT NOT NULL               -- how it came about: nothing of the former game is read any more
) STRICT;
