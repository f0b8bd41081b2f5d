-- 2026-11: the language of a server, for whoever chose none.

CREATE TABLE server_languages (
    guild_id  INTEGER PRIMARY KEY,
    language  TEXT NOT NULL
) STRICT;
