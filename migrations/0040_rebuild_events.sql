-- The log of all games has rowids, and its key is an index of its own: a move writes half as many pages as in a table
-- without, whose rows stood in the inner pages of its tree too. PostgreSQL has kept it so from the beginning.
{
DROP TABLE events;
CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games (id), -- whose log it is in
    seq INTEGER NOT NULL CHECK (seq >= 1), -- from 1 without gaps within a game
    at INTEGER NOT NULL, -- instant of the decision
    type TEXT NOT NULL, -- the event's type, as in its JSON
    account INTEGER REFERENCES accounts (id), -- who caused it; NULL: the server
    data TEXT NOT NULL, -- the event's JSON, byte for byte as it is pushed
    PRIMARY KEY (game, seq)) STRICT;
}
