-- What lists of games in progress are ordered by, apart from the games themselves: a move changes
-- no row that an index is over, and one of these once a minute at most.

CREATE TABLE game_ranks (
    game INTEGER PRIMARY KEY REFERENCES games (id), -- public, and not finished
    setup TEXT,                        -- as games has it, for the indexes; NULL: a custom opening
    active_at INTEGER,                 -- instant, minute of the last event; NULL: play has not begun
    rating INTEGER NOT NULL DEFAULT 0, -- mean of the players when play began, rounded; 0: not known
    watchers INTEGER NOT NULL DEFAULT 0 CHECK (watchers >= 0) -- live subscriptions, counted now and then
) STRICT;
INSERT INTO game_ranks (game, setup, active_at, rating, watchers)
SELECT id, setup, CASE status WHEN 'active' THEN active_at END, rating, watchers
FROM games WHERE visibility = 'public' AND status <> 'finished';

DROP INDEX games_by_activity;
DROP INDEX games_by_setup_and_activity;
DROP INDEX games_by_rating;
DROP INDEX games_by_setup_and_rating;
DROP INDEX games_by_watchers;
DROP INDEX games_by_setup_and_watchers;
DROP INDEX games_with_watchers;
ALTER TABLE games DROP COLUMN active_at;
ALTER TABLE games DROP COLUMN rating;
ALTER TABLE games DROP COLUMN watchers;

CREATE INDEX game_ranks_by_activity ON game_ranks (active_at) WHERE active_at IS NOT NULL;
CREATE INDEX game_ranks_by_setup_and_activity ON game_ranks (setup, active_at)
    WHERE active_at IS NOT NULL;
CREATE INDEX game_ranks_by_rating ON game_ranks (rating) WHERE active_at IS NOT NULL;
CREATE INDEX game_ranks_by_setup_and_rating ON game_ranks (setup, rating)
    WHERE active_at IS NOT NULL;
CREATE INDEX game_ranks_by_watchers ON game_ranks (watchers) WHERE active_at IS NOT NULL;
CREATE INDEX game_ranks_by_setup_and_watchers ON game_ranks (setup, watchers)
    WHERE active_at IS NOT NULL;
-- What a restart has to set back to 0.
CREATE INDEX game_ranks_with_watchers ON game_ranks (watchers) WHERE watchers > 0;
