-- Files that go with a book: slides, plans of lessons, answers. An editor says for whom each is.
CREATE TABLE book_material (
  id text PRIMARY KEY,
  book_id text NOT NULL REFERENCES book (id) ON DELETE CASCADE,
  title text NOT NULL,
  note text NOT NULL DEFAULT '',
  -- `all`: everybody with an account; `owner`: who may read the whole book; `teacher`: verified teachers.
  audience text NOT NULL CHECK (audience IN ('all', 'owner', 'teacher')),
  file_name text NOT NULL,
  media_type text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 text NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX book_material_book ON book_material (book_id, created_at, id);

-- A short code that somebody shared a book, a place in it or a collection by: one for each of them, the same for everybody who shares it.
ALTER TABLE qr_link ADD COLUMN shared boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX qr_link_shared ON qr_link (target_type, target_id) WHERE shared;
