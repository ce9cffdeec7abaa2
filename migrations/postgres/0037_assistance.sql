-- What boards may show all players of what follows from the rules.

ALTER TABLE games ADD COLUMN assistance TEXT NOT NULL DEFAULT 'full' -- the most that a board may show
    CHECK (assistance IN ('full', 'some', 'none'));
