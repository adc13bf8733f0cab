-- Use of books through the licenses of institutions. All times are UTC milliseconds; months are YYYY-MM in China.

-- Requests of one reader for one book in one month. There is no foreign key to the account: an erased account is replaced by a random id, so
-- that the counts of past months stay.
create table license_use (
  institution_id text not null references institution (id) on delete cascade,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  -- No reference to the book: its use outlives it.
  book_id text not null,
  user_id text not null,
  -- COUNTER: Total_Item_Requests and Unique_Title_Requests.
  item_requests int not null check (item_requests > 0),
  title_requests int not null check (title_requests >= 0),
  primary key (institution_id, month, book_id, user_id)
);
create index license_use_user on license_use (user_id);

-- Chapters that readers requested in the last hours: a session of COUNTER is a user and an hour. Old rows are deleted.
create table license_request (
  institution_id text not null references institution (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  book_id text not null,
  -- Beginning of the hour.
  hour bigint not null,
  -- Index of the chapter in the reading order of the version.
  document int not null,
  last_at bigint not null,
  primary key (user_id, book_id, hour, institution_id, document)
);
create index license_request_hour on license_request (hour);
create index license_request_institution on license_request (institution_id);
