-- Ratings, their history, and who left. All of it but voided_games is a fold over the logs of the
-- finished games in the order of their ends, and can be derived anew from them.
--
-- A family is a setup's id: games of one setup are rated together. Ratings and deviations are
-- points of Glicko's scale, volatilities those of Glicko-2's. They are stored to the last bit.

-- One row for each rated player of a rated game: what it made of him.
CREATE TABLE rated_seats (
    game INTEGER NOT NULL REFERENCES games (id), -- which game
    account INTEGER NOT NULL REFERENCES accounts (id), -- who was rated
    family TEXT NOT NULL,        -- of the game
    at INTEGER NOT NULL,         -- instant of the game's end
    seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 7), -- where he sat
    place INTEGER NOT NULL CHECK (place BETWEEN 1 AND 8), -- among the rated; 1 is the best, ties are equal
    is_public INTEGER NOT NULL CHECK (is_public IN (0, 1)), -- 0: the game is a private one
    rating_before REAL NOT NULL, -- points, as his last rated game of the family left it
    deviation_before REAL NOT NULL, -- points, likewise
    volatility_before REAL NOT NULL, -- per rating period, likewise
    rating REAL NOT NULL,        -- points, after this game
    deviation REAL NOT NULL,     -- points, after this game
    volatility REAL NOT NULL,    -- per rating period, after this game
    PRIMARY KEY (game, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX rated_seats_by_family ON rated_seats (account, family, at, game);
CREATE INDEX rated_seats_by_account ON rated_seats (account, at, game);

-- The present figures: for each player and family a copy of his last row above.
CREATE TABLE ratings (
    account INTEGER NOT NULL REFERENCES accounts (id), -- whose
    family TEXT NOT NULL,        -- of which games
    rating REAL NOT NULL,        -- points
    deviation REAL NOT NULL,     -- points, as of `at`
    volatility REAL NOT NULL,    -- per rating period
    games INTEGER NOT NULL CHECK (games >= 1), -- rated ones of the family
    wins INTEGER NOT NULL CHECK (wins BETWEEN 0 AND games), -- of these, with no other at place 1
    at INTEGER NOT NULL,         -- instant of the end of the last of them
    is_provisional INTEGER NOT NULL CHECK (is_provisional IN (0, 1)), -- 1: may be far off
    -- what standings are ordered by: the rating less two deviations, in thousandths of a point
    standing INTEGER NOT NULL,
    PRIMARY KEY (account, family)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_by_standing ON ratings (family, is_provisional, standing, account);

-- Games that count for nothing, by an administrator's decision.
CREATE TABLE voided_games (
    game INTEGER NOT NULL PRIMARY KEY REFERENCES games (id), -- which game
    voided_at INTEGER NOT NULL   -- instant of the decision
) STRICT;

-- How often a player saw a game through. Games that began and were not called off, rated or not.
CREATE TABLE reliability (
    account INTEGER NOT NULL PRIMARY KEY REFERENCES accounts (id), -- whose
    finished INTEGER NOT NULL CHECK (finished >= 0), -- games
    left INTEGER NOT NULL CHECK (left >= 0) -- games that he left before his end came
) STRICT;

-- Two players who met in a public game with a result that is not voided: one row a pair and game.
CREATE TABLE encounters (
    one INTEGER NOT NULL REFERENCES accounts (id), -- of the two, the lower id
    other INTEGER NOT NULL REFERENCES accounts (id), -- the higher id
    at INTEGER NOT NULL,         -- instant of the game's end
    game INTEGER NOT NULL REFERENCES games (id), -- which game
    setup TEXT NOT NULL,         -- its setup's id
    place_one INTEGER NOT NULL CHECK (place_one BETWEEN 1 AND 8), -- final place in the game
    place_other INTEGER NOT NULL CHECK (place_other BETWEEN 1 AND 8), -- likewise
    PRIMARY KEY (one, other, at, game),
    CHECK (one < other)
) STRICT, WITHOUT ROWID;

-- How these ended, counted by pair and setup.
CREATE TABLE head_to_head (
    one INTEGER NOT NULL REFERENCES accounts (id), -- as above
    other INTEGER NOT NULL REFERENCES accounts (id), -- as above
    setup TEXT NOT NULL,         -- the setup's id
    games INTEGER NOT NULL CHECK (games >= 0), -- in all
    ahead_one INTEGER NOT NULL CHECK (ahead_one >= 0), -- games in which `one` had the better place
    ahead_other INTEGER NOT NULL CHECK (ahead_other >= 0), -- in which `other` had; the rest were level
    PRIMARY KEY (one, other, setup)
) STRICT, WITHOUT ROWID;

-- Counts of the games of a setup that were played with all seats taken, in which every seat could
-- place a stone, and that ended on the board or by leaving.
CREATE TABLE setup_statistics (
    setup TEXT NOT NULL,         -- the setup's id
    -- off: without the swap; declined: white might have swapped; taken: he did
    swap TEXT NOT NULL CHECK (swap IN ('off', 'declined', 'taken')),
    games INTEGER NOT NULL CHECK (games >= 0), -- in all
    plies INTEGER NOT NULL CHECK (plies >= 0), -- stones placed in all of them
    PRIMARY KEY (setup, swap)
) STRICT, WITHOUT ROWID;

-- What each seat made of them.
CREATE TABLE seat_statistics (
    setup TEXT NOT NULL,         -- as above
    swap TEXT NOT NULL CHECK (swap IN ('off', 'declined', 'taken')), -- as above
    seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 7), -- in turn order from 0
    wins INTEGER NOT NULL CHECK (wins >= 0), -- games won
    places INTEGER NOT NULL CHECK (places >= 0), -- sum of its final places
    PRIMARY KEY (setup, swap, seat)
) STRICT, WITHOUT ROWID;
