-- Changes that decide who holds an account, and how their owner takes them back.

-- Of a session: instant at which its holder last gave the password; 0: never, or no session.
ALTER TABLE tokens ADD COLUMN password_at INTEGER NOT NULL DEFAULT 0;
-- Instant at which the account is to be deleted; NULL: it stays.
ALTER TABLE accounts ADD COLUMN delete_at INTEGER;

CREATE INDEX accounts_by_deletion ON accounts (delete_at) WHERE delete_at IS NOT NULL;

-- A change, and the account as it was before. Pruned by expiry.
CREATE TABLE account_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- order of the changes
    account INTEGER NOT NULL REFERENCES accounts (id), -- whose
    -- What was changed.
    kind TEXT NOT NULL CHECK (kind IN ('address-added', 'address-removed', 'primary-changed',
        'password-changed', 'account-deletion')),
    password_hash TEXT,          -- the password's hash before; NULL: it had none
    made_at INTEGER NOT NULL,    -- instant of the change
    expires_at INTEGER NOT NULL  -- from then on it can't be taken back
) STRICT;
CREATE INDEX account_changes_by_account ON account_changes (account, id);
CREATE INDEX account_changes_by_expiry ON account_changes (expires_at);

-- The addresses of the account before a change.
CREATE TABLE account_change_addresses (
    change INTEGER NOT NULL REFERENCES account_changes (id) ON DELETE CASCADE, -- which change
    id INTEGER NOT NULL,         -- the address's number
    address TEXT NOT NULL,       -- as it was written
    address_key TEXT NOT NULL,   -- what it is found by
    is_primary INTEGER NOT NULL CHECK (is_primary IN (0, 1)), -- 1: mails went there
    created_at INTEGER NOT NULL, -- instant at which it was named
    verified_at INTEGER,         -- instant of its verification; NULL: it was not verified
    PRIMARY KEY (change, id)
) STRICT, WITHOUT ROWID;

-- Links that take a change back, one for each address that was told of it.
CREATE TABLE account_change_links (
    hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256 of the link's token
    change INTEGER NOT NULL REFERENCES account_changes (id) ON DELETE CASCADE -- which change
) STRICT, WITHOUT ROWID;
CREATE INDEX account_change_links_by_change ON account_change_links (change);
