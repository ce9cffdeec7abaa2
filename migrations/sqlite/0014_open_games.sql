-- How many open games an account has made is counted before it makes another.
CREATE INDEX games_open_by_creator ON games (creator) WHERE status = 'open';
