-- A person's shelf: how each book stands in it, groups, favourites. All are records of sync (0004): every field has its stamp.
-- Nothing here refers to a book's or collection's row: what a person kept outlives it.

create table shelf_item (
  user_id text not null references user_account (id) on delete cascade,
  book_id text not null,
  -- Null: never decided; a book the person owns lies on the shelf then.
  on_shelf boolean,
  added_at bigint,
  -- May be of a group that is gone.
  group_id text,
  pinned boolean not null default false,
  hidden boolean not null default false,
  -- In the person's own order, from small to great.
  position double precision,
  -- Places read up to then are not among the recent ones.
  left_recent_at bigint,
  -- Field name of the contract to stamp.
  field_clocks jsonb not null,
  primary key (user_id, book_id)
);

create table shelf_group (
  user_id text not null references user_account (id) on delete cascade,
  -- Made by the client.
  id text not null,
  name text not null,
  position double precision,
  deleted_at bigint,
  field_clocks jsonb not null,
  primary key (user_id, id)
);

create table favorite (
  user_id text not null references user_account (id) on delete cascade,
  target_type text not null check (target_type in ('book', 'collection')),
  target_id text not null,
  added_at bigint not null,
  -- What the book cost then.
  price_fen int,
  deleted_at bigint,
  field_clocks jsonb not null,
  primary key (user_id, target_type, target_id)
);
create index favorite_of_target on favorite (target_type, target_id) where deleted_at is null;
