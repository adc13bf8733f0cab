-- Totals of reading time whose blocks and days are no longer stored, and the days whose statistics have to be counted again.

-- Reading time by document from before the retention period of `block_time`, over all days and devices. One row per version, because a row
-- for each document would take ten times the space.
create table document_time (
  user_id text not null references user_account (id) on delete cascade,
  book_id text not null,
  version_id text not null references book_version (id) on delete cascade,
  -- Indexes of the documents in the reading order of the version, in order, and the seconds of each.
  documents smallint[] not null,
  seconds bigint[] not null,
  primary key (user_id, book_id, version_id)
);
create index document_time_version on document_time (version_id);
create index block_time_day on block_time (book_id, day);
create index block_time_old on block_time (day);

-- Days of books for which `block_time` has changed since the statistics were counted.
create table stale_day (
  book_id text not null,
  day text not null,
  primary key (book_id, day)
);
