-- 2026-11: how often in a row the clock has answered for somebody; whether a vote's message says how it was decided.

ALTER TABLE seats ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;

ALTER TABLE votes ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
UPDATE votes SET told = 1 WHERE status <> 'open';
CREATE INDEX votes_untold ON votes (game_id) WHERE told = 0;
