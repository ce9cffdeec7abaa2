-- Whose turn it is to have something searched: of several who ask, one by one, however much one of them asks for.

ALTER TABLE searches ADD COLUMN asker TEXT; -- who asked for it while it waits: an address or an account; NULL: not known
ALTER TABLE searches ADD COLUMN cost INTEGER NOT NULL DEFAULT 0; -- how long it may take, in an asker's turns
ALTER TABLE searches ADD COLUMN turn INTEGER NOT NULL DEFAULT 0; -- the least is next; what the asker waits for before it counts
CREATE INDEX searches_by_turn ON searches (kind, turn, id) WHERE done_at IS NULL;
