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
    answer TEXT                  -- `message` of its answer in the outbox; NULL: it has none
) STRICT;
CREATE INDEX letters_waiting ON letters (due_at, id) WHERE done_at IS NULL;
CREATE INDEX letters_done ON letters (done_at, id) WHERE done_at IS NOT NULL;
CREATE INDEX letters_by_fingerprint ON letters (fingerprint, id) WHERE fingerprint IS NOT NULL;
CREATE INDEX letters_by_account ON letters (account, id) WHERE account IS NOT NULL;
