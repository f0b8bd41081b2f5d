-- 2026-11: tables at which somebody learns a game. Several may stand in the direct messages of one person.

ALTER TABLE games ADD COLUMN lesson TEXT;  -- how far they are (JSON); null: a table like any other

DROP INDEX one_open_game;
CREATE UNIQUE INDEX one_open_game ON games (channel_id)
    WHERE status IN ('lobby', 'active', 'paused', 'frozen') AND lesson IS NULL;
CREATE UNIQUE INDEX one_lesson ON games (host, kind)
    WHERE status IN ('lobby', 'active', 'paused', 'frozen') AND lesson IS NOT NULL;
