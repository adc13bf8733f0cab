-- Which printed code a claim was about. Times are UTC milliseconds.

-- The code an approved claim made void, as its HMAC; null: none could be made out.
ALTER TABLE code_claim ADD COLUMN voided_code bytea;
