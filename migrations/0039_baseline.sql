-- Everything the server remembers, for both engines. README.md explains the marks.
-- The events of a game are the truth; the columns of games and game_players are a fold over them, kept for lists and
-- rebuildable from the log. Instants (names ending in _at) are milliseconds since 1970-01-01T00:00:00Z. Ids are never
-- used again and nobody may assume that they are dense. Seats are counted from 0 in turn order: 0 is black, 1 white, 2
-- red, 3 green, then seat5 to seat8. PostgreSQL's locale is C.UTF-8: text is ordered by its bytes.

-- Who may act.
CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- shown in events beside the handle
    handle TEXT NOT NULL, -- the name as its owner writes it
    handle_key TEXT NOT NULL UNIQUE, -- the name case-folded: handles that differ in case only are one
    -- guest: nobody can log in as them again; member: has a password; bot: a program's
    kind TEXT NOT NULL CHECK (kind IN ('guest', 'member', 'bot')),
    password_hash TEXT, -- libsodium's Argon2id string; NULL: no login by password (guests)
    created_at INTEGER NOT NULL, -- instant of the registration
    role TEXT NOT NULL DEFAULT 'player' CHECK (role IN ('player', 'moderator', 'admin')), -- what it may do beside play
    suspended_until INTEGER, -- instant from which it may act again; NULL: it may act
    owner INTEGER REFERENCES accounts (id), -- of a bot: the member who made it; NULL: no bot
    deleted_at INTEGER, -- instant of its deletion: what is left is a name for old games; NULL: it lives
    seen_at INTEGER NOT NULL DEFAULT 0, -- instant at which it was used, to the hour
    time_zone TEXT NOT NULL DEFAULT 'UTC', -- name in the tz database: of the player's midnights, weekends and nights
    language TEXT NOT NULL DEFAULT 'en', -- BCP 47 tag of the language they want mails in
    about TEXT NOT NULL DEFAULT '', -- what they say of themselves; may be empty
    sleep_from INTEGER CHECK (sleep_from BETWEEN 0 AND 1439), -- minute of the local day; NULL: nothing said
    sleep_until INTEGER CHECK (sleep_until BETWEEN 0 AND 1439), -- likewise: until then they sleep
    calendar_set_at INTEGER NOT NULL DEFAULT 0, -- instant at which they changed zone or hours of sleep; 0: never
    delete_at INTEGER, -- instant at which the account is to be deleted; NULL: it stays
    former_handle TEXT) {STRICT}; -- of a deleted account, while notices to others may name it so; NULL: none does
CREATE INDEX accounts_by_owner ON accounts (owner{|, id}) WHERE owner IS NOT NULL;
-- Guests that nobody uses any more.
CREATE INDEX accounts_guests_by_use ON accounts (seen_at{|, id}) WHERE kind = 'guest' AND deleted_at IS NULL;
-- Search by the beginning of a handle. Guests come and go by the thousand and are not found, nor are
-- those that are deleted.
CREATE INDEX accounts_by_handle ON accounts (handle_key{|, id}) WHERE kind <> 'guest' AND deleted_at IS NULL;
CREATE INDEX accounts_by_deletion ON accounts (delete_at{|, id}) WHERE delete_at IS NOT NULL;
CREATE INDEX accounts_with_former_handle ON accounts (id) WHERE former_handle IS NOT NULL;
-- Tokens that a bearer shows instead of a password. A token is revoked by deleting its row.
CREATE TABLE tokens (
    hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256 of the token
    account INTEGER NOT NULL REFERENCES accounts (id), -- whom its bearer acts for
    label TEXT NOT NULL, -- what its owner calls it; may be empty
    last4 TEXT NOT NULL, -- its last four characters, so that its owner can tell it apart
    created_at INTEGER NOT NULL, -- instant of its issue
    expires_at INTEGER, -- from then on it is void; NULL: never
    kind TEXT NOT NULL DEFAULT 'token' CHECK (kind IN ('token', 'session')), -- session: a browser's cookie
    -- Set of scopes, one bit each: game:read 1, game:play 2, challenge:write 4, account:read 8, account:write 16,
    -- bot:play 32, admin 64, search 128.
    scopes INTEGER NOT NULL DEFAULT 63 CHECK (scopes BETWEEN 0 AND 255),
    used_at INTEGER NOT NULL DEFAULT 0, -- instant of its last use, to the hour
    used_from TEXT NOT NULL DEFAULT '', -- network it was used from: an IPv4 /24, an IPv6 /48; empty: not known
    -- of a session: instant at which its holder last gave the password; 0: never, or no session
    password_at INTEGER NOT NULL DEFAULT 0) {STRICT, WITHOUT ROWID};
CREATE INDEX tokens_by_account ON tokens (account, created_at);
CREATE INDEX tokens_by_expiry ON tokens (expires_at) WHERE expires_at IS NOT NULL;

-- One row a game. id to created_at never change after creation.
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- the game's number in addresses and topics
    setup TEXT, -- id of the setup; NULL: a custom opening
    opening TEXT, -- the custom opening as JSON; NULL: the setup says it
    creator INTEGER NOT NULL REFERENCES accounts (id), -- who offered it; need not have a seat
    visibility TEXT NOT NULL CHECK (visibility IN ('public', 'private')), -- private: players only
    created_at INTEGER NOT NULL, -- instant of the offer
    -- open: seats are free; active: stones are placed; finished: won, or ended before it began
    status TEXT NOT NULL CHECK (status IN ('open', 'active', 'finished')),
    seq INTEGER NOT NULL CHECK (seq >= 0), -- events so far
    ply INTEGER NOT NULL CHECK (ply >= 0), -- stones placed so far
    to_move INTEGER CHECK (to_move BETWEEN 0 AND 7), -- seat; NULL: not active
    winner INTEGER CHECK (winner BETWEEN 0 AND 7), -- seat; NULL: nobody (yet)
    updated_at INTEGER NOT NULL, -- of the last event
    started_at INTEGER, -- NULL: still open, or ended before it began
    finished_at INTEGER, -- NULL: not finished
    -- how the game is timed: this and the rest are copies of the opening event, for lists
    clock TEXT NOT NULL DEFAULT 'none' CHECK (clock IN ('none', 'per-move', 'fischer', 'total')),
    clock_initial_s INTEGER NOT NULL DEFAULT 0, -- seconds: for every move, at first, in all
    clock_increment_s INTEGER NOT NULL DEFAULT 0, -- seconds, for every move made
    clock_max_s INTEGER NOT NULL DEFAULT 0, -- seconds: no more is kept
    -- sum of what does not count: 1 weekends, 2 the hours a player sleeps, 4 their vacations
    clock_off INTEGER NOT NULL DEFAULT 0 CHECK (clock_off BETWEEN 0 AND 7),
    rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1)), -- 1: the result changes ratings
    swap INTEGER NOT NULL DEFAULT 0 CHECK (swap IN (0, 1)), -- 1: white may swap seats after the first stone
    leaver_policy TEXT NOT NULL DEFAULT 'remove' CHECK (leaver_policy IN ('remove', 'substitute')), -- of a left seat
    end_reason TEXT, -- why the game ended, as in its last event; NULL: it has not
    turn_of INTEGER, -- account that is to move; NULL: nobody is
    -- instant at which their time runs out, as of the last event; 9223372036854775807: it doesn't run
    turn_due_at INTEGER NOT NULL DEFAULT 9223372036854775807,
    turn_since INTEGER, -- instant since when; NULL: nobody is to move
    -- Who sits there, by seat, kept by triggers so that a list need not look for each game twice:
    -- state:account:place:offered_until of game_players, with a space between; NULL: no text.
    seats TEXT NOT NULL DEFAULT '',
    assistance TEXT NOT NULL DEFAULT 'full' CHECK (assistance IN ('full', 'some', 'none')), -- the most that boards show
    CHECK ((setup IS NULL) <> (opening IS NULL))) {STRICT};
-- Lists run from the newest id down, so that a cursor neither misses nor repeats a game. Every index ends with the id,
-- hence a list by any of these is a walk along one index.
CREATE INDEX games_by_visibility ON games (visibility{|, id});
CREATE INDEX games_by_status ON games (visibility, status{|, id});
CREATE INDEX games_by_setup ON games (visibility, setup{|, id});
CREATE INDEX games_by_status_and_setup ON games (visibility, status, setup{|, id});
CREATE INDEX games_by_end ON games (visibility, finished_at{|, id}) WHERE status = 'finished';
CREATE INDEX games_by_setup_and_end ON games (visibility, setup, finished_at{|, id}) WHERE status = 'finished';
CREATE INDEX games_by_winner_and_end ON games (visibility, winner, finished_at{|, id}) WHERE status = 'finished';
CREATE INDEX games_by_setup_winner_and_end ON games (visibility, setup, winner, finished_at{|, id})
    WHERE status = 'finished';
-- Counts an account's open games before it makes another.
CREATE INDEX games_open_by_creator ON games (creator{|, id}) WHERE status = 'open';
-- Moves that wait for somebody are a walk along one index, the most urgent first.
CREATE INDEX games_by_turn ON games (turn_of, turn_due_at, turn_since{|, id}) WHERE turn_of IS NOT NULL;

-- One row a seat.
CREATE TABLE game_players (
    game INTEGER NOT NULL REFERENCES games (id), -- whose seat it is
    seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 7), -- in turn order from 0
    account INTEGER REFERENCES accounts (id), -- who sits there or is invited to; NULL: nobody
    -- open: free for anyone; invited: kept for account; in: plays; left: has left, or was not taken when play began;
    -- out: has lost all stones
    state TEXT NOT NULL CHECK (state IN ('open', 'invited', 'in', 'left', 'out')),
    place INTEGER CHECK (place BETWEEN 1 AND 8), -- final place, 1 is the winner; NULL: not yet
    status TEXT NOT NULL CHECK (status IN ('open', 'active', 'finished')), -- a copy, for the indexes by player
    offered_until INTEGER, -- instant until which somebody may take the seat of a leaver over; NULL: not on offer
    visibility TEXT NOT NULL DEFAULT 'public' CHECK (visibility IN ('public', 'private')), -- likewise
    setup TEXT, -- likewise; NULL: a custom opening
    finished_at INTEGER, -- likewise: instant; NULL: not finished
    -- How it ended for this seat. none: nobody won, or the seat had no part in it; NULL: not finished.
    result TEXT GENERATED ALWAYS AS (CASE WHEN status <> 'finished' THEN NULL WHEN place IS NULL THEN 'none'
        WHEN place = 1 THEN 'won' ELSE 'lost' END) {VIRTUAL|STORED},
    PRIMARY KEY (game, seat),
    CHECK (CASE state WHEN 'open' THEN account IS NULL WHEN 'left' THEN TRUE ELSE account IS NOT NULL END)
) {STRICT, WITHOUT ROWID};
CREATE INDEX game_players_by_account ON game_players (account, game) WHERE account IS NOT NULL;
CREATE INDEX game_players_by_account_and_status ON game_players (account, status, game) WHERE account IS NOT NULL;
CREATE INDEX game_players_by_status ON game_players (account, visibility, status, game) WHERE account IS NOT NULL;
CREATE INDEX game_players_by_setup_and_status ON game_players (account, visibility, setup, status, game)
    WHERE account IS NOT NULL;
-- Games that have ended, in indexes which hold all that a walk along them reads: SQLite takes a condition of a partial
-- index, and a column that is computed, for columns that the index lacks. By game_players.result.
CREATE INDEX game_players_by_end ON game_players (account, visibility, (CASE WHEN place IS NULL THEN 'none'
    WHEN place = 1 THEN 'won' ELSE 'lost' END), finished_at, game, place)
    WHERE account IS NOT NULL AND finished_at IS NOT NULL;
CREATE INDEX game_players_by_setup_and_end ON game_players (account, visibility, setup, (CASE WHEN place IS NULL
    THEN 'none' WHEN place = 1 THEN 'won' ELSE 'lost' END), finished_at, game, place)
    WHERE account IS NOT NULL AND finished_at IS NOT NULL;
-- By any result.
CREATE INDEX game_players_by_any_end ON game_players (account, visibility, finished_at, game)
    WHERE account IS NOT NULL AND finished_at IS NOT NULL;
CREATE INDEX game_players_by_setup_and_any_end ON game_players (account, visibility, setup, finished_at, game)
    WHERE account IS NOT NULL AND finished_at IS NOT NULL;

-- The upkeep of games.seats.
{
CREATE TRIGGER game_players_seated AFTER INSERT ON game_players BEGIN
    UPDATE games SET seats = (SELECT group_concat(state || ':' || coalesce(account, '') || ':' ||
            coalesce(place, '') || ':' || coalesce(offered_until, ''), ' ')
        FROM (SELECT state, account, place, offered_until FROM game_players WHERE game = new.game ORDER BY seat))
    WHERE id = new.game;
END;
CREATE TRIGGER game_players_reseated AFTER UPDATE OF account, state, place, offered_until ON game_players
    WHEN old.account IS NOT new.account OR old.state IS NOT new.state
        OR old.place IS NOT new.place OR old.offered_until IS NOT new.offered_until BEGIN
    UPDATE games SET seats = (SELECT group_concat(state || ':' || coalesce(account, '') || ':' ||
            coalesce(place, '') || ':' || coalesce(offered_until, ''), ' ')
        FROM (SELECT state, account, place, offered_until FROM game_players WHERE game = new.game ORDER BY seat))
    WHERE id = new.game;
END;
CREATE TRIGGER game_players_unseated AFTER DELETE ON game_players BEGIN
    UPDATE games SET seats = coalesce((SELECT group_concat(state || ':' || coalesce(account, '') || ':' ||
            coalesce(place, '') || ':' || coalesce(offered_until, ''), ' ')
        FROM (SELECT state, account, place, offered_until FROM game_players WHERE game = old.game ORDER BY seat)), '')
    WHERE id = old.game;
END;
|
CREATE FUNCTION seats_of(of_game INTEGER) RETURNS TEXT LANGUAGE sql STABLE AS $$
    SELECT coalesce(string_agg(concat(state, ':', account, ':', place, ':', offered_until), ' ' ORDER BY seat), '')
    FROM game_players WHERE game = of_game
$$;
CREATE FUNCTION seat_game_player() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF tg_op = 'UPDATE' AND (old.account, old.state, old.place, old.offered_until) IS NOT DISTINCT FROM
                            (new.account, new.state, new.place, new.offered_until) THEN RETURN NULL; END IF;
    UPDATE games SET seats = seats_of(id) WHERE id = coalesce(new.game, old.game);
    RETURN NULL;
END $$;
CREATE TRIGGER game_players_seated AFTER INSERT OR DELETE OR UPDATE OF account, state, place, offered_until
    ON game_players FOR EACH ROW EXECUTE FUNCTION seat_game_player();
}

-- The log of all games. Never updated, never deleted from.
CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games (id), -- whose log it is in
    seq INTEGER NOT NULL CHECK (seq >= 1), -- from 1 without gaps within a game
    at INTEGER NOT NULL, -- instant of the decision
    type TEXT NOT NULL, -- the event's type, as in its JSON
    account INTEGER REFERENCES accounts (id), -- who caused it; NULL: the server
    data TEXT NOT NULL, -- the event's JSON, byte for byte as it is pushed
    PRIMARY KEY (game, seq)) {STRICT, WITHOUT ROWID};
-- Keys that this server alone knows, for example the one that signs cursors.
CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY, -- what it is for
    value BLOB NOT NULL, -- random bytes
    created_at INTEGER NOT NULL) {STRICT, WITHOUT ROWID}; -- instant of its making
-- One row for every game in which something falls due: a fold over its log like games, but for
-- what reminders were given.
CREATE TABLE deadlines (
    game INTEGER PRIMARY KEY REFERENCES games (id), -- whose deadline it is
    due_at INTEGER NOT NULL, -- instant of the next flag, or end of an offer or a pause
    flag_at INTEGER, -- instant at which time runs out for who is to move; NULL: it does not run
    account INTEGER REFERENCES accounts (id), -- whose time runs; NULL: nobody's
    reminded INTEGER NOT NULL CHECK (reminded BETWEEN 0 AND 2), -- reminders of this turn that are settled
    remind_at INTEGER) {STRICT}; -- instant of the next reminder; NULL: none
CREATE INDEX deadlines_by_due ON deadlines (due_at{|, game});
CREATE INDEX deadlines_by_reminder ON deadlines (remind_at{|, game}) WHERE remind_at IS NOT NULL;
-- When the server was last seen running: what passes until it starts again is given back.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1), -- the only row
    at INTEGER NOT NULL) {STRICT}; -- instant of the last beat
-- Answers that the server gives for players. Nobody else may ever see them.
CREATE TABLE plans (
    game INTEGER NOT NULL REFERENCES games (id), -- the game it is for
    account INTEGER NOT NULL REFERENCES accounts (id), -- whose plan it is
    ply INTEGER NOT NULL CHECK (ply >= 0), -- stones before the first that it waits for
    plan TEXT NOT NULL, -- JSON: what of the plan is still to come
    updated_at INTEGER NOT NULL, -- instant at which it was made
    PRIMARY KEY (game, account)) {STRICT, WITHOUT ROWID};

-- Addresses for mail. At most ten an account.
CREATE TABLE addresses (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- its number in paths
    account INTEGER NOT NULL REFERENCES accounts (id), -- who says it is theirs
    address TEXT NOT NULL, -- as they wrote it
    address_key TEXT NOT NULL, -- in lower case: what it is found by
    is_primary INTEGER NOT NULL CHECK (is_primary IN (0, 1)), -- 1: mails go there
    created_at INTEGER NOT NULL, -- instant at which they named it
    verified_at INTEGER, -- instant at which they showed that they read it; NULL: not yet
    -- in thousandths of a permanent bounce, as of bounced_at: past bounce_score_max it gets no mail
    bounce_score INTEGER NOT NULL DEFAULT 0 CHECK (bounce_score >= 0),
    bounced_at INTEGER, -- instant of the last bounce that was counted; NULL: none since it was verified or resumed
    bounce_fault TEXT, -- what that one said: "5.1.1 No such user"; NULL: none since then
    stopped_at INTEGER) {STRICT}; -- instant since which no mail goes there; NULL: mail goes there
CREATE UNIQUE INDEX addresses_by_account ON addresses (account, address_key);
CREATE UNIQUE INDEX addresses_primary ON addresses (account) WHERE is_primary = 1;
-- Many may claim an address, one can read it.
CREATE UNIQUE INDEX addresses_verified ON addresses (address_key) WHERE verified_at IS NOT NULL;
-- Stopped addresses are counted every few seconds.
CREATE INDEX addresses_stopped ON addresses (stopped_at{|, id}) WHERE stopped_at IS NOT NULL;
-- Links in mails, good for one use. Pruned by expiry.
CREATE TABLE links (
    hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256 of the link's token
    purpose TEXT NOT NULL CHECK (purpose IN ('verify', 'reset')), -- what following it does
    account INTEGER NOT NULL REFERENCES accounts (id), -- for whom
    address INTEGER REFERENCES addresses (id) ON DELETE CASCADE, -- verify: which; reset: sent to
    created_at INTEGER NOT NULL, -- instant of its making
    expires_at INTEGER NOT NULL) {STRICT, WITHOUT ROWID}; -- from then on it is void
CREATE INDEX links_by_account ON links (account, purpose, created_at);
CREATE INDEX links_by_address ON links (address);
CREATE INDEX links_by_expiry ON links (expires_at);
-- When a player is away. Days are of their time zone at the time of planning.
CREATE TABLE vacations (
    account INTEGER NOT NULL REFERENCES accounts (id), -- who is away
    from_day TEXT NOT NULL, -- first day, YYYY-MM-DD
    until_day TEXT NOT NULL, -- last day, YYYY-MM-DD
    from_at INTEGER NOT NULL, -- instant of its beginning
    until_at INTEGER NOT NULL, -- instant after its end
    created_at INTEGER NOT NULL, -- instant of the planning
    PRIMARY KEY (account, from_day)) {STRICT, WITHOUT ROWID};
-- Mail to be sent, written in the transaction that causes it. What was sent keeps no data.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- order of writing
    message TEXT NOT NULL UNIQUE, -- left part of its Message-ID: the same mail is written once
    kind TEXT NOT NULL, -- what it says: verify-address, address-known, password-reset ...
    account INTEGER REFERENCES accounts (id), -- whom it is to; NULL: nobody we know
    address TEXT NOT NULL, -- where it is to go
    game INTEGER REFERENCES games (id), -- whose thread it belongs to; NULL: none
    data TEXT NOT NULL, -- JSON object that its text is made of
    created_at INTEGER NOT NULL, -- instant of writing
    due_at INTEGER NOT NULL, -- instant of the next attempt
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0), -- so far
    sent_at INTEGER, -- instant at which a relay took it; NULL: not yet
    failed_at INTEGER, -- instant at which it was given up; NULL: it was not
    fault TEXT, -- what the last attempt met; NULL: nothing
    dropped_at INTEGER, -- instant at which nobody needed it any more, before it was sent; NULL: it did not come to that
    bounced_at INTEGER) {STRICT}; -- instant at which its bounce was counted; NULL: none was
CREATE INDEX outbox_by_account ON outbox (account, id) WHERE account IS NOT NULL;
CREATE INDEX outbox_by_creation ON outbox (created_at{|, id});
CREATE INDEX outbox_waiting ON outbox (due_at, id) WHERE sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL;
-- The first mail that waits for an address, and the one that is tried again there.
CREATE INDEX outbox_first_of_address ON outbox (address, due_at, id)
    WHERE sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL;
CREATE INDEX outbox_tried ON outbox (address, id)
    WHERE fault IS NOT NULL AND sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL;

-- Counts of a profile: a fold over game_players, kept by the triggers below.
CREATE TABLE player_counts (
    account INTEGER NOT NULL PRIMARY KEY REFERENCES accounts (id), -- whose games are counted
    active INTEGER NOT NULL, -- games being played
    won INTEGER NOT NULL, -- finished games, by how they ended for this player
    lost INTEGER NOT NULL, -- likewise
    none INTEGER NOT NULL) {STRICT}; -- likewise: nobody won, or the seat had no part in it
{
CREATE TRIGGER game_players_counted AFTER INSERT ON game_players WHEN new.account IS NOT NULL BEGIN
    INSERT INTO player_counts (account, active, won, lost, none) VALUES (new.account, new.status = 'active',
        new.result IS 'won', new.result IS 'lost', new.result IS 'none')
    ON CONFLICT (account) DO UPDATE SET active = active + excluded.active, won = won + excluded.won,
        lost = lost + excluded.lost, none = none + excluded.none;
END;
CREATE TRIGGER game_players_uncounted AFTER DELETE ON game_players WHEN old.account IS NOT NULL BEGIN
    UPDATE player_counts SET
        active = active - (old.status = 'active'), won = won - (old.result IS 'won'),
        lost = lost - (old.result IS 'lost'), none = none - (old.result IS 'none') WHERE account = old.account;
END;
CREATE TRIGGER game_players_recounted AFTER UPDATE OF account, place, status ON game_players
    WHEN old.account IS NOT new.account OR old.status <> new.status OR old.result IS NOT new.result BEGIN
    UPDATE player_counts SET
        active = active - (old.status = 'active'), won = won - (old.result IS 'won'),
        lost = lost - (old.result IS 'lost'), none = none - (old.result IS 'none') WHERE account = old.account;
    INSERT INTO player_counts (account, active, won, lost, none) SELECT new.account, new.status = 'active',
        new.result IS 'won', new.result IS 'lost', new.result IS 'none' WHERE new.account IS NOT NULL
    ON CONFLICT (account) DO UPDATE SET active = active + excluded.active, won = won + excluded.won,
        lost = lost + excluded.lost, none = none + excluded.none;
END;
|
CREATE FUNCTION count_game_player() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF tg_op <> 'INSERT' THEN
        UPDATE player_counts SET active = active - (old.status = 'active')::int,
            won = won - (old.result IS NOT DISTINCT FROM 'won')::int,
            lost = lost - (old.result IS NOT DISTINCT FROM 'lost')::int,
            none = none - (old.result IS NOT DISTINCT FROM 'none')::int WHERE account = old.account;
    END IF;
    IF tg_op <> 'DELETE' AND new.account IS NOT NULL THEN
        INSERT INTO player_counts AS counts (account, active, won, lost, none) VALUES (new.account,
            (new.status = 'active')::int, (new.result IS NOT DISTINCT FROM 'won')::int,
            (new.result IS NOT DISTINCT FROM 'lost')::int, (new.result IS NOT DISTINCT FROM 'none')::int)
        ON CONFLICT (account) DO UPDATE SET
            active = counts.active + excluded.active, won = counts.won + excluded.won,
            lost = counts.lost + excluded.lost, none = counts.none + excluded.none;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER game_players_counted AFTER INSERT OR DELETE OR UPDATE OF account, place, status
    ON game_players FOR EACH ROW EXECUTE FUNCTION count_game_player();
}

-- One row a challenge; closed ones are deleted after a time. id to expires_at never change after creation.
CREATE TABLE challenges (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- the challenge's number in addresses
    creator INTEGER NOT NULL REFERENCES accounts (id), -- who plays, too
    setup TEXT, -- id of the setup; NULL: a custom opening
    opening TEXT, -- the custom opening as in games; NULL: the setup says it
    visibility TEXT NOT NULL CHECK (visibility IN ('public', 'private')), -- of the game as well
    -- given: in turn order; random: drawn when the last is taken; alternate: given, moved on by one each game
    seat_order TEXT NOT NULL CHECK (seat_order IN ('given', 'random', 'alternate')),
    terms TEXT NOT NULL, -- the game's terms as JSON, as in its opening event
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)), -- a copy out of the terms, for indexes
    guests INTEGER NOT NULL CHECK (guests IN (0, 1)), -- 1: guests may take a seat
    bots INTEGER NOT NULL CHECK (bots IN (0, 1)), -- 1: bots may
    rating_min INTEGER, -- of who takes an open seat, in rating points; NULL: any
    rating_max INTEGER, -- likewise
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
    reason TEXT, -- why they declined; NULL: they did not say
    closed_at INTEGER, -- instant at which it stopped being open; NULL: it is
    invitation TEXT, -- the code with which whoever has it may take an open seat of a private one; NULL: none
    CHECK ((setup IS NULL) <> (opening IS NULL)),
    CHECK ((state = 'open') = (closed_at IS NULL))) {STRICT};
CREATE INDEX challenges_listed ON challenges (rated{|, id}) WHERE listed = 1;
CREATE INDEX challenges_listed_by_setup ON challenges (setup, rated{|, id}) WHERE listed = 1;
CREATE INDEX challenges_open_by_creator ON challenges (creator{|, id}) WHERE state = 'open';
-- For export and erasure.
CREATE INDEX challenges_by_creator ON challenges (creator{|, id});
CREATE INDEX challenges_by_decliner ON challenges (declined_by{|, id}) WHERE declined_by IS NOT NULL;
CREATE INDEX challenges_by_expiry ON challenges (expires_at{|, id}) WHERE state = 'open';
CREATE INDEX challenges_by_closing ON challenges (closed_at{|, id}) WHERE closed_at IS NOT NULL;
-- A game is played again once, and asked for once at a time.
CREATE UNIQUE INDEX challenges_by_rematch ON challenges (rematch_of) WHERE rematch_of IS NOT NULL AND
    state IN ('open', 'accepted');
-- One row a seat of a challenge.
CREATE TABLE challenge_seats (
    challenge INTEGER NOT NULL REFERENCES challenges (id), -- whose seat it is
    seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 7), -- as listed, from 0
    account INTEGER REFERENCES accounts (id), -- who sits there or is asked to; NULL: nobody
    -- me: the creator's; open: free for anybody; asked: kept for account; accepted: taken
    state TEXT NOT NULL CHECK (state IN ('me', 'open', 'asked', 'accepted')),
    is_named INTEGER NOT NULL CHECK (is_named IN (0, 1)), -- 1: was kept for account from the start
    is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)), -- 1: the challenge is open
    PRIMARY KEY (challenge, seat),
    CHECK ((state = 'open') = (account IS NULL))) {STRICT, WITHOUT ROWID};
CREATE INDEX challenge_seats_by_account ON challenge_seats (account, state, challenge)
    WHERE account IS NOT NULL AND is_open = 1;

-- One row for each rated player of a rated game: what it made of them.
CREATE TABLE rated_seats (
    game INTEGER NOT NULL REFERENCES games (id), -- which game
    account INTEGER NOT NULL REFERENCES accounts (id), -- who was rated
    family TEXT NOT NULL, -- of the game
    at INTEGER NOT NULL, -- instant of the game's end
    seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 7), -- where they sat
    place INTEGER NOT NULL CHECK (place BETWEEN 1 AND 8), -- among the rated; 1 is the best, ties are equal
    is_public INTEGER NOT NULL CHECK (is_public IN (0, 1)), -- 0: the game is a private one
    rating_before REAL NOT NULL, -- points, as their last rated game of the family left it
    deviation_before REAL NOT NULL, -- points, likewise
    volatility_before REAL NOT NULL, -- per rating period, likewise
    rating REAL NOT NULL, -- points, after this game
    deviation REAL NOT NULL, -- points, after this game
    volatility REAL NOT NULL, -- per rating period, after this game
    PRIMARY KEY (game, account)) {STRICT, WITHOUT ROWID};
CREATE INDEX rated_seats_by_family ON rated_seats (account, family, at, game);
CREATE INDEX rated_seats_by_account ON rated_seats (account, at, game);
-- The present figures: for each player and family a copy of their last row above.
CREATE TABLE ratings (
    account INTEGER NOT NULL REFERENCES accounts (id), -- whose
    family TEXT NOT NULL, -- of which games
    rating REAL NOT NULL, -- points
    deviation REAL NOT NULL, -- points, as of `at`
    volatility REAL NOT NULL, -- per rating period
    games INTEGER NOT NULL CHECK (games >= 1), -- rated ones of the family
    wins INTEGER NOT NULL CHECK (wins BETWEEN 0 AND games), -- of these, with no other at place 1
    at INTEGER NOT NULL, -- instant of the end of the last of them
    is_provisional INTEGER NOT NULL CHECK (is_provisional IN (0, 1)), -- 1: may be far off
    standing INTEGER NOT NULL, -- orders standings: the rating less two deviations, in thousandths of a point
    PRIMARY KEY (account, family)) {STRICT, WITHOUT ROWID};
CREATE INDEX ratings_by_standing ON ratings (family, is_provisional, standing, account);
-- Games that count for nothing, by an administrator's decision.
CREATE TABLE voided_games (
    game INTEGER NOT NULL PRIMARY KEY REFERENCES games (id), -- which game
    voided_at INTEGER NOT NULL) {STRICT}; -- instant of the decision
-- Counts the games that a player saw through: those that began and were not called off, rated or not.
CREATE TABLE reliability (
    account INTEGER NOT NULL PRIMARY KEY REFERENCES accounts (id), -- whose
    finished INTEGER NOT NULL CHECK (finished >= 0), -- games
    "left" INTEGER NOT NULL CHECK ("left" >= 0)) {STRICT}; -- games that they left before their end came
-- Two players who met in a public game with a result that is not voided: one row a pair and game.
CREATE TABLE encounters (
    one INTEGER NOT NULL REFERENCES accounts (id), -- of the two, the lower id
    other INTEGER NOT NULL REFERENCES accounts (id), -- the higher id
    at INTEGER NOT NULL, -- instant of the game's end
    game INTEGER NOT NULL REFERENCES games (id), -- which game
    setup TEXT NOT NULL, -- its setup's id
    place_one INTEGER NOT NULL CHECK (place_one BETWEEN 1 AND 8), -- final place in the game
    place_other INTEGER NOT NULL CHECK (place_other BETWEEN 1 AND 8), -- likewise
    PRIMARY KEY (one, other, at, game),
    CHECK (one < other)) {STRICT, WITHOUT ROWID};
-- The results of these games, counted by pair and setup.
CREATE TABLE head_to_head (
    one INTEGER NOT NULL REFERENCES accounts (id), -- as above
    other INTEGER NOT NULL REFERENCES accounts (id), -- as above
    setup TEXT NOT NULL, -- the setup's id
    games INTEGER NOT NULL CHECK (games >= 0), -- in all
    ahead_one INTEGER NOT NULL CHECK (ahead_one >= 0), -- games in which `one` had the better place
    ahead_other INTEGER NOT NULL CHECK (ahead_other >= 0), -- in which `other` had; the rest were level
    PRIMARY KEY (one, other, setup)) {STRICT, WITHOUT ROWID};
-- Counts of the games of a setup that were played with all seats taken, in which every seat could place a stone, and
-- that ended on the board or by leaving.
CREATE TABLE setup_statistics (
    setup TEXT NOT NULL, -- the setup's id
    -- off: without the swap; declined: white might have swapped; taken: they did
    swap TEXT NOT NULL CHECK (swap IN ('off', 'declined', 'taken')),
    games INTEGER NOT NULL CHECK (games >= 0), -- in all
    plies INTEGER NOT NULL CHECK (plies >= 0), -- stones placed in all of them
    PRIMARY KEY (setup, swap)) {STRICT, WITHOUT ROWID};
-- Results of each seat in them.
CREATE TABLE seat_statistics (
    setup TEXT NOT NULL, -- as above
    swap TEXT NOT NULL CHECK (swap IN ('off', 'declined', 'taken')), -- as above
    seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 7), -- in turn order from 0
    wins INTEGER NOT NULL CHECK (wins >= 0), -- games won
    places INTEGER NOT NULL CHECK (places >= 0), -- sum of its final places
    PRIMARY KEY (setup, swap, seat)) {STRICT, WITHOUT ROWID};

-- One row an account that has been told something or has chosen something.
CREATE TABLE notice_settings (
    account INTEGER NOT NULL PRIMARY KEY REFERENCES accounts (id), -- whose
    -- mails: each: at once; away: unless they look or have read it; digest: collected; off: none
    mode TEXT NOT NULL DEFAULT 'away' CHECK (mode IN ('each', 'away', 'digest', 'off')),
    newest INTEGER NOT NULL DEFAULT 0 CHECK (newest >= 0), -- number of their newest notification; 0: none yet
    read_up_to INTEGER NOT NULL DEFAULT 0 CHECK (read_up_to BETWEEN 0 AND newest), -- up to which they are read
    calendar_renewals INTEGER NOT NULL DEFAULT 0 CHECK (calendar_renewals >= 0), -- part of their calendar's key
    webhooks INTEGER NOT NULL DEFAULT 0 CHECK (webhooks >= 0)) {STRICT}; -- how many of their webhooks are on
-- Notifications of an account. The newest ones are kept (notifications_max).
CREATE TABLE notifications (
    account INTEGER NOT NULL REFERENCES accounts (id), -- who was told
    number INTEGER NOT NULL CHECK (number >= 1), -- from 1 without gaps within an account
    kind TEXT NOT NULL, -- what has happened, as in its JSON
    game INTEGER REFERENCES games (id), -- in which game; NULL: in none
    data TEXT NOT NULL, -- JSON object, byte for byte as it was pushed
    at INTEGER NOT NULL, -- instant when it happened
    mail TEXT NOT NULL CHECK (mail IN ('each', 'away', 'digest', 'off')), -- their mode at that instant
    PRIMARY KEY (account, number)) {STRICT, WITHOUT ROWID};
-- Games that somebody follows without playing.
CREATE TABLE watches (
    account INTEGER NOT NULL REFERENCES accounts (id), -- who watches
    game INTEGER NOT NULL REFERENCES games (id), -- what
    -- each: told of every move and of the end; end: of the end; off: of nothing
    mode TEXT NOT NULL CHECK (mode IN ('each', 'end', 'off')),
    since_at INTEGER NOT NULL, -- instant when they began to
    PRIMARY KEY (account, game)) {STRICT, WITHOUT ROWID};
CREATE INDEX watches_by_game ON watches (game, account);
-- Counts the accounts that watch a game; no row: none ever has.
CREATE TABLE game_watchers (
    game INTEGER NOT NULL PRIMARY KEY REFERENCES games (id), -- what is watched
    watchers INTEGER NOT NULL CHECK (watchers >= 0)) {STRICT}; -- by how many accounts

-- Duties: one row a thing that somebody is to do. Moves are not here: games says whose turn it is.
CREATE TABLE waiting (
    account INTEGER NOT NULL REFERENCES accounts (id), -- who is to do it
    due_at INTEGER NOT NULL, -- instant until when; 9223372036854775807: without a limit
    since_at INTEGER NOT NULL, -- instant since when
    -- proposal: their answer; seat: one that is kept for them; challenge: their answer
    kind TEXT NOT NULL CHECK (kind IN ('proposal', 'seat', 'challenge')),
    game INTEGER NOT NULL, -- in which game; 0: in none
    item INTEGER NOT NULL, -- the proposal's or challenge's id; 0 for a seat
    data TEXT NOT NULL, -- JSON object that says more; of a seat {}
    PRIMARY KEY (account, due_at, since_at, kind, game, item)) {STRICT, WITHOUT ROWID};
CREATE INDEX waiting_by_subject ON waiting (game, kind, item, account);

-- Addresses to which somebody's notifications are sent.
CREATE TABLE webhooks (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- part of the key that its secret is derived from
    account INTEGER NOT NULL REFERENCES accounts (id), -- whose notifications
    url TEXT NOT NULL, -- where to
    kinds TEXT NOT NULL, -- which, as words between commas; empty: all
    created_at INTEGER NOT NULL, -- instant of its making
    state TEXT NOT NULL CHECK (state IN ('on', 'off')), -- off: nothing is queued or sent
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0), -- attempts since the last success
    failing_since_at INTEGER, -- instant of the first of those; NULL: none
    next_at INTEGER, -- instant of the next attempt; NULL: nothing waits, or it is off
    UNIQUE (account, url)) {STRICT};
CREATE INDEX webhooks_by_next ON webhooks (next_at{|, id}) WHERE next_at IS NOT NULL;
-- Deliveries, past and to come: one at a time and in this order for each webhook.
CREATE TABLE webhook_deliveries (
    webhook INTEGER NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE, -- by which
    number INTEGER NOT NULL CHECK (number >= 1), -- from 1 within a webhook, never used again
    kind TEXT NOT NULL, -- of the notification
    body TEXT NOT NULL, -- JSON, byte for byte as it is sent
    created_at INTEGER NOT NULL, -- instant of the notification
    -- waiting: to be sent; delivered: accepted; failed: given up, by attempts or with the webhook
    state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0), -- so far
    attempted_at INTEGER, -- instant of the last one; NULL: none
    status INTEGER, -- HTTP status of the last answer; NULL: there was none
    error TEXT, -- why the last attempt failed; NULL: none, or it did not
    PRIMARY KEY (webhook, number)) {STRICT, WITHOUT ROWID};
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook, number) WHERE state = 'waiting';

-- One row a message. Messages are never edited; a moderator takes away the text and leaves the row.
CREATE TABLE chat_messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- shown to clients; grows with time
    game INTEGER NOT NULL REFERENCES games (id), -- beside which game it was said
    -- players: for those who hold or held a seat; spectators: for everybody else until the game is over
    room TEXT NOT NULL CHECK (room IN ('players', 'spectators')),
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 10000), -- from 1 in its room: caps the room
    author INTEGER NOT NULL REFERENCES accounts (id), -- who said it
    text TEXT, -- what was said, in UTF-8; NULL: deleted by a moderator
    created_at INTEGER NOT NULL, -- instant at which it was said
    -- of the log as its author had seen it: the same words sent again are not said twice; NULL: not named
    seq INTEGER CHECK (seq >= 0)) {STRICT};
CREATE INDEX chat_messages_by_room ON chat_messages (game, room{|, id});
CREATE INDEX chat_messages_by_author ON chat_messages (author{|, id});
CREATE INDEX chat_messages_by_seq ON chat_messages (game, author, seq{|, id}) WHERE seq IS NOT NULL;
-- Whatever gives out numbers, the game's lock or not, no two messages have the same.
CREATE UNIQUE INDEX chat_messages_by_number ON chat_messages (game, room, number);
-- Whom an account does not want to read.
CREATE TABLE mutes (
    muter INTEGER NOT NULL REFERENCES accounts (id), -- who does not read
    muted INTEGER NOT NULL REFERENCES accounts (id), -- who is not read
    created_at INTEGER NOT NULL, -- instant of the decision
    PRIMARY KEY (muter, muted),
    CHECK (muter <> muted)) {STRICT, WITHOUT ROWID};
CREATE INDEX mutes_by_muted ON mutes (muted, muter);
-- Whom a moderator does not let write anywhere.
CREATE TABLE silences (
    account INTEGER NOT NULL PRIMARY KEY REFERENCES accounts (id), -- who may not write
    until_at INTEGER, -- instant from which they may write again; NULL: never by itself
    created_at INTEGER NOT NULL) {STRICT}; -- instant of the decision

-- Reports of readers to moderators. One report a reader and message.
CREATE TABLE chat_reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- shown to moderators; grows with time
    message INTEGER NOT NULL REFERENCES chat_messages (id), -- what was reported
    reporter INTEGER NOT NULL REFERENCES accounts (id), -- by whom
    reason TEXT NOT NULL, -- why, in their words
    text TEXT NOT NULL, -- the message as they read it, also when it is deleted afterwards
    created_at INTEGER NOT NULL, -- instant of the report
    -- open: waits for a moderator; upheld: the reporter was right; dismissed: they were not
    state TEXT NOT NULL CHECK (state IN ('open', 'upheld', 'dismissed')),
    resolver INTEGER REFERENCES accounts (id), -- who decided; NULL: nobody yet, or the shell
    resolved_at INTEGER, -- instant of the decision; NULL: open
    CHECK ((state = 'open') = (resolved_at IS NULL)),
    UNIQUE (reporter, message)) {STRICT};
CREATE INDEX chat_reports_by_state ON chat_reports (state{|, id});
CREATE INDEX chat_reports_by_message ON chat_reports (message{|, id});
CREATE INDEX chat_reports_by_reporter ON chat_reports (reporter, state{|, id});
-- Notes beside a game, for their author alone.
CREATE TABLE game_notes (
    account INTEGER NOT NULL REFERENCES accounts (id), -- whose note it is, who alone reads it
    game INTEGER NOT NULL REFERENCES games (id), -- beside which game
    text TEXT NOT NULL CHECK (text <> ''), -- in UTF-8
    updated_at INTEGER NOT NULL, -- instant of the last change
    PRIMARY KEY (account, game)) {STRICT, WITHOUT ROWID};

-- Acts of administrators. Never updated, never deleted from.
CREATE TABLE audit_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- grows with time
    at INTEGER NOT NULL, -- instant of the act
    actor INTEGER REFERENCES accounts (id), -- who acted; NULL: whoever had the server's shell
    act TEXT NOT NULL, -- what was done: suspend, mute, remove, ... as in its JSON
    account INTEGER REFERENCES accounts (id), -- to whom; NULL: to a whole game
    game INTEGER REFERENCES games (id), -- in which game; NULL: in none
    message INTEGER REFERENCES chat_messages (id), -- about which message; NULL: about none
    reason TEXT NOT NULL, -- why, in the actor's words
    details TEXT NOT NULL) {STRICT}; -- JSON object with what else there is to the act
CREATE INDEX audit_log_by_account ON audit_log (account{|, id}) WHERE account IS NOT NULL;
CREATE INDEX audit_log_by_game ON audit_log (game{|, id}) WHERE game IS NOT NULL;
-- Without the acts that are about a message, a full room lets it go.
CREATE INDEX audit_log_by_message ON audit_log (message) WHERE message IS NOT NULL;
-- The e-mail gateway: letters that came in, word for word, until they are worked through and a while longer.
CREATE TABLE letters (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- grows with the order of arrival
    sender TEXT NOT NULL, -- the envelope's return path; '': the null one, of bounces
    recipient TEXT NOT NULL, -- the envelope's recipient, as the mail server wrote it
    raw BLOB NOT NULL, -- its bytes, lines ended by CR LF; empty: blanked, for it held a password
    received_at INTEGER NOT NULL, -- instant of its arrival, before the mail server was answered
    due_at INTEGER NOT NULL, -- instant of the next attempt to work it through
    attempts INTEGER NOT NULL DEFAULT 0, -- attempts that have failed
    done_at INTEGER, -- instant at which it was worked through; NULL: it waits
    outcome TEXT, -- what became of it: acted, refused, bounce, ...; NULL: it waits
    account INTEGER REFERENCES accounts (id), -- who wrote it; NULL: it waits, or nobody known
    fingerprint BLOB, -- SHA-256 of what makes two letters the same; NULL: it waits, or has none
    answer TEXT, -- `message` of its answer in the outbox; NULL: it has none
    answer_data TEXT, -- and `data` of that, for the case that the letter comes again; NULL: it has none
    refusal BLOB, -- SHA-256 of the address that was refused something and of what it was told; NULL: none was
    standing INTEGER NOT NULL DEFAULT 3, -- read first: 0 a token's, 1 an account's, 2 vouched for, 3 a stranger's
    share TEXT NOT NULL DEFAULT '', -- whose turn it takes: an account's number, or the sender's domain; '': nobody's
    -- when it would be read at 16 KiB a second for each share, in seconds since 1970: the least of its standing is next
    turn INTEGER NOT NULL DEFAULT 0,
    begun INTEGER NOT NULL DEFAULT 0 -- how often a server that had just started has begun it and has not ended it
) {STRICT};
CREATE INDEX letters_waiting ON letters (due_at, id) WHERE done_at IS NULL;
CREATE INDEX letters_done ON letters (done_at, id) WHERE done_at IS NOT NULL;
CREATE INDEX letters_by_fingerprint ON letters (fingerprint, id) WHERE fingerprint IS NOT NULL;
CREATE INDEX letters_by_account ON letters (account, id) WHERE account IS NOT NULL;
CREATE INDEX letters_by_refusal ON letters (refusal, done_at{|, id}) WHERE refusal IS NOT NULL;
CREATE INDEX letters_waiting_by_sender ON letters (sender, id) WHERE done_at IS NULL;
CREATE INDEX letters_by_turn ON letters (standing, turn, id, due_at) WHERE done_at IS NULL;
CREATE INDEX letters_by_share ON letters (standing, share, turn) WHERE done_at IS NULL;
-- Answers to requests that carried an Idempotency-Key, to be given again. Pruned by age.
CREATE TABLE idempotency_keys (
    scope TEXT NOT NULL, -- whose key, for example one account and one route
    key_hash BLOB NOT NULL CHECK (length(key_hash) = 32), -- SHA-256 of the key
    request_hash BLOB NOT NULL CHECK (length(request_hash) = 32), -- SHA-256 of what was asked
    status INTEGER NOT NULL CHECK (status BETWEEN 100 AND 599), -- HTTP status of the answer
    location TEXT, -- its Location header; NULL: it had none
    body TEXT NOT NULL, -- its body
    created_at INTEGER NOT NULL, -- instant of the answer
    letter INTEGER REFERENCES letters (id), -- whose command was answered: goes when that is finished; NULL: a request's
    PRIMARY KEY (scope, key_hash)) {STRICT, WITHOUT ROWID};
CREATE INDEX idempotency_keys_by_letter ON idempotency_keys (letter) WHERE letter IS NOT NULL;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at) WHERE letter IS NULL;
-- Games whose mails somebody wants no more, though they want others'.
CREATE TABLE mail_mutes (
    account INTEGER NOT NULL REFERENCES accounts (id), -- who wants none
    game INTEGER NOT NULL REFERENCES games (id), -- of which game
    since_at INTEGER NOT NULL, -- instant since when
    PRIMARY KEY (account, game)) {STRICT, WITHOUT ROWID};
CREATE INDEX mail_mutes_by_age ON mail_mutes (account, since_at);
-- Games that somebody follows by mail, without an account. Deleted with the end of the game, and where nobody
-- has confirmed them in time.
CREATE TABLE mail_watches (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- part of the names of its mails
    game INTEGER NOT NULL REFERENCES games (id), -- what is followed
    address TEXT NOT NULL, -- where the boards go, as it was written
    address_key TEXT NOT NULL, -- in lower case: what it is found by
    mode TEXT NOT NULL CHECK (mode IN ('each', 'daily')), -- each: every board at once; daily: one a day
    asked_at INTEGER NOT NULL, -- instant when somebody asked for it last
    confirmed_at INTEGER) {STRICT}; -- instant when who reads the address agreed; NULL: not yet
CREATE UNIQUE INDEX mail_watches_by_address ON mail_watches (address_key, game);
CREATE INDEX mail_watches_by_game ON mail_watches (game, id);
CREATE INDEX mail_watches_unconfirmed ON mail_watches (asked_at, id) WHERE confirmed_at IS NULL;
-- Accounts that were asked for by mail, and do not exist yet: who reads the address is mailed a link to a page on which
-- they choose a password. Deleted with that, and when the link has expired.
CREATE TABLE sign_ups (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- what the link's token names
    address TEXT NOT NULL, -- as the letter had it
    address_key TEXT NOT NULL UNIQUE, -- in lower case: one that is open for each address
    handle TEXT NOT NULL, -- that was asked for; on the page another may be chosen
    expires_at INTEGER NOT NULL) {STRICT}; -- instant from which on the link is void
CREATE INDEX sign_ups_by_expiry ON sign_ups (expires_at, id);
-- A change, and the account as it was before. Pruned by expiry.
CREATE TABLE account_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- order of the changes
    account INTEGER NOT NULL REFERENCES accounts (id), -- whose
    -- kind of the change
    kind TEXT NOT NULL CHECK (kind IN ('address-added', 'address-removed', 'primary-changed', 'password-changed',
        'account-deletion')),
    password_hash TEXT, -- the password's hash before; NULL: it had none
    made_at INTEGER NOT NULL, -- instant of the change
    expires_at INTEGER NOT NULL) {STRICT}; -- from then on it can't be taken back
CREATE INDEX account_changes_by_account ON account_changes (account, id);
CREATE INDEX account_changes_by_expiry ON account_changes (expires_at{|, id});
-- The addresses of the account before a change.
CREATE TABLE account_change_addresses (
    change INTEGER NOT NULL REFERENCES account_changes (id) ON DELETE CASCADE, -- which change
    id INTEGER NOT NULL, -- the address's number
    address TEXT NOT NULL, -- as it was written
    address_key TEXT NOT NULL, -- what it is found by
    is_primary INTEGER NOT NULL CHECK (is_primary IN (0, 1)), -- 1: mails went there
    created_at INTEGER NOT NULL, -- instant at which it was named
    verified_at INTEGER, -- instant of its verification; NULL: it was not verified
    PRIMARY KEY (change, id)) {STRICT, WITHOUT ROWID};
-- Links that take a change back, one for each address that was told of it.
CREATE TABLE account_change_links (
    hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256 of the link's token
    change INTEGER NOT NULL REFERENCES account_changes (id) ON DELETE CASCADE) {STRICT, WITHOUT ROWID}; -- which change
CREATE INDEX account_change_links_by_change ON account_change_links (change);
-- No move could be acknowledged then: the server was down or stood still, could not write, or the system clock skipped
-- it. A game has taken those that ended before its last event.
CREATE TABLE downtimes (
    id INTEGER PRIMARY KEY {|AUTOINCREMENT}, -- in the order in which they were written
    from_at INTEGER NOT NULL, -- instant after which no move could be acknowledged
    until_at INTEGER NOT NULL, -- instant from which one could again
    CHECK (from_at < until_at)) {STRICT};
CREATE INDEX downtimes_by_end ON downtimes (until_at{|, id});
-- Tells whether as much as a move can be written again; nobody reads it.
CREATE TABLE write_trials (
    id INTEGER PRIMARY KEY CHECK (id = 1), -- the only row
    content BLOB NOT NULL) {STRICT}; -- bytes without a meaning
-- Limits that hold over restarts: each act that counts against one is a row until it expires.
CREATE TABLE limit_hits (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- order of counting; names a hit that is taken back
    key BLOB NOT NULL CHECK (length(key) = 32), -- SHA-256 of the limit's name and of whom it counts
    at INTEGER NOT NULL, -- instant of the act
    expires_at INTEGER NOT NULL) {STRICT}; -- from then on it counts in no window
CREATE INDEX limit_hits_by_key ON limit_hits (key, at{|, id});
CREATE INDEX limit_hits_by_expiry ON limit_hits (expires_at{|, id});
-- From where an account was signed in: what others try does not keep its owner out there.
CREATE TABLE known_addresses (
    account INTEGER NOT NULL REFERENCES accounts (id), -- whose password
    address TEXT NOT NULL, -- the client's address; of IPv6 its /64
    used_at INTEGER NOT NULL, -- instant of the last time
    PRIMARY KEY (account, address)) {STRICT, WITHOUT ROWID};
-- No handle is given to two accounts, one after the other included, nor two that look alike. Nothing is deleted here:
-- what an account leaves behind is its name without its number.
CREATE TABLE handles (
    likeness TEXT NOT NULL PRIMARY KEY) {STRICT, WITHOUT ROWID}; -- in lower case, l for 1 and i, o for 0

-- Order of the lists of games in progress, apart from the games themselves: a move changes no row that an index
-- is over, and one of these once a minute at most.
CREATE TABLE game_ranks (
    game INTEGER PRIMARY KEY REFERENCES games (id), -- public, and not finished
    setup TEXT, -- as games has it, for the indexes; NULL: a custom opening
    active_at INTEGER, -- instant, minute of the last event; NULL: play has not begun
    rating INTEGER NOT NULL DEFAULT 0, -- mean of the players when play began, rounded; 0: not known
    watchers INTEGER NOT NULL DEFAULT 0 CHECK (watchers >= 0)) {STRICT}; -- live subscriptions, counted now and then
CREATE INDEX game_ranks_by_activity ON game_ranks (active_at{|, game}) WHERE active_at IS NOT NULL;
CREATE INDEX game_ranks_by_setup_and_activity ON game_ranks (setup, active_at{|, game}) WHERE active_at IS NOT NULL;
CREATE INDEX game_ranks_by_rating ON game_ranks (rating{|, game}) WHERE active_at IS NOT NULL;
CREATE INDEX game_ranks_by_setup_and_rating ON game_ranks (setup, rating{|, game}) WHERE active_at IS NOT NULL;
CREATE INDEX game_ranks_by_watchers ON game_ranks (watchers{|, game}) WHERE active_at IS NOT NULL;
CREATE INDEX game_ranks_by_setup_and_watchers ON game_ranks (setup, watchers{|, game}) WHERE active_at IS NOT NULL;
-- Those that a restart sets back to 0.
CREATE INDEX game_ranks_with_watchers ON game_ranks (watchers{|, game}) WHERE watchers > 0;
-- Orders of the server to programs that search, and their results. A finished game's analysis is kept for
-- everybody who asks; who asked for it is not.
CREATE TABLE searches (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- order of asking
    kind TEXT NOT NULL CHECK (kind IN ('analysis', 'hint')), -- of a whole game, or of one position
    game INTEGER NOT NULL REFERENCES games (id), -- whose
    seq INTEGER NOT NULL, -- of a hint: the game's when it was asked; else 0
    asked_at INTEGER NOT NULL, -- instant, the first time
    claims INTEGER NOT NULL DEFAULT 0, -- how many times a program has begun it
    claimed_until INTEGER, -- instant; from then on another may begin it; NULL: nobody has
    done_at INTEGER, -- instant; NULL: it waits or is being done
    result TEXT, -- JSON, checked; NULL: none yet, or it failed
    asker TEXT, -- who asked for it while it waits: an address or an account; NULL: not known
    cost INTEGER NOT NULL DEFAULT 0, -- how long it may take, in an asker's turns
    turn INTEGER NOT NULL DEFAULT 0, -- the least is next: what the asker waits for before it counts
    CHECK (result IS NULL OR done_at IS NOT NULL)) {STRICT};
CREATE UNIQUE INDEX searches_by_game ON searches (kind, game, seq);
CREATE INDEX searches_to_do ON searches (kind, id) WHERE done_at IS NULL;
CREATE INDEX searches_by_end ON searches (kind, done_at) WHERE done_at IS NOT NULL;
CREATE INDEX searches_by_turn ON searches (kind, turn, id) WHERE done_at IS NULL;
-- Watchers that each of several nodes adds to a game. Over SQLite there is one, and no rows.
CREATE TABLE node_watchers (
    node INTEGER NOT NULL, -- of the cluster, from 1
    game INTEGER NOT NULL REFERENCES games (id), -- which is watched
    watchers INTEGER NOT NULL CHECK (watchers > 0), -- live subscriptions there, counted now and then
    PRIMARY KEY (node, game)) {STRICT, WITHOUT ROWID};
-- Who looks at which game through which of several nodes, for the others: each says so of itself, and again while it is
-- true. Over SQLite there is one, and no rows. After a crash nobody is looking.
CREATE {|UNLOGGED }TABLE presence (
    account INTEGER NOT NULL, -- whose connection it is
    game INTEGER NOT NULL, -- at which they look
    node INTEGER NOT NULL, -- of the cluster, from 1
    until_at INTEGER NOT NULL, -- ms: from then on it says nothing
    PRIMARY KEY (account, game, node)) {STRICT, WITHOUT ROWID};
CREATE INDEX presence_by_node ON presence (node);
-- News of games for their many watchers, who are told some at a time after the transaction of what they are of.
CREATE TABLE watcher_news (
    game INTEGER NOT NULL REFERENCES games (id), -- which is watched
    event INTEGER NOT NULL CHECK (event >= 1), -- seq of what it is about
    kind TEXT NOT NULL, -- of the notices; board, last-board: mails to those who watch by mail
    data TEXT NOT NULL, -- of the notices, a JSON object; of boards {}
    at INTEGER NOT NULL, -- ms: when it happened
    seq INTEGER NOT NULL, -- of the game after it
    since_seq INTEGER NOT NULL, -- and before it
    told_up_to INTEGER NOT NULL DEFAULT 0, -- the account or mail watch up to which all are told; 0: none yet
    PRIMARY KEY (game, event, kind)) {STRICT, WITHOUT ROWID};
-- Links that end whatever acts for an account, in mails that tell its owner what was added to it. Pruned by expiry.
CREATE TABLE access_links (
    hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256 of the link's token
    account INTEGER NOT NULL REFERENCES accounts (id), -- whose access it ends
    created_at INTEGER NOT NULL, -- instant of the mail
    expires_at INTEGER NOT NULL) {STRICT, WITHOUT ROWID}; -- instant from which on it ends nothing
CREATE INDEX access_links_by_account ON access_links (account, created_at, expires_at);
CREATE INDEX access_links_by_expiry ON access_links (expires_at);
-- Browsers that receive pushes: one row a session or token, with which it ends.
CREATE TABLE push_subscriptions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again
    token BLOB NOT NULL UNIQUE REFERENCES tokens (hash) ON DELETE CASCADE, -- session that made it
    account INTEGER NOT NULL REFERENCES accounts (id), -- whose notifications
    endpoint TEXT NOT NULL UNIQUE, -- URL at the push service of the browser
    p256dh BLOB NOT NULL CHECK (length(p256dh) = 65), -- key of the browser: a point of P-256
    auth BLOB NOT NULL CHECK (length(auth) = 16), -- secret of the browser
    kinds TEXT NOT NULL, -- which, as words between commas
    language TEXT NOT NULL, -- of the texts: en or de
    created_at INTEGER NOT NULL, -- instant of its making
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0), -- attempts since the last success
    failing_since_at INTEGER, -- instant of the first of those; NULL: none
    next_at INTEGER) {STRICT}; -- instant of the next attempt; NULL: nothing waits
CREATE INDEX push_subscriptions_by_account ON push_subscriptions (account, created_at, id);
CREATE INDEX push_subscriptions_by_next ON push_subscriptions (next_at, id) WHERE next_at IS NOT NULL;
-- Messages that wait to be pushed: of each subject the newest notification.
CREATE TABLE push_messages (
    subscription INTEGER NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE, -- to which
    tag TEXT NOT NULL, -- subject: "game-12", "challenge-5"
    number INTEGER NOT NULL CHECK (number >= 1), -- of the notification
    game INTEGER REFERENCES games (id), -- in which game; NULL: in none
    created_at INTEGER NOT NULL, -- instant of the notification
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0), -- so far
    PRIMARY KEY (subscription, tag)) {STRICT, WITHOUT ROWID};
CREATE INDEX push_messages_by_number ON push_messages (subscription, number);

-- A database that has given nothing out yet begins with an epoch that is drawn when it is opened.
INSERT INTO secrets (name, value, created_at)
VALUES ('epoch-over', {zeroblob(0)|''::bytea}, {unixepoch() * 1000|(extract(epoch FROM clock_timestamp()) * 1000)::bigint});
