-- How long people read, and on what kind of device they were in a book last.

-- Each device tells the sum of its own day: told again, or late, it changes nothing.
create table reading_day (
  user_id text not null references user_account (id) on delete cascade,
  device_id text not null,
  -- Nothing refers to the book's row: what a person read outlives it.
  book_id text not null,
  -- YYYY-MM-DD of the device's calendar.
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  seconds int not null check (seconds between 0 and 86400),
  primary key (user_id, day, book_id, device_id)
);

-- Null: told by a client that did not say.
alter table reading_progress add column device_type text check (device_type in ('web', 'pc', 'mobile'));
