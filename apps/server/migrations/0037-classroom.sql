-- Attendance and polls of classes. All times are UTC milliseconds.

-- One row per lesson whose attendance was taken.
create table class_attendance (
  id text primary key,
  class_id text not null references class_group (id) on delete cascade,
  title text not null,
  method text not null check (method in ('code', 'manual')),
  -- Minutes after the opening from which a student who enters the code is late; null: never.
  late_after_minutes int,
  opened_at bigint not null,
  closed_at bigint
);
create index class_attendance_class on class_attendance (class_id, opened_at);

create table class_attendance_record (
  attendance_id text not null references class_attendance (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  state text not null check (state in ('present', 'late', 'madeUp', 'leave', 'sick', 'absent')),
  is_by_code boolean not null,
  -- Device on which the code was entered; null for states that were set by hand.
  device_id text,
  note text not null default '',
  recorded_at bigint not null,
  primary key (attendance_id, user_id)
);
create index class_attendance_record_user on class_attendance_record (user_id);

create table class_poll (
  id text primary key,
  class_id text not null references class_group (id) on delete cascade,
  question text not null,
  options jsonb not null,
  -- Index of the right option; null: there is none.
  correct int,
  state text not null check (state in ('draft', 'first', 'discussing', 'second', 'closed')),
  -- Number of rounds that have begun.
  rounds int not null default 0 check (rounds between 0 and 2),
  created_at bigint not null
);
create index class_poll_class on class_poll (class_id, created_at);

create table class_poll_vote (
  poll_id text not null references class_poll (id) on delete cascade,
  round int not null check (round in (1, 2)),
  user_id text not null references user_account (id) on delete cascade,
  -- Index of the option.
  choice int not null,
  voted_at bigint not null,
  primary key (poll_id, round, user_id)
);
create index class_poll_vote_user on class_poll_vote (user_id);

-- Networks from which a teacher has begun a lesson: a whole class is behind one client IP, so limits by client IP are raised for a while.
create table class_network (
  network cidr primary key,
  ends_at bigint not null
);
