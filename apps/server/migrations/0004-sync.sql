-- Changes of people on their way between devices, and what they are about: marks, reading progress, reading preferences.
-- Times are UTC milliseconds. Stamps (`hlc`) are the contract's hybrid logical clocks and compare as text.
-- Nothing here refers to a book's row: what a person wrote outlives the book.

-- The row lock on this row puts one person's pushes one after the other, so numbers become visible in their order.
create table sync_head (
  user_id text primary key references user_account (id) on delete cascade,
  -- Number of the newest change; 0 before the first.
  seq bigint not null default 0,
  -- Newest stamp given in place of one from a device whose clock runs ahead.
  clamped_hlc text collate "C"
);

-- Every accepted op once, so that sending it again changes nothing.
create table sync_op (
  user_id text not null references sync_head (user_id) on delete cascade,
  op_id text not null,
  device_id text not null,
  -- As it was saved: not beyond the server's clock by more than the contract allows.
  hlc text collate "C" not null,
  entity text not null,
  entity_id text not null,
  kind text not null check (kind in ('put', 'del')),
  received_at bigint not null,
  status text not null check (status in ('applied', 'merged')),
  primary key (user_id, op_id)
);
create index sync_op_received_at on sync_op (received_at);

-- One row a record, moved to the newest number each time the record changes.
create table sync_change (
  user_id text not null references sync_head (user_id) on delete cascade,
  entity text not null,
  entity_id text not null,
  seq bigint not null,
  primary key (user_id, entity, entity_id),
  unique (user_id, seq)
);

create table annotation (
  -- Made by the client.
  id text primary key,
  user_id text not null references user_account (id) on delete cascade,
  book_id text not null,
  version_id text not null,
  kind text not null check (kind in ('highlight', 'note', 'bookmark')),
  color text not null check (color in ('yellow', 'green', 'blue', 'pink', 'red')),
  body text not null,
  tags text[] not null,
  -- Contract `annotationTarget`.
  target jsonb not null,
  anchor text not null check (anchor in ('exact', 'moved', 'fuzzy', 'orphan')),
  chapter_title text not null,
  total_progression double precision not null,
  created_at bigint not null,
  updated_at bigint not null,
  -- In the bin since, by the clock of the device that put it there.
  deleted_at bigint,
  -- When the server heard of it: the 180 days count from here, so that a late device does not cut them short.
  deletion_received_at bigint,
  -- Field name to stamp.
  field_clocks jsonb not null,
  -- The stamp the device itself put on the present body; differs from `field_clocks.body` when that was taken down.
  body_sent_hlc text,
  -- [{ body, at, deviceId, hlc }]: texts that lost against another device's.
  other_bodies jsonb not null default '[]',
  -- Folded body, tags, quote and chapter title; matched by substring over the marks of one person.
  search_text text not null
);
create index annotation_newest on annotation (user_id, created_at desc, id desc) where deleted_at is null;
create index annotation_in_book on annotation (user_id, book_id, total_progression, id) where deleted_at is null;
create index annotation_deletion on annotation (deletion_received_at) where deletion_received_at is not null;

create table reading_progress (
  user_id text not null references user_account (id) on delete cascade,
  book_id text not null,
  version_id text not null,
  -- Contract `locator`.
  locator jsonb not null,
  -- 0 to 1, for cards.
  total_progression double precision not null,
  hlc text collate "C" not null,
  updated_at bigint not null,
  primary key (user_id, book_id)
);
create index reading_progress_recent on reading_progress (user_id, updated_at desc);

create table reader_preferences (
  user_id text primary key references user_account (id) on delete cascade,
  -- Contract `readingPreferences`, the defaults where the person has not chosen.
  preferences jsonb not null,
  field_clocks jsonb not null
);
