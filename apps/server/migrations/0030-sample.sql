-- Sample copies that teachers ask for. All times are UTC milliseconds.

-- One row per book of a request.
create table sample (
  id text primary key,
  user_id text not null references user_account (id) on delete cascade,
  book_id text not null references book (id) on delete cascade,
  form text not null check (form in ('print', 'digital')),
  status text not null default 'submitted' check (status in ('submitted', 'approved', 'shipped', 'received', 'rejected', 'canceled')),
  course text not null,
  term text not null,
  students int not null,
  plan text not null,
  -- Contract `shippingAddress`; null for digital samples, and emptied when the request is refused or withdrawn.
  shipping jsonb,
  reply text not null default '',
  carrier text not null default '',
  tracking_no text not null default '',
  -- End of the right to read a digital sample.
  ends_at bigint,
  created_at bigint not null,
  decided_at bigint,
  shipped_at bigint,
  received_at bigint,
  check (form = 'print' or status not in ('shipped', 'received')),
  check ((form = 'digital' and status = 'approved') = (ends_at is not null)),
  check (status in ('submitted', 'canceled') or decided_at is not null),
  check ((status in ('shipped', 'received')) = (shipped_at is not null))
);
-- A teacher waits for at most one sample of each form of a book.
create unique index sample_one_open on sample (user_id, book_id, form) where status in ('submitted', 'approved', 'shipped') and form = 'print';
create unique index sample_one_open_digital on sample (user_id, book_id) where status = 'submitted' and form = 'digital';
create index sample_user on sample (user_id, created_at desc);
create index sample_status on sample (status, created_at, id);
create index sample_book on sample (book_id);
