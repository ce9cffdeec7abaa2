-- What people are told: notifications, watches, calendars and webhooks. Instants and seats as in 0001.

-- One row an account that has been told something or has chosen something.
CREATE TABLE notice_settings (
    account INTEGER NOT NULL PRIMARY KEY REFERENCES accounts (id), -- whose
    -- mails: each: at once; away: unless he looks or has read it; digest: collected; off: none
    mode TEXT NOT NULL DEFAULT 'away' CHECK (mode IN ('each', 'away', 'digest', 'off')),
    newest INTEGER NOT NULL DEFAULT 0 CHECK (newest >= 0), -- number of his newest notification; 0: none yet
    -- number up to which he has read them
    read_up_to INTEGER NOT NULL DEFAULT 0 CHECK (read_up_to BETWEEN 0 AND newest),
    -- how often he has renewed his calendar's address; part of the key it is made of
    calendar_renewals INTEGER NOT NULL DEFAULT 0 CHECK (calendar_renewals >= 0),
    webhooks INTEGER NOT NULL DEFAULT 0 CHECK (webhooks >= 0) -- how many of his webhooks are on
) STRICT;

-- What an account was told. The newest ones are kept (notifications_max of server/storage).
CREATE TABLE notifications (
    account INTEGER NOT NULL REFERENCES accounts (id), -- who was told
    number INTEGER NOT NULL CHECK (number >= 1), -- from 1 without gaps within an account
    kind TEXT NOT NULL,          -- what has happened, as in its JSON
    game INTEGER REFERENCES games (id), -- in which game; NULL: in none
    data TEXT NOT NULL,          -- JSON object, byte for byte as it was pushed
    at INTEGER NOT NULL,         -- instant when it happened
    mail TEXT NOT NULL CHECK (mail IN ('each', 'away', 'digest', 'off')), -- his mode at that instant
    PRIMARY KEY (account, number)
) STRICT, WITHOUT ROWID;

-- Games that somebody follows without playing.
CREATE TABLE watches (
    account INTEGER NOT NULL REFERENCES accounts (id), -- who watches
    game INTEGER NOT NULL REFERENCES games (id),       -- what
    -- each: told of every move and of the end; end: of the end; off: of nothing
    mode TEXT NOT NULL CHECK (mode IN ('each', 'end', 'off')),
    since_at INTEGER NOT NULL,   -- instant when he began to
    PRIMARY KEY (account, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX watches_by_game ON watches (game, account);

-- How many watch a game; no row: nobody ever has.
CREATE TABLE game_watchers (
    game INTEGER NOT NULL PRIMARY KEY REFERENCES games (id), -- what is watched
    watchers INTEGER NOT NULL CHECK (watchers >= 0)          -- by how many accounts
) STRICT;

-- What waits for whom: one row a thing that somebody is to do. Moves are not here: games says whose
-- turn it is.
CREATE TABLE waiting (
    account INTEGER NOT NULL REFERENCES accounts (id), -- who is to do it
    due_at INTEGER NOT NULL,     -- instant until when; 9223372036854775807: without a limit
    since_at INTEGER NOT NULL,   -- instant since when
    -- proposal: his answer; seat: one that is kept for him; challenge: his answer
    kind TEXT NOT NULL CHECK (kind IN ('proposal', 'seat', 'challenge')),
    game INTEGER NOT NULL,       -- in which game; 0: in none
    item INTEGER NOT NULL,       -- the proposal's or challenge's id; 0 for a seat
    data TEXT NOT NULL,          -- JSON object that says more; of a seat {}
    PRIMARY KEY (account, due_at, since_at, kind, game, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX waiting_by_subject ON waiting (game, kind, item, account);

-- What waits in games that are older than this table; none of them has a clock.
INSERT INTO waiting (account, due_at, since_at, kind, game, item, data)
SELECT DISTINCT p.account, 9223372036854775807, g.created_at, 'seat', g.id, 0, '{}'
FROM game_players AS p JOIN games AS g ON g.id = p.game
WHERE g.status = 'open' AND p.state = 'invited';

-- Where somebody's notifications are sent to.
CREATE TABLE webhooks (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- part of the key that its secret is derived from
    account INTEGER NOT NULL REFERENCES accounts (id), -- whose notifications
    url TEXT NOT NULL,           -- where to
    kinds TEXT NOT NULL,         -- which, as words between commas; empty: all
    created_at INTEGER NOT NULL, -- instant of its making
    state TEXT NOT NULL CHECK (state IN ('on', 'off')), -- off: nothing is queued or sent
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0), -- attempts since the last success
    failing_since_at INTEGER,    -- instant of the first of those; NULL: none
    next_at INTEGER,             -- instant of the next attempt; NULL: nothing waits, or it is off
    UNIQUE (account, url)
) STRICT;
CREATE INDEX webhooks_by_next ON webhooks (next_at) WHERE next_at IS NOT NULL;

-- What was and is to be sent, one at a time and in this order for each webhook.
CREATE TABLE webhook_deliveries (
    webhook INTEGER NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE, -- by which
    number INTEGER NOT NULL CHECK (number >= 1), -- from 1 within a webhook, never used again
    kind TEXT NOT NULL,          -- of the notification
    body TEXT NOT NULL,          -- JSON, byte for byte as it is sent
    created_at INTEGER NOT NULL, -- instant of the notification
    -- waiting: to be sent; delivered: accepted; failed: given up, by attempts or with the webhook
    state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0), -- so far
    attempted_at INTEGER,        -- instant of the last one; NULL: none
    status INTEGER,              -- HTTP status of the last answer; NULL: there was none
    error TEXT,                  -- why the last attempt failed; NULL: none, or it did not
    PRIMARY KEY (webhook, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook, number) WHERE state = 'waiting';
