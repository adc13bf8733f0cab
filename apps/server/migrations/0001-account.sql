-- Accounts, sessions, second factors and the short-lived records of sign-in. All times are UTC milliseconds.

-- One row per account. A closed account keeps its row, without personal data, because orders refer to it.
create table user_account (
  id text primary key,
  -- Mainland mobile number. Null after the account is erased, so that the number can be used again.
  tel text unique,
  nickname text not null,
  -- URL of the picture; empty for the default picture.
  avatar text not null default '',
  -- argon2id in PHC format; null for an account that only signs in with SMS codes or an external account.
  password_hash text,
  status text not null default 'active' check (status in ('active', 'frozen', 'closing', 'closed')),
  created_at bigint not null,
  updated_at bigint not null,
  -- Newest version of the terms that the user accepted; 0 for none.
  consent_version int not null default 0,
  -- When the account will be erased; null unless the user requested it (status `closing`).
  closes_at bigint,
  -- Whether the password is one that the demo publishes; null for passwords that have not been checked yet.
  password_published boolean,
  -- Device credentials issued before this time are invalid. A new password, a freeze and the end of all sessions raise it.
  device_credentials_since bigint not null default 0
);
create index user_account_closes_at on user_account (closes_at) where closes_at is not null;

-- One row per open session.
create table session (
  user_id text not null references user_account (id) on delete cascade,
  device_type text not null check (device_type in ('web', 'pc', 'mobile')),
  -- Secret session id.
  sid text primary key,
  -- The client's installation id, when it sent one.
  device_id text,
  created_at bigint not null,
  expires_at bigint not null,
  -- Written at most every five minutes.
  last_seen_at bigint not null,
  -- For example `Chrome · Windows`, from the user agent; empty when unknown.
  device_name text not null default '',
  -- `loginTHQS`: identifies the session in the device list and inside access and refresh tokens. It grants nothing by itself.
  public_id text not null unique,
  -- The sealed content of the login token: a refresh returns the same token. Empty for sessions that cannot be refreshed.
  token_content text not null default '',
  -- Number of rotations of the refresh token. Access and refresh tokens are keyed hashes over it, so none of them is stored.
  generation int not null default 0,
  -- Time of the last rotation. The previous refresh token is accepted for one more minute.
  rotated_at bigint not null default 0,
  -- True when the session passed the second factor.
  second_factor boolean not null default false
);
create index session_user_device on session (user_id, device_type, created_at);

-- Why a session ended, so that its old tokens get the right error until they would have expired anyway.
create table ended_session (
  sid text primary key,
  user_id text not null references user_account (id) on delete cascade,
  reason text not null check (reason in ('replaced', 'signedOut', 'revoked')),
  ended_at bigint not null,
  expires_at bigint not null
);
create index ended_session_expires_at on ended_session (expires_at);

-- The newest SMS or e-mail code per target and purpose. A newer code replaces the older one.
create table sent_code (
  -- Phone number or e-mail address that received the code.
  target text not null,
  type text not null check (type in ('login', 'binding', 'resetPassword', 'teacher')),
  -- HMAC-SHA-256 over target, type and code.
  code_hash bytea not null,
  -- Failed attempts.
  tries int not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  -- The only account that may use the code; empty when whoever holds the target may use it.
  asked_by text not null default '',
  primary key (target, type, asked_by)
);
create index sent_code_expires_at on sent_code (expires_at);

-- A captcha that waits for its single attempt: verification deletes the row, whether it succeeds or not.
create table captcha_challenge (
  key text primary key,
  kind text not null check (kind in ('image', 'audio', 'slider')),
  -- HMAC-SHA-256 over kind, key and normalized answer.
  captcha_answer_hash bytea not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index captcha_challenge_expires_at on captcha_challenge (expires_at);

-- Key pairs for encrypted password transport, shared by all server processes.
create table rsa_key (
  kid text primary key,
  -- SubjectPublicKeyInfo, PEM.
  public_key text not null,
  -- PKCS#8, encrypted with AES-256-GCM under the server secret.
  sealed_private_key bytea not null,
  created_at bigint not null,
  -- Given to clients until `retires_at`, accepted until `expires_at`.
  retires_at bigint not null,
  expires_at bigint not null
);

-- Nonces already used. A nonce proves its own origin and age; only its use is stored, until it expires.
create table password_nonce (
  nonce text primary key,
  used_at bigint not null,
  expires_at bigint not null
);
create index password_nonce_expires_at on password_nonce (expires_at);

-- Every version of the terms that a user accepted.
create table user_consent (
  user_id text not null references user_account (id) on delete cascade,
  version int not null,
  given_at bigint not null,
  -- Subnet of the client IP, not the address itself.
  network text not null,
  primary key (user_id, version)
);

-- The systems by which every user can sign in: the same as `signInProvider` of the contract. `or replace`, because a restore drops tables and not functions.
create or replace function sign_in_providers() returns text[] language sql immutable as $$ select array['wechat'] $$;

-- External accounts of a user.
create table account_link (
  provider text not null check (provider = any (sign_in_providers())),
  -- The provider's permanent id of its user. WeChat: the unionid, or the openid where the application has no unionid.
  subject text not null,
  user_id text not null references user_account (id) on delete cascade,
  created_at bigint not null,
  primary key (provider, subject),
  unique (user_id, provider)
);

-- One authorization flow with a provider. The row is deleted when the callback uses it.
create table provider_sign_in_attempt (
  state text primary key,
  provider text not null check (provider = any (sign_in_providers())),
  -- SHA-256 of the secret in the browser's storage.
  proof_hash text not null,
  -- The user who wants to link the provider; null for a sign-in.
  user_id text references user_account (id) on delete cascade,
  return_to text not null,
  -- What the adapter needs to verify the response. WeChat: which of our applications asks, `website` (QR code) or `account` (inside WeChat).
  check_data text not null,
  expires_at bigint not null
);
create index provider_sign_in_attempt_expires_at on provider_sign_in_attempt (expires_at);

-- A provider's user who has not linked a phone number yet.
create table provider_ticket (
  -- SHA-256 of the ticket.
  ticket_hash text primary key,
  provider text not null check (provider = any (sign_in_providers())),
  subject text not null,
  nickname text not null,
  expires_at bigint not null
);
create index provider_ticket_expires_at on provider_ticket (expires_at);

-- A sign-in between two steps: the first factor is verified, the session is not open yet.
create table sign_in_ticket (
  -- SHA-256 over purpose and ticket; the ticket itself is not stored.
  ticket_hash text primary key,
  -- The step that the ticket completes. A ticket is valid for its own purpose only.
  purpose text not null check (purpose in ('secondFactor', 'replaceDevice')),
  user_id text not null references user_account (id) on delete cascade,
  -- The device that received the ticket; no other device can use it.
  device_type text not null check (device_type in ('web', 'pc', 'mobile')),
  -- Null when the client sent no installation id.
  device_id text,
  -- SHA-256 over phone number and password hash at the first factor: a change of either invalidates the ticket.
  credentials_hash text not null,
  -- Whether this sign-in created the account.
  registered boolean not null,
  -- Whether the client wants to confirm before another device is replaced.
  asks boolean not null,
  -- The session that the user was asked to replace (`replaceDevice`).
  shown_sid text,
  -- Where to continue after an external sign-in.
  return_to text,
  -- JSON of `SignInFollowUp`: what to store for the session once it is open.
  follow_up text,
  -- Failed attempts at the second factor.
  tries int not null default 0,
  expires_at bigint not null
);
create index sign_in_ticket_expires_at on sign_in_ticket (expires_at);
create index sign_in_ticket_user on sign_in_ticket (user_id);

-- The authenticator app (TOTP) of an account.
create table second_factor (
  user_id text primary key references user_account (id) on delete cascade,
  -- AES-256-GCM under a key of this installation, with the user id as associated data.
  sealed_secret bytea not null,
  created_at bigint not null,
  -- Null until a code made with the secret was confirmed; until then sign-in does not ask for it.
  confirmed_at bigint,
  -- The newest time step (30 s) for which a code was accepted; it and older ones are refused.
  last_step bigint not null default 0
);

-- Single-use recovery codes of the second factor.
create table second_factor_recovery_code (
  user_id text not null references user_account (id) on delete cascade,
  -- HMAC-SHA-256 under a key of this installation.
  code_hash bytea not null,
  used_at bigint,
  primary key (user_id, code_hash)
);
