-- Everything the server remembers. The events of a game are the truth; the columns of games and
-- game_players are a fold over them, kept for lists and rebuildable from the log.
--
-- Instants (names ending in _at) are milliseconds since 1970-01-01T00:00:00Z. Ids are never used
-- again and nobody may assume that they are dense. Seats are counted from 0 in turn order: 0 is
-- black, 1 white, 2 red, 3 green, then seat5 to seat8.

-- Who may act.
CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- shown in events beside the handle
    handle TEXT NOT NULL,        -- the name as its owner writes it
    handle_key TEXT NOT NULL UNIQUE, -- the name case-folded: handles that differ in case only are one
    -- guest: nobody can log in as him again; member: has a password; bot: a program's
    kind TEXT NOT NULL CHECK (kind IN ('guest', 'member', 'bot')),
    password_hash TEXT,          -- libsodium's Argon2id string; NULL: no login by password (guests)
    created_at INTEGER NOT NULL  -- instant of the registration
) STRICT;

-- What a bearer shows instead of a password. A token is revoked by deleting its row.
CREATE TABLE tokens (
    hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256 of the token
    account INTEGER NOT NULL REFERENCES accounts (id), -- whom its bearer acts for
    label TEXT NOT NULL,         -- what its owner calls it; may be empty
    last4 TEXT NOT NULL,         -- its last four characters, so that its owner can tell it apart
    created_at INTEGER NOT NULL, -- instant of its issue
    expires_at INTEGER           -- from then on it is void; NULL: never
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_by_account ON tokens (account, created_at);
CREATE INDEX tokens_by_expiry ON tokens (expires_at) WHERE expires_at IS NOT NULL;

-- One row a game. id to created_at never change after creation.
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- the game's number in addresses and topics
    setup TEXT,                  -- id of the setup; NULL: a custom opening
    opening TEXT,                -- the custom opening as JSON; NULL: the setup says it
    creator INTEGER NOT NULL REFERENCES accounts (id), -- who offered it; need not have a seat
    visibility TEXT NOT NULL CHECK (visibility IN ('public', 'private')), -- private: players only
    created_at INTEGER NOT NULL, -- instant of the offer
    -- open: seats are free; active: stones are placed; finished: won, or ended before it began
    status TEXT NOT NULL CHECK (status IN ('open', 'active', 'finished')),
    seq INTEGER NOT NULL CHECK (seq >= 0), -- events so far
    ply INTEGER NOT NULL CHECK (ply >= 0), -- stones placed so far
    to_move INTEGER CHECK (to_move BETWEEN 0 AND 7), -- seat; NULL: not active
    winner INTEGER CHECK (winner BETWEEN 0 AND 7),   -- seat; NULL: nobody (yet)
    updated_at INTEGER NOT NULL, -- of the last event
    started_at INTEGER,          -- NULL: still open, or ended before it began
    finished_at INTEGER,         -- NULL: not finished
    CHECK ((setup IS NULL) <> (opening IS NULL))
) STRICT;
-- Lists run from the newest id down, so that a cursor neither misses nor repeats a game. SQLite
-- ends every index with the id, hence a list by any of these is a walk along one index.
CREATE INDEX games_by_visibility ON games (visibility);
CREATE INDEX games_by_status ON games (visibility, status);
CREATE INDEX games_by_setup ON games (visibility, setup);
CREATE INDEX games_by_status_and_setup ON games (visibility, status, setup);

-- One row a seat.
CREATE TABLE game_players (
    game INTEGER NOT NULL REFERENCES games (id),        -- whose seat it is
    seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 7), -- in turn order from 0
    account INTEGER REFERENCES accounts (id), -- who sits there or is invited to; NULL: nobody
    -- open: free for anyone; invited: kept for account; in: plays; left: has left, or was not taken
    -- when play began; out: has lost all stones
    state TEXT NOT NULL CHECK (state IN ('open', 'invited', 'in', 'left', 'out')),
    place INTEGER CHECK (place BETWEEN 1 AND 8), -- final place, 1 is the winner; NULL: not yet
    -- a copy of games.status, for the index by player
    status TEXT NOT NULL CHECK (status IN ('open', 'active', 'finished')),
    PRIMARY KEY (game, seat),
    CHECK (CASE state WHEN 'open' THEN account IS NULL
                      WHEN 'left' THEN TRUE
                      ELSE account IS NOT NULL END)
) STRICT, WITHOUT ROWID;
CREATE INDEX game_players_by_account ON game_players (account, game) WHERE account IS NOT NULL;
CREATE INDEX game_players_by_account_and_status ON game_players (account, status, game)
    WHERE account IS NOT NULL;

-- The log of all games. Never updated, never deleted from.
CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games (id), -- whose log it is in
    seq INTEGER NOT NULL CHECK (seq >= 1), -- from 1 without gaps within a game
    at INTEGER NOT NULL,         -- instant of the decision
    type TEXT NOT NULL,          -- the event's type, as in its JSON
    account INTEGER REFERENCES accounts (id), -- who caused it; NULL: the server
    data TEXT NOT NULL,          -- the event's JSON, byte for byte as it is pushed
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

-- Answers to requests that carried an Idempotency-Key, to be given again. Pruned by age.
CREATE TABLE idempotency_keys (
    scope TEXT NOT NULL,         -- whose key, for example one account and one route
    key_hash BLOB NOT NULL CHECK (length(key_hash) = 32),         -- SHA-256 of the key
    request_hash BLOB NOT NULL CHECK (length(request_hash) = 32), -- SHA-256 of what was asked
    status INTEGER NOT NULL CHECK (status BETWEEN 100 AND 599),   -- HTTP status of the answer
    location TEXT,               -- its Location header; NULL: it had none
    body TEXT NOT NULL,          -- its body
    created_at INTEGER NOT NULL, -- instant of the answer
    PRIMARY KEY (scope, key_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- What this server alone knows, for example the key that signs cursors.
CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY, -- what it is for
    value BLOB NOT NULL,         -- random bytes
    created_at INTEGER NOT NULL  -- instant of its making
) STRICT, WITHOUT ROWID;
