-- Limits that hold over restarts: each act that counts against one is a row until it expires.
CREATE TABLE limit_hits (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- order of counting; names a hit that is taken back
    key BLOB NOT NULL CHECK (length(key) = 32), -- SHA-256 of the limit's name and of whom it counts
    at INTEGER NOT NULL,         -- instant of the act
    expires_at INTEGER NOT NULL  -- from then on it counts in no window
) STRICT;
CREATE INDEX limit_hits_by_key ON limit_hits (key, at);
CREATE INDEX limit_hits_by_expiry ON limit_hits (expires_at);

-- From where an account was signed in: what others try does not keep its owner out there.
CREATE TABLE known_addresses (
    account INTEGER NOT NULL REFERENCES accounts (id), -- whose password
    address TEXT NOT NULL,       -- the client's address; of IPv6 its /64
    used_at INTEGER NOT NULL,    -- instant of the last time
    PRIMARY KEY (account, address)
) STRICT, WITHOUT ROWID;
