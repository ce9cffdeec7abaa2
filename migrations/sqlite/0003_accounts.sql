-- Addresses, sessions, scopes, profiles, vacations, and mail to be sent.

-- What an account may do beside playing.
ALTER TABLE accounts ADD COLUMN role TEXT NOT NULL DEFAULT 'player'
    CHECK (role IN ('player', 'moderator', 'admin'));
-- Instant from which it may act again; NULL: it may act.
ALTER TABLE accounts ADD COLUMN suspended_until INTEGER;
-- Of a bot: the member who made it; NULL: no bot.
ALTER TABLE accounts ADD COLUMN owner INTEGER REFERENCES accounts (id);
-- Instant of its deletion: what is left is a name for old games; NULL: it lives.
ALTER TABLE accounts ADD COLUMN deleted_at INTEGER;
-- Instant at which it was used, to the hour.
ALTER TABLE accounts ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;
-- Name in the tz database: whose midnights, weekends and nights are the player's.
ALTER TABLE accounts ADD COLUMN time_zone TEXT NOT NULL DEFAULT 'UTC';
-- BCP 47 tag of the language he wants mails in.
ALTER TABLE accounts ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
-- What he says of himself; may be empty.
ALTER TABLE accounts ADD COLUMN about TEXT NOT NULL DEFAULT '';
-- Minutes of the local day between which he sleeps; both NULL: nothing said.
ALTER TABLE accounts ADD COLUMN sleep_from INTEGER CHECK (sleep_from BETWEEN 0 AND 1439);
-- See sleep_from.
ALTER TABLE accounts ADD COLUMN sleep_until INTEGER CHECK (sleep_until BETWEEN 0 AND 1439);
-- Instant at which he changed zone or hours of sleep; 0: never.
ALTER TABLE accounts ADD COLUMN calendar_set_at INTEGER NOT NULL DEFAULT 0;

UPDATE accounts SET seen_at = unixepoch() * 1000;

CREATE INDEX accounts_by_owner ON accounts (owner) WHERE owner IS NOT NULL;
-- Guests that nobody uses any more.
CREATE INDEX accounts_guests_by_use ON accounts (seen_at)
    WHERE kind = 'guest' AND deleted_at IS NULL;

-- token: shown as a bearer; session: kept by a browser as a cookie.
ALTER TABLE tokens ADD COLUMN kind TEXT NOT NULL DEFAULT 'token'
    CHECK (kind IN ('token', 'session'));
-- Set of scopes, one bit each: game:read 1, game:play 2, challenge:write 4, account:read 8,
-- account:write 16, bot:play 32, admin 64.
ALTER TABLE tokens ADD COLUMN scopes INTEGER NOT NULL DEFAULT 63 CHECK (scopes BETWEEN 0 AND 127);
-- Instant of its last use, to the hour.
ALTER TABLE tokens ADD COLUMN used_at INTEGER NOT NULL DEFAULT 0;
-- Network it was used from: an IPv4 /24, an IPv6 /48; empty: not known.
ALTER TABLE tokens ADD COLUMN used_from TEXT NOT NULL DEFAULT '';

UPDATE tokens SET used_at = unixepoch() * 1000;

-- Addresses for mail. At most ten an account.
CREATE TABLE addresses (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- its number in paths
    account INTEGER NOT NULL REFERENCES accounts (id), -- who says it is his
    address TEXT NOT NULL,       -- as he wrote it
    address_key TEXT NOT NULL,   -- in lower case: what it is found by
    is_primary INTEGER NOT NULL CHECK (is_primary IN (0, 1)), -- 1: mails go there
    created_at INTEGER NOT NULL, -- instant at which he named it
    verified_at INTEGER          -- instant at which he showed that he reads it; NULL: not yet
) STRICT;
CREATE UNIQUE INDEX addresses_by_account ON addresses (account, address_key);
CREATE UNIQUE INDEX addresses_primary ON addresses (account) WHERE is_primary = 1;
-- Many may claim an address, one can read it.
CREATE UNIQUE INDEX addresses_verified ON addresses (address_key) WHERE verified_at IS NOT NULL;

-- What a link in a mail is good for, once. Pruned by expiry.
CREATE TABLE links (
    hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256 of the link's token
    purpose TEXT NOT NULL CHECK (purpose IN ('verify', 'reset')), -- what following it does
    account INTEGER NOT NULL REFERENCES accounts (id), -- for whom
    address INTEGER REFERENCES addresses (id) ON DELETE CASCADE, -- verify: which; reset: sent to
    created_at INTEGER NOT NULL, -- instant of its making
    expires_at INTEGER NOT NULL  -- from then on it is void
) STRICT, WITHOUT ROWID;
CREATE INDEX links_by_account ON links (account, purpose, created_at);
CREATE INDEX links_by_address ON links (address);
CREATE INDEX links_by_expiry ON links (expires_at);

-- When a player is away. Days are of his time zone at the time of planning.
CREATE TABLE vacations (
    account INTEGER NOT NULL REFERENCES accounts (id), -- who is away
    from_day TEXT NOT NULL,      -- first day, YYYY-MM-DD
    until_day TEXT NOT NULL,     -- last day, YYYY-MM-DD
    from_at INTEGER NOT NULL,    -- instant of its beginning
    until_at INTEGER NOT NULL,   -- instant after its end
    created_at INTEGER NOT NULL, -- instant of the planning
    PRIMARY KEY (account, from_day)
) STRICT, WITHOUT ROWID;

-- Mail to be sent, written in the transaction that causes it. What was sent keeps no data.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- order of writing
    message TEXT NOT NULL UNIQUE, -- left part of its Message-ID: the same mail is written once
    kind TEXT NOT NULL,          -- what it says: verify-address, address-known, password-reset ...
    account INTEGER REFERENCES accounts (id), -- whom it is to; NULL: nobody we know
    address TEXT NOT NULL,       -- where it is to go
    game INTEGER REFERENCES games (id), -- whose thread it belongs to; NULL: none
    data TEXT NOT NULL,          -- JSON object that its text is made of
    created_at INTEGER NOT NULL, -- instant of writing
    due_at INTEGER NOT NULL,     -- instant of the next attempt
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0), -- so far
    sent_at INTEGER,             -- instant at which a relay took it; NULL: not yet
    failed_at INTEGER,           -- instant at which it was given up; NULL: it was not
    fault TEXT                   -- what the last attempt met; NULL: nothing
) STRICT;
CREATE INDEX outbox_by_due ON outbox (due_at, id) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX outbox_by_account ON outbox (account, id) WHERE account IS NOT NULL;
CREATE INDEX outbox_by_creation ON outbox (created_at);
