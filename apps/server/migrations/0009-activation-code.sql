-- Activation codes: printed in books, sold or given away. Only a keyed HMAC of a code is stored. All times are UTC milliseconds.

-- One row per batch of codes. `requested` by one user, `approved` by another, `exported` once for the printer; `rejected` and `void` are
-- final.
create table code_batch (
  id text primary key,
  book_id text not null references book (id),
  -- `authentication`: printed in teachers' guides; makes the user a verified teacher and opens no book.
  purpose text not null check (purpose in ('printedBook', 'teacher', 'sample', 'gift', 'sales', 'authentication')),
  count int not null check (count >= 1 and count <= 200000),
  -- The printing (印次) that contains the codes, as named by the publisher.
  printing text,
  -- Duration of the right from activation; null: unlimited.
  term_days int check (term_days > 0),
  valid_from bigint not null,
  -- First moment at which a code can no longer be activated; null: no end. Rights activated before remain.
  valid_until bigint,
  -- How often a released code may be activated again.
  rebind_limit int not null default 0 check (rebind_limit >= 0 and rebind_limit <= 3),
  -- User id or `cli`. There is no foreign key, because the record outlives the account.
  created_by text,
  approved_by text,
  -- When the plain codes were exported, which happens once.
  exported_at bigint,
  created_at bigint not null,
  state text not null default 'exported' check (state in ('requested', 'approved', 'exported', 'rejected', 'void')),
  -- Codes in one box of the printer.
  box_size int not null default 500 check (box_size > 0),
  -- The seed of the codes, encrypted under a key of the server secret; null after the export.
  sealed_secret bytea,
  -- Comment of the approver.
  reply text not null default '',
  decided_at bigint,
  exported_by text,
  check (valid_until > valid_from),
  constraint code_batch_secret check ((sealed_secret is not null) = (state = 'approved')),
  constraint code_batch_two_operators check (approved_by is null or approved_by <> created_by),
  constraint code_batch_authentication check (purpose <> 'authentication' or (term_days is null and rebind_limit = 0))
);
create index code_batch_book on code_batch (book_id, created_at desc);
create index code_batch_newest on code_batch (created_at desc, id desc);

-- One row per code.
create table activation_code (
  -- HMAC-SHA-256 over the code without separators.
  hmac bytea primary key,
  -- The fourth printed group, for calls to the hotline: 60 random bits stay secret.
  last4 text not null,
  batch_id text not null references code_batch (id),
  status text not null check (status in ('minted', 'exported', 'bound', 'released', 'void')),
  -- Null again when the account is erased; the code stays `bound`, so that nobody else can use it.
  bound_user_id text references user_account (id) on delete set null,
  bound_at bigint,
  -- Number of activations so far.
  bind_count int not null default 0,
  -- From 1 within the batch, in the order of the printer's file; ranges and boxes refer to it. Null for codes without numbers.
  serial int check (serial >= 1),
  check (status <> 'bound' or bound_at is not null)
);
create index activation_code_batch on activation_code (batch_id, status);
create unique index activation_code_serial on activation_code (batch_id, serial);
create index activation_code_user on activation_code (bound_user_id) where bound_user_id is not null;

-- Requests for access with a code that cannot be used, with photos of the printed book.
create table code_claim (
  id text primary key,
  user_id text not null references user_account (id) on delete cascade,
  book_id text not null references book (id),
  reason text not null check (reason in ('smudged', 'secondHand', 'usedByOther', 'lost')),
  -- The user's own pictures; a deleted one is missing.
  photo_ids text[] not null check ((cardinality(photo_ids) >= 1) and (cardinality(photo_ids) <= 3)),
  -- The readable part of the code.
  partial text not null default '',
  note text not null default '',
  status text not null check (status in ('open', 'approved', 'rejected')),
  reply text not null default '',
  decided_by text,
  created_at bigint not null,
  decided_at bigint,
  -- HMAC of the code that the approved claim made void; null when it could not be identified.
  voided_code bytea
);
create index code_claim_list on code_claim (status, created_at, id);
create unique index code_claim_open on code_claim (user_id, book_id) where status = 'open';
create index code_claim_user on code_claim (user_id, created_at desc);
