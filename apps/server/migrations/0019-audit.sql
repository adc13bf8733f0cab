-- What those who run the platform did. Rows are only ever added. Times are UTC milliseconds.

CREATE TABLE audit_act (
  id text PRIMARY KEY,
  at bigint NOT NULL,
  -- Who; null: the command line on the server. No reference: the log outlives accounts, and after an erasure the id names nobody.
  operator_id text,
  -- Contract `auditAct` and `auditTarget`.
  act text NOT NULL,
  target_kind text NOT NULL,
  target_id text NOT NULL,
  -- What the target was called then; empty for people: their names are looked up, not kept.
  target_name text NOT NULL DEFAULT '',
  -- The fields that changed.
  before jsonb,
  after jsonb,
  reason text NOT NULL DEFAULT '',
  request_id text
);
CREATE INDEX audit_act_newest ON audit_act (at DESC, id DESC);
CREATE INDEX audit_act_operator ON audit_act (operator_id, at DESC);
CREATE INDEX audit_act_target ON audit_act (target_kind, target_id, at DESC);

-- Replaced, for a restore empties a prepared database of its tables only.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_act is append-only';
END
$$;
CREATE TRIGGER audit_act_append_only BEFORE UPDATE OR DELETE ON audit_act FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- A role that ends by itself, such as a verified teacher's. Null: it does not.
ALTER TABLE user_role ADD COLUMN expires_at bigint;
CREATE INDEX user_role_expires_at ON user_role (expires_at) WHERE expires_at IS NOT NULL;
