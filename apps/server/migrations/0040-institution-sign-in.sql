-- Signing in through one's institution (CARSI, OpenID Connect), who its members are, and what a session has of it. Times are UTC milliseconds.

create table institution_sign_in (
  institution_id text primary key references institution (id) on delete cascade,
  -- The institution's own domain (tsinghua.edu.cn): what its affiliations must be scoped with. Empty: none yet.
  domain text not null default '',
  -- Pinyin and initials of the name, and the domain: what people may type to find it.
  search_key text not null default '',
  protocol text not null default 'none' check (protocol in ('none', 'carsi', 'oidc')),
  -- Of its identity provider in the federation (CARSI). Null where the local page plays it.
  entity_id text unique,
  sso_url text not null default '',
  -- PEM, the certificates it signs with; two while it changes over.
  certificates text[] not null default '{}',
  -- OpenID Connect.
  issuer text not null default '',
  client_id text not null default '',
  -- AES-256-GCM under the server's secret; null for a public client.
  sealed_client_secret bytea,
  updated_at bigint not null
);
create unique index institution_sign_in_domain on institution_sign_in (domain) where domain <> '';

-- A walk to the identity provider and back. Good once, ten minutes, and only with the browser's own proof.
create table institution_walk (
  state text primary key,
  -- SHA-256 of the proof the browser keeps.
  proof_hash text not null,
  -- Null until the federation's list of institutions has told which.
  institution_id text references institution (id) on delete cascade,
  -- Who asked to be tied; null when somebody wants to sign in.
  user_id text references user_account (id) on delete cascade,
  return_to text not null,
  -- Where the provider sends people back to: the very address it was told.
  return_url text not null,
  -- What the adapter needs to check the answer: nonce and verifier, or the number of the request. JSON.
  kept text not null default '{}',
  -- A posted answer (SAML), unread until the browser comes with its proof.
  answer text,
  expires_at bigint not null
);
create index institution_walk_expires_at on institution_walk (expires_at);

-- A person an institution knows and we do not, until they say which account. The ticket is kept as its SHA-256.
create table institution_ticket (
  ticket_hash text primary key,
  institution_id text not null references institution (id) on delete cascade,
  protocol text not null,
  scope text not null,
  subject text not null,
  affiliation text not null,
  ends_at bigint,
  expires_at bigint not null
);
create index institution_ticket_expires_at on institution_ticket (expires_at);

-- Which account somebody known to an institution has here. `scope`: its domain (CARSI) or its issuer (OpenID Connect); `subject`: the
-- permanent opaque id it gives this platform, never a student number.
create table institution_link (
  protocol text not null check (protocol in ('carsi', 'oidc')),
  scope text not null,
  subject text not null,
  institution_id text not null references institution (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  affiliation text not null,
  created_at bigint not null,
  last_used_at bigint not null,
  primary key (protocol, scope, subject),
  unique (user_id, institution_id, protocol)
);
create index institution_link_user on institution_link (user_id);

-- What a session has of an institution: gone with the session, never given to another.
create table institution_session (
  sid text primary key,
  user_id text not null references user_account (id) on delete cascade,
  institution_id text not null references institution (id) on delete cascade,
  protocol text not null check (protocol in ('carsi', 'oidc')),
  affiliation text not null,
  began_at bigint not null,
  ends_at bigint not null
);
create index institution_session_user on institution_session (user_id);
create index institution_session_ends_at on institution_session (ends_at);

-- Who belongs to an institution by its own list: by phone number, or by student number and name, claimed by one account.
create table institution_member (
  id text primary key,
  institution_id text not null references institution (id) on delete cascade,
  phone text not null default '',
  student_no text not null default '',
  name text not null default '',
  kind text not null check (kind in ('student', 'teacher', 'other')),
  -- Null: as long as it stands on the list.
  valid_until bigint,
  -- Who claimed the student number.
  user_id text references user_account (id) on delete set null,
  created_at bigint not null,
  check (phone <> '' or student_no <> '')
);
create unique index institution_member_phone on institution_member (institution_id, phone) where phone <> '';
create unique index institution_member_student_no on institution_member (institution_id, student_no) where student_no <> '';
create index institution_member_by_phone on institution_member (phone) where phone <> '';
create index institution_member_user on institution_member (user_id) where user_id is not null;
