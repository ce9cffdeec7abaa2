-- The e-mail gateway: letters that came in, word for word, until they are worked through and a while longer.

CREATE TABLE letters (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- grows with the order of arrival
    sender TEXT NOT NULL,        -- the envelope's return path; '': the null one, of bounces
    recipient TEXT NOT NULL,     -- the envelope's recipient, as the mail server wrote it
    raw BLOB NOT NULL,           -- its bytes, lines ended by CR LF; empty: blanked, for it held a password
    received_at INTEGER NOT NULL, -- instant of its arrival, before the mail server was answered
    due_at INTEGER NOT NULL,     -- instant of the next attempt to work it through
    attempts INTEGER NOT NULL DEFAULT 0, -- attempts that have failed
    done_at INTEGER,             -- instant at which it was worked through; NULL: it waits
    outcome TEXT,                -- what became of it: acted, refused, bounce, ...; NULL: it waits
    account INTEGER REFERENCES accounts (id), -- who wrote it; NULL: it waits, or nobody known
    fingerprint BLOB,            -- SHA-256 of what makes two letters the same; NULL: it waits, or has none
    answer TEXT,                 -- `message` of its answer in the outbox; NULL: it has none
    answer_data TEXT             -- and `data` of that, for the case that the letter comes again; NULL: it has none
) STRICT;
CREATE INDEX letters_waiting ON letters (due_at, id) WHERE done_at IS NULL;
CREATE INDEX letters_done ON letters (done_at, id) WHERE done_at IS NOT NULL;
CREATE INDEX letters_by_fingerprint ON letters (fingerprint, id) WHERE fingerprint IS NOT NULL;
CREATE INDEX letters_by_account ON letters (account, id) WHERE account IS NOT NULL;

-- What becomes of mails that go out.
ALTER TABLE outbox ADD COLUMN dropped_at INTEGER; -- instant at which nobody needed it any more, before it was sent; NULL: it did not come to that
ALTER TABLE outbox ADD COLUMN bounced_at INTEGER; -- instant at which its bounce was counted; NULL: none was
-- What waits; `outbox_by_due` without what was dropped.
DROP INDEX outbox_by_due;
CREATE INDEX outbox_waiting ON outbox (due_at, id)
    WHERE sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL;
CREATE INDEX outbox_waiting_by_address ON outbox (address, id)
    WHERE sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL;

-- Addresses that do not take our mails: past a score (bounce_score_max of server/storage) they get none.
ALTER TABLE addresses ADD COLUMN bounce_score INTEGER NOT NULL DEFAULT 0 -- in thousandths of a permanent bounce, as of bounced_at
    CHECK (bounce_score >= 0);
ALTER TABLE addresses ADD COLUMN bounced_at INTEGER; -- instant of the last bounce that was counted; NULL: none since it was verified or resumed
ALTER TABLE addresses ADD COLUMN bounce_fault TEXT;  -- what that one said: "5.1.1 No such user"; NULL: none since then
ALTER TABLE addresses ADD COLUMN stopped_at INTEGER; -- instant since which no mail goes there; NULL: mail goes there

-- Games whose mails somebody wants no more, though he wants others'.
CREATE TABLE mail_mutes (
    account INTEGER NOT NULL REFERENCES accounts (id), -- who wants none
    game INTEGER NOT NULL REFERENCES games (id),       -- of which game
    since_at INTEGER NOT NULL,   -- instant since when
    PRIMARY KEY (account, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_mutes_by_age ON mail_mutes (account, since_at);

-- Games that somebody follows by mail, without an account. Deleted with the end of the game, and
-- where nobody has confirmed them in time.
CREATE TABLE mail_watches (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- part of the names of its mails
    game INTEGER NOT NULL REFERENCES games (id), -- what is followed
    address TEXT NOT NULL,       -- where the boards go, as it was written
    address_key TEXT NOT NULL,   -- in lower case: what it is found by
    mode TEXT NOT NULL CHECK (mode IN ('each', 'daily')), -- each: every board at once; daily: one a day
    asked_at INTEGER NOT NULL,   -- instant when somebody asked for it last
    confirmed_at INTEGER         -- instant when who reads the address agreed; NULL: not yet
) STRICT;
CREATE UNIQUE INDEX mail_watches_by_address ON mail_watches (address_key, game);
CREATE INDEX mail_watches_by_game ON mail_watches (game, id);
CREATE INDEX mail_watches_unconfirmed ON mail_watches (asked_at, id) WHERE confirmed_at IS NULL;

-- Accounts that were asked for by mail, and do not exist yet: who reads the address is mailed a link
-- to a page on which he chooses a password. Deleted with that, and when the link has expired.
CREATE TABLE sign_ups (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- what the link's token names
    address TEXT NOT NULL,       -- as the letter had it
    address_key TEXT NOT NULL UNIQUE, -- in lower case: one that is open for each address
    handle TEXT NOT NULL,        -- that was asked for; on the page another may be chosen
    expires_at INTEGER NOT NULL  -- instant from which on the link is void
) STRICT;
CREATE INDEX sign_ups_by_expiry ON sign_ups (expires_at, id);
