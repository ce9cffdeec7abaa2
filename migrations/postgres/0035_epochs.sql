-- A database that has given nothing out yet begins with an epoch that is drawn when it is opened. One that has goes on in
-- the first epoch, which nothing names, so that replies to its mails are good.

INSERT INTO secrets (name, value, created_at)
SELECT 'epoch-over', ''::bytea, (extract(epoch FROM clock_timestamp()) * 1000)::bigint
WHERE NOT EXISTS (SELECT 1 FROM accounts) AND NOT EXISTS (SELECT 1 FROM secrets WHERE name = 'epoch-over');
