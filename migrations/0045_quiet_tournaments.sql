-- Quiet tournaments: their players can't chat during games.
ALTER TABLE tournaments ADD COLUMN is_quiet INTEGER NOT NULL DEFAULT 0 CHECK (is_quiet IN (0, 1)); -- 1: they can't
