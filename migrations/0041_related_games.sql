-- Rated games between players who came from one network address when it ended: see server/rating/repeats.hpp. Nothing is
-- deleted here, as the ratings can be calculated again from it.
CREATE TABLE related_games (
    game INTEGER NOT NULL PRIMARY KEY REFERENCES games (id)) {STRICT}; -- which game
