-- Running exams: pauses, added time, corrections, and who is there. All times are UTC milliseconds.

-- A paused attempt has no deadline: `paused_left_ms` is what is left of its time (null without a limit).
alter table attempt
  add column extra_ms bigint not null default 0,
  add column paused_at bigint,
  add column paused_left_ms bigint;

-- State of an exam as a whole; a row exists from the first pause on.
create table exam_session (
  assignment_id text primary key references assignment (id) on delete cascade,
  -- Since when all are paused, also those who start now.
  paused_at bigint
);

-- What invigilators did. Rows are only added.
create table exam_incident (
  id text primary key,
  assignment_id text not null references assignment (id) on delete cascade,
  kind text not null check (kind in ('pause', 'resume', 'extend', 'correct')),
  -- The student; null for all.
  user_id text references user_account (id) on delete cascade,
  minutes int,
  body text not null,
  by_name text not null,
  at bigint not null,
  check ((kind = 'extend') = (minutes is not null))
);
create index exam_incident_assignment on exam_incident (assignment_id, at);
create index exam_incident_user on exam_incident (user_id);

-- Students who have read a correction.
create table exam_acknowledgment (
  incident_id text not null references exam_incident (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  at bigint not null,
  primary key (incident_id, user_id)
);
create index exam_acknowledgment_user on exam_acknowledgment (user_id);

-- When the page of an attempt was last heard of. Unlogged: after a crash of the database the pages report again within seconds.
create unlogged table exam_presence (
  attempt_id text primary key references attempt (id) on delete cascade,
  seen_at bigint not null
) with (fillfactor = 50);
