-- The e-mail gateway: the same refusal is sent to the same address once in a while, whatever restarts.

ALTER TABLE letters ADD COLUMN refusal BLOB; -- SHA-256 of the address that was refused something and of what it was told; NULL: it waits, or was answered otherwise or not at all
CREATE INDEX letters_by_refusal ON letters (refusal, done_at) WHERE refusal IS NOT NULL;

-- How many addresses are stopped is counted every few seconds.
CREATE INDEX addresses_stopped ON addresses (stopped_at) WHERE stopped_at IS NOT NULL;
