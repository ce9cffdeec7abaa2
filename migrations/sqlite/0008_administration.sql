-- What administrators have done. Never updated, never deleted from.

CREATE TABLE audit_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- grows with time
    at INTEGER NOT NULL,         -- instant of the act
    actor INTEGER REFERENCES accounts (id), -- who acted; NULL: whoever had the server's shell
    act TEXT NOT NULL,           -- what was done: suspend, mute, remove, ... as in its JSON
    account INTEGER REFERENCES accounts (id), -- to whom; NULL: to a whole game
    game INTEGER REFERENCES games (id), -- in which game; NULL: in none
    message INTEGER REFERENCES chat_messages (id), -- about which message; NULL: about none
    reason TEXT NOT NULL,        -- why, in the actor's words
    details TEXT NOT NULL        -- JSON object with what else there is to the act
) STRICT;
CREATE INDEX audit_log_by_account ON audit_log (account) WHERE account IS NOT NULL;
CREATE INDEX audit_log_by_game ON audit_log (game) WHERE game IS NOT NULL;
