-- What readers have planned for their reading, and which notices about it they have received.

-- Without a row a reader has no goal and receives weekly summaries.
create table reading_plan (
  user_id text primary key references user_account (id) on delete cascade,
  -- `minutes`: minutes of reading each day. `days`: days with reading each week. Null: no goal.
  goal_kind text check (goal_kind in ('minutes', 'days')),
  goal_amount int check (goal_amount > 0),
  -- Whether the reader gets reminders and weekly summaries.
  has_notices boolean not null default true,
  -- The day YYYY-MM-DD in China of the last reminder, and the Monday of the last week that was summarized.
  reminded_on text,
  summarized_week text,
  check ((goal_kind is null) = (goal_amount is null))
);

-- The readers of a week are found by day.
create index reading_day_day on reading_day (day);
