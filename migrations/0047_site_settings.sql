-- The site's own settings, which administrators change while the server runs. No row: the defaults.
CREATE TABLE site_settings (
    id INTEGER PRIMARY KEY CHECK (id = 1), -- one row at most
    seq INTEGER NOT NULL CHECK (seq > 0), -- how often it was saved
    name TEXT NOT NULL, -- of the site; '': that of the settings file
    front_page TEXT NOT NULL, -- plain text that describes the front page; '': the usual one
    imprint TEXT NOT NULL, -- Markdown, as the next three; '': the site has no such page
    privacy TEXT NOT NULL, -- the statement on privacy
    contact TEXT NOT NULL, -- how to reach the operator
    conduct TEXT NOT NULL, -- the rules of conduct
    sign_up TEXT NOT NULL CHECK (sign_up IN ('open', 'closed')), -- whether members can register
    has_guests INTEGER NOT NULL CHECK (has_guests IN (0, 1)), -- 0: no new guests
    updated_at INTEGER NOT NULL) {STRICT}; -- instant of the last change
