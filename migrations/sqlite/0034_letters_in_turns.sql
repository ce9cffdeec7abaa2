-- Mails that wait are read in turns: those that are trusted first, and of each standing the shares
-- (accounts, domains of senders) in turn.

ALTER TABLE letters ADD COLUMN standing INTEGER NOT NULL DEFAULT 3; -- how far it is believed before it is read: 0 a token's, 1 an account's, 2 vouched for, 3 a stranger's, or stored by a version before
ALTER TABLE letters ADD COLUMN share TEXT NOT NULL DEFAULT ''; -- whose turn it takes: the number of an account, or the domain of its sender; '': it waits no longer, or nobody's
ALTER TABLE letters ADD COLUMN turn INTEGER NOT NULL DEFAULT 0; -- when it would be read if each share were read 16 KiB a second, in seconds since 1970: the least of its standing is next
ALTER TABLE letters ADD COLUMN begun INTEGER NOT NULL DEFAULT 0; -- how often a server that had just started has begun it and has not ended it
CREATE INDEX letters_by_turn ON letters (standing, turn, id, due_at) WHERE done_at IS NULL;
CREATE INDEX letters_by_share ON letters (standing, share, turn) WHERE done_at IS NULL;
