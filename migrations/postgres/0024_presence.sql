-- Who looks at which game through which of several nodes, for the others: each says so of itself, and again while it is
-- true. Over SQLite there is one, and no rows. A server that crashes forgets them: who is not here is not looking.

CREATE UNLOGGED TABLE presence (
    account BIGINT NOT NULL,  -- whose connection it is
    game BIGINT NOT NULL,     -- at which they look
    node BIGINT NOT NULL,     -- of the cluster, from 1
    until_at BIGINT NOT NULL, -- ms: from then on it says nothing
    PRIMARY KEY (account, game, node)
);
CREATE INDEX presence_by_node ON presence (node);
