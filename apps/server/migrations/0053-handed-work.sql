-- Work that students hand in from elsewhere in the product.

-- A copy of what was handed in with an attempt (contract `handedWork`); no later change of its source touches it. Its hash is the response
-- of the attempt, so that the receipt covers it.
create table handed_work (
  attempt_id text primary key references attempt (id) on delete cascade,
  work jsonb not null,
  stored_at bigint not null
);
