-- Clubs: people who play together. A club's events are open to its members alone.
CREATE TABLE clubs (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- the club's number in addresses
    name TEXT NOT NULL, -- what it is called; not unique
    about TEXT NOT NULL, -- what its members write of it; '': nothing
    entry TEXT NOT NULL CHECK (entry IN ('open', 'approval')), -- approval: an organiser admits each
    created_at INTEGER NOT NULL) {STRICT}; -- instant
CREATE TABLE club_members (
    account INTEGER NOT NULL REFERENCES accounts (id), -- who is in it
    club INTEGER NOT NULL REFERENCES clubs (id), -- in which club
    role TEXT NOT NULL CHECK (role IN ('asked', 'member', 'organiser')), -- asked: not yet admitted
    since INTEGER NOT NULL, -- instant at which they asked or came in
    PRIMARY KEY (account, club)) {STRICT, WITHOUT ROWID};
CREATE INDEX club_members_by_club ON club_members (club, role, account);
-- The club that a tournament is of.
ALTER TABLE tournaments ADD COLUMN club INTEGER; -- NULL: none
CREATE INDEX tournaments_by_club ON tournaments (club{|, id}) WHERE club IS NOT NULL;
