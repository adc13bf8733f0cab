-- Who may read what, and why. A right is never overwritten by another source; access is any active row. Times are UTC milliseconds.
CREATE TABLE entitlement (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  book_id text NOT NULL REFERENCES book (id) ON DELETE CASCADE,
  source text NOT NULL CHECK (source IN ('gift', 'order', 'code', 'sample', 'author', 'staff')),
  starts_at bigint NOT NULL,
  -- Null: for good.
  ends_at bigint,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'revoked')),
  -- Who granted it and why, for the record of the operator.
  granted_by text,
  note text NOT NULL DEFAULT '',
  created_at bigint NOT NULL,
  UNIQUE (user_id, book_id, source)
);
CREATE INDEX entitlement_book ON entitlement (book_id);
