-- What a school needs to know of a build: the same without an installation, what the machine must have, how it is installed without questions.
ALTER TABLE app_version ADD COLUMN portable_name text;
ALTER TABLE app_version ADD COLUMN portable_bytes bigint CHECK (portable_bytes > 0);
-- Names the file in the object store.
ALTER TABLE app_version ADD COLUMN portable_sha256 text;
ALTER TABLE app_version ADD COLUMN portable_sha512 text;
-- In the operator's words; empty: not said.
ALTER TABLE app_version ADD COLUMN system_needs text NOT NULL DEFAULT '';
ALTER TABLE app_version ADD COLUMN silent_install text NOT NULL DEFAULT '';
ALTER TABLE app_version ADD CONSTRAINT app_version_portable
  CHECK (num_nulls(portable_name, portable_bytes, portable_sha256, portable_sha512) IN (0, 4));
