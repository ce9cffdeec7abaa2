-- What programs that search are to do for the server, and what they have found. A finished game's
-- analysis is kept for everybody who asks; who asked for it is not.

CREATE TABLE searches (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- order of asking
    kind TEXT NOT NULL CHECK (kind IN ('analysis', 'hint')), -- of a whole game, or of one position
    game INTEGER NOT NULL REFERENCES games (id), -- whose
    seq INTEGER NOT NULL,              -- of a hint: the game's when it was asked; else 0
    asked_at INTEGER NOT NULL,         -- instant, the first time
    claims INTEGER NOT NULL DEFAULT 0, -- how many times a program has begun it
    claimed_until INTEGER,             -- instant; from then on another may begin it; NULL: nobody has
    done_at INTEGER,                   -- instant; NULL: it waits or is being done
    result TEXT,                       -- JSON, checked; NULL: none yet, or it failed
    CHECK (result IS NULL OR done_at IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX searches_by_game ON searches (kind, game, seq);
CREATE INDEX searches_to_do ON searches (kind, id) WHERE done_at IS NULL;
CREATE INDEX searches_by_end ON searches (kind, done_at) WHERE done_at IS NOT NULL;

-- The set of scopes has one more. SQLite can't change a CHECK, so the table
-- is written anew; nothing refers to it.
CREATE TABLE tokens_then (
    hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256 of the token
    account INTEGER NOT NULL REFERENCES accounts (id), -- whom its bearer acts for
    label TEXT NOT NULL,         -- what its owner calls it; may be empty
    last4 TEXT NOT NULL,         -- its last four characters, so that its owner can tell it apart
    created_at INTEGER NOT NULL, -- instant of its issue
    expires_at INTEGER,          -- from then on it is void; NULL: never
    -- token: shown as a bearer; session: kept by a browser as a cookie
    kind TEXT NOT NULL DEFAULT 'token' CHECK (kind IN ('token', 'session')),
    -- set of scopes, one bit each: game:read 1, game:play 2, challenge:write 4, account:read 8,
    -- account:write 16, bot:play 32, admin 64, search 128
    scopes INTEGER NOT NULL DEFAULT 63 CHECK (scopes BETWEEN 0 AND 255),
    used_at INTEGER NOT NULL DEFAULT 0, -- instant of its last use, to the hour
    used_from TEXT NOT NULL DEFAULT '', -- network it was used from: an IPv4 /24, an IPv6 /48; empty: not known
    password_at INTEGER NOT NULL DEFAULT 0 -- of a session: instant at which its holder last gave the password
) STRICT, WITHOUT ROWID;
INSERT INTO tokens_then (hash, account, label, last4, created_at, expires_at, kind, scopes, used_at,
                         used_from, password_at)
SELECT hash, account, label, last4, created_at, expires_at, kind, scopes, used_at, used_from,
       password_at
FROM tokens;
DROP TABLE tokens;
ALTER TABLE tokens_then RENAME TO tokens;
CREATE INDEX tokens_by_account ON tokens (account, created_at);
CREATE INDEX tokens_by_expiry ON tokens (expires_at) WHERE expires_at IS NOT NULL;
