-- Marking of responses: who changed a score, corrected keys, and what a teacher writes again and again.

alter table item_score
  -- Whether a person gave the score; a corrected key does not change it.
  add column is_manual boolean not null default false;
update item_score set is_manual = true where rev > 0;

-- A corrected key of one question of a published assignment.
create table regrade (
  id text primary key,
  assignment_id text not null references assignment (id) on delete cascade,
  question_id text not null,
  -- Contract `questionKey`.
  key_before jsonb not null,
  key_after jsonb not null,
  is_raise_only boolean not null,
  reason text not null,
  -- Name of the teacher.
  by_name text not null,
  -- Responses that got another score, and attempts with more or fewer points than before.
  changed int not null,
  raised int not null,
  lowered int not null,
  applied_at bigint not null,
  undone_at bigint
);
create index regrade_assignment on regrade (assignment_id, applied_at desc);

-- Every change of a score by a person or by a corrected key, never changed afterwards.
create table score_change (
  attempt_id text not null references attempt (id) on delete cascade,
  question_id text not null,
  -- Number of the change of this score (`item_score.rev`).
  rev int not null,
  before_milli int,
  after_milli int,
  before_verdict text not null,
  comment text not null,
  source text not null check (source in ('teacher', 'regrade', 'undo')),
  -- The corrected key that made the change or was undone.
  regrade_id text references regrade (id) on delete cascade,
  by_name text not null,
  changed_at bigint not null,
  primary key (attempt_id, question_id, rev)
);
create index score_change_regrade on score_change (regrade_id) where regrade_id is not null;

-- The course objective that a question of an assignment examines, for the analysis of the paper.
create table question_objective (
  assignment_id text not null references assignment (id) on delete cascade,
  question_id text not null,
  objective text not null,
  primary key (assignment_id, question_id)
);

-- What a teacher writes again and again: the own phrases for comments on responses, in their order.
create table marking_phrases (
  user_id text primary key references user_account (id) on delete cascade,
  phrases jsonb not null
);
