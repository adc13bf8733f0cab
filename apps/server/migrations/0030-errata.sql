-- Faults that readers found in books. Times are UTC milliseconds.

CREATE TABLE erratum (
  id text PRIMARY KEY,
  book_id text NOT NULL REFERENCES book (id) ON DELETE CASCADE,
  -- Null: who reported it has left; what was found stays.
  user_id text REFERENCES user_account (id),
  -- Of the book when it was reported.
  version_no int NOT NULL,
  quote text NOT NULL,
  suggestion text NOT NULL,
  -- Why, in the reporter's words; for editors alone.
  reason text NOT NULL DEFAULT '',
  chapter text NOT NULL DEFAULT '',
  -- Contract `locator`; null: reported without a place.
  locator jsonb,
  state text NOT NULL CHECK (state IN ('submitted', 'accepted', 'duplicate', 'rejected', 'fixed')),
  -- The editor's words.
  answer text NOT NULL DEFAULT '',
  fixed_version_no int,
  created_at bigint NOT NULL,
  decided_at bigint,
  CHECK ((state = 'submitted') = (decided_at IS NULL)),
  CHECK ((state = 'fixed') = (fixed_version_no IS NOT NULL))
);
CREATE INDEX erratum_book ON erratum (book_id, state, created_at DESC, id DESC);
CREATE INDEX erratum_user ON erratum (user_id, created_at DESC) WHERE user_id IS NOT NULL;
CREATE INDEX erratum_state ON erratum (state, created_at, id);

-- News of what became of them, and of a rating that was taken from view.
ALTER TABLE notice DROP CONSTRAINT notice_kind_check;
ALTER TABLE notice ADD CONSTRAINT notice_kind_check CHECK (kind IN ('ticketAnswered', 'claimApproved', 'claimRejected', 'refundApproved',
  'refundRejected', 'invoiceIssued', 'invoiceRejected', 'applicationApproved', 'applicationRejected', 'bookUpdated', 'erratumAccepted',
  'erratumDuplicate', 'erratumRejected', 'erratumFixed', 'ratingHidden'));
