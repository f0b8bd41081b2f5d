-- 2026-11: everything, as the migrations of SQLite had made it by then. From here on both have the same numbers.

CREATE TABLE people (
    user_id BIGINT PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    seen_at BIGINT NOT NULL
);

CREATE TABLE games (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT,
    channel_id BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    options TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL CHECK (status IN ('lobby', 'active', 'paused', 'frozen', 'over', 'abandoned')),
    host BIGINT NOT NULL,
    max_seats BIGINT NOT NULL,
    seat_order TEXT COLLATE "C",
    language TEXT COLLATE "C" NOT NULL,
    thread BIGINT NOT NULL,
    tidy BIGINT,
    tag TEXT COLLATE "C" NOT NULL,
    rules BIGINT NOT NULL,
    key BYTEA,
    commitment TEXT COLLATE "C",
    lucky BIGINT NOT NULL DEFAULT 0,
    seq BIGINT NOT NULL DEFAULT 0,
    rematch_of BIGINT REFERENCES games,
    homeless BIGINT NOT NULL DEFAULT 0,
    undone_at BIGINT,
    posts BIGINT NOT NULL DEFAULT 0,
    live BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    pace TEXT COLLATE "C" NOT NULL DEFAULT 'none',
    late TEXT COLLATE "C" NOT NULL DEFAULT 'ask',
    paused_at BIGINT,
    moved_at BIGINT,
    asked_at BIGINT,
    look_at BIGINT,
    branch TEXT COLLATE "C",
    hints BIGINT NOT NULL DEFAULT 1,
    hinted BIGINT NOT NULL DEFAULT 0,
    lesson TEXT COLLATE "C"
);
CREATE INDEX games_of_channel ON games (channel_id, status);
CREATE INDEX rematches ON games (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX games_to_look_at ON games (look_at) WHERE look_at IS NOT NULL;
CREATE UNIQUE INDEX one_open_game ON games (channel_id)
    WHERE status IN ('lobby', 'active', 'paused', 'frozen') AND lesson IS NULL;
CREATE UNIQUE INDEX one_lesson ON games (host, kind)
    WHERE status IN ('lobby', 'active', 'paused', 'frozen') AND lesson IS NOT NULL;

CREATE TABLE states (
    game_id BIGINT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    state BYTEA NOT NULL
);

CREATE TABLE seats (
    game_id BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    user_id BIGINT REFERENCES people,
    name TEXT COLLATE "C" NOT NULL,
    colour TEXT COLLATE "C" NOT NULL,
    machine TEXT COLLATE "C",
    resigned BIGINT NOT NULL DEFAULT 0,
    score BIGINT NOT NULL DEFAULT 0,
    place BIGINT,
    pinged_at BIGINT,
    pinged_seq BIGINT,
    bank BIGINT,
    missed BIGINT NOT NULL DEFAULT 0,
    left_at BIGINT,
    standin BIGINT,
    standin_until BIGINT,
    PRIMARY KEY (game_id, seat)
);
CREATE INDEX seats_of_user ON seats (user_id);
CREATE UNIQUE INDEX one_seat_a_person ON seats (game_id, user_id) WHERE user_id IS NOT NULL;

CREATE TABLE kicked (
    game_id BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (game_id, user_id)
);

CREATE TABLE acts (
    act TEXT COLLATE "C" PRIMARY KEY,
    game_id BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
    first BIGINT,
    last BIGINT,
    vote_id BIGINT
);
CREATE INDEX acts_of_game ON acts (game_id);

CREATE TABLE checkpoints (
    game_id BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    rules BIGINT NOT NULL,
    state BYTEA NOT NULL,
    PRIMARY KEY (game_id, seq)
);

CREATE TABLE stretches (
    game_id BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    since BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    pinged BIGINT NOT NULL,
    allowance BIGINT,
    counted BIGINT NOT NULL DEFAULT 0,
    from_at BIGINT,
    due BIGINT,
    step BIGINT NOT NULL DEFAULT 0,
    remind_at BIGINT,
    act_at BIGINT,
    nudged_at BIGINT,
    hushed BIGINT NOT NULL DEFAULT 0,
    graced BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (game_id, seat)
);

CREATE TABLE posts (
    game_id BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
    number BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    pings TEXT COLLATE "C" NOT NULL,
    message_id BIGINT,
    channel_id BIGINT,
    sent_at BIGINT,
    shown_at BIGINT,
    apart TEXT COLLATE "C" NOT NULL DEFAULT '',
    PRIMARY KEY (game_id, number)
);
CREATE INDEX posts_unsent ON posts (game_id) WHERE sent_at IS NULL;

CREATE TABLE settings (
    user_id BIGINT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    value TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (user_id, name)
);

CREATE TABLE standing (
    game_id BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    given BIGINT NOT NULL,
    PRIMARY KEY (game_id, user_id, name)
);
CREATE INDEX standing_of_user ON standing (user_id);

CREATE TABLE notices (
    game_id BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    step BIGINT NOT NULL,
    what TEXT COLLATE "C" NOT NULL,
    made_at BIGINT NOT NULL,
    sent_at BIGINT,
    message_id BIGINT,
    channel_id BIGINT,
    PRIMARY KEY (game_id, seat, seq, step, what)
);
CREATE INDEX notices_unsent ON notices (game_id) WHERE sent_at IS NULL;

CREATE TABLE calls (
    user_id BIGINT NOT NULL,
    game_id BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    what TEXT COLLATE "C" NOT NULL,
    how TEXT COLLATE "C" NOT NULL CHECK (how IN ('mention', 'dm', 'digest')),
    made_at BIGINT NOT NULL,
    ready_at BIGINT NOT NULL,
    letter BIGINT,
    PRIMARY KEY (user_id, game_id, seq, what)
);
CREATE INDEX calls_to_gather ON calls (ready_at, user_id) WHERE letter IS NULL;
CREATE INDEX calls_of_game ON calls (game_id);

CREATE TABLE letters (
    user_id BIGINT NOT NULL,
    number BIGINT NOT NULL,
    how TEXT COLLATE "C" NOT NULL CHECK (how IN ('mention', 'dm', 'digest')),
    game_id BIGINT REFERENCES games ON DELETE CASCADE,
    made_at BIGINT NOT NULL,
    sent_at BIGINT,
    message_id BIGINT,
    channel_id BIGINT,
    settled BIGINT NOT NULL DEFAULT 0,
    listed TEXT COLLATE "C" NOT NULL DEFAULT '',
    PRIMARY KEY (user_id, number)
);
CREATE INDEX letters_unsent ON letters (user_id) WHERE sent_at IS NULL;
CREATE INDEX letters_of_game ON letters (game_id) WHERE game_id IS NOT NULL;
CREATE INDEX letters_of_many ON letters (user_id) WHERE game_id IS NULL AND settled = 0;

CREATE TABLE digests (
    user_id BIGINT NOT NULL,
    day TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (user_id, day)
);

CREATE TABLE log (
    game_id BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    seat BIGINT,
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('start', 'move', 'undo', 'resign', 'end', 'table')),
    move TEXT COLLATE "C" NOT NULL,
    chance TEXT COLLATE "C" NOT NULL DEFAULT '',
    barrier BIGINT NOT NULL,
    events TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    act TEXT COLLATE "C",
    first BIGINT NOT NULL,
    by BIGINT,
    banks TEXT COLLATE "C" NOT NULL DEFAULT '',
    PRIMARY KEY (game_id, seq)
);

CREATE TABLE votes (
    id BIGINT PRIMARY KEY,
    game_id BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
    what TEXT COLLATE "C" NOT NULL CHECK (what IN ('undo', 'end', 'pause', 'replace', 'pace', 'late', 'language')),
    back_to BIGINT,
    value TEXT COLLATE "C",
    proposer BIGINT NOT NULL,
    reason TEXT COLLATE "C",
    voters TEXT COLLATE "C" NOT NULL,
    yes TEXT COLLATE "C" NOT NULL,
    no TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL CHECK (status IN ('open', 'passed', 'declined', 'void')),
    opened_at BIGINT NOT NULL,
    closes_at BIGINT NOT NULL,
    message_id BIGINT,
    channel_id BIGINT,
    told BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX one_open_vote ON votes (game_id) WHERE status = 'open';
CREATE INDEX votes_untold ON votes (game_id) WHERE told = 0;

CREATE TABLE leaving (
    user_id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL
);
CREATE INDEX leaving_at ON leaving (at);

CREATE TABLE programmes (
    game_id BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    number BIGINT NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    made_at BIGINT NOT NULL,
    dropped TEXT COLLATE "C",
    PRIMARY KEY (game_id, user_id, number)
);
CREATE INDEX programmes_of_user ON programmes (user_id);

CREATE TABLE seat_terms (
    game_id BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
    number BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    role TEXT COLLATE "C" NOT NULL CHECK (role IN ('owner', 'friend')),
    from_seq BIGINT NOT NULL,
    to_seq BIGINT,
    PRIMARY KEY (game_id, number)
);
CREATE INDEX seat_terms_of_user ON seat_terms (user_id);

CREATE TABLE guests (
    game_id BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (game_id, user_id)
);
CREATE INDEX guests_by_user ON guests (user_id);

CREATE TABLE asks (
    game_id BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
    number BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    what TEXT COLLATE "C" NOT NULL CHECK (what IN ('standin', 'replace')),
    why TEXT COLLATE "C" NOT NULL CHECK (why IN ('own', 'vote', 'host', 'moderator', 'free')),
    user_id BIGINT,
    by_id BIGINT NOT NULL,
    until BIGINT,
    status TEXT COLLATE "C" NOT NULL CHECK (status IN ('open', 'accepted', 'declined', 'over', 'void')),
    opened_at BIGINT NOT NULL,
    closes_at BIGINT NOT NULL,
    shown TEXT COLLATE "C",
    shown_at BIGINT,
    message_id BIGINT,
    channel_id BIGINT,
    PRIMARY KEY (game_id, number)
);
CREATE INDEX asks_to_show ON asks (game_id) WHERE shown IS NULL OR shown <> status;

CREATE TABLE bygone (
    game_id BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    made_at BIGINT NOT NULL,
    PRIMARY KEY (game_id, seq, user_id, name, number)
);

CREATE TABLE branches (
    game_id BIGINT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    rules BIGINT NOT NULL,
    state BYTEA NOT NULL,
    record TEXT COLLATE "C" NOT NULL
);

CREATE TABLE endings (
    number BIGINT PRIMARY KEY,
    game_id BIGINT NOT NULL UNIQUE REFERENCES games ON DELETE CASCADE,
    guild_id BIGINT,
    kind TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    filled BIGINT NOT NULL DEFAULT 0,
    measured BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX endings_to_fill ON endings (number) WHERE filled = 0;
CREATE INDEX endings_to_measure ON endings (number) WHERE filled = 1 AND measured = 0;
CREATE INDEX endings_of_guild ON endings (guild_id, kind);

CREATE TABLE results (
    game_id BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    ending BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    part TEXT COLLATE "C" NOT NULL CHECK (part IN ('whole', 'left', 'joined')),
    place BIGINT,
    points BIGINT NOT NULL,
    rank BIGINT,
    mu DOUBLE PRECISION,
    sigma DOUBLE PRECISION,
    waits TEXT COLLATE "C" NOT NULL DEFAULT '',
    got DOUBLE PRECISION,
    expected DOUBLE PRECISION,
    variance DOUBLE PRECISION,
    PRIMARY KEY (game_id, user_id)
);
CREATE INDEX results_of_user ON results (user_id, ending);

CREATE TABLE left_servers (
    guild_id BIGINT PRIMARY KEY,
    since BIGINT NOT NULL
);
CREATE INDEX left_servers_since ON left_servers (since);

CREATE TABLE reviews (
    game_id BIGINT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    made_at BIGINT NOT NULL,
    told TEXT COLLATE "C" NOT NULL
);

CREATE TABLE server_languages (
    guild_id BIGINT PRIMARY KEY,
    language TEXT COLLATE "C" NOT NULL
);

CREATE FUNCTION instr(whole TEXT, part TEXT) RETURNS INTEGER LANGUAGE sql IMMUTABLE AS 'SELECT strpos(whole, part)';

-- The newest numbers that were given, under the name that SQLite has for it. Not sequences of the server: those leave
-- gaps where something is taken back, and people name tables by their numbers.
CREATE TABLE sqlite_sequence (
    name TEXT COLLATE "C" PRIMARY KEY,
    seq BIGINT NOT NULL
);

CREATE FUNCTION next_number(named TEXT, wanted BIGINT) RETURNS BIGINT LANGUAGE sql AS '
    INSERT INTO sqlite_sequence (name, seq) VALUES (named, coalesce(wanted, 1))
    ON CONFLICT (name) DO UPDATE SET seq = CASE WHEN wanted IS NULL THEN sqlite_sequence.seq + 1
        ELSE greatest(sqlite_sequence.seq, wanted) END
    RETURNING coalesce(wanted, seq)
';
CREATE FUNCTION numbered() RETURNS TRIGGER LANGUAGE plpgsql AS '
BEGIN
    IF TG_TABLE_NAME = ''endings'' THEN
        NEW.number := next_number(TG_TABLE_NAME, NEW.number);
    ELSE
        NEW.id := next_number(TG_TABLE_NAME, NEW.id);
    END IF;
    RETURN NEW;
END
';
CREATE TRIGGER numbered BEFORE INSERT ON games FOR EACH ROW EXECUTE FUNCTION numbered();
CREATE TRIGGER numbered BEFORE INSERT ON votes FOR EACH ROW EXECUTE FUNCTION numbered();
CREATE TRIGGER numbered BEFORE INSERT ON endings FOR EACH ROW EXECUTE FUNCTION numbered();

-- How often the database was taken over: who has an older number writes no more.
CREATE TABLE tenures (tenure BIGINT NOT NULL);
INSERT INTO tenures (tenure) VALUES (0);

-- Of each shard the lease under which a process holds it, and how many shards there are in all. Leases have the numbers of
-- tenures; a whole database that is taken has none.
CREATE TABLE leases (
    shard BIGINT PRIMARY KEY,
    count BIGINT NOT NULL,
    lease BIGINT NOT NULL
);

-- Interactions that came to one process and are for a table of another: as they came, until somebody takes them.
CREATE TABLE errands (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    made_at BIGINT NOT NULL,
    payload TEXT COLLATE "C" NOT NULL
);

-- What still follows at a table of another process from what somebody chose: their settings before, and when.
CREATE TABLE follows (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game_id BIGINT NOT NULL REFERENCES games ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    what TEXT COLLATE "C" NOT NULL,
    made_at BIGINT NOT NULL,
    before TEXT COLLATE "C" NOT NULL
);
