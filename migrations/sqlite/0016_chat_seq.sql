-- What is said may name what its author had seen of the game, so that the same words sent again are not said twice.
ALTER TABLE chat_messages ADD COLUMN seq INTEGER CHECK (seq >= 0); -- of the game's log; NULL: they did not name it
CREATE INDEX chat_messages_by_seq ON chat_messages (game, author, seq) WHERE seq IS NOT NULL;
