-- Changes of users in synchronization between devices. All times are UTC milliseconds; clocks (`hlc`) are the contract's hybrid logical
-- clocks and compare as text.

-- One row per user. The row lock serializes the pushes of a user, so that sequence numbers become visible in order.
create table sync_head (
  user_id text primary key references user_account (id) on delete cascade,
  -- Number of the newest change; 0 before the first.
  seq bigint not null default 0,
  -- The newest clock that replaced one from a device whose clock runs ahead.
  clamped_hlc text collate "C"
);

-- Every accepted operation, so that sending it again changes nothing.
create table sync_op (
  user_id text not null references sync_head (user_id) on delete cascade,
  op_id text not null,
  device_id text not null,
  -- As stored: ahead of the server's clock by no more than the contract allows.
  hlc text collate "C" not null,
  entity text not null,
  entity_id text not null,
  kind text not null check (kind in ('put', 'del')),
  received_at bigint not null,
  status text not null check (status in ('applied', 'merged')),
  primary key (user_id, op_id)
);
create index sync_op_received_at on sync_op (received_at);

-- One row per record, moved to the newest number with every change of the record.
create table sync_change (
  user_id text not null references sync_head (user_id) on delete cascade,
  entity text not null,
  entity_id text not null,
  seq bigint not null,
  primary key (user_id, entity, entity_id),
  unique (user_id, seq)
);
