-- Whose turn it is, so that what waits for somebody is a walk along one index, the most urgent first.
-- A move changes this index and no other.

ALTER TABLE games ADD COLUMN turn_of INTEGER; -- account that is to move; NULL: nobody is
-- Instant at which their time runs out, as of the last event; 9223372036854775807: it does not run.
ALTER TABLE games ADD COLUMN turn_due_at INTEGER NOT NULL DEFAULT 9223372036854775807;
ALTER TABLE games ADD COLUMN turn_since INTEGER; -- instant since when; NULL: nobody is to move

UPDATE games SET turn_of = (SELECT p.account FROM game_players AS p
                            WHERE p.game = games.id AND p.seat = games.to_move AND p.state = 'in')
WHERE status = 'active';
UPDATE games SET
    turn_due_at = coalesce((SELECT d.flag_at FROM deadlines AS d WHERE d.game = games.id),
                           9223372036854775807),
    turn_since = coalesce((SELECT e.at FROM events AS e
                           WHERE e.game = games.id AND e.type IN ('start', 'move', 'leave', 'swap',
                                                                  'undo', 'substitute')
                           ORDER BY e.seq DESC LIMIT 1), updated_at)
WHERE turn_of IS NOT NULL;

CREATE INDEX games_by_turn ON games (turn_of, turn_due_at, turn_since) WHERE turn_of IS NOT NULL;
