-- The first mail that waits for an address, and the one that is tried again there.

CREATE INDEX outbox_first_of_address ON outbox (address, due_at, id)
    WHERE sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL;
CREATE INDEX outbox_tried ON outbox (address, id)
    WHERE fault IS NOT NULL AND sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL;
DROP INDEX outbox_waiting_by_address;
