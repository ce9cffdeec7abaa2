-- Who looks at which game through which of several nodes, for the others: each says so of itself, and again while it is
-- true. Over SQLite there is one, and no rows.

CREATE TABLE presence (
    account INTEGER NOT NULL,  -- whose connection it is
    game INTEGER NOT NULL,     -- at which they look
    node INTEGER NOT NULL,     -- of the cluster, from 1
    until_at INTEGER NOT NULL, -- ms: from then on it says nothing
    PRIMARY KEY (account, game, node)
) STRICT, WITHOUT ROWID;
CREATE INDEX presence_by_node ON presence (node);
