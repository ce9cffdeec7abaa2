-- What each of several nodes adds to the watchers of a game. Over SQLite there is one, and no rows.

CREATE TABLE node_watchers (
    node BIGINT NOT NULL,     -- of the cluster, from 1
    game BIGINT NOT NULL REFERENCES games (id), -- which is watched
    watchers BIGINT NOT NULL CHECK (watchers > 0), -- live subscriptions there, counted now and then
    PRIMARY KEY (node, game)
);
