-- What is said beside the games, who does not want to read whom, what was reported, and what players
-- note for themselves.

-- One row a message. Messages are never edited; a moderator takes away the text and leaves the row.
CREATE TABLE chat_messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- shown to clients; grows with time
    game INTEGER NOT NULL REFERENCES games (id), -- beside which game it was said
    -- players: for those who hold or held a seat; spectators: for everybody else until the game is over
    room TEXT NOT NULL CHECK (room IN ('players', 'spectators')),
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 10000), -- from 1 in its room: caps the room
    author INTEGER NOT NULL REFERENCES accounts (id), -- who said it
    text TEXT,                   -- what was said, in UTF-8; NULL: deleted by a moderator
    created_at INTEGER NOT NULL  -- instant at which it was said
) STRICT;
CREATE INDEX chat_messages_by_room ON chat_messages (game, room);
CREATE INDEX chat_messages_by_author ON chat_messages (author);

-- Whom an account does not want to read.
CREATE TABLE mutes (
    muter INTEGER NOT NULL REFERENCES accounts (id), -- who does not read
    muted INTEGER NOT NULL REFERENCES accounts (id), -- who is not read
    created_at INTEGER NOT NULL, -- instant of the decision
    PRIMARY KEY (muter, muted),
    CHECK (muter <> muted)
) STRICT, WITHOUT ROWID;
CREATE INDEX mutes_by_muted ON mutes (muted, muter);

-- Whom a moderator does not let write anywhere.
CREATE TABLE silences (
    account INTEGER NOT NULL PRIMARY KEY REFERENCES accounts (id), -- who may not write
    until_at INTEGER,            -- instant from which he may write again; NULL: never by itself
    created_at INTEGER NOT NULL  -- instant of the decision
) STRICT;

-- What readers have brought to the moderators' notice. One report a reader and message.
CREATE TABLE chat_reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- shown to moderators; grows with time
    message INTEGER NOT NULL REFERENCES chat_messages (id), -- what was reported
    reporter INTEGER NOT NULL REFERENCES accounts (id), -- by whom
    reason TEXT NOT NULL,        -- why, in his words
    text TEXT NOT NULL,          -- the message as he read it, also when it is deleted afterwards
    created_at INTEGER NOT NULL, -- instant of the report
    -- open: waits for a moderator; upheld: the reporter was right; dismissed: he was not
    state TEXT NOT NULL CHECK (state IN ('open', 'upheld', 'dismissed')),
    resolver INTEGER REFERENCES accounts (id), -- who decided; NULL: nobody yet, or the shell
    resolved_at INTEGER,         -- instant of the decision; NULL: open
    CHECK ((state = 'open') = (resolved_at IS NULL)),
    UNIQUE (reporter, message)
) STRICT;
CREATE INDEX chat_reports_by_state ON chat_reports (state);
CREATE INDEX chat_reports_by_message ON chat_reports (message);
CREATE INDEX chat_reports_by_reporter ON chat_reports (reporter, state);

-- What somebody has noted beside a game, for himself alone.
CREATE TABLE game_notes (
    account INTEGER NOT NULL REFERENCES accounts (id), -- whose note it is, who alone reads it
    game INTEGER NOT NULL REFERENCES games (id), -- beside which game
    text TEXT NOT NULL CHECK (text <> ''), -- in UTF-8
    updated_at INTEGER NOT NULL, -- instant of the last change
    PRIMARY KEY (account, game)
) STRICT, WITHOUT ROWID;
