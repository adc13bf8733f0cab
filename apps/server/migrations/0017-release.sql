-- Published builds of the applications. All times are UTC milliseconds.

-- One row per build, with the signed manifest that clients verify.
create table app_version (
  id text primary key,
  version_code text not null check (version_code ~ '^\d{1,6}\.\d{1,6}\.\d{1,6}$'),
  platform text not null check (platform in ('win', 'mac', 'linux', 'android', 'ios', 'harmony')),
  arch text not null check (arch in ('x64', 'arm64')),
  channel text not null check (channel in ('stable', 'beta')),
  state text not null check (state in ('draft', 'released', 'withdrawn')),
  -- Sanitized. The manifest contains its hash, so it never changes.
  description_html text not null,
  file_name text not null,
  file_bytes bigint not null check (file_bytes > 0),
  -- Key of the file in the object store.
  file_sha256 text not null,
  -- Hex; what clients verify.
  file_sha512 text not null,
  -- Canonical JSON, exactly the text that was signed.
  manifest text not null,
  -- Ed25519, base64.
  signature text not null,
  -- First 16 hex digits of the SHA-256 over the SPKI DER of the public key.
  key_id text not null,
  download_count bigint not null default 0,
  released_at bigint,
  withdrawn_at bigint,
  created_at bigint not null,
  -- The build that runs without installation, if there is one.
  portable_name text,
  portable_bytes bigint check (portable_bytes > 0),
  -- Key of the portable file in the object store.
  portable_sha256 text,
  portable_sha512 text,
  -- System requirements for administrators of schools; empty: not given.
  system_needs text not null default '',
  -- How to install without interaction; empty: not given.
  silent_install text not null default '',
  unique (platform, arch, channel, version_code),
  check (state <> 'released' or released_at is not null),
  constraint app_version_portable check (num_nulls(portable_name, portable_bytes, portable_sha256, portable_sha512) = any (array[0, 4]))
);
