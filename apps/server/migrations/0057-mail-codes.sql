-- Codes are sent by e-mail too, to addresses of institutions. Times are UTC milliseconds.

-- Where a code went: a phone number or an e-mail address.
ALTER TABLE sms_code RENAME TO sent_code;
ALTER TABLE sent_code RENAME COLUMN tel TO target;
ALTER INDEX sms_code_expires_at RENAME TO sent_code_expires_at;
ALTER TABLE sent_code DROP CONSTRAINT sms_code_type_check;
ALTER TABLE sent_code ADD CONSTRAINT sent_code_type_check CHECK (type IN ('login', 'binding', 'resetPassword', 'teacher'));
-- Who asked, where only they may use it; empty: who holds the number.
ALTER TABLE sent_code ADD COLUMN asked_by text NOT NULL DEFAULT '';
ALTER TABLE sent_code DROP CONSTRAINT sms_code_pkey;
ALTER TABLE sent_code ADD CONSTRAINT sent_code_pkey PRIMARY KEY (target, type, asked_by);

-- Domains whose mailboxes an institution gives to those who teach there; a subdomain is a domain of its own.
CREATE TABLE institution_mail_domain (
  domain text PRIMARY KEY,
  institution_id text NOT NULL REFERENCES institution (id) ON DELETE CASCADE
);
CREATE INDEX institution_mail_domain_institution ON institution_mail_domain (institution_id);

-- A mailbox somebody has shown to hold. One mailbox speaks for one account.
CREATE TABLE institution_mailbox (
  -- In lower case.
  address text PRIMARY KEY,
  institution_id text NOT NULL REFERENCES institution (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  confirmed_at bigint NOT NULL
);
CREATE INDEX institution_mailbox_user ON institution_mailbox (user_id);
