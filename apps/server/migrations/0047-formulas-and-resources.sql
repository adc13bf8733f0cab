-- What search finds beside the text: formulas by how they are written (LaTeX or plain), whatever the book wrote them in; pictures, tables,
-- audio, video and programs by their titles. Of versions in force only.

-- False: formulas and resources of this version are still to be read from its contents. What is imported from here on says true.
alter table book_version add column extras_indexed boolean not null default false;

create table search_formula (
  search_key int not null references book_version (search_key) on delete cascade,
  -- 0, 1, 2 ... over the whole version, in reading order.
  position int not null,
  document_index int not null,
  href text not null,
  chapter_title text not null,
  block_id text not null,
  -- Of the formula's first character in the text of its block and of its document, UTF-16 units.
  block_offset int not null,
  start_char int not null,
  -- The formula in the text of its block, as far as it is shown there when the place is opened.
  block_text text not null,
  -- As it is read in one line: the book's own TeX where it has some.
  latex text not null,
  -- How it is drawn: names of MathML and their parts, no attributes. Null: too large to be shown in a list.
  drawing jsonb,
  -- Normal marks it is made of: of those that hold what was typed the shortest comes first.
  size int not null,
  -- Pairs of neighbouring normal marks.
  tokens tsvector not null,
  primary key (search_key, position)
);
create index search_formula_tokens on search_formula using gin (tokens);

create table search_resource (
  search_key int not null references book_version (search_key) on delete cascade,
  -- That of its first block (`publication_block`).
  position int not null,
  kind text not null,
  document_index int not null,
  href text not null,
  chapter_title text not null,
  block_id text not null,
  -- Of its first character in the text of its document, UTF-16 units.
  start_char int not null,
  -- What is written under it, or what it says itself; never empty.
  title text not null,
  tokens tsvector not null,
  primary key (search_key, position)
);
create index search_resource_tokens on search_resource using gin (tokens);
