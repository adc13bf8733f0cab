-- Bookshelf, groups and favorites. All are records of sync: every field has a hybrid logical clock. There are no references to books or
-- collections, because a user's shelf outlives them. All times are UTC milliseconds.

-- State of one book on a user's shelf.
create table shelf_item (
  user_id text not null references user_account (id) on delete cascade,
  book_id text not null,
  -- Null: never decided; a book that the user owns is then on the shelf.
  on_shelf boolean,
  added_at bigint,
  -- May refer to a deleted group.
  group_id text,
  pinned boolean not null default false,
  hidden boolean not null default false,
  -- The user's own sort order, ascending.
  position double precision,
  -- Positions read until then are not in the list of recent books.
  left_recent_at bigint,
  -- Contract field name to hybrid logical clock.
  field_clocks jsonb not null,
  primary key (user_id, book_id)
);

-- Groups of the shelf and folders of favorites.
create table shelf_group (
  user_id text not null references user_account (id) on delete cascade,
  -- Created by the client.
  id text not null,
  name text not null,
  position double precision,
  deleted_at bigint,
  field_clocks jsonb not null,
  -- True for a folder of favorites.
  of_favorites boolean not null default false,
  primary key (user_id, id)
);

-- Favorite books and collections.
create table favorite (
  user_id text not null references user_account (id) on delete cascade,
  target_type text not null check (target_type in ('book', 'collection')),
  target_id text not null,
  added_at bigint not null,
  -- Price of the book when it was added.
  price_fen int,
  deleted_at bigint,
  field_clocks jsonb not null,
  -- May refer to a deleted folder.
  folder_id text,
  primary key (user_id, target_type, target_id)
);
create index favorite_of_target on favorite (target_type, target_id) where deleted_at is null;
