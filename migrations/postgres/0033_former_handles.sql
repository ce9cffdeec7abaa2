-- The name of a deleted account may stand in notices to others for a moment more: they are many, and changed a few at a time.

ALTER TABLE accounts ADD COLUMN former_handle TEXT; -- of a deleted account, while notices to others may name it so; NULL: none does
CREATE INDEX accounts_with_former_handle ON accounts (id) WHERE former_handle IS NOT NULL;
