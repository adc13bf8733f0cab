-- Money for a book that was ordered out of reading before it was paid goes back by itself.
ALTER TABLE order_refund DROP CONSTRAINT order_refund_cause_check;
ALTER TABLE order_refund ADD CONSTRAINT order_refund_cause_check
  CHECK (cause IN ('requested', 'late', 'removed', 'duplicate', 'desk'));
