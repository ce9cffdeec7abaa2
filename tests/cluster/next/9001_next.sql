-- Changes that a version which does not know them can live with: a column of the busiest table, and a table.

ALTER TABLE games ADD COLUMN next_mark INTEGER NOT NULL DEFAULT 7; -- nothing
CREATE TABLE next_things (
    id INTEGER PRIMARY KEY -- of a thing
) {STRICT};
