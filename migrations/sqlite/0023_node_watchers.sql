-- What each of several nodes adds to the watchers of a game. Over SQLite there is one, and no rows.

CREATE TABLE node_watchers (
    node INTEGER NOT NULL,     -- of the cluster, from 1
    game INTEGER NOT NULL REFERENCES games (id), -- which is watched
    watchers INTEGER NOT NULL CHECK (watchers > 0), -- live subscriptions there, counted now and then
    PRIMARY KEY (node, game)
) STRICT, WITHOUT ROWID;
