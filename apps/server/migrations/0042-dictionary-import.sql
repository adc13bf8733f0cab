-- Imports of dictionaries in the admin area. They belong to no user; who made one is in the audit events. The newest are kept.

create table dictionary_import (
  id text primary key,
  -- The uploaded files: [{ name, sha256, bytes }]. Their objects are deleted a day after the upload.
  files jsonb not null,
  -- Name and license that the operator stated; empty: those of the file.
  given_name text not null,
  given_license text not null,
  state text not null check (state in ('queued', 'running', 'done', 'refused', 'failed')),
  -- Name of the dictionary, once it is known.
  name text not null default '',
  -- Entries read so far.
  entries int not null default 0,
  -- Reason of a refusal, shown to the operator.
  detail text not null default '',
  created_at bigint not null,
  finished_at bigint
);
create index dictionary_import_newest on dictionary_import (created_at);
