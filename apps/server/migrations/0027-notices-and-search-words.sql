-- News for people, and what readers look for. Times are UTC milliseconds.

CREATE TABLE notice (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('ticketAnswered', 'claimApproved', 'claimRejected', 'refundApproved', 'refundRejected', 'invoiceIssued',
    'invoiceRejected', 'applicationApproved', 'applicationRejected', 'bookUpdated')),
  -- What it is about, and what that was called then: a book, an order's number.
  subject_id text NOT NULL,
  subject_name text NOT NULL DEFAULT '',
  created_at bigint NOT NULL,
  read_at bigint
);
CREATE INDEX notice_newest ON notice (user_id, created_at DESC, id DESC);
CREATE INDEX notice_old ON notice (created_at);

-- Words people looked for and found books by: what many look for is offered to all. `who` is a keyed hash of a person or a network that
-- nobody can turn back; rows are kept for two weeks.
CREATE TABLE search_word (
  word text NOT NULL,
  who bytea NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (word, who)
);
CREATE INDEX search_word_who ON search_word (who);
CREATE INDEX search_word_old ON search_word (at);
