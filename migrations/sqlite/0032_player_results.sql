-- Indexes of players' games that have ended, which hold all that a walk along them reads. With the
-- former ones SQLite looked for each row of the table too, since it takes a condition of a partial
-- index, and a column that is computed, for columns that the index lacks.

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
