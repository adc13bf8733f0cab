-- People, their roles, their sessions, and the short-lived proofs of sign-in. Times are UTC milliseconds.

create table user_account (
  id text primary key,
  -- Mainland mobile number. Null after an account is erased, so the number can be used again.
  tel text unique,
  nickname text not null,
  -- Address of the picture; empty means the default person.
  avatar text not null default '',
  -- argon2id in PHC form; null for a person who only signs in with SMS codes.
  password_hash text,
  status text not null default 'active' check (status in ('active', 'frozen', 'closing', 'closed')),
  created_at bigint not null,
  updated_at bigint not null
);

create table user_role (
  user_id text not null references user_account (id) on delete cascade,
  role text not null check (role in ('admin', 'editor', 'finance', 'orgAdmin', 'expert', 'author', 'teacher', 'reader')),
  -- What the role reaches (publisher, institution, book, round); empty: the whole platform.
  scope text not null default '',
  granted_at bigint not null,
  primary key (user_id, role, scope)
);

-- At most one live session for a person on one type of device: a newer sign-in takes the row over.
create table session (
  user_id text not null references user_account (id) on delete cascade,
  device_type text not null check (device_type in ('web', 'pc', 'mobile')),
  sid text not null unique,
  -- The installation that signed in, when the client named it.
  device_id text,
  created_at bigint not null,
  expires_at bigint not null,
  -- Kept within five minutes, not at each call.
  last_seen_at bigint not null,
  primary key (user_id, device_type)
);

-- How a session ended, so that an old token hears the right reason until it would have expired anyway.
create table ended_session (
  sid text primary key,
  user_id text not null references user_account (id) on delete cascade,
  reason text not null check (reason in ('replaced', 'signedOut', 'revoked')),
  ended_at bigint not null,
  expires_at bigint not null
);
create index ended_session_expires_at on ended_session (expires_at);

-- The newest code sent to a number for one purpose; an older one dies with it.
create table sms_code (
  tel text not null,
  type text not null check (type in ('login', 'binding', 'resetPassword')),
  -- HMAC-SHA-256 over number, type and code.
  code_hash bytea not null,
  tries integer not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  primary key (tel, type)
);
create index sms_code_expires_at on sms_code (expires_at);

-- A captcha waiting for its one answer: checking deletes the row, right or wrong.
create table captcha_challenge (
  key text primary key,
  kind text not null check (kind in ('image', 'slider')),
  -- HMAC-SHA-256 over kind, key and the normalised answer.
  answer_hash bytea not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index captcha_challenge_expires_at on captcha_challenge (expires_at);

-- Key pairs for password transport, shared by all instances.
create table rsa_key (
  kid text primary key,
  -- SubjectPublicKeyInfo, PEM.
  public_key text not null,
  -- PKCS#8 sealed with AES-256-GCM under the server secret.
  sealed_private_key bytea not null,
  created_at bigint not null,
  -- Handed out until here, accepted until `expires_at`.
  retires_at bigint not null,
  expires_at bigint not null
);

-- Nonces already used. A nonce proves its own origin and age; only its use is remembered, until it would have expired.
create table password_nonce (
  nonce text primary key,
  used_at bigint not null,
  expires_at bigint not null
);
create index password_nonce_expires_at on password_nonce (expires_at);
