-- POST calls that named themselves (X-Op-Id), with the answer they got: one that comes again is answered as the first time (security.md T34).
CREATE TABLE repeated_request (
  -- Who called: `user:<id>`, `device:<id>` or `network:<address or /64>`.
  scope text NOT NULL,
  op_id text NOT NULL,
  -- Name of the operation in the contract.
  operation text NOT NULL,
  -- HMAC-SHA-256 over the operation and its checked input: a plain hash would give short SMS codes away.
  input_hash bytea NOT NULL,
  -- The run that may write the answer; another one takes over when its lease is over.
  attempt text NOT NULL,
  -- UTC ms. Renewed while the run goes on, so that only a server that died lets it end.
  lease_until bigint NOT NULL,
  -- The envelope, sealed with AES-256-GCM (answers of sign-in hold tokens); null while the first call runs.
  sealed_answer bytea,
  created_at bigint NOT NULL,
  PRIMARY KEY (scope, op_id)
);
CREATE INDEX repeated_request_created ON repeated_request (created_at);
