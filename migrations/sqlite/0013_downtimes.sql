-- Downtimes: written once, and taken by every game before its next command.

-- No move could be acknowledged then: the server was down or stood still, could not write, or the
-- system clock skipped it. A game has taken those that ended before its last event.
CREATE TABLE downtimes (
    id INTEGER PRIMARY KEY,      -- in the order in which they were written
    from_at INTEGER NOT NULL,    -- instant after which no move could be acknowledged
    until_at INTEGER NOT NULL,   -- instant from which one could again
    CHECK (from_at < until_at)
) STRICT;
CREATE INDEX downtimes_by_end ON downtimes (until_at);

-- Tells whether as much as a move can be written again; nobody reads it.
CREATE TABLE write_trials (
    id INTEGER PRIMARY KEY CHECK (id = 1), -- the only row
    content BLOB NOT NULL        -- bytes without a meaning
) STRICT;
