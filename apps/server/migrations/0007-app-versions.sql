-- Versions of the applications people install, each with the signed statement a client verifies. Times are UTC milliseconds.

CREATE TABLE app_version (
  id text PRIMARY KEY,
  version_code text NOT NULL CHECK (version_code ~ '^\d{1,6}\.\d{1,6}\.\d{1,6}$'),
  platform text NOT NULL CHECK (platform IN ('win', 'mac', 'linux', 'android')),
  arch text NOT NULL CHECK (arch IN ('x64', 'arm64')),
  channel text NOT NULL CHECK (channel IN ('stable', 'beta')),
  state text NOT NULL CHECK (state IN ('draft', 'released', 'withdrawn')),
  -- Sanitised; its hash stands in the manifest, so it never changes.
  description_html text NOT NULL,
  file_name text NOT NULL,
  file_bytes bigint NOT NULL CHECK (file_bytes > 0),
  -- Names the file in the object store.
  file_sha256 text NOT NULL,
  -- Hex; what clients check.
  file_sha512 text NOT NULL,
  -- Canonical JSON, exactly the text that was signed.
  manifest text NOT NULL,
  -- Ed25519, base64.
  signature text NOT NULL,
  -- Names the public key: first 16 hex digits of the sha256 over its SPKI DER bytes.
  key_id text NOT NULL,
  download_count bigint NOT NULL DEFAULT 0,
  released_at bigint,
  withdrawn_at bigint,
  created_at bigint NOT NULL,
  UNIQUE (platform, arch, channel, version_code),
  CHECK (state <> 'released' OR released_at IS NOT NULL)
);
