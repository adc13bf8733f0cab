-- Errors that readers reported in books. All times are UTC milliseconds.

-- One row per report.
create table erratum (
  id text primary key,
  book_id text not null references book (id) on delete cascade,
  -- Null after the reporter has left; the report remains.
  user_id text references user_account (id),
  -- Version of the book when it was reported.
  version_no int not null,
  quote text not null,
  suggestion text not null,
  -- The reporter's reason; only editors see it.
  reason text not null default '',
  chapter text not null default '',
  -- Contract `locator`; null when reported without a position.
  locator jsonb,
  state text not null check (state in ('submitted', 'accepted', 'duplicate', 'rejected', 'fixed')),
  -- The editor's reply.
  reply text not null default '',
  fixed_version_no int,
  created_at bigint not null,
  decided_at bigint,
  check ((state = 'submitted') = (decided_at is null)),
  check ((state = 'fixed') = (fixed_version_no is not null))
);
create index erratum_book on erratum (book_id, state, created_at desc, id desc);
create index erratum_state on erratum (state, created_at, id);
create index erratum_user on erratum (user_id, created_at desc) where user_id is not null;
