-- 2026-11: vacations that are still to begin; which tables a letter about several says wait.

CREATE TABLE leaving (                   -- when the next vacation of somebody begins; the vacation is a setting of theirs
    user_id  INTEGER PRIMARY KEY,
    at       INTEGER NOT NULL
) STRICT;
CREATE INDEX leaving_at ON leaving (at);

ALTER TABLE letters ADD COLUMN listed TEXT NOT NULL DEFAULT '';  -- games that wait for its reader by what it says
CREATE INDEX letters_of_many ON letters (user_id) WHERE game_id IS NULL AND settled = 0;
