-- Licenses of institutions, their seats and concurrent readers. All times are UTC milliseconds.

-- One row per license. `draft`: recorded, grants nothing yet.
create table institution_license (
  id text primary key,
  institution_id text not null references institution (id),
  -- `all`: every published book.
  scope text not null check (scope in ('all', 'books')),
  book_ids text[] not null default '{}',
  modes text[] not null default '{ip}' check (modes <@ (array['ip', 'roster'] || institution_protocols())),
  -- IPv4 and IPv6 subnets.
  networks cidr[] not null default '{}',
  starts_at bigint not null,
  ends_at bigint not null,
  contract_no text not null default '',
  status text not null check (status in ('draft', 'active', 'suspended')),
  created_at bigint not null,
  -- Number of named seats; null for no limit.
  seats int check (seats > 0),
  -- Number of concurrent readers; null for no limit.
  concurrent int check (concurrent > 0),
  check (ends_at > starts_at),
  check ((scope = 'books') = (cardinality(book_ids) > 0))
);
create index institution_license_end on institution_license (ends_at);

-- A seat is taken when a user first opens a book. A seat unused for long no longer counts and goes to the next user.
create table license_seat (
  license_id text not null references institution_license (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  taken_at bigint not null,
  last_at bigint not null,
  primary key (license_id, user_id)
);
create index license_seat_user on license_seat (user_id);

-- Concurrent readers: a row counts for some minutes after the last sign of reading.
create table license_reader (
  license_id text not null references institution_license (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  last_at bigint not null,
  primary key (license_id, user_id)
);
create index license_reader_user on license_reader (user_id);
