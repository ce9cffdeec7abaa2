-- A change that a version which does not know it could not live with, if it used that.

ALTER TABLE games DROP COLUMN next_mark;
DROP TABLE next_things;
