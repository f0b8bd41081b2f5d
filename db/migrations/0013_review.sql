-- 2026-11: what somebody says who looks back at a game that is over.

CREATE TABLE reviews (
    game_id   INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    made_at   INTEGER NOT NULL,
    told      TEXT NOT NULL              -- seats and moves, nobody's name
) STRICT;
