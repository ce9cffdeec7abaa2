-- Indexes of players' games that have ended, as SQLite's are: which hold all that a walk along them
-- reads.

DROP INDEX game_players_by_end;
DROP INDEX game_players_by_setup_and_end;
DROP INDEX game_players_by_any_end;
DROP INDEX game_players_by_setup_and_any_end;

-- By game_players.result.
CREATE INDEX game_players_by_end
    ON game_players (account, visibility, (CASE WHEN place IS NULL THEN 'none' WHEN place = 1 THEN
                     'won' ELSE 'lost' END), finished_at, game, place)
    WHERE account IS NOT NULL AND finished_at IS NOT NULL;
CREATE INDEX game_players_by_setup_and_end
    ON game_players (account, visibility, setup, (CASE WHEN place IS NULL THEN 'none' WHEN place = 1
                     THEN 'won' ELSE 'lost' END), finished_at, game, place)
    WHERE account IS NOT NULL AND finished_at IS NOT NULL;
-- By any result.
CREATE INDEX game_players_by_any_end ON game_players (account, visibility, finished_at, game)
    WHERE account IS NOT NULL AND finished_at IS NOT NULL;
CREATE INDEX game_players_by_setup_and_any_end
    ON game_players (account, visibility, setup, finished_at, game)
    WHERE account IS NOT NULL AND finished_at IS NOT NULL;
