-- Reading time by document and block of books. All times are UTC milliseconds, unless a column says otherwise.

-- One row per user, document, day and device. A device reports the total of its own day, so that a repeated or late report changes nothing.
-- The blocks are an array, because a row for each block would take ten times the space.
create table block_time (
  user_id text not null references user_account (id) on delete cascade,
  book_id text not null,
  version_id text not null references book_version (id) on delete cascade,
  -- Index of the document in the reading order of the version.
  document int not null,
  -- YYYY-MM-DD in the calendar of the device.
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  device_id text not null,
  -- Of the whole document.
  seconds int not null check (seconds >= 0 and seconds <= 86400),
  -- Of each block of the document, in order; at most 32,767 seconds.
  block_seconds smallint[] not null,
  -- The version determines the book. Version and document come first, because blocks are counted over all users of a document.
  primary key (version_id, document, user_id, day, device_id)
);
create index block_time_user on block_time (user_id, book_id);

-- Users who have chosen whether their reading time is recorded by document. Without a row it is recorded.
create table time_recording (
  user_id text primary key references user_account (id) on delete cascade,
  is_on boolean not null,
  changed_at bigint not null
);
