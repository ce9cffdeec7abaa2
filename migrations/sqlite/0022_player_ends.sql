-- A player's games in the order in which they ended, whatever their results: two walks, along public
-- and along private games, instead of one more for every result.

CREATE INDEX game_players_by_any_end ON game_players (account, visibility, finished_at, game)
    WHERE account IS NOT NULL AND status = 'finished';
CREATE INDEX game_players_by_setup_and_any_end
    ON game_players (account, visibility, setup, finished_at, game)
    WHERE account IS NOT NULL AND status = 'finished';
