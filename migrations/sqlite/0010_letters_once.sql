-- What the commands of a letter led to is kept until the letter is finished, however long that takes.
ALTER TABLE idempotency_keys ADD COLUMN letter INTEGER REFERENCES letters (id); -- whose command was answered: the row goes when that letter is finished; NULL: a request's, pruned by age
CREATE INDEX idempotency_keys_by_letter ON idempotency_keys (letter) WHERE letter IS NOT NULL;
DROP INDEX idempotency_keys_by_age;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at) WHERE letter IS NULL;
