-- When users first opened a book as a trial, from which the share of those who obtained it later is computed. Times are UTC milliseconds.
create table trial_opening (
  user_id text not null references user_account (id) on delete cascade,
  -- No reference to the book: a user's data outlives it.
  book_id text not null,
  first_at bigint not null,
  primary key (user_id, book_id)
);
create index trial_opening_time on trial_opening (first_at);
