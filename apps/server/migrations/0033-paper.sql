-- Papers of quizzes and exams.

-- The paper of an assignment. `draft` (contract `paperDraft`) refers to questions of banks; `layout` (contract `paperLayout`) is what follows
-- from it, with the ids of `assignment_question`. Both are frozen by the publication. An assignment without a row has no paper yet.
create table assignment_paper (
  assignment_id text primary key references assignment (id) on delete cascade,
  draft jsonb not null,
  layout jsonb not null
);

-- The version of the bank's question from which this one was taken. The content is a copy, so that the paper outlives the bank.
alter table assignment_question add column version_id text;

-- What a member of a class needs in every assignment of it (contract `accommodation`). Only teachers of the class see it.
create table assignment_accommodation (
  class_id text not null references class_group (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  time_factor_basis_points int not null,
  extra_attempts int not null,
  -- The last moment at which it applies; null without an end.
  valid_until bigint,
  note text not null,
  set_at bigint not null,
  primary key (class_id, user_id)
);
create index assignment_accommodation_user on assignment_accommodation (user_id);
