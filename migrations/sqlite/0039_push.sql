-- Notifications that browsers are pushed by Web Push (RFC 8030, 8291 and 8292).

-- Browsers that receive pushes: one row a session or token, with which it ends.
CREATE TABLE push_subscriptions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again
    token BLOB NOT NULL UNIQUE REFERENCES tokens (hash) ON DELETE CASCADE, -- session that made it
    account INTEGER NOT NULL REFERENCES accounts (id), -- whose notifications
    endpoint TEXT NOT NULL UNIQUE, -- URL at the push service of the browser
    p256dh BLOB NOT NULL CHECK (length(p256dh) = 65), -- key of the browser: a point of P-256
    auth BLOB NOT NULL CHECK (length(auth) = 16), -- secret of the browser
    kinds TEXT NOT NULL,         -- which, as words between commas
    language TEXT NOT NULL,      -- of the texts: en or de
    created_at INTEGER NOT NULL, -- instant of its making
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0), -- attempts since the last success
    failing_since_at INTEGER,    -- instant of the first of those; NULL: none
    next_at INTEGER              -- instant of the next attempt; NULL: nothing waits
) STRICT;
CREATE INDEX push_subscriptions_by_account ON push_subscriptions (account, created_at, id);
CREATE INDEX push_subscriptions_by_next ON push_subscriptions (next_at, id) WHERE next_at IS NOT NULL;

-- Messages that wait to be pushed: of each subject the newest notification.
CREATE TABLE push_messages (
    subscription INTEGER NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE, -- to which
    tag TEXT NOT NULL,           -- subject: "game-12", "challenge-5"
    number INTEGER NOT NULL CHECK (number >= 1), -- of the notification
    game INTEGER REFERENCES games (id), -- in which game; NULL: in none
    created_at INTEGER NOT NULL, -- instant of the notification
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0), -- so far
    PRIMARY KEY (subscription, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX push_messages_by_number ON push_messages (subscription, number);
