-- The audit log. All times are UTC milliseconds.

-- One row per audit event. Append-only.
create table audit_event (
  id text primary key,
  at bigint not null,
  -- Who; null for the command line on the server. No reference: the log outlives accounts, and after an erasure the id identifies nobody.
  operator_id text,
  -- Contract `auditAct`.
  action text not null,
  -- Contract `auditTarget`.
  target_kind text not null,
  target_id text not null,
  -- Name of the target at that time; empty for users, whose names are looked up instead of stored.
  target_name text not null default '',
  -- Changed fields before and after.
  before jsonb,
  after jsonb,
  reason text not null default '',
  request_id text
);
create index audit_event_newest on audit_event (at desc, id desc);
create index audit_event_operator on audit_event (operator_id, at desc);
create index audit_event_target on audit_event (target_kind, target_id, at desc);

-- Refuses changes of the log. Functions are replaced, because a restore into a prepared database drops only its tables.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_event is append-only';
end
$$;
create trigger audit_event_append_only before update or delete on audit_event for each statement execute function refuse_audit_change();
