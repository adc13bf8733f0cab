-- Who may read what, and why. All times are UTC milliseconds.

-- One row per right and source. A right never overwrites one from another source; any active row gives access.
create table entitlement (
  id text primary key,
  user_id text references user_account (id) on delete cascade,
  book_id text not null references book (id) on delete cascade,
  -- `license` and `classProbation` are rights of groups; `claim`: for a code that could not be used, proven by photos.
  source text not null check (source in ('gift', 'order', 'code', 'claim', 'license', 'sample', 'author', 'staff', 'classProbation')),
  starts_at bigint not null,
  -- Null: unlimited.
  ends_at bigint,
  -- `suspended`: for a while, for example while a payment is disputed.
  status text not null default 'active' check (status in ('active', 'expired', 'suspended', 'revoked')),
  -- Who granted the right, for the audit of the operator.
  granted_by text,
  note text not null default '',
  created_at bigint not null,
  -- Distinguishes the rights of one source: each code gives its own right, so that revoking one does not affect another. Empty for sources
  -- that give one right.
  source_id text not null default '',
  -- A right of an institution or class applies to every member.
  holder text not null default 'user' check (holder in ('user', 'institution', 'class')),
  -- Id of the institution or class.
  holder_id text,
  constraint entitlement_one_of_each_source unique (user_id, book_id, source, source_id),
  constraint entitlement_one_holder check (((holder = 'user') = (user_id is not null)) and ((holder = 'user') = (holder_id is null)))
);
create index entitlement_book on entitlement (book_id);
create unique index entitlement_of_group on entitlement (holder, holder_id, book_id, source, source_id) where user_id is null;

-- Books that users opened through their institution: listed for them elsewhere as readable there.
create table institution_reading (
  user_id text not null references user_account (id) on delete cascade,
  book_id text not null,
  first_at bigint not null,
  last_at bigint not null,
  primary key (user_id, book_id)
);
