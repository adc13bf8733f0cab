-- Batches of codes that two people make, codes given back and claimed, and rights that are not one person's. Times are UTC milliseconds.

-- `requested` by one person, `approved` by another, `exported` once for the printer; `rejected` and `void` are ends.
ALTER TABLE code_batch ADD COLUMN state text NOT NULL DEFAULT 'exported'
  CHECK (state IN ('requested', 'approved', 'exported', 'rejected', 'void'));
-- Codes in one box of the printer's, for ranges.
ALTER TABLE code_batch ADD COLUMN box_size int NOT NULL DEFAULT 500 CHECK (box_size > 0);
-- What the codes are derived from, sealed with a key of the server's secret; gone once they were exported.
ALTER TABLE code_batch ADD COLUMN sealed_secret bytea;
-- What the approver said, above all when refusing.
ALTER TABLE code_batch ADD COLUMN answer text NOT NULL DEFAULT '';
ALTER TABLE code_batch ADD COLUMN decided_at bigint;
ALTER TABLE code_batch ADD COLUMN exported_by text;
ALTER TABLE code_batch ADD CONSTRAINT code_batch_two_persons CHECK (approved_by IS NULL OR approved_by <> created_by);
ALTER TABLE code_batch ADD CONSTRAINT code_batch_secret CHECK ((sealed_secret IS NOT NULL) = (state = 'approved'));
CREATE INDEX code_batch_newest ON code_batch (created_at DESC, id DESC);

-- From 1 within the batch, in the order of the printer's file: ranges and boxes are told by it. Null: minted before there were numbers.
ALTER TABLE activation_code ADD COLUMN serial int CHECK (serial >= 1);
CREATE UNIQUE INDEX activation_code_serial ON activation_code (batch_id, serial);

-- A right may be held by an institution or a class: then every member has it. `holder_id`: of that institution or class.
ALTER TABLE entitlement ADD COLUMN holder text NOT NULL DEFAULT 'user' CHECK (holder IN ('user', 'institution', 'class'));
ALTER TABLE entitlement ADD COLUMN holder_id text;
ALTER TABLE entitlement ALTER COLUMN user_id DROP NOT NULL;
ALTER TABLE entitlement ADD CONSTRAINT entitlement_one_holder CHECK ((holder = 'user') = (user_id IS NOT NULL) AND (holder = 'user') = (holder_id IS NULL));
CREATE UNIQUE INDEX entitlement_of_group ON entitlement (holder, holder_id, book_id, source, source_id) WHERE user_id IS NULL;
-- `licence` and `classProbation` are rights of groups; `claim`: a code that could not be used, shown on photos.
ALTER TABLE entitlement DROP CONSTRAINT entitlement_source_check;
ALTER TABLE entitlement ADD CONSTRAINT entitlement_source_check
  CHECK (source IN ('gift', 'order', 'code', 'claim', 'licence', 'sample', 'author', 'staff', 'classProbation'));
-- `suspended`: for a while, as while a payment is disputed.
ALTER TABLE entitlement DROP CONSTRAINT entitlement_status_check;
ALTER TABLE entitlement ADD CONSTRAINT entitlement_status_check CHECK (status IN ('active', 'expired', 'suspended', 'revoked'));

CREATE TABLE code_claim (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  book_id text NOT NULL REFERENCES book (id),
  reason text NOT NULL CHECK (reason IN ('smudged', 'secondHand', 'usedByOther', 'lost')),
  -- Own pictures of the person; one they deleted is missing.
  photo_ids text[] NOT NULL CHECK (cardinality(photo_ids) BETWEEN 1 AND 3),
  -- What can still be read of the code.
  partial text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  status text NOT NULL CHECK (status IN ('open', 'approved', 'rejected')),
  answer text NOT NULL DEFAULT '',
  decided_by text,
  created_at bigint NOT NULL,
  decided_at bigint
);
CREATE UNIQUE INDEX code_claim_open ON code_claim (user_id, book_id) WHERE status = 'open';
CREATE INDEX code_claim_person ON code_claim (user_id, created_at DESC);
CREATE INDEX code_claim_list ON code_claim (status, created_at, id);
