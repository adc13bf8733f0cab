-- Settings that administrators change at run time.

-- At most one row. Without it the environment variables apply.
create table platform_settings (
  singleton boolean default true primary key check (singleton),
  settings jsonb not null,
  -- UTC milliseconds.
  saved_at bigint not null
);
