-- What people ask the operator, whether manuals helped, and printed codes that lead nowhere. Times are UTC milliseconds.

CREATE TABLE ticket (
  id text PRIMARY KEY,
  -- Null: asked without an account.
  user_id text REFERENCES user_account (id),
  topic text NOT NULL CHECK (topic IN ('account', 'code', 'payment', 'reading', 'teaching', 'author', 'review', 'infringement', 'other')),
  state text NOT NULL CHECK (state IN ('open', 'answered', 'closed')),
  body text NOT NULL,
  -- Where an answer can reach who asked; emptied with `diagnostics` some time after the question was closed.
  contact text NOT NULL DEFAULT '',
  -- What the person agreed to send along (`ticketDiagnostics` of the contract).
  diagnostics jsonb,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  closed_at bigint,
  CHECK (state <> 'closed' OR closed_at IS NOT NULL)
);
CREATE INDEX ticket_user ON ticket (user_id, updated_at DESC) WHERE user_id IS NOT NULL;
CREATE INDEX ticket_state ON ticket (state, updated_at);

CREATE TABLE ticket_reply (
  id text PRIMARY KEY,
  ticket_id text NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  from_operator boolean NOT NULL,
  -- Who of the operator's people wrote it; null for the asker's own words, and once that account is gone.
  operator_id text REFERENCES user_account (id) ON DELETE SET NULL,
  body text NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX ticket_reply_ticket ON ticket_reply (ticket_id, created_at);

-- Counts only: nobody's vote is kept as theirs.
CREATE TABLE article_vote (
  manual text NOT NULL CHECK (manual IN ('student', 'teacher')),
  article text NOT NULL,
  useful int NOT NULL DEFAULT 0,
  useless int NOT NULL DEFAULT 0,
  PRIMARY KEY (manual, article)
);

CREATE TABLE dead_code_report (
  code text PRIMARY KEY,
  reports int NOT NULL,
  -- Book and page, in the words of the last who said them.
  last_note text NOT NULL DEFAULT '',
  first_at bigint NOT NULL,
  last_at bigint NOT NULL
);
