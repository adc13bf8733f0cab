-- Assignments of classes, the attempts of students, and their answers. All times are UTC milliseconds, all points thousandths.

-- One row per assignment. Policy, release: contract `assignmentPolicy`, `releaseRules`.
create table assignment (
  id text primary key,
  class_id text not null references class_group (id) on delete cascade,
  kind text not null check (kind in ('quiz', 'exam')),
  title text not null,
  instructions text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'closed')),
  policy jsonb not null,
  release jsonb not null,
  is_shuffled boolean not null,
  questions int not null default 0,
  possible_milli int not null default 0,
  -- Number of the last change by the teacher.
  rev int not null default 0,
  created_at bigint not null,
  published_at bigint,
  closed_at bigint
);
create index assignment_class on assignment (class_id, created_at desc);
create index assignment_published on assignment (id) where status = 'published';

-- The questions of an assignment. The key is a column of its own, so that no query for a student reads it. Frozen by the publication.
create table assignment_question (
  assignment_id text not null references assignment (id) on delete cascade,
  id text not null,
  position int not null,
  -- Contract `questionView` and `questionKey`.
  content jsonb not null,
  answer_key jsonb not null,
  possible_milli int not null,
  primary key (assignment_id, id)
);

-- What applies to one student instead of the policy (contract `policyOverride`).
create table assignment_override (
  assignment_id text not null references assignment (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  override jsonb not null,
  reason text not null,
  set_at bigint not null,
  primary key (assignment_id, user_id)
);

-- Attempts. Those of an exam are provisioned when it is published, so that a start only updates one row.
create table attempt (
  id text primary key,
  assignment_id text not null references assignment (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  no int not null,
  -- Order of questions and options: seed and version of the generator (package assessment).
  seed text not null,
  rng_version int not null,
  state text not null check (state in ('provisioned', 'running', 'handedIn')),
  started_at bigint,
  -- When it ends by itself; null without a limit.
  deadline_at bigint,
  finished_at bigint,
  closed_by text check (closed_by in ('student', 'timer', 'teacher')),
  earned_milli int,
  -- Responses that a person must score.
  unscored int not null default 0,
  -- What the receipt signs: number of stored answers, of questions with one, and the hash over all (SHA-256, hexadecimal).
  events int,
  answered int,
  digest text,
  unique (assignment_id, user_id, no)
) with (fillfactor = 80);
create index attempt_user on attempt (user_id);
create index attempt_deadline on attempt (deadline_at) where state = 'running';

-- Every answer that arrived, in the order of its device. Rows are only added. The answer to a question that counts has the highest number;
-- of several with that number, the one that arrived first.
create table answer_event (
  attempt_id text not null references attempt (id) on delete cascade,
  question_id text not null,
  seq int not null,
  device_id text not null,
  -- Contract `questionResponse`.
  response jsonb not null,
  client_at bigint not null,
  server_at bigint not null,
  -- It arrived after the end of the attempt and does not count.
  is_after_end boolean not null,
  primary key (attempt_id, question_id, seq, device_id)
);

-- Scores of the questions of finished attempts.
create table item_score (
  attempt_id text not null references attempt (id) on delete cascade,
  question_id text not null,
  verdict text not null,
  -- Null while a person must score it.
  earned_milli int,
  comment text not null default '',
  -- Number of the last change by a person.
  rev int not null default 0,
  primary key (attempt_id, question_id)
);
