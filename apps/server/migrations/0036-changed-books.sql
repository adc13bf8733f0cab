-- Which books changed since a revision: a process that keeps the catalogue in memory reads these alone anew.

-- From here on the revision is counted, not named after a transaction. Whoever changes it holds its row until the end of the transaction: of two
-- changes the later one has the greater number, and is committed later.
alter table shufang_local.catalog_revision add column if not exists changed_by bigint not null default 0;
-- The last revision at which more than some books changed: a discipline, or anything that is not named below.
alter table shufang_local.catalog_revision add column if not exists all_changed_at bigint not null default 0;
update shufang_local.catalog_revision set revision = revision + 1, all_changed_at = revision + 1;

-- One row a book that ever changed, gone ones too.
create table if not exists shufang_local.catalog_change (
  book_id text primary key,
  revision bigint not null
);
create index if not exists catalog_change_revision on shufang_local.catalog_change (revision);

-- Replaced, for a restore empties a prepared database of its tables only.
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
    update shufang_local.catalog_revision set all_changed_at = revision where all_changed_at <> revision;
  else
    insert into shufang_local.catalog_change (book_id, revision) select changed, r.revision from shufang_local.catalog_revision r
      on conflict (book_id) do update set revision = excluded.revision where catalog_change.revision <> excluded.revision;
  end if;
  return null;
end
$$;

drop trigger rating_changes_catalog on book_rating_sum;
create constraint trigger rating_changes_catalog after update on book_rating_sum
  deferrable initially deferred for each row when (old.score is distinct from new.score) execute function note_catalog_change();
drop function note_rating_change();
