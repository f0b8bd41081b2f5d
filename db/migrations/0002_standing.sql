-- 2026-11: personal settings, and answers that stand for whoever sits at a table.

CREATE TABLE settings (
    user_id  INTEGER NOT NULL,
    name     TEXT NOT NULL,
    value    TEXT NOT NULL,              -- only what differs from the default
    PRIMARY KEY (user_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE standing (                  -- at one table; where nothing stands the personal setting counts
    game_id  INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    user_id  INTEGER NOT NULL,
    name     TEXT NOT NULL,
    given    INTEGER NOT NULL,           -- 1: answer so; 0: ask, whatever the setting says
    PRIMARY KEY (game_id, user_id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX standing_of_user ON standing (user_id);
