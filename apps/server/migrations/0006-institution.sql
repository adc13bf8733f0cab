-- Institutions, their members, and sign-in through them. All times are UTC milliseconds.

-- The protocols of external sign-in. `or replace`, because a restore drops tables and not functions. The same as `institutionProtocol` of the contract.
create or replace function institution_protocols() returns text[] language sql immutable as $$ select array['carsi', 'oidc'] $$;

-- Schools, libraries and companies that license books.
create table institution (
  id text primary key,
  name text not null unique,
  created_at bigint not null
);

-- Mail domains whose mailboxes an institution gives to its teachers; a subdomain is a domain of its own.
create table institution_mail_domain (
  domain text primary key,
  institution_id text not null references institution (id) on delete cascade
);
create index institution_mail_domain_institution on institution_mail_domain (institution_id);

-- Confirmed mailboxes. A mailbox confirms one account.
create table institution_mailbox (
  -- In lower case.
  address text primary key,
  institution_id text not null references institution (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  confirmed_at bigint not null
);
create index institution_mailbox_user on institution_mailbox (user_id);

-- Settings of external sign-in per institution (CARSI or OpenID Connect).
create table institution_sign_in (
  institution_id text primary key references institution (id) on delete cascade,
  -- The institution's own domain (tsinghua.edu.cn): its affiliations must be scoped with it. Empty: not configured.
  domain text not null default '',
  -- Pinyin and initials of the name, and the domain: what users may type to find it.
  search_key text not null default '',
  protocol text not null default 'none' check (protocol = 'none' or protocol = any (institution_protocols())),
  -- Entity id of the identity provider in the CARSI federation. Null for the local test provider.
  entity_id text unique,
  sso_url text not null default '',
  -- PEM of its signing certificates; two during a rollover.
  certificates text[] not null default '{}',
  issuer text not null default '',
  client_id text not null default '',
  -- AES-256-GCM under the server secret; null for a public client.
  sealed_client_secret bytea,
  updated_at bigint not null
);
create unique index institution_sign_in_domain on institution_sign_in (domain) where domain <> '';

-- One authorization flow with an identity provider: usable once, for ten minutes, by the browser that started it.
create table institution_sign_in_attempt (
  state text primary key,
  -- SHA-256 of the secret in the browser's storage.
  proof_hash text not null,
  -- Null until the user has chosen an institution in the discovery service of the federation.
  institution_id text references institution (id) on delete cascade,
  -- The user who wants to link the institution; null for a sign-in.
  user_id text references user_account (id) on delete cascade,
  return_to text not null,
  -- The redirect URI that was sent to the provider.
  return_url text not null,
  -- What the adapter needs to verify the response: nonce and code verifier, or the request id. JSON.
  check_data text not null default '{}',
  -- A posted SAML response, not parsed until the browser presents its proof.
  saml_response text,
  expires_at bigint not null
);
create index institution_sign_in_attempt_expires_at on institution_sign_in_attempt (expires_at);

-- An external account that is not linked to an account yet.
create table institution_ticket (
  -- SHA-256 of the ticket.
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

-- Which account a member of an institution has here.
create table institution_link (
  protocol text not null check (protocol = any (institution_protocols())),
  -- Domain of the institution (CARSI) or issuer (OpenID Connect).
  scope text not null,
  -- Permanent opaque id that the institution gives to this platform, never a student number.
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

-- Rights that a session has through an institution. They end with the session and are never given to another.
create table institution_session (
  sid text primary key,
  user_id text not null references user_account (id) on delete cascade,
  institution_id text not null references institution (id) on delete cascade,
  protocol text not null check (protocol = any (institution_protocols())),
  affiliation text not null,
  began_at bigint not null,
  ends_at bigint not null
);
create index institution_session_ends_at on institution_session (ends_at);
create index institution_session_user on institution_session (user_id);

-- The institution's own list of members: by phone number, or by student number and name, which one account can claim.
create table institution_member (
  id text primary key,
  institution_id text not null references institution (id) on delete cascade,
  phone text not null default '',
  student_no text not null default '',
  name text not null default '',
  kind text not null check (kind in ('student', 'teacher', 'other')),
  -- Null: as long as the row exists.
  valid_until bigint,
  -- The account that claimed the student number.
  user_id text references user_account (id) on delete set null,
  created_at bigint not null,
  check (phone <> '' or student_no <> '')
);
create index institution_member_by_phone on institution_member (phone) where phone <> '';
create unique index institution_member_phone on institution_member (institution_id, phone) where phone <> '';
create unique index institution_member_student_no on institution_member (institution_id, student_no) where student_no <> '';
create index institution_member_user on institution_member (user_id) where user_id is not null;
