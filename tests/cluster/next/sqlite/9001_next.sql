-- As PostgreSQL's.

ALTER TABLE games ADD COLUMN next_mark INTEGER NOT NULL DEFAULT 7; -- nothing
CREATE TABLE next_things (
    id INTEGER PRIMARY KEY -- of a thing
) STRICT;
