-- What editors write of a book, and who made it. Times are UTC milliseconds.

-- Facts and cover that an editor set stay as they are when a new version is imported.
ALTER TABLE book ADD COLUMN facts_edited boolean NOT NULL DEFAULT false;
ALTER TABLE book ADD COLUMN cover_edited boolean NOT NULL DEFAULT false;

CREATE TABLE book_contributor (
  book_id text NOT NULL REFERENCES book (id) ON DELETE CASCADE,
  position int NOT NULL,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('chiefEditor', 'associateEditor', 'contributor', 'chiefReviewer', 'digitalEditor', 'responsibleEditor')),
  unit text NOT NULL DEFAULT '',
  -- Whose account it is; null: none is linked.
  user_id text REFERENCES user_account (id) ON DELETE SET NULL,
  PRIMARY KEY (book_id, position)
);
CREATE INDEX book_contributor_user ON book_contributor (user_id) WHERE user_id IS NOT NULL;
