-- As PostgreSQL's.

ALTER TABLE games DROP COLUMN next_mark;
DROP TABLE next_things;
