-- Royalties of contributors. Money in fen (1/100 yuan), times in UTC milliseconds, months `yyyymm` and days YYYY-MM-DD in China.

-- Books with royalties.
create table royalty_book (
  book_id text primary key references book (id) on delete cascade,
  -- The last month whose statements were issued, or that had nothing to settle. Sales up to its end are settled.
  settled_period text,
  -- Whether the sales were simulated for the demo, which pages say.
  is_simulated boolean not null default false
);

-- Which part of the income of a book a contributor gets. An account is never deleted, only emptied, so that the record stays.
create table royalty_rate (
  id text primary key,
  book_id text not null references royalty_book (book_id) on delete cascade,
  user_id text not null references user_account (id),
  rate_bp int not null check (rate_bp between 1 and 10000),
  valid_from text not null,
  -- Last day; null: no end.
  valid_until text,
  check (valid_until is null or valid_from <= valid_until)
);
create index royalty_rate_book on royalty_rate (book_id);
create index royalty_rate_user on royalty_rate (user_id);

-- Payments received for code batches and licenses, or returned (negative). Never changed.
create table royalty_receipt (
  id text primary key,
  source text not null check (source in ('code', 'license')),
  -- Id of the batch or license. There is no foreign key, because the record outlives it.
  ref_id text not null,
  -- Printing of the batch, or institution of the license.
  label text not null,
  fen int not null check (fen <> 0),
  received_on text not null,
  note text not null default '',
  created_at bigint not null
);

-- Shares of the books in a receipt; they add up to it. `weight`: seconds of reading, or 1 for each book if none was read.
create table royalty_receipt_share (
  receipt_id text not null references royalty_receipt (id) on delete cascade,
  book_id text not null,
  weight bigint not null,
  fen int not null,
  primary key (receipt_id, book_id)
);
create index royalty_receipt_share_book on royalty_receipt_share (book_id);

-- The account of a book for a month. A book has at most one draft. There are no foreign keys to books, because the account outlives them.
create table royalty_account (
  book_id text not null,
  period text not null,
  book_title text not null,
  status text not null check (status in ('draft', 'issued')),
  made_at bigint not null,
  primary key (book_id, period)
);
create unique index royalty_account_draft on royalty_account (book_id) where status = 'draft';

-- Entries of the ledger that an account has taken: payments, refunds, receipts, corrections.
create table royalty_entry (
  book_id text not null,
  period text not null,
  no int not null,
  source text not null check (source in ('order', 'code', 'license', 'adjustment')),
  ref_id text not null,
  -- Position of the order item and id of the refund, id of the receipt, or id of the correction.
  part text not null,
  label text not null,
  is_refund boolean not null,
  at bigint not null,
  gross_fen int not null,
  -- What is left of it after all contributors.
  publisher_fen int not null,
  primary key (book_id, period, no),
  -- No sale is settled twice.
  unique (book_id, source, ref_id, part),
  foreign key (book_id, period) references royalty_account (book_id, period) on delete cascade
);

-- Statement of a contributor for a book and month.
create table royalty_statement (
  id text primary key,
  book_id text not null,
  period text not null,
  user_id text not null references user_account (id),
  -- Name of the contributor in the book; empty after the account was erased.
  payee text not null,
  status text not null check (status in ('draft', 'issued', 'disputed', 'confirmed', 'paid')),
  line_count int not null,
  gross_fen bigint not null,
  fen bigint not null,
  issued_at bigint,
  confirmed_at bigint,
  paid_on text,
  payment_reference text,
  unique (book_id, period, user_id),
  foreign key (book_id, period) references royalty_account (book_id, period) on delete cascade,
  check ((status = 'draft') = (issued_at is null)),
  check ((status = 'paid') = (paid_on is not null and payment_reference is not null))
);
create index royalty_statement_user on royalty_statement (user_id, period desc);
create index royalty_statement_list on royalty_statement (status, period desc, id desc);

-- A contributor's part of an entry.
create table royalty_line (
  statement_id text not null references royalty_statement (id) on delete cascade,
  no int not null,
  rate_bp int not null,
  fen int not null,
  primary key (statement_id, no)
);

-- Corrections of issued statements; each becomes an entry of a later month.
create table royalty_adjustment (
  id text primary key,
  statement_id text not null references royalty_statement (id) on delete cascade,
  fen int not null check (fen <> 0),
  at bigint not null
);
create index royalty_adjustment_statement on royalty_adjustment (statement_id);

-- Messages between payee and finance about a statement or one of its lines.
create table royalty_message (
  id text primary key,
  statement_id text not null references royalty_statement (id) on delete cascade,
  is_from_payee boolean not null,
  line_no int,
  body text not null,
  at bigint not null
);
create index royalty_message_statement on royalty_message (statement_id, at, id);

-- Refuses changes of issued accounts. Functions are replaced, because a restore into a prepared database drops only its tables.
create or replace function refuse_royalty_entry_change() returns trigger language plpgsql as $$
begin
  if exists (select 1 from royalty_account where book_id = old.book_id and period = old.period and status = 'issued') then
    raise exception 'the royalty account % % is issued', old.book_id, old.period;
  end if;
  return old;
end
$$;
create trigger royalty_entry_issued before update or delete on royalty_entry for each row execute function refuse_royalty_entry_change();

create or replace function refuse_royalty_line_change() returns trigger language plpgsql as $$
begin
  if exists (select 1 from royalty_statement where id = old.statement_id and status <> 'draft') then
    raise exception 'the royalty statement % is issued', old.statement_id;
  end if;
  return old;
end
$$;
create trigger royalty_line_issued before update or delete on royalty_line for each row execute function refuse_royalty_line_change();
