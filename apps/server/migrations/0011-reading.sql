-- Reading positions, preferences, reading time, and the revocation of content tickets. All times are UTC milliseconds, unless a column says
-- otherwise.

-- The last position of a user in a book. There is no reference to the book, because a user's data outlives it.
create table reading_progress (
  user_id text not null references user_account (id) on delete cascade,
  book_id text not null,
  version_id text not null,
  -- Contract `locator`.
  locator jsonb not null,
  -- 0 to 1, for cards.
  total_progression double precision not null,
  -- Contract hybrid logical clock; compares as text.
  hlc text collate "C" not null,
  updated_at bigint not null,
  -- Parts of the book, in 1/10,000 of its length, that were read at a plausible speed. Skipping to the end adds nothing, going back removes
  -- nothing.
  passed int4multirange not null default '{}',
  -- Null when the client sent none.
  device_type text check (device_type in ('web', 'pc', 'mobile')),
  primary key (user_id, book_id)
);
create index reading_progress_recent on reading_progress (user_id, updated_at desc);

-- The version up to which a user has seen what changed in a book. Without a row they know the version in which they read last.
create table seen_version (
  user_id text not null references user_account (id) on delete cascade,
  book_id text not null,
  version_id text not null,
  primary key (user_id, book_id)
);

-- Comparisons of the text of an earlier version with that of the current one, made at the first request.
create table version_comparison (
  book_id text not null,
  before_id text not null references book_version (id) on delete cascade,
  after_id text not null references book_version (id) on delete cascade,
  -- `tooLarge`: a limit of the comparison was exceeded. `noText`: the text of the earlier version is not stored.
  state text not null check (state in ('compared', 'tooLarge', 'noText')),
  -- Whether there were more changes than are stored.
  is_cut boolean not null,
  primary key (before_id, after_id)
);
create index version_comparison_of_book on version_comparison (book_id);

-- The changed passages of a comparison.
create table version_change (
  before_id text not null,
  after_id text not null,
  -- 0, 1, 2 … in the order of the new text.
  position int not null,
  -- Documents of which the change shows text, as indexes in the reading order of the new and of the earlier version.
  document int not null,
  before_documents int[] not null,
  -- Contract `textChange` without `id`.
  change jsonb not null,
  primary key (before_id, after_id, position),
  foreign key (before_id, after_id) references version_comparison (before_id, after_id) on delete cascade
);

-- Reading preferences of a user.
create table reader_preferences (
  user_id text primary key references user_account (id) on delete cascade,
  -- Contract `readingPreferences`, with defaults where the user has not chosen.
  preferences jsonb not null,
  field_clocks jsonb not null
);

-- Reading time per user, day, book and device. A device reports the total of its own day, so that a repeated or late report changes
-- nothing.
create table reading_day (
  user_id text not null references user_account (id) on delete cascade,
  device_id text not null,
  -- No reference to the book: reading time outlives it.
  book_id text not null,
  -- YYYY-MM-DD in the calendar of the device.
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  seconds int not null check (seconds >= 0 and seconds <= 86400),
  primary key (user_id, day, book_id, device_id)
);

-- A version of a book that a device of a user may store and show offline until the lease expires. Its key is derived from the key of the
-- installation.
create table offline_lease (
  id text primary key,
  user_id text not null references user_account (id) on delete cascade,
  book_id text not null,
  version_id text not null references book_version (id) on delete cascade,
  device_id text not null,
  device_type text not null check (device_type in ('web', 'pc', 'mobile')),
  device_name text not null,
  issued_at bigint not null,
  expires_at bigint not null,
  -- When the user removed the copy, and when its device reported that the text is deleted; both null while the lease is in force.
  released_at bigint,
  deleted_at bigint,
  unique (user_id, version_id, device_id)
);
create index offline_lease_of_book on offline_lease (user_id, book_id);
create index offline_lease_expiry on offline_lease (expires_at);

-- Content tickets give access to the content of a book without a database query. When a right ends, the tables below make the tickets
-- invalid that were issued before. Triggers write them in the transaction that ends the right, so that no cause and no process can be
-- forgotten; every server process has a copy in memory. Like the catalog revision they describe this database alone: a backup leaves them
-- out, and a restore runs this file again while they exist.
create table if not exists shufang_local.content_revision (
  is_only boolean primary key default true check (is_only),
  -- Counts revocations. A transaction that raises it holds the row until its end, so that the later revision is committed later.
  revision bigint not null,
  -- Tickets issued below this revision are older than this database or its last restore, and are invalid.
  floor bigint not null
);
-- Starts with the current time (ms), so that a database created later starts above one created earlier.
insert into shufang_local.content_revision (revision, floor)
  select now_ms, now_ms from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms) clock
  on conflict (is_only) do update
    set revision = greatest(content_revision.revision + 1, excluded.revision),
      floor = greatest(content_revision.revision + 1, excluded.revision);

-- The newest revocation per user, book and institution.
create table if not exists shufang_local.content_revocation (
  -- `user:<id>`, `book:<id>` or `institution:<id>`.
  key text primary key,
  revision bigint not null,
  -- By the clock of the database. The row is deleted when the longest ticket issued before it has expired.
  revoked_at timestamptz not null
);
create index if not exists content_revocation_revision on shufang_local.content_revocation (revision);

-- Invalidates the tickets issued so far for these keys. The row of the catalog revision is locked first, as every change of the catalog
-- does, so that two transactions that change both cannot deadlock.
create or replace function revoke_content(variadic keys text[]) returns void language plpgsql as $$
begin
  if array_remove(keys, null) = '{}' then return; end if;
  perform 1 from shufang_local.catalog_revision for no key update;
  update shufang_local.content_revision set revision = revision + 1;
  insert into shufang_local.content_revocation (key, revision, revoked_at)
    select revoked.key, n.revision, clock_timestamp() from (select distinct unnest(keys) as key) revoked, shufang_local.content_revision n
    where revoked.key is not null
    on conflict (key) do update set revision = excluded.revision, revoked_at = excluded.revoked_at;
  perform pg_notify('shufang_revoked', '');
end
$$;

-- The holder of an entitlement. A right of a class is held by changing members, so its whole book is revoked.
create or replace function revoke_content_of_holder() returns trigger language plpgsql as $$
begin
  perform revoke_content(case old.holder when 'user' then 'user:' || old.user_id when 'institution' then 'institution:' || old.holder_id
    else 'book:' || old.book_id end);
  return null;
end
$$;

-- The user named by `user_id`, or by `id` in `user_account`.
create or replace function revoke_content_of_user() returns trigger language plpgsql as $$
begin
  perform revoke_content('user:' || (to_jsonb(old) ->> case when tg_table_name = 'user_account' then 'id' else 'user_id' end));
  return null;
end
$$;

-- The book itself.
create or replace function revoke_content_of_book() returns trigger language plpgsql as $$
begin
  perform revoke_content('book:' || old.id);
  return null;
end
$$;

-- The institution of a license.
create or replace function revoke_content_of_institution() returns trigger language plpgsql as $$
begin
  perform revoke_content('institution:' || old.institution_id);
  return null;
end
$$;

-- A member is an account, or the account with the phone number.
create or replace function revoke_content_of_member() returns trigger language plpgsql as $$
begin
  perform revoke_content('user:' || old.user_id,
    (select max('user:' || u.id) from user_account u where old.phone <> '' and u.tel = old.phone));
  return null;
end
$$;

-- Refund, suspension, release of a code, expiry by an operator: everything that reduces a right.
create constraint trigger entitlement_shrinks_ends_content after update on entitlement deferrable initially deferred for each row
  when (old.status = 'active' and (new.status <> 'active' or new.starts_at > old.starts_at
    or coalesce(new.ends_at, 9223372036854775807) < coalesce(old.ends_at, 9223372036854775807)
    or new.book_id <> old.book_id or new.user_id is distinct from old.user_id or new.holder_id is distinct from old.holder_id))
  execute function revoke_content_of_holder();
create constraint trigger entitlement_gone_ends_content after delete on entitlement deferrable initially deferred for each row
  when (old.status = 'active') execute function revoke_content_of_holder();

-- Ordered removal, unpublished, no longer free, other trial chapters, or another publisher, whose staff may read it.
create constraint trigger book_change_ends_content after update on book deferrable initially deferred for each row
  when (new.removal_notice is distinct from old.removal_notice or new.shelf_state <> old.shelf_state or new.access_model <> old.access_model
    or new.trial_chapters <> old.trial_chapters or new.trial_chosen is distinct from old.trial_chosen
    or new.publisher is distinct from old.publisher)
  execute function revoke_content_of_book();
create constraint trigger book_gone_ends_content after delete on book deferrable initially deferred for each row
  execute function revoke_content_of_book();

-- An account that is frozen or closed or changes its phone number (institutions list members by it); a role or contributor entry that gave
-- access.
create constraint trigger account_change_ends_content after update on user_account deferrable initially deferred for each row
  when (new.status <> old.status or new.tel is distinct from old.tel) execute function revoke_content_of_user();
create constraint trigger account_gone_ends_content after delete on user_account deferrable initially deferred for each row
  execute function revoke_content_of_user();
create constraint trigger role_change_ends_content after update or delete on user_role deferrable initially deferred for each row
  execute function revoke_content_of_user();
create constraint trigger contributor_change_ends_content after update on book_contributor deferrable initially deferred for each row
  when (new.user_id is distinct from old.user_id) execute function revoke_content_of_user();
create constraint trigger contributor_gone_ends_content after delete on book_contributor deferrable initially deferred for each row
  execute function revoke_content_of_user();

-- Licenses, their members, seats and concurrent readers, and institution sessions and links.
create constraint trigger license_change_ends_content after update or delete on institution_license
  deferrable initially deferred for each row execute function revoke_content_of_institution();
create constraint trigger member_change_ends_content after update on institution_member deferrable initially deferred for each row
  when (new.institution_id <> old.institution_id or new.phone <> old.phone or new.user_id is distinct from old.user_id
    or coalesce(new.valid_until, 9223372036854775807) < coalesce(old.valid_until, 9223372036854775807))
  execute function revoke_content_of_member();
create constraint trigger member_gone_ends_content after delete on institution_member deferrable initially deferred for each row
  execute function revoke_content_of_member();
create constraint trigger seat_gone_ends_content after delete on license_seat deferrable initially deferred for each row
  execute function revoke_content_of_user();
create constraint trigger reader_gone_ends_content after delete on license_reader deferrable initially deferred for each row
  execute function revoke_content_of_user();
create constraint trigger institution_session_gone_ends_content after delete on institution_session
  deferrable initially deferred for each row execute function revoke_content_of_user();
create constraint trigger institution_link_gone_ends_content after delete on institution_link deferrable initially deferred for each row
  execute function revoke_content_of_user();

-- What a reader decided and did in the interactive documents of a version. There is no reference to the book, because a user's data outlives
-- it.
create table interactive_state (
  user_id text not null references user_account (id) on delete cascade,
  version_id text not null,
  book_id text not null,
  has_consented boolean not null,
  -- Contract `interactiveValues`.
  stored_values jsonb not null,
  -- Contract hybrid logical clock; compares as text.
  hlc text collate "C" not null,
  primary key (user_id, version_id)
);
