-- Books, their immutable versions with documents, resources and blocks, and the imports that make them. Times are UTC milliseconds.

CREATE TABLE category (
  id text PRIMARY KEY,
  parent_id text REFERENCES category (id),
  name text NOT NULL,
  position int NOT NULL
);

-- The disciplines of the Chinese catalogue of higher education (学科门类).
INSERT INTO category (id, parent_id, name, position) VALUES
  ('philosophy', NULL, '哲学', 1),
  ('economics', NULL, '经济学', 2),
  ('law', NULL, '法学', 3),
  ('education', NULL, '教育学', 4),
  ('literature', NULL, '文学', 5),
  ('history', NULL, '历史学', 6),
  ('science', NULL, '理学', 7),
  ('engineering', NULL, '工学', 8),
  ('agriculture', NULL, '农学', 9),
  ('medicine', NULL, '医学', 10),
  ('military', NULL, '军事学', 11),
  ('management', NULL, '管理学', 12),
  ('art', NULL, '艺术学', 13),
  ('interdisciplinary', NULL, '交叉学科', 14);

CREATE TABLE book (
  id text PRIMARY KEY,
  title text NOT NULL,
  subtitle text,
  -- First of `languages`, for facets.
  language text,
  languages text[] NOT NULL DEFAULT '{}',
  isbn text,
  publisher text,
  description text,
  -- Authors' names as one line for cards; `contributors` holds them with their roles.
  authors text NOT NULL DEFAULT '',
  contributors jsonb NOT NULL DEFAULT '[]',
  category_ids text[] NOT NULL DEFAULT '{}',
  access_model text NOT NULL DEFAULT 'free' CHECK (access_model IN ('free', 'paid', 'codeOnly', 'institutionOnly')),
  price_fen int NOT NULL DEFAULT 0 CHECK (price_fen >= 0),
  -- So many linear documents from the front are open to everybody.
  trial_chapters int NOT NULL DEFAULT 2 CHECK (trial_chapters >= 0),
  shelf_state text NOT NULL DEFAULT 'draft' CHECK (shelf_state IN ('draft', 'published', 'offShelf')),
  current_version_id text,
  -- The card picture (WebP) in the object store.
  cover_sha256 text,
  cover_width int,
  cover_height int,
  -- Number the next new block of this book gets; numbers are never given twice.
  next_block_number int NOT NULL DEFAULT 1,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  published_at bigint
);
CREATE INDEX book_newest ON book (published_at DESC, id DESC) WHERE shelf_state = 'published';
CREATE INDEX book_categories ON book USING gin (category_ids);
CREATE INDEX book_isbn ON book (isbn) WHERE isbn IS NOT NULL;

CREATE TABLE book_version (
  id text PRIMARY KEY,
  book_id text NOT NULL REFERENCES book (id) ON DELETE CASCADE,
  -- 1, 2, 3 ... within the book.
  no int NOT NULL CHECK (no >= 1),
  label text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('importing', 'released', 'superseded')),
  source_sha256 text NOT NULL,
  source_file_name text NOT NULL,
  -- Contract `publicationMetadata` and `publicationManifest` (the latter without `open`, which depends on the reader).
  metadata jsonb NOT NULL,
  manifest jsonb NOT NULL,
  -- images, formulas, tables, audio, video, code
  counts jsonb NOT NULL DEFAULT '{}',
  findings jsonb NOT NULL DEFAULT '[]',
  chars int NOT NULL,
  positions int NOT NULL,
  created_at bigint NOT NULL,
  released_at bigint,
  UNIQUE (book_id, no),
  UNIQUE (book_id, source_sha256)
);
CREATE INDEX book_version_source ON book_version (source_sha256);
ALTER TABLE book ADD CONSTRAINT book_current_version FOREIGN KEY (current_version_id) REFERENCES book_version (id) DEFERRABLE INITIALLY DEFERRED;

-- Everything the content origin serves of a version: rendered documents (segments) and resources, by address within the publication.
CREATE TABLE publication_resource (
  version_id text NOT NULL REFERENCES book_version (id) ON DELETE CASCADE,
  href text NOT NULL,
  sha256 text NOT NULL,
  media_type text NOT NULL,
  bytes bigint NOT NULL,
  -- Intrinsic size of a picture in pixels.
  width int,
  height int,
  -- Indexes in the reading order of the documents that need it (a segment: its own document); empty means the whole book.
  used_by int[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (version_id, href)
);
CREATE INDEX publication_resource_object ON publication_resource (sha256);

-- One row a block in reading order; the text itself is in the documents and in `search_passage`.
CREATE TABLE publication_block (
  version_id text NOT NULL REFERENCES book_version (id) ON DELETE CASCADE,
  -- 0, 1, 2 ... over the whole version.
  position int NOT NULL,
  block_id text NOT NULL,
  document_index int NOT NULL,
  segment_index int NOT NULL,
  kind text NOT NULL,
  text_chars int NOT NULL,
  -- Offset of its first character in the document's text, UTF-16 units.
  start_char int NOT NULL,
  -- Equal hash: the same text; `sketch` (a few hashes of its character groups) finds a similar one.
  hash text NOT NULL,
  sketch text NOT NULL DEFAULT '',
  PRIMARY KEY (version_id, position)
);
CREATE INDEX publication_block_id ON publication_block (version_id, block_id);

-- Contract `importJob`. No reference to book or version: a job outlives them.
CREATE TABLE import_job (
  id text PRIMARY KEY,
  user_id text,
  file_name text NOT NULL,
  file_bytes bigint NOT NULL,
  sha256 text NOT NULL,
  stage text NOT NULL,
  progress real NOT NULL DEFAULT 0,
  detail text NOT NULL DEFAULT '',
  findings jsonb NOT NULL DEFAULT '[]',
  -- What to do with the book: target book, publish, access model, price, trial chapters, category.
  options jsonb NOT NULL DEFAULT '{}',
  book_id text,
  version_id text,
  existing boolean NOT NULL DEFAULT false,
  statistics jsonb,
  cancel_asked boolean NOT NULL DEFAULT false,
  created_at bigint NOT NULL,
  started_at bigint,
  finished_at bigint
);
CREATE INDEX import_job_newest ON import_job (created_at DESC, id DESC);
