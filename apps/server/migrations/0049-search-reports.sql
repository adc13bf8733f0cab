-- Searches that did not find what was looked for, as readers told of them. Times are UTC milliseconds.
CREATE TABLE search_report (
  id text PRIMARY KEY,
  -- The words as search sees them: what reports stand together by at the desk.
  word_key text NOT NULL,
  -- As they were typed.
  words text NOT NULL,
  -- False: nothing was found.
  found boolean NOT NULL,
  -- What was looked for; empty: not said.
  note text NOT NULL DEFAULT '',
  -- Null: told without an account.
  user_id text REFERENCES user_account (id),
  -- Tells people apart, and nobody who they are: a person, or a network of people without a session.
  who bytea NOT NULL,
  reported_at bigint NOT NULL,
  -- Null: nobody has dealt with it.
  done_at bigint
);
CREATE UNIQUE INDEX search_report_open ON search_report (word_key, who) WHERE done_at IS NULL;
CREATE INDEX search_report_user ON search_report (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX search_report_age ON search_report (reported_at);
