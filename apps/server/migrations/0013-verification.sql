-- Requests to become a verified teacher or an author. All times are UTC milliseconds.

-- One row per request.
create table application (
  id text primary key,
  user_id text not null references user_account (id),
  kind text not null check (kind in ('teacher', 'author')),
  -- Expiry of an approval is derived from `valid_until`.
  state text not null check (state in ('pending', 'approved', 'rejected', 'revoked')),
  -- Contract `teacherForm` or `authorForm`; null when approved without a form.
  form jsonb,
  -- The applicant's files; emptied some time after the decision, together with the files.
  proof_ids text[] not null default '{}',
  field_reasons jsonb not null default '{}',
  reply text not null default '',
  -- When the current form was submitted; a change while pending counts as a new submission.
  submitted_at bigint not null,
  -- Who decided; no reference, as in `audit_event`.
  decided_by text,
  decided_at bigint,
  valid_until bigint,
  created_at bigint not null,
  check (state = 'pending' or decided_at is not null)
);
create unique index application_one_pending on application (user_id, kind) where state = 'pending';
create index application_state on application (state, submitted_at);
create index application_user on application (user_id, kind, created_at desc);
