-- Terms, deadlines and plans of games.

-- What the players agreed on: as the opening event says it, for lists.
ALTER TABLE games ADD COLUMN clock TEXT NOT NULL DEFAULT 'none' -- how the game is timed
    CHECK (clock IN ('none', 'per-move', 'fischer', 'total'));
ALTER TABLE games ADD COLUMN clock_initial_s INTEGER NOT NULL DEFAULT 0; -- seconds: for every move, at first, in all
ALTER TABLE games ADD COLUMN clock_increment_s INTEGER NOT NULL DEFAULT 0; -- seconds, for every move made
ALTER TABLE games ADD COLUMN clock_max_s INTEGER NOT NULL DEFAULT 0; -- seconds: no more is kept
-- What does not count, a sum: 1 weekends, 2 the hours a player sleeps, 4 his vacations.
ALTER TABLE games ADD COLUMN clock_off INTEGER NOT NULL DEFAULT 0 CHECK (clock_off BETWEEN 0 AND 7);
ALTER TABLE games ADD COLUMN rated INTEGER NOT NULL DEFAULT 0 -- 1: the result changes ratings
    CHECK (rated IN (0, 1));
ALTER TABLE games ADD COLUMN swap INTEGER NOT NULL DEFAULT 0 -- 1: white may swap seats after the first stone
    CHECK (swap IN (0, 1));
ALTER TABLE games ADD COLUMN leaver_policy TEXT NOT NULL DEFAULT 'remove' -- what becomes of a leaver's seat
    CHECK (leaver_policy IN ('remove', 'substitute'));
-- Why the game ended, as in its last event; NULL: it has not.
ALTER TABLE games ADD COLUMN end_reason TEXT;
UPDATE games
SET end_reason = (SELECT json_extract(e.data, '$.reason') FROM events AS e
                  WHERE e.game = games.id AND e.seq = games.seq AND e.type = 'end')
WHERE status = 'finished';

-- The player has left, and until this instant somebody may take the seat over; NULL: not on offer.
ALTER TABLE game_players ADD COLUMN offered_until INTEGER;

-- One row for every game in which something falls due: a fold over its log like games, but for
-- what reminders were given.
CREATE TABLE deadlines (
    game INTEGER PRIMARY KEY REFERENCES games (id), -- whose deadline it is
    due_at INTEGER NOT NULL,     -- instant of the next flag, or end of an offer or a pause
    flag_at INTEGER,             -- instant at which time runs out for who is to move; NULL: it does not run
    account INTEGER REFERENCES accounts (id), -- whose time runs; NULL: nobody's
    reminded INTEGER NOT NULL CHECK (reminded BETWEEN 0 AND 2), -- reminders of this turn that are settled
    remind_at INTEGER            -- instant of the next reminder; NULL: none
) STRICT;
CREATE INDEX deadlines_by_due ON deadlines (due_at);
CREATE INDEX deadlines_by_reminder ON deadlines (remind_at) WHERE remind_at IS NOT NULL;

-- When the server was last seen running: what passes until it starts again is given back.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1), -- the only row
    at INTEGER NOT NULL          -- instant of the last beat
) STRICT;

-- What players have told the server to answer for them. Nobody else may ever see it.
CREATE TABLE plans (
    game INTEGER NOT NULL REFERENCES games (id),       -- the game it is for
    account INTEGER NOT NULL REFERENCES accounts (id), -- whose plan it is
    ply INTEGER NOT NULL CHECK (ply >= 0), -- stones before the first that it waits for
    plan TEXT NOT NULL,          -- JSON: what of the plan is still to come
    updated_at INTEGER NOT NULL, -- instant at which it was made
    PRIMARY KEY (game, account)
) STRICT, WITHOUT ROWID;
