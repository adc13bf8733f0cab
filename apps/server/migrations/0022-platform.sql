-- Tables of the server platform, which belong to no slice. All times are UTC milliseconds.

-- Idempotency keys (X-Op-Id) of POST requests with their responses: a repeated request gets the first response.
create table idempotent_request (
  -- Who called: `user:<id>`, `device:<id>` or `network:<address or /64>`.
  scope text not null,
  op_id text not null,
  -- Name of the operation in the contract.
  operation text not null,
  -- HMAC-SHA-256 over the operation and its validated input. An unkeyed hash would reveal short SMS codes.
  input_hash bytea not null,
  -- The attempt that may write the response; another takes over when the lease has expired.
  attempt text not null,
  -- Renewed while the attempt runs, so that it expires only when the process has died.
  lease_until bigint not null,
  -- The response, encrypted with AES-256-GCM because sign-in responses contain tokens; null while the first attempt runs.
  sealed_response bytea,
  created_at bigint not null,
  primary key (scope, op_id)
);
create index idempotent_request_created on idempotent_request (created_at);

-- Backups, started by the schedule (one per scheduled time, whichever process is first) or by hand.
create table backup_run (
  id text primary key,
  -- Scheduled time; null when made by the command line.
  due_at bigint unique,
  started_at bigint not null,
  ended_at bigint,
  outcome text not null default 'running' check (outcome in ('running', 'done', 'failed')),
  folder text not null,
  -- Objects that the database refers to and the object store did not have.
  missing_objects int not null default 0,
  -- Message to the operator when the backup failed.
  error text
);
create index backup_run_newest on backup_run (started_at desc);

-- What the demo created, so that it can be deleted again.
create table demo_item (
  kind text not null check (kind in ('account', 'book', 'collection', 'homeSlot', 'institution', 'license')),
  id text not null,
  recorded_at bigint not null,
  primary key (kind, id)
);
