-- Who sits in a game, in its row too, so that a list need not look for each of its games a second
-- time: the triggers keep it.

-- By seat, with a space between: state:account:place:offered_until of game_players; NULL: no text.
ALTER TABLE games ADD COLUMN seats TEXT NOT NULL DEFAULT '';

UPDATE games SET seats = coalesce((
    SELECT group_concat(state || ':' || coalesce(account, '') || ':' || coalesce(place, '') || ':' ||
                        coalesce(offered_until, ''), ' ')
    FROM (SELECT state, account, place, offered_until FROM game_players WHERE game = games.id
          ORDER BY seat)), '');

CREATE TRIGGER game_players_seated AFTER INSERT ON game_players
BEGIN
    UPDATE games SET seats = (
        SELECT group_concat(state || ':' || coalesce(account, '') || ':' || coalesce(place, '') ||
                            ':' || coalesce(offered_until, ''), ' ')
        FROM (SELECT state, account, place, offered_until FROM game_players WHERE game = new.game
              ORDER BY seat))
    WHERE id = new.game;
END;
CREATE TRIGGER game_players_reseated
    AFTER UPDATE OF account, state, place, offered_until ON game_players
    WHEN old.account IS NOT new.account OR old.state IS NOT new.state
        OR old.place IS NOT new.place OR old.offered_until IS NOT new.offered_until
BEGIN
    UPDATE games SET seats = (
        SELECT group_concat(state || ':' || coalesce(account, '') || ':' || coalesce(place, '') ||
                            ':' || coalesce(offered_until, ''), ' ')
        FROM (SELECT state, account, place, offered_until FROM game_players WHERE game = new.game
              ORDER BY seat))
    WHERE id = new.game;
END;
CREATE TRIGGER game_players_unseated AFTER DELETE ON game_players
BEGIN
    UPDATE games SET seats = coalesce((
        SELECT group_concat(state || ':' || coalesce(account, '') || ':' || coalesce(place, '') ||
                            ':' || coalesce(offered_until, ''), ' ')
        FROM (SELECT state, account, place, offered_until FROM game_players WHERE game = old.game
              ORDER BY seat)), '')
    WHERE id = old.game;
END;
