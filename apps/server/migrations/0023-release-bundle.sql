-- The program bundle of a version (an asar archive), which an installed desktop client exchanges without a new installation.
alter table app_version add column bundle_name text;
alter table app_version add column bundle_bytes bigint check (bundle_bytes > 0);
-- Key of the bundle in the object store.
alter table app_version add column bundle_sha256 text;
alter table app_version add column bundle_sha512 text;
alter table app_version add constraint app_version_bundle
  check (num_nulls(bundle_name, bundle_bytes, bundle_sha256, bundle_sha512) = any (array[0, 4]));

-- Uploads of signed releases that are not published yet: one for each build.
create table release_upload (
  id text primary key,
  -- Platform, architecture and channel.
  build text not null unique,
  -- The text of release.json, whose signature was checked.
  release_text text not null,
  changed_at bigint not null
);
create table release_upload_part (
  upload_id text not null references release_upload (id) on delete cascade,
  file_name text not null,
  part_offset bigint not null check (part_offset >= 0),
  part_bytes bigint not null check (part_bytes > 0),
  -- Key of the part in the object store.
  sha256 text not null,
  primary key (upload_id, file_name, part_offset)
);
