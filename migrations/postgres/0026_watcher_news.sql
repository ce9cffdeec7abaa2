-- News of games for their many watchers, who are told some at a time after the transaction of what they are of.

CREATE TABLE watcher_news (
    game BIGINT NOT NULL REFERENCES games (id), -- which is watched
    event BIGINT NOT NULL CHECK (event >= 1), -- seq of what it is about
    kind TEXT NOT NULL,         -- of the notices; board, last-board: mails to those who watch by mail
    data TEXT NOT NULL,         -- of the notices, a JSON object; of boards {}
    at BIGINT NOT NULL,        -- ms: when it happened
    seq BIGINT NOT NULL,       -- of the game after it
    since_seq BIGINT NOT NULL, -- and before it
    told_up_to BIGINT NOT NULL DEFAULT 0, -- the account or mail watch up to which all are told; 0: none yet
    PRIMARY KEY (game, event, kind)
);
