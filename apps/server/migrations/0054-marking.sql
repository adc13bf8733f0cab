-- Marking by persons: rubrics (criteria with levels), two markers for one response, and who marks whom.

-- The bank's question of which a question of an assignment is a copy. Its id in the paper changes with every save of a draft, this does not.
alter table assignment_question add column source_id text;
update assignment_question q set source_id = v.question_id from question_version v where v.id = q.version_id;

-- One row per question with a rubric of its own, and one for the whole assignment, whose `source_id` is empty. Frozen by the publication.
create table rubric (
  assignment_id text not null references assignment (id) on delete cascade,
  source_id text not null,
  -- Contract `rubric`.
  rubric jsonb not null,
  changed_at bigint not null,
  primary key (assignment_id, source_id)
);
create index rubric_changed on rubric (changed_at desc);

-- The level that was chosen for each criterion, by their ids (contract `rubricLevels`); null for a score without a rubric.
alter table item_score add column levels jsonb;

-- Questions whose responses two teachers mark without seeing the mark of the other.
create table double_marking (
  assignment_id text not null references assignment (id) on delete cascade,
  question_id text not null,
  -- Difference up to which the mean of both marks counts.
  threshold_milli int not null check (threshold_milli >= 0),
  set_at bigint not null,
  primary key (assignment_id, question_id)
);

-- The marks of the two teachers. Rows are only added: of a seat, the one with the highest number counts.
create table given_score (
  attempt_id text not null references attempt (id) on delete cascade,
  question_id text not null,
  seat int not null check (seat in (1, 2)),
  rev int not null,
  -- Null after the account of the teacher was erased.
  marker_user_id text references user_account (id) on delete set null,
  marker_name text not null,
  earned_milli int not null,
  comment text not null,
  levels jsonb,
  marked_at bigint not null,
  primary key (attempt_id, question_id, seat, rev)
);
create index given_score_marker on given_score (marker_user_id);

-- How the score of a response that two teachers marked came about; null while it has none.
alter table item_score add column decision text check (decision in ('agreed', 'settled'));

-- Which teachers mark the work of a student; everyone who may, for a student without a row.
create table marking_share (
  assignment_id text not null references assignment (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  marker_user_id text not null references user_account (id) on delete cascade,
  set_at bigint not null,
  primary key (assignment_id, user_id, marker_user_id)
);
create index marking_share_user on marking_share (user_id);
create index marking_share_marker on marking_share (marker_user_id);
