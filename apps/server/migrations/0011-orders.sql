-- Selling books: prices, orders, what payment platforms told us, refunds, invoices. Money in fen (1/100 yuan), times in UTC milliseconds.

-- What a book costs now. Nothing below a whole book is ever sold.
CREATE TABLE sku (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('book', 'bundle', 'renewal', 'print+digital')),
  book_id text REFERENCES book (id) ON DELETE CASCADE,
  price_fen int NOT NULL CHECK (price_fen > 0),
  -- How long the right lasts from the payment on; null: for good.
  term_days int CHECK (term_days > 0),
  active boolean NOT NULL,
  sale_from bigint,
  sale_to bigint,
  created_at bigint NOT NULL,
  CHECK (kind <> 'book' OR book_id IS NOT NULL)
);
CREATE UNIQUE INDEX sku_of_book ON sku (book_id) WHERE active AND kind = 'book';

CREATE TABLE purchase_order (
  -- 20 digits: moment and random numbers.
  no text PRIMARY KEY CHECK (no ~ '^[0-9]{20}$'),
  user_id text NOT NULL REFERENCES user_account (id),
  status text NOT NULL CHECK (status IN ('created', 'paid', 'fulfilled', 'closed', 'refunding', 'refunded')),
  total_fen int NOT NULL CHECK (total_fen >= 0),
  discount_fen int NOT NULL DEFAULT 0 CHECK (discount_fen >= 0),
  pay_fen int NOT NULL CHECK (pay_fen > 0),
  refunded_fen int NOT NULL DEFAULT 0,
  -- Of the payment that counts, and its number there.
  channel text CHECK (channel IN ('wechatNative', 'alipayPage', 'local')),
  channel_txn text,
  -- Our number of it there (`payment_attempt`).
  trade_no text,
  expire_at bigint NOT NULL,
  created_at bigint NOT NULL,
  paid_at bigint,
  fulfilled_at bigint,
  closed_at bigint,
  close_reason text CHECK (close_reason IN ('timeout', 'user')),
  -- When a payment platform was last asked about it.
  asked_at bigint NOT NULL DEFAULT 0,
  CHECK (pay_fen = total_fen - discount_fen),
  CHECK (refunded_fen BETWEEN 0 AND pay_fen),
  CHECK ((channel_txn IS NULL) = (paid_at IS NULL) AND (trade_no IS NULL) = (paid_at IS NULL)),
  UNIQUE (channel, channel_txn)
);
CREATE INDEX purchase_order_person ON purchase_order (user_id, created_at DESC, no DESC);
CREATE INDEX purchase_order_newest ON purchase_order (created_at DESC, no DESC);
CREATE INDEX purchase_order_under_way ON purchase_order (expire_at) WHERE status IN ('created', 'paid');

CREATE TABLE order_item (
  order_no text NOT NULL REFERENCES purchase_order (no) ON DELETE CASCADE,
  position int NOT NULL,
  -- No foreign keys: an order outlives what it sold.
  sku_id text NOT NULL,
  book_id text NOT NULL,
  -- Title, authors and term as they were.
  snapshot jsonb NOT NULL,
  price_fen int NOT NULL CHECK (price_fen >= 0),
  PRIMARY KEY (order_no, position)
);
CREATE INDEX order_item_book ON order_item (book_id);

-- A payment begun at a platform. Each has a number of its own there, so that one that was closed never bars the next.
CREATE TABLE payment_attempt (
  trade_no text PRIMARY KEY CHECK (trade_no ~ '^[0-9A-Za-z_]{6,32}$'),
  order_no text NOT NULL REFERENCES purchase_order (no) ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('wechatNative', 'alipayPage', 'local')),
  -- Contract `paymentStart`: what the client shows to pay.
  start jsonb NOT NULL,
  -- `open`: may still be paid there. `paid`: it was. `closed`: it cannot be paid any more.
  state text NOT NULL CHECK (state IN ('open', 'paid', 'closed')),
  created_at bigint NOT NULL
);
CREATE INDEX payment_attempt_order ON payment_attempt (order_no);
CREATE UNIQUE INDEX payment_attempt_open ON payment_attempt (order_no, channel) WHERE state = 'open';

-- What happened between us and the platforms; only ever added to.
CREATE TABLE payment_event (
  id text PRIMARY KEY,
  order_no text NOT NULL,
  channel text NOT NULL,
  type text NOT NULL CHECK (type IN ('create', 'notify', 'query', 'close', 'refund')),
  -- The platform's own number of the notification: one that comes again is known by it.
  notify_id text,
  -- What was told, without who paid.
  raw jsonb NOT NULL,
  -- The signature was checked.
  verified boolean NOT NULL,
  at bigint NOT NULL,
  UNIQUE (channel, notify_id)
);
CREATE INDEX payment_event_order ON payment_event (order_no, at);
-- A restore drops tables, not functions.
CREATE OR REPLACE FUNCTION payment_event_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'payment_event is append only';
END $$;
CREATE TRIGGER payment_event_append_only BEFORE UPDATE OR DELETE ON payment_event
  FOR EACH ROW EXECUTE FUNCTION payment_event_is_append_only();

CREATE TABLE order_refund (
  id text PRIMARY KEY,
  order_no text NOT NULL REFERENCES purchase_order (no) ON DELETE CASCADE,
  -- `late`, `duplicate`: money we could not take, given back by ourselves.
  cause text NOT NULL CHECK (cause IN ('requested', 'late', 'duplicate')),
  -- The payment it gives back.
  channel text NOT NULL,
  trade_no text NOT NULL,
  channel_txn text NOT NULL,
  amount_fen int NOT NULL CHECK (amount_fen > 0),
  reason text NOT NULL DEFAULT '',
  status text NOT NULL CHECK (status IN ('requested', 'approved', 'processing', 'succeeded', 'failed', 'rejected')),
  answer text NOT NULL DEFAULT '',
  requested_at bigint NOT NULL,
  -- A person's id; null: by rule. No foreign key: the record outlives the account.
  decided_by text,
  decided_at bigint,
  finished_at bigint,
  asked_at bigint NOT NULL DEFAULT 0
);
-- A payment is given back once.
CREATE UNIQUE INDEX order_refund_live ON order_refund (channel, channel_txn) WHERE status IN ('requested', 'approved', 'processing', 'succeeded');
CREATE INDEX order_refund_order ON order_refund (order_no);
CREATE INDEX order_refund_under_way ON order_refund (asked_at) WHERE status IN ('approved', 'processing');
CREATE INDEX order_refund_newest ON order_refund (requested_at DESC, id DESC);

CREATE TABLE invoice_request (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES user_account (id),
  title_type text NOT NULL CHECK (title_type IN ('personal', 'enterprise')),
  title text NOT NULL,
  tax_no text CHECK (tax_no ~ '^[0-9A-Z]{15,20}$'),
  email text,
  amount_fen int NOT NULL CHECK (amount_fen > 0),
  status text NOT NULL CHECK (status IN ('submitted', 'issuing', 'issued', 'rejected', 'redIssued')),
  invoice_no text,
  file_id text REFERENCES user_file (id) ON DELETE SET NULL,
  answer text NOT NULL DEFAULT '',
  decided_by text,
  created_at bigint NOT NULL,
  decided_at bigint
);
CREATE INDEX invoice_request_person ON invoice_request (user_id, created_at DESC);
CREATE INDEX invoice_request_newest ON invoice_request (created_at DESC, id DESC);
CREATE TABLE invoice_order (
  invoice_id text NOT NULL REFERENCES invoice_request (id) ON DELETE CASCADE,
  order_no text NOT NULL REFERENCES purchase_order (no),
  -- False once the invoice was rejected or taken back.
  live boolean NOT NULL,
  PRIMARY KEY (invoice_id, order_no)
);
-- An order stands on one live invoice only.
CREATE UNIQUE INDEX invoice_order_live ON invoice_order (order_no) WHERE live;

-- The page that plays a payment platform in a demo has a memory of its own, as the real ones do.
CREATE TABLE local_payment (
  trade_no text PRIMARY KEY,
  subject text NOT NULL,
  amount_fen int NOT NULL,
  notify_url text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'paid', 'closed', 'refunded')),
  txn text,
  expires_at bigint NOT NULL
);

-- Invoices are the person's, but not theirs to delete.
ALTER TABLE user_file DROP CONSTRAINT user_file_kind_check;
ALTER TABLE user_file ADD CONSTRAINT user_file_kind_check CHECK (kind IN ('document', 'picture', 'avatar', 'export', 'invoice'));
