-- Challenges, and what lists of games and players are ordered by.
--
-- Every list is a walk along one index or a merge of a few such walks, from its end towards its
-- beginning, and every index ends with the id: so a page costs the same however many there are.

-- --- games ---

-- Minute of the last event: a move touches the indexes below once a minute at most. Instant.
ALTER TABLE games ADD COLUMN active_at INTEGER NOT NULL DEFAULT 0;
-- Mean rating of the players when play began, rounded; 0: not known.
ALTER TABLE games ADD COLUMN rating INTEGER NOT NULL DEFAULT 0;
-- Live subscriptions of the game, as counted now and then.
ALTER TABLE games ADD COLUMN watchers INTEGER NOT NULL DEFAULT 0;
UPDATE games SET active_at = updated_at - updated_at % 60000;

CREATE INDEX games_by_activity ON games (visibility, active_at) WHERE status = 'active';
CREATE INDEX games_by_setup_and_activity ON games (visibility, setup, active_at)
    WHERE status = 'active';
CREATE INDEX games_by_rating ON games (visibility, rating) WHERE status = 'active';
CREATE INDEX games_by_setup_and_rating ON games (visibility, setup, rating)
    WHERE status = 'active';
CREATE INDEX games_by_watchers ON games (visibility, watchers) WHERE status = 'active';
CREATE INDEX games_by_setup_and_watchers ON games (visibility, setup, watchers)
    WHERE status = 'active';
CREATE INDEX games_by_end ON games (visibility, finished_at) WHERE status = 'finished';
CREATE INDEX games_by_setup_and_end ON games (visibility, setup, finished_at)
    WHERE status = 'finished';
CREATE INDEX games_by_winner_and_end ON games (visibility, winner, finished_at)
    WHERE status = 'finished';
CREATE INDEX games_by_setup_winner_and_end ON games (visibility, setup, winner, finished_at)
    WHERE status = 'finished';
-- What a restart has to set back to 0.
CREATE INDEX games_with_watchers ON games (watchers) WHERE watchers > 0;

-- --- players of games ---

-- Copies of what games says, for the indexes by player.
ALTER TABLE game_players ADD COLUMN visibility TEXT NOT NULL DEFAULT 'public'
    CHECK (visibility IN ('public', 'private'));
ALTER TABLE game_players ADD COLUMN setup TEXT;           -- NULL: a custom opening
ALTER TABLE game_players ADD COLUMN finished_at INTEGER;  -- instant; NULL: not finished
-- How it ended for this seat. none: nobody won, or the seat had no part in it. NULL: not finished.
ALTER TABLE game_players ADD COLUMN result TEXT GENERATED ALWAYS AS (
    CASE WHEN status <> 'finished' THEN NULL
         WHEN place IS NULL THEN 'none'
         WHEN place = 1 THEN 'won'
         ELSE 'lost' END) VIRTUAL;
UPDATE game_players SET (visibility, setup, finished_at) =
    (SELECT g.visibility, g.setup, g.finished_at FROM games AS g WHERE g.id = game);

CREATE INDEX game_players_by_status ON game_players (account, visibility, status, game)
    WHERE account IS NOT NULL;
CREATE INDEX game_players_by_setup_and_status
    ON game_players (account, visibility, setup, status, game) WHERE account IS NOT NULL;
CREATE INDEX game_players_by_end ON game_players (account, visibility, result, finished_at, game)
    WHERE account IS NOT NULL AND status = 'finished';
CREATE INDEX game_players_by_setup_and_end
    ON game_players (account, visibility, setup, result, finished_at, game)
    WHERE account IS NOT NULL AND status = 'finished';

-- --- players ---

-- Search by the beginning of a handle. Guests come and go by the thousand and are not found, nor is
-- who has left for good.
CREATE INDEX accounts_by_handle ON accounts (handle_key)
    WHERE kind <> 'guest' AND deleted_at IS NULL;

-- What a profile counts: a fold over game_players, kept by the triggers below.
CREATE TABLE player_counts (
    account INTEGER NOT NULL PRIMARY KEY REFERENCES accounts (id), -- whose games are counted
    active INTEGER NOT NULL, -- games being played
    won INTEGER NOT NULL,    -- finished games, by how they ended for this player
    lost INTEGER NOT NULL,   -- likewise
    none INTEGER NOT NULL    -- likewise: nobody won, or the seat had no part in it
) STRICT;
INSERT INTO player_counts (account, active, won, lost, none)
SELECT account, sum(status = 'active'), sum(result IS 'won'), sum(result IS 'lost'),
       sum(result IS 'none')
FROM game_players WHERE account IS NOT NULL GROUP BY account;

CREATE TRIGGER game_players_counted AFTER INSERT ON game_players WHEN new.account IS NOT NULL
BEGIN
    INSERT INTO player_counts (account, active, won, lost, none)
    VALUES (new.account, new.status = 'active', new.result IS 'won', new.result IS 'lost',
            new.result IS 'none')
    ON CONFLICT (account) DO UPDATE SET
        active = active + excluded.active, won = won + excluded.won,
        lost = lost + excluded.lost, none = none + excluded.none;
END;
CREATE TRIGGER game_players_uncounted AFTER DELETE ON game_players WHEN old.account IS NOT NULL
BEGIN
    UPDATE player_counts SET
        active = active - (old.status = 'active'), won = won - (old.result IS 'won'),
        lost = lost - (old.result IS 'lost'), none = none - (old.result IS 'none')
    WHERE account = old.account;
END;
CREATE TRIGGER game_players_recounted AFTER UPDATE OF account, place, status ON game_players
WHEN old.account IS NOT new.account OR old.status <> new.status OR old.result IS NOT new.result
BEGIN
    UPDATE player_counts SET
        active = active - (old.status = 'active'), won = won - (old.result IS 'won'),
        lost = lost - (old.result IS 'lost'), none = none - (old.result IS 'none')
    WHERE account = old.account;
    INSERT INTO player_counts (account, active, won, lost, none)
    SELECT new.account, new.status = 'active', new.result IS 'won', new.result IS 'lost',
           new.result IS 'none'
    WHERE new.account IS NOT NULL
    ON CONFLICT (account) DO UPDATE SET
        active = active + excluded.active, won = won + excluded.won,
        lost = lost + excluded.lost, none = none + excluded.none;
END;

-- --- challenges ---

-- One row a challenge; closed ones are deleted after a time. id to expires_at never change after
-- creation.
CREATE TABLE challenges (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- the challenge's number in addresses
    creator INTEGER NOT NULL REFERENCES accounts (id), -- who plays, too
    setup TEXT,                  -- id of the setup; NULL: a custom opening
    opening TEXT,                -- the custom opening as in games; NULL: the setup says it
    visibility TEXT NOT NULL CHECK (visibility IN ('public', 'private')), -- of the game as well
    -- given: seats in turn order; random: drawn when the last is taken; alternate: given, and the
    -- rematch of seats that have moved on by one
    seat_order TEXT NOT NULL CHECK (seat_order IN ('given', 'random', 'alternate')),
    terms TEXT NOT NULL,         -- the game's terms as JSON, as in its opening event
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),   -- a copy out of the terms, for indexes
    guests INTEGER NOT NULL CHECK (guests IN (0, 1)), -- 1: guests may take a seat
    bots INTEGER NOT NULL CHECK (bots IN (0, 1)),     -- 1: bots may
    rating_min INTEGER,          -- of who takes an open seat, in rating points; NULL: any
    rating_max INTEGER,          -- likewise
    reliability_min INTEGER NOT NULL CHECK (reliability_min BETWEEN 0 AND 100), -- in percent
    uses INTEGER NOT NULL CHECK (uses BETWEEN 1 AND 1000), -- games it may lead to
    rematch_of INTEGER REFERENCES games (id), -- the game before; NULL: not a rematch
    created_at INTEGER NOT NULL, -- instant of its making
    expires_at INTEGER NOT NULL, -- from then on it can't be accepted
    -- accepted: it has led to all its games; all but open are for good
    state TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
    uses_left INTEGER NOT NULL CHECK (uses_left BETWEEN 0 AND uses), -- games still to come
    listed INTEGER NOT NULL CHECK (listed IN (0, 1)), -- 1: public, open, a seat free for anybody
    game INTEGER REFERENCES games (id), -- the last game it led to; NULL: none yet
    declined_by INTEGER REFERENCES accounts (id), -- NULL: not declined
    reason TEXT,                 -- why he declined; NULL: he did not say
    closed_at INTEGER,           -- instant at which it stopped being open; NULL: it is
    CHECK ((setup IS NULL) <> (opening IS NULL)),
    CHECK ((state = 'open') = (closed_at IS NULL))
) STRICT;
CREATE INDEX challenges_listed ON challenges (rated) WHERE listed = 1;
CREATE INDEX challenges_listed_by_setup ON challenges (setup, rated) WHERE listed = 1;
CREATE INDEX challenges_open_by_creator ON challenges (creator) WHERE state = 'open';
-- What is one's own, to be exported and erased.
CREATE INDEX challenges_by_creator ON challenges (creator);
CREATE INDEX challenges_by_decliner ON challenges (declined_by) WHERE declined_by IS NOT NULL;
CREATE INDEX challenges_by_expiry ON challenges (expires_at) WHERE state = 'open';
CREATE INDEX challenges_by_closing ON challenges (closed_at) WHERE closed_at IS NOT NULL;
-- A game is played again once, and asked for once at a time.
CREATE UNIQUE INDEX challenges_by_rematch ON challenges (rematch_of)
    WHERE rematch_of IS NOT NULL AND state IN ('open', 'accepted');

-- One row a seat of a challenge.
CREATE TABLE challenge_seats (
    challenge INTEGER NOT NULL REFERENCES challenges (id), -- whose seat it is
    seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 7),    -- as listed, from 0
    account INTEGER REFERENCES accounts (id), -- who sits there or is asked to; NULL: nobody
    -- me: the creator's; open: free for anybody; asked: kept for account; accepted: taken
    state TEXT NOT NULL CHECK (state IN ('me', 'open', 'asked', 'accepted')),
    is_named INTEGER NOT NULL CHECK (is_named IN (0, 1)), -- 1: was kept for account from the start
    is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),   -- 1: the challenge is open
    PRIMARY KEY (challenge, seat),
    CHECK ((state = 'open') = (account IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX challenge_seats_by_account ON challenge_seats (account, state, challenge)
    WHERE account IS NOT NULL AND is_open = 1;
