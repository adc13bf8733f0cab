-- Folders of favourites are groups of their own kind; favourites lie in one or in none.
alter table shelf_group add column of_favorites boolean not null default false;
-- May be of a folder that is gone.
alter table favorite add column folder_id text;

-- How the parts of the service stood, one row a change, for the board of /helper/contact.
create table service_change (
  id bigint generated always as identity primary key,
  part text not null,
  state text not null check (state in ('ok', 'failed')),
  at bigint not null
);
create index service_change_of_part on service_change (part, at desc);

-- Books people opened through their institution: listed for them when they are elsewhere too, as what they could read there.
create table institution_reading (
  user_id text not null references user_account (id) on delete cascade,
  book_id text not null,
  first_at bigint not null,
  last_at bigint not null,
  primary key (user_id, book_id)
);
