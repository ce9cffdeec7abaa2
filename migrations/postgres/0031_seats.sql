-- Who sits in a game, in its row too, so that a list need not look for each of its games a second
-- time: the trigger keeps it.

-- By seat, with a space between: state:account:place:offered_until of game_players; NULL: no text.
ALTER TABLE games ADD COLUMN seats TEXT NOT NULL DEFAULT '';

CREATE FUNCTION seats_of(of_game BIGINT) RETURNS TEXT LANGUAGE sql STABLE AS $$
    SELECT coalesce(string_agg(concat(state, ':', account, ':', place, ':', offered_until), ' '
                               ORDER BY seat), '')
    FROM game_players WHERE game = of_game
$$;

UPDATE games SET seats = seats_of(id);

CREATE FUNCTION seat_game_player() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF tg_op = 'UPDATE' AND (old.account, old.state, old.place, old.offered_until)
                            IS NOT DISTINCT FROM
                            (new.account, new.state, new.place, new.offered_until) THEN
        RETURN NULL;
    END IF;
    UPDATE games SET seats = seats_of(id) WHERE id = coalesce(new.game, old.game);
    RETURN NULL;
END $$;
CREATE TRIGGER game_players_seated
    AFTER INSERT OR DELETE OR UPDATE OF account, state, place, offered_until
    ON game_players FOR EACH ROW EXECUTE FUNCTION seat_game_player();
