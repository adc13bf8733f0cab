-- Full-text search: lexemes are made by the server (features/catalog/text-index), PostgreSQL only stores and matches them.

-- A passage is a run of blocks of one document, short enough for tsvector's 16,383 positions.
CREATE TABLE search_passage (
  version_id text NOT NULL REFERENCES book_version (id) ON DELETE CASCADE,
  book_id text NOT NULL REFERENCES book (id) ON DELETE CASCADE,
  -- 0, 1, 2 ... over the whole version.
  position int NOT NULL,
  document_index int NOT NULL,
  -- Address of the document (not of the segment).
  href text NOT NULL,
  chapter_title text NOT NULL DEFAULT '',
  -- Id of the first block.
  first_block text NOT NULL,
  text text NOT NULL,
  -- [block id, offset of its first character in `text`] in order.
  block_offsets jsonb NOT NULL,
  tokens tsvector NOT NULL,
  PRIMARY KEY (version_id, position)
);
CREATE INDEX search_passage_tokens ON search_passage USING gin (tokens);

-- One row a book: titles, authors, ISBN, chapter titles and their pinyin.
CREATE TABLE book_search (
  book_id text PRIMARY KEY REFERENCES book (id) ON DELETE CASCADE,
  tokens tsvector NOT NULL
);
CREATE INDEX book_search_tokens ON book_search USING gin (tokens);
