-- Columns of gradebooks that belong to assignments. Their cells follow the scores of the students, unless a teacher overrides one.

-- The assignment whose scores the column shows; null for a column that a teacher fills in.
alter table grade_column add column assignment_id text references assignment (id) on delete cascade;
create unique index grade_column_assignment on grade_column (assignment_id) where assignment_id is not null;

alter table grade_cell
  -- Whether a teacher set the result of a column that belongs to an assignment; then it no longer follows the score.
  add column is_override boolean not null default false,
  -- Whether an attempt that counts was handed in late.
  add column is_late boolean not null default false,
  -- Responses that a person must still score; until then the cell is empty.
  add column unscored int not null default 0;

-- Who made a change: a teacher, or the score of an assignment, which has no name.
alter table grade_change add column source text not null default 'teacher' check (source in ('teacher', 'assignment'));
