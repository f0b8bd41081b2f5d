-- 2026-11: who is no longer on the server of a table.

ALTER TABLE seats ADD COLUMN left_at INTEGER;    -- since when its owner is known to have left; null: they are here
