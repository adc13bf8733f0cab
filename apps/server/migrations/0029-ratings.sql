-- What readers think of a book. Times are UTC milliseconds.

-- One a person and book.
CREATE TABLE book_rating (
  id text PRIMARY KEY,
  book_id text NOT NULL REFERENCES book (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES user_account (id),
  stars int NOT NULL CHECK (stars BETWEEN 1 AND 5),
  body text NOT NULL DEFAULT '',
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  -- An editor took it from view; the reason is told to who wrote it.
  hidden_at bigint,
  hidden_reason text NOT NULL DEFAULT '',
  UNIQUE (book_id, user_id)
);
CREATE INDEX book_rating_newest ON book_rating (book_id, updated_at DESC, id DESC) WHERE hidden_at IS NULL;
CREATE INDEX book_rating_user ON book_rating (user_id);
CREATE INDEX book_rating_desk ON book_rating (updated_at DESC, id DESC);

-- Who asks an editor to look at it.
CREATE TABLE rating_report (
  rating_id text NOT NULL REFERENCES book_rating (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES user_account (id),
  reason text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (rating_id, user_id)
);
CREATE INDEX rating_report_user ON rating_report (user_id, created_at);

-- The ratings in view of a book together, written whenever one of them changes.
CREATE TABLE book_rating_sum (
  book_id text PRIMARY KEY REFERENCES book (id) ON DELETE CASCADE,
  count int NOT NULL DEFAULT 0,
  stars int NOT NULL DEFAULT 0,
  -- By which lists are sorted: the mean in thousandths, drawn towards 3.5 as if by five further ratings, so that one 5 is not above a hundred.
  score int NOT NULL DEFAULT 0
);

-- The catalogue is kept in memory by the number of `shufang_local.catalog_revision`: a score that changes makes it another one, as a book does.
-- Replaced, for a restore empties a prepared database of its tables only.
CREATE OR REPLACE FUNCTION note_rating_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE shufang_local.catalog_revision SET revision = pg_current_xact_id()::text::bigint WHERE revision <> pg_current_xact_id()::text::bigint;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER rating_changes_catalog AFTER UPDATE ON book_rating_sum
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.score IS DISTINCT FROM new.score) EXECUTE FUNCTION note_rating_change();
