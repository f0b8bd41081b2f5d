-- 2026-11: hints from a machine: whether a table allows them, and whether anybody has asked for one.

ALTER TABLE games ADD COLUMN hints INTEGER NOT NULL DEFAULT 1;
ALTER TABLE games ADD COLUMN hinted INTEGER NOT NULL DEFAULT 0;
UPDATE games SET hints = 0 WHERE status <> 'lobby';  -- games that have begun go on as their players know them
