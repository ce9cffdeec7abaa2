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
    calendar_renewals INTEGER NOT NULL DEFAULT 0 CHECK (calendar_renewals >= 0)
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
    mode TEXT NOT NULL CHECK (mode IN ('each', 'end')), -- each: told of every move; end: of the end only
    since_at INTEGER NOT NULL,   -- instant when he began to
    PRIMARY KEY (account, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX watches_by_game ON watches (game, account);

-- How many watch a game; no row: nobody ever has.
CREATE TABLE game_watchers (
    game INTEGER NOT NULL PRIMARY KEY REFERENCES games (id), -- what is watched
    watchers INTEGER NOT NULL CHECK (watchers >= 0)          -- by how many accounts
) STRICT;
