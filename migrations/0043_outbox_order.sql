-- In which order mails go out that may go out.
ALTER TABLE outbox ADD COLUMN rank INTEGER NOT NULL DEFAULT 1; -- 0 links, 1 replies, 2 turns, 3 news, 4 large boards
ALTER TABLE outbox ADD COLUMN wanted_by INTEGER NOT NULL DEFAULT 0; -- instant; of a rank the earliest goes first
CREATE INDEX outbox_by_rank ON outbox (rank, wanted_by, id, due_at)
    WHERE sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL;
-- Of each address and rank the mail that is due first, and the one that is wanted first.
CREATE INDEX outbox_first_of_rank ON outbox (address, rank, due_at, id)
    WHERE sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL;
CREATE INDEX outbox_wanted_of_rank ON outbox (address, rank, wanted_by, id, due_at)
    WHERE sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL;
CREATE INDEX outbox_tried_of_rank ON outbox (address, rank, id)
    WHERE fault IS NOT NULL AND sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL;
