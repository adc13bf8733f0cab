-- What an account is tied to and agreed to, how devices are called, and the week before an account is erased.

-- `Chrome · Windows`, from what the browser says of itself; empty when it says nothing.
alter table session add column device_name text not null default '';

alter table user_account
  -- The newest version of the terms agreed to; 0: none.
  add column consent_version integer not null default 0,
  -- When the account will be erased; null unless its owner asked for that (status `closing`).
  add column closes_at bigint;
create index user_account_closes_at on user_account (closes_at) where closes_at is not null;

-- Every consent ever given, for the record.
create table user_consent (
  user_id text not null references user_account (id) on delete cascade,
  version integer not null,
  given_at bigint not null,
  -- Network of the caller, not the very address.
  network text not null,
  primary key (user_id, version)
);

-- A person known elsewhere. `subject`: WeChat's unionid, or its openid where the application has none.
create table account_link (
  provider text not null check (provider in ('wechat')),
  subject text not null,
  user_id text not null references user_account (id) on delete cascade,
  created_at bigint not null,
  primary key (provider, subject),
  unique (user_id, provider)
);

-- One walk to WeChat and back. Taken away when it is used; good only with the browser's own proof.
create table wechat_state (
  state text primary key,
  -- SHA-256 of the proof the browser keeps.
  proof_hash text not null,
  -- Who asked to be tied; null when somebody wants to sign in.
  user_id text references user_account (id) on delete cascade,
  return_to text not null,
  expires_at bigint not null
);
create index wechat_state_expires_at on wechat_state (expires_at);

-- A WeChat person who has yet to name a phone number. The ticket is kept as its SHA-256.
create table wechat_ticket (
  ticket_hash text primary key,
  subject text not null,
  nickname text not null,
  expires_at bigint not null
);
create index wechat_ticket_expires_at on wechat_ticket (expires_at);

alter table captcha_challenge drop constraint captcha_challenge_kind_check;
alter table captcha_challenge add constraint captcha_challenge_kind_check check (kind in ('image', 'audio', 'slider'));
