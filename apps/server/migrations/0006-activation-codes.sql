-- Activation codes: printed in books, sold, given away. Only an HMAC of a code is kept, under a key of the server's secret. Times are UTC milliseconds.

CREATE TABLE code_batch (
  id text PRIMARY KEY,
  book_id text NOT NULL REFERENCES book (id),
  purpose text NOT NULL CHECK (purpose IN ('printedBook', 'teacher', 'sample', 'gift', 'sales')),
  count int NOT NULL CHECK (count BETWEEN 1 AND 200000),
  -- Which printing (印次) the codes go into, in the publisher's words.
  printing text,
  -- How long the right lasts from binding on; null: for good.
  term_days int CHECK (term_days > 0),
  valid_from bigint NOT NULL,
  -- First moment at which a code can no longer be bound; null: no end. A right that was bound before lasts.
  valid_until bigint,
  -- How often a released code may be bound again.
  rebind_limit int NOT NULL DEFAULT 0 CHECK (rebind_limit BETWEEN 0 AND 3),
  -- A person's id, or `cli`. No foreign keys: the record outlives the account.
  created_by text,
  approved_by text,
  -- When the plain codes left the server, the only time they did.
  exported_at bigint,
  created_at bigint NOT NULL,
  CHECK (valid_until > valid_from)
);
CREATE INDEX code_batch_book ON code_batch (book_id, created_at DESC);

CREATE TABLE activation_code (
  -- HMAC-SHA-256 over the code without separators.
  hmac bytea PRIMARY KEY,
  -- The fourth printed group, for a call to the hotline: 60 random bits stay unknown.
  last4 text NOT NULL,
  batch_id text NOT NULL REFERENCES code_batch (id),
  status text NOT NULL CHECK (status IN ('minted', 'exported', 'bound', 'released', 'void')),
  -- Null again when the account is erased; the code stays bound, so nobody else can use it.
  bound_user_id text REFERENCES user_account (id) ON DELETE SET NULL,
  bound_at bigint,
  -- How often it was ever bound.
  bind_count int NOT NULL DEFAULT 0,
  CHECK (status <> 'bound' OR bound_at IS NOT NULL)
);
CREATE INDEX activation_code_batch ON activation_code (batch_id, status);
CREATE INDEX activation_code_user ON activation_code (bound_user_id) WHERE bound_user_id IS NOT NULL;

-- Each code gives a right of its own, so that taking one back never takes another's. Empty: the one right of sources that give only one.
ALTER TABLE entitlement ADD COLUMN source_id text NOT NULL DEFAULT '';
ALTER TABLE entitlement DROP CONSTRAINT entitlement_user_id_book_id_source_key;
ALTER TABLE entitlement ADD CONSTRAINT entitlement_one_of_each_source UNIQUE (user_id, book_id, source, source_id);
