-- Annotations and their review cards. All times are UTC milliseconds.

-- One row per highlight, note or bookmark. There is no reference to the book, because a user's annotations outlive it.
create table annotation (
  -- Created by the client.
  id text primary key,
  user_id text not null references user_account (id) on delete cascade,
  book_id text not null,
  version_id text not null,
  kind text not null check (kind in ('highlight', 'note', 'bookmark')),
  color text not null check (color in ('yellow', 'green', 'blue', 'pink', 'red')),
  -- How the passage is drawn, contract `highlightStyle`.
  highlight_style text not null default 'solid' check (highlight_style in ('solid', 'underline', 'wavy')),
  body text not null,
  tags text[] not null,
  -- Contract `annotationTarget`.
  target jsonb not null,
  anchor text not null check (anchor in ('exact', 'moved', 'fuzzy', 'orphan')),
  chapter_title text not null,
  total_progression double precision not null,
  created_at bigint not null,
  updated_at bigint not null,
  -- Moved to the trash at this time, by the clock of the device.
  deleted_at bigint,
  -- When the server received the deletion. The 180 days in the trash count from here, so that a late device does not shorten them.
  deletion_received_at bigint,
  -- Field name to hybrid logical clock.
  field_clocks jsonb not null,
  -- The clock that the device itself gave the current body; differs from `field_clocks.body` when the server lowered that one.
  body_sent_hlc text,
  -- [{ body, at, deviceId, hlc }]: bodies that lost a merge against another device.
  other_bodies jsonb not null default '[]',
  -- Folded body, tags, quote and chapter title, for substring search over the annotations of one user.
  search_text text not null
);
create index annotation_deletion on annotation (deletion_received_at) where deletion_received_at is not null;
create index annotation_in_book on annotation (user_id, book_id, total_progression, id) where deleted_at is null;
create index annotation_of_book on annotation (book_id, user_id, id);
create index annotation_newest on annotation (user_id, created_at desc, id desc) where deleted_at is null;

-- Books whose annotations have to be anchored in the current version: a version was released, or a device sent annotations of an older one.
create table reanchor_request (
  book_id text primary key,
  -- Counts the requests, so that one which arrives while a job runs is not deleted at its end.
  requests int not null default 1,
  -- How often a job has begun since the last one that ended without an error.
  attempts int not null default 0,
  -- Earliest time of the next job, UTC ms: the more attempts there were, the later.
  not_before bigint not null default 0
);

-- How many annotations, of all users, were anchored in a version after its release, by the result. Those in the trash do not count.
create table anchored_notes (
  version_id text primary key references book_version (id) on delete cascade,
  exact int not null,
  moved int not null,
  fuzzy int not null,
  orphan int not null
);

-- Spaced repetition of a highlight. An annotation that was never rated and never excluded has no row.
create table review_card (
  -- An annotation of the same user; the annotation slice checks that.
  annotation_id text primary key references annotation (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  -- Contract `cardStanding`; null when never rated, or when the only rating was withdrawn.
  schedule jsonb,
  -- Excluded from review by the user.
  is_out boolean not null default false,
  -- Field name to hybrid logical clock.
  field_clocks jsonb not null
);
create index review_card_of_user on review_card (user_id, annotation_id);
