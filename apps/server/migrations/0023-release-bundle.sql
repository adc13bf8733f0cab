-- The program bundle of a version (an asar archive), which an installed desktop client exchanges without a new installation.
alter table app_version add column bundle_name text;
alter table app_version add column bundle_bytes bigint check (bundle_bytes > 0);
-- Key of the bundle in the object store.
alter table app_version add column bundle_sha256 text;
alter table app_version add column bundle_sha512 text;
alter table app_version add constraint app_version_bundle
  check (num_nulls(bundle_name, bundle_bytes, bundle_sha256, bundle_sha512) = any (array[0, 4]));
