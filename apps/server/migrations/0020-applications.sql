-- Requests to become a verified teacher or an author. Times are UTC milliseconds.

CREATE TABLE application (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES user_account (id),
  kind text NOT NULL CHECK (kind IN ('teacher', 'author')),
  -- That the time of an approved one is over is seen from `valid_until`.
  state text NOT NULL CHECK (state IN ('pending', 'approved', 'rejected', 'revoked')),
  -- Contract `teacherForm` or `authorForm`.
  form jsonb NOT NULL,
  -- The applicant's own files; emptied some time after the decision, with the files themselves.
  proof_ids text[] NOT NULL DEFAULT '{}',
  field_reasons jsonb NOT NULL DEFAULT '{}',
  answer text NOT NULL DEFAULT '',
  -- Of the text that stands here: one that is changed while it waits counts anew.
  submitted_at bigint NOT NULL,
  -- Who decided; no reference, as in `audit_act`.
  decided_by text,
  decided_at bigint,
  valid_until bigint,
  created_at bigint NOT NULL,
  CHECK (state = 'pending' OR decided_at IS NOT NULL)
);
CREATE UNIQUE INDEX application_one_pending ON application (user_id, kind) WHERE state = 'pending';
CREATE INDEX application_user ON application (user_id, kind, created_at DESC);
CREATE INDEX application_state ON application (state, submitted_at);
