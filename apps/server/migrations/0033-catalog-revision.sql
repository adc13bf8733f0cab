-- One number that is another one after every change of what the catalogue lists: processes keep the catalogue in memory by it.

-- What is true of this database alone: a backup leaves it out, and a restore finds it there.
create schema if not exists shufang_local;
create table if not exists shufang_local.catalog_revision (
  is_only boolean primary key default true check (is_only),
  -- The transaction that changed it last.
  revision bigint not null
);
insert into shufang_local.catalog_revision (revision) values (0) on conflict do nothing;

-- Replaced, for a restore empties a prepared database of its tables only.
create or replace function note_catalog_change() returns trigger language plpgsql as $$
begin
  update shufang_local.catalog_revision set revision = pg_current_xact_id()::text::bigint where revision <> pg_current_xact_id()::text::bigint;
  return null;
end
$$;

-- At the end of the transaction, so that nobody waits for one that takes long.
create constraint trigger book_changes_catalog after insert or update or delete on book
  deferrable initially deferred for each row execute function note_catalog_change();
create constraint trigger category_changes_catalog after insert or update or delete on category
  deferrable initially deferred for each row execute function note_catalog_change();
create constraint trigger popularity_changes_catalog after insert or update or delete on book_popularity
  deferrable initially deferred for each row execute function note_catalog_change();
