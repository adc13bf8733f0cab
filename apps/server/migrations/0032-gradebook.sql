-- Gradebooks of classes. Points are in thousandths, weights in basis points; all times are UTC milliseconds.

-- One row per class that has a gradebook.
create table grade_scheme (
  class_id text primary key references class_group (id) on delete cascade,
  -- Number of the last change of categories and columns.
  rev int not null,
  -- Decimal digits of the total.
  digits int not null check (digits between 0 and 2),
  -- When the grades were declared final; null while they can be changed.
  final_at bigint
);

create table grade_category (
  id text primary key,
  class_id text not null references grade_scheme (class_id) on delete cascade,
  position int not null,
  name text not null,
  weight_basis_points int not null check (weight_basis_points between 0 and 10000),
  method text not null check (method in ('points', 'mean')),
  drop_lowest int not null check (drop_lowest >= 0)
);
create index grade_category_class on grade_category (class_id, position);

create table grade_column (
  id text primary key,
  class_id text not null references grade_scheme (class_id) on delete cascade,
  category_id text not null references grade_category (id),
  position int not null,
  title text not null,
  max_milli int not null check (max_milli > 0),
  is_released boolean not null default false
);
create index grade_column_class on grade_column (class_id, position);
create index grade_column_category on grade_column (category_id);

-- One row per student and column that was ever set; a cleared cell has neither points nor a state.
create table grade_cell (
  column_id text not null references grade_column (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  milli int,
  state text check (state in ('exempt', 'missing', 'absent', 'truant', 'deferred', 'cheating', 'barred')),
  rev int not null,
  primary key (column_id, user_id),
  constraint grade_cell_is_one check (milli is null or state is null)
);
create index grade_cell_user on grade_cell (user_id);

-- Every change of a cell, never changed afterwards.
create table grade_change (
  column_id text not null references grade_column (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  -- Number of the change of this cell.
  rev int not null,
  before jsonb not null,
  after jsonb not null,
  -- Name of the teacher who made the change.
  by_name text not null,
  reason text not null,
  changed_at bigint not null,
  primary key (column_id, user_id, rev)
);
create index grade_change_user on grade_change (user_id);

create table grade_appeal (
  id text primary key,
  column_id text not null references grade_column (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  body text not null,
  created_at bigint not null,
  reply text,
  replied_at bigint,
  constraint grade_appeal_reply_has_time check ((reply is null) = (replied_at is null))
);
create unique index grade_appeal_open on grade_appeal (column_id, user_id) where reply is null;
create index grade_appeal_user on grade_appeal (user_id, created_at);

-- Copies of gradebooks at the moments when they were declared final or changeable again.
create table grade_snapshot (
  class_id text not null references class_group (id) on delete cascade,
  at bigint not null,
  is_final boolean not null,
  reason text not null,
  -- Scheme, students by name and student number, and cells.
  gradebook jsonb not null,
  primary key (class_id, at)
);
