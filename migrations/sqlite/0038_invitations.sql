-- A private challenge with an open seat: whoever has its code may take the seat.

ALTER TABLE challenges ADD COLUMN invitation TEXT; -- the code that opens it; NULL: none
