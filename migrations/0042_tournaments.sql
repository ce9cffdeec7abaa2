-- Tournaments. The events of each are the truth; the other tables are folds over them, kept for lists and duties.
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- the tournament's number in addresses and topics
    creator INTEGER NOT NULL REFERENCES accounts (id), -- who made it
    format TEXT NOT NULL, -- 'round-robin', 'swiss'
    setup TEXT NOT NULL, -- id of the setup of its games
    visibility TEXT NOT NULL CHECK (visibility IN ('public', 'unlisted')), -- unlisted: in no list
    state TEXT NOT NULL CHECK (state IN ('open', 'running', 'finished', 'cancelled')), -- open: not started
    seq INTEGER NOT NULL CHECK (seq >= 0), -- events so far
    summary TEXT NOT NULL, -- JSON: its line in lists, but for the creator's handle
    secret BLOB NOT NULL CHECK (length(secret) = 32), -- of its draws; public once it is over
    due_at INTEGER NOT NULL) {STRICT}; -- instant from which on it has something to do; 9223372036854775807: nothing
CREATE INDEX tournaments_by_due ON tournaments (due_at) WHERE due_at < 9223372036854775807;
CREATE INDEX tournaments_listed ON tournaments (visibility{|, id});
CREATE INDEX tournaments_by_state ON tournaments (visibility, state{|, id});
-- The log of all tournaments. Never updated; deleted with a tournament that nobody has entered.
CREATE TABLE tournament_events (
    tournament INTEGER NOT NULL REFERENCES tournaments (id), -- whose log it is in
    seq INTEGER NOT NULL CHECK (seq >= 1), -- place in that log
    at INTEGER NOT NULL, -- instant at which it happened
    type TEXT NOT NULL, -- 'created', 'entered', 'result', ...
    account INTEGER REFERENCES accounts (id), -- who caused it; NULL: the server
    data TEXT NOT NULL, -- JSON; accounts are numbers in it
    PRIMARY KEY (tournament, seq)) {STRICT, WITHOUT ROWID};
-- The accounts that take part in a tournament, or organise it.
CREATE TABLE tournament_accounts (
    account INTEGER NOT NULL REFERENCES accounts (id), -- whose part it is
    tournament INTEGER NOT NULL REFERENCES tournaments (id), -- in what
    is_player INTEGER NOT NULL CHECK (is_player IN (0, 1)), -- 1: has entered and not withdrawn
    has_entered INTEGER NOT NULL CHECK (has_entered IN (0, 1)), -- 1: has entered at some time
    is_organiser INTEGER NOT NULL CHECK (is_organiser IN (0, 1)), -- 1: organises it
    is_over INTEGER NOT NULL CHECK (is_over IN (0, 1)), -- 1: the tournament is finished or cancelled
    PRIMARY KEY (account, tournament)) {STRICT, WITHOUT ROWID};
CREATE INDEX tournament_accounts_by_tournament ON tournament_accounts (tournament, account);
-- The table at which a game is played. The index starts each game of a table once.
ALTER TABLE games ADD COLUMN tournament INTEGER; -- NULL: none
ALTER TABLE games ADD COLUMN round INTEGER; -- of the tournament, from 1 on
ALTER TABLE games ADD COLUMN table_number INTEGER; -- of the round, from 1 on
ALTER TABLE games ADD COLUMN game_of_table INTEGER; -- from 1 on
ALTER TABLE games ADD COLUMN event_terms INTEGER NOT NULL DEFAULT 0; -- sum of what is allowed: 1 undo, 2 pause
CREATE UNIQUE INDEX games_by_table ON games (tournament, round, table_number, game_of_table)
    WHERE tournament IS NOT NULL;
-- Scopes beyond those of tokens.scopes, one bit each: tournament:write 1. Browsers that are signed in have it.
ALTER TABLE tokens ADD COLUMN more_scopes INTEGER NOT NULL DEFAULT 0;
UPDATE tokens SET more_scopes = 1 WHERE kind = 'session';
