-- Roles of accounts. All times are UTC milliseconds.

-- One row per role and scope of an account.
create table user_role (
  user_id text not null references user_account (id) on delete cascade,
  role text not null check (role in ('admin', 'editor', 'finance', 'orgAdmin', 'expert', 'author', 'teacher', 'reader')),
  -- Publisher, institution, book or round to which the role is limited; empty for the whole platform.
  scope text not null default '',
  granted_at bigint not null,
  -- End of a role that expires, such as that of a verified teacher; null for no end.
  expires_at bigint,
  primary key (user_id, role, scope)
);
create index user_role_expires_at on user_role (expires_at) where expires_at is not null;
