-- Statistics of books, counted from `block_time`. Days are YYYY-MM-DD, weeks are named by their Monday, times are UTC milliseconds.

-- Reading of one user in one week. It gives exact numbers of different users over any weeks, after the raw rows are deleted.
create table reader_week (
  user_id text not null references user_account (id) on delete cascade,
  book_id text not null references book (id) on delete cascade,
  version_id text not null,
  week text not null,
  -- The documents that the user read, with the seconds in each, and its days as bits: 1 is Monday, 64 is Sunday.
  documents smallint[] not null,
  seconds int[] not null,
  days smallint[] not null,
  primary key (version_id, week, user_id)
);
create index reader_week_book on reader_week (book_id, week);
create index reader_week_user on reader_week (user_id);

-- Which blocks a user has ever read, by document: one bit for each block, in order. One row per version, because a row for each document
-- would take five times the space.
create table reader_seen (
  user_id text not null references user_account (id) on delete cascade,
  book_id text not null references book (id) on delete cascade,
  version_id text not null,
  -- Indexes of the documents in the reading order of the version, in order, and the blocks of each.
  documents smallint[] not null,
  seen bit varying[] not null,
  primary key (book_id, version_id, user_id)
);
create index reader_seen_user on reader_seen (user_id);

-- What was published about a book in one week. It is never changed, so that every page and report of that week shows the same numbers.
create table stat_release (
  book_id text not null references book (id) on delete cascade,
  -- The last complete week that the numbers include.
  week text not null,
  -- Period, version and filter, as `keyOfRelease` writes them; `blocks`, version and document for the heat of blocks.
  selection text not null,
  -- Contract `authorStatistics`, or `blockHeat`.
  data jsonb not null,
  computed_at bigint not null,
  primary key (book_id, week, selection)
);

-- Books whose statistics are made of simulated reading, which pages say.
create table simulated_book (
  book_id text primary key references book (id) on delete cascade
);

create index practice_answer_book on practice_answer (book_id);
