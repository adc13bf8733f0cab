-- Lists of a catalog of a million books.

-- Pages in the order of titles.
create index book_titles on book (title collate "zh-x-icu", (-edition), id)
  where shelf_state = 'published' and current_version_id is not null;

-- The last revision at which a category changed. Processes then read the categories again, but not the books.
alter table shufang_local.catalog_revision add column if not exists categories_changed_at bigint not null default 0;

create or replace function note_catalog_change() returns trigger language plpgsql as $$
declare
  me constant bigint := pg_current_xact_id()::text::bigint;
  changed text;
begin
  update shufang_local.catalog_revision set revision = revision + 1, changed_by = me where changed_by <> me;
  if tg_table_name = 'book' then
    if tg_op = 'DELETE' then changed := old.id; else changed := new.id; end if;
  elsif tg_table_name in ('book_popularity', 'book_rating_sum', 'book_search') then
    if tg_op = 'DELETE' then changed := old.book_id; else changed := new.book_id; end if;
  end if;
  if changed is null then
    update shufang_local.catalog_revision set categories_changed_at = revision where categories_changed_at <> revision;
  else
    insert into shufang_local.catalog_change (book_id, revision) select changed, r.revision from shufang_local.catalog_revision r
      on conflict (book_id) do update set revision = excluded.revision where catalog_change.revision <> excluded.revision;
  end if;
  return null;
end
$$;
