-- Handles that were ever given.

-- No handle is given to two accounts, one after the other included, nor two that look alike. Nothing
-- is deleted here: what an account leaves behind is its name without its number.
CREATE TABLE handles (
    likeness TEXT NOT NULL PRIMARY KEY -- in lower case, l for 1 and i, o for 0
) STRICT, WITHOUT ROWID;

-- Of two accounts whose handles look alike already both stay.
INSERT OR IGNORE INTO handles
SELECT replace(replace(replace(lower(handle), '1', 'l'), 'i', 'l'), '0', 'o')
FROM accounts WHERE deleted_at IS NULL;

-- Those of accounts that are gone, as far as the logs of their games tell.
INSERT OR IGNORE INTO handles
SELECT replace(replace(replace(lower(name), '1', 'l'), 'i', 'l'), '0', 'o')
FROM (SELECT coalesce(json_extract(e.data, '$.handle'), json_extract(e.data, '$.creator.handle')) AS name
      FROM accounts AS a
      JOIN game_players AS p ON p.account = a.id
      JOIN events AS e ON e.game = p.game AND e.account = a.id
      WHERE a.deleted_at IS NOT NULL AND e.type IN ('open', 'join', 'substitute'))
WHERE name IS NOT NULL;
