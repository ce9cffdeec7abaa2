-- Counts of games that were all taken back. From now on such rows go with the last game.

DELETE FROM head_to_head WHERE games = 0;
DELETE FROM seat_statistics WHERE (setup, swap) IN (
    SELECT setup, swap FROM setup_statistics WHERE games = 0);
DELETE FROM setup_statistics WHERE games = 0;
