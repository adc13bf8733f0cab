-- Collections sold as one, and money given back in part. Money in fen, times in UTC milliseconds.

ALTER TABLE sku ADD COLUMN collection_id text REFERENCES book_collection (id) ON DELETE CASCADE;
ALTER TABLE sku ADD CONSTRAINT sku_bundle_of CHECK ((kind = 'bundle') = (collection_id IS NOT NULL));
CREATE UNIQUE INDEX sku_of_collection ON sku (collection_id) WHERE active AND kind = 'bundle';

ALTER TABLE purchase_order DROP CONSTRAINT purchase_order_status_check;
ALTER TABLE purchase_order ADD CONSTRAINT purchase_order_status_check
  CHECK (status IN ('created', 'paid', 'fulfilled', 'closed', 'refunding', 'partiallyRefunded', 'refunded'));
-- The collection as it was sold: its id and title, and the titles that were taken off because the buyer owned them. Null: a single book.
ALTER TABLE purchase_order ADD COLUMN bundle jsonb;

-- The item's part of what was paid; the parts make up the whole.
ALTER TABLE order_item ADD COLUMN pay_fen int CHECK (pay_fen >= 0);
UPDATE order_item SET pay_fen = price_fen;
ALTER TABLE order_item ALTER COLUMN pay_fen SET NOT NULL;
-- When its money had gone back, and its right with it.
ALTER TABLE order_item ADD COLUMN refunded_at bigint;
UPDATE order_item i SET refunded_at = (SELECT max(r.finished_at) FROM order_refund r WHERE r.order_no = i.order_no AND r.status = 'succeeded')
  FROM purchase_order o WHERE o.no = i.order_no AND o.status = 'refunded';

-- `desk`: by finance, without having been asked.
ALTER TABLE order_refund DROP CONSTRAINT order_refund_cause_check;
ALTER TABLE order_refund ADD CONSTRAINT order_refund_cause_check CHECK (cause IN ('requested', 'late', 'duplicate', 'desk'));
-- Books whose rights end with it. Empty: none, unless the whole payment has gone back then.
ALTER TABLE order_refund ADD COLUMN book_ids text[] NOT NULL DEFAULT '{}';
-- One at a time, and together never more than was paid.
DROP INDEX order_refund_live;
CREATE UNIQUE INDEX order_refund_live ON order_refund (channel, channel_txn) WHERE status IN ('requested', 'approved', 'processing');
CREATE OR REPLACE FUNCTION order_refund_within_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(r.amount_fen) FROM order_refund r
      WHERE r.channel = NEW.channel AND r.channel_txn = NEW.channel_txn AND r.status NOT IN ('failed', 'rejected'))
     > (SELECT o.pay_fen FROM purchase_order o WHERE o.no = NEW.order_no) THEN
    RAISE EXCEPTION 'more would go back than was paid for order %', NEW.order_no;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER order_refund_within_payment AFTER INSERT OR UPDATE OF status, amount_fen ON order_refund
  FOR EACH ROW EXECUTE FUNCTION order_refund_within_payment();

-- What the page that plays a payment platform gave back, by our number of it.
CREATE TABLE local_refund (
  refund_no text PRIMARY KEY,
  trade_no text NOT NULL REFERENCES local_payment (trade_no) ON DELETE CASCADE,
  amount_fen int NOT NULL CHECK (amount_fen > 0)
);
CREATE INDEX local_refund_trade ON local_refund (trade_no);

ALTER TABLE notice DROP CONSTRAINT notice_kind_check;
ALTER TABLE notice ADD CONSTRAINT notice_kind_check CHECK (kind IN ('ticketAnswered', 'claimApproved', 'claimRejected', 'refundApproved',
  'refundRejected', 'refundMade', 'rightsSuspended', 'rightsResumed', 'invoiceIssued', 'invoiceRejected', 'applicationApproved', 'applicationRejected', 'bookUpdated', 'erratumAccepted',
  'erratumDuplicate', 'erratumRejected', 'erratumFixed', 'ratingHidden'));
