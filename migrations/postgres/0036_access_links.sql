-- Links that end whatever acts for an account, in mails that tell its owner what was added to it.

-- A link in a mail. Pruned by expiry.
CREATE TABLE access_links (
    hash BYTEA NOT NULL PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256 of the link's token
    account BIGINT NOT NULL REFERENCES accounts (id), -- whose access it ends
    created_at BIGINT NOT NULL, -- instant of the mail
    expires_at BIGINT NOT NULL -- instant from which on it ends nothing
);
CREATE INDEX access_links_by_account ON access_links (account, created_at, expires_at);
CREATE INDEX access_links_by_expiry ON access_links (expires_at);
