-- The mails of a sender that wait.

CREATE INDEX letters_waiting_by_sender ON letters (sender, id) WHERE done_at IS NULL;
