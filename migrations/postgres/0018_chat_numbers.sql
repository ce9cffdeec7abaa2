-- A message's number in its room, given once.

-- Whatever gives out numbers, the game's lock or not, no two messages have the same.
CREATE UNIQUE INDEX chat_messages_by_number ON chat_messages (game, room, number);
