-- Books put together by editors, the places of the front page, and how much each book is read. Times are UTC milliseconds.

create table book_collection (
  id text primary key,
  kind text not null check (kind in ('series', 'topic', 'list', 'plan')),
  title text not null,
  intro text not null default '',
  -- Who put it together, as readers are told.
  curator text not null default '',
  -- A picture of an editor's in the object store; null: drawn from the books' covers.
  picture_sha256 text,
  picture_media_type text,
  position int not null,
  visible boolean not null default false,
  created_at bigint not null,
  updated_at bigint not null
);
create index book_collection_shown on book_collection (position, id) where visible;

create table book_collection_item (
  collection_id text not null references book_collection (id) on delete cascade,
  book_id text not null references book (id) on delete cascade,
  position int not null,
  note text not null default '',
  primary key (collection_id, book_id)
);
create index book_collection_item_order on book_collection_item (collection_id, position);
create index book_collection_item_book on book_collection_item (book_id);

create table home_slot (
  id text primary key,
  slot text not null check (slot in ('banner', 'row')),
  target_type text not null check (target_type in ('book', 'collection', 'page')),
  -- Id of the book or collection, or an address within the product.
  target text not null,
  title text not null default '',
  lead text not null default '',
  picture_sha256 text,
  picture_media_type text,
  -- Shown from `start_at` until `end_at`; null: no bound.
  start_at bigint,
  end_at bigint,
  position int not null,
  visible boolean not null default true,
  created_at bigint not null,
  updated_at bigint not null
);

-- Made anew from time to time: by it the list of much-read books is ordered.
create table book_popularity (
  book_id text primary key references book (id) on delete cascade,
  -- People who read in it within the last 30 days, and people who keep it as a favourite.
  readers int not null,
  favorites int not null,
  score int not null,
  counted_at bigint not null
);
create index book_popularity_order on book_popularity (score desc);

create index book_publisher on book (publisher) where publisher is not null;
create index book_contributors on book using gin (contributors jsonb_path_ops);
