-- Users' own files, their data exports, and objects that may have no owner. All times are UTC milliseconds.

-- One row per file of a user. Invoices belong to the user, who cannot delete them.
create table user_file (
  id text primary key,
  owner_id text not null references user_account (id) on delete cascade,
  kind text not null check (kind in ('document', 'picture', 'avatar', 'export', 'invoice')),
  -- File name as shown and as offered for download; its extension fits the media type. Never part of a URL or path of the server.
  name text not null,
  -- Detected from the bytes.
  media_type text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  -- Key of the object; files with equal bytes share one object.
  sha256 text not null,
  -- `public`: a picture that the server has re-encoded, readable by anyone who knows its hash.
  visibility text not null check (visibility in ('private', 'public')),
  created_at bigint not null,
  -- Deleted after this time; null for no end.
  expires_at bigint,
  check (visibility = 'private' or kind = 'avatar')
);
create index user_file_expires_at on user_file (expires_at) where expires_at is not null;
create index user_file_object on user_file (sha256);
create index user_file_owner on user_file (owner_id, created_at desc, id desc);

-- Objects about to get an owner or that lost one. A job checks a day later whether a row refers to them and deletes the others.
create table unclaimed_object (
  -- Not called `sha256`, because a backup requires every object in such a column to exist.
  content_hash text primary key,
  since bigint not null
);
create index unclaimed_object_since on unclaimed_object (since);

-- Copies of all data about a user, made on request.
create table data_export (
  id text primary key,
  user_id text not null references user_account (id) on delete cascade,
  state text not null check (state in ('queued', 'running', 'ready', 'failed')),
  -- 0 to 1.
  progress real not null default 0,
  -- Null again after the file has expired.
  file_id text references user_file (id) on delete set null,
  size_bytes bigint,
  created_at bigint not null,
  -- Renewed while the export is running; one that has not been renewed for long belongs to a process that died.
  touched_at bigint not null,
  expires_at bigint
);
create index data_export_newest on data_export (user_id, created_at desc, id desc);
-- At most one running export per user.
create unique index data_export_under_way on data_export (user_id) where state in ('queued', 'running');
