-- Trees of variations beside a game, for their author alone.
CREATE TABLE game_studies (
    account INTEGER NOT NULL REFERENCES accounts (id), -- whose study it is, who alone reads it
    game INTEGER NOT NULL REFERENCES games (id), -- beside which game
    seq INTEGER NOT NULL CHECK (seq > 0), -- how often it was saved
    branches TEXT NOT NULL, -- JSON: the branches, each after an earlier one
    updated_at INTEGER NOT NULL, -- instant of the last change
    PRIMARY KEY (account, game)) {STRICT, WITHOUT ROWID};
