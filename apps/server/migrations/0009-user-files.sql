-- People's own files, the copies of their data they ask for, and the objects that may belong to nobody. Times are UTC milliseconds.

create table user_file (
  id text primary key,
  owner_id text not null references user_account (id) on delete cascade,
  kind text not null check (kind in ('document', 'picture', 'avatar', 'export')),
  -- As shown and offered for saving; its ending fits the type. Never part of an address or a path of ours.
  name text not null,
  -- Found out from the bytes.
  media_type text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  -- Names the bytes in the object store; files with the same bytes share them.
  sha256 text not null,
  -- `public`: a picture made anew by us, to be seen by anyone who knows its hash.
  visibility text not null check (visibility in ('private', 'public')),
  created_at bigint not null,
  -- Removed after this; null: kept.
  expires_at bigint,
  check (visibility = 'private' or kind = 'avatar')
);
create index user_file_owner on user_file (owner_id, created_at desc, id desc);
create index user_file_object on user_file (sha256);
create index user_file_expires_at on user_file (expires_at) where expires_at is not null;

-- Objects that were about to get an owner, or lost one. A sweep looks a day later whether any row names them and removes those that
-- none does. Not called sha256: backups take such columns for objects that must be there.
create table unclaimed_object (
  content_hash text primary key,
  since bigint not null
);
create index unclaimed_object_since on unclaimed_object (since);

-- Copies of everything we hold about a person.
create table data_export (
  id text primary key,
  user_id text not null references user_account (id) on delete cascade,
  state text not null check (state in ('queued', 'running', 'ready', 'failed')),
  -- 0 to 1.
  progress real not null default 0,
  -- Null again once the file has expired.
  file_id text references user_file (id) on delete set null,
  size_bytes bigint,
  created_at bigint not null,
  -- Renewed while it is being made: one that was not for long belongs to a server that died.
  touched_at bigint not null,
  expires_at bigint
);
create index data_export_newest on data_export (user_id, created_at desc, id desc);
-- One at a time for each person.
create unique index data_export_under_way on data_export (user_id) where state in ('queued', 'running');
