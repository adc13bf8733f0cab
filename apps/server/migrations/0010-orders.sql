-- Prices, orders, payments, refunds and invoices. Money in fen (1/100 yuan), times in UTC milliseconds.

-- Current prices of books and collections. The smallest unit of sale is a whole book. A renewal has a lower price for users whose right
-- ends or has ended.
create table sku (
  id text primary key,
  kind text not null check (kind in ('book', 'bundle', 'renewal', 'print+digital')),
  book_id text references book (id) on delete cascade,
  price_fen int not null check (price_fen > 0),
  -- Duration of the right from payment; null: unlimited.
  term_days int check (term_days > 0),
  active boolean not null,
  -- On sale from `sale_from` until `sale_to`; null: unlimited.
  sale_from bigint,
  sale_to bigint,
  created_at bigint not null,
  collection_id text references book_collection (id) on delete cascade,
  check (kind <> 'book' or book_id is not null),
  constraint sku_bundle_of check ((kind = 'bundle') = (collection_id is not null)),
  constraint sku_renewal_of check (kind <> 'renewal' or book_id is not null),
  constraint sku_sold_between check (sale_from is null or sale_to is null or sale_from < sale_to)
);
create unique index sku_of_book on sku (book_id) where active and kind = 'book';
create unique index sku_of_collection on sku (collection_id) where active and kind = 'bundle';
create unique index sku_renewal_of_book on sku (book_id) where active and kind = 'renewal';

-- One row per order.
create table purchase_order (
  -- 20 digits: time and random digits.
  no text primary key check (no ~ '^[0-9]{20}$'),
  user_id text not null references user_account (id),
  status text not null check (status in ('created', 'paid', 'fulfilled', 'closed', 'refunding', 'partiallyRefunded', 'refunded')),
  total_fen int not null check (total_fen >= 0),
  discount_fen int not null default 0 check (discount_fen >= 0),
  pay_fen int not null check (pay_fen > 0),
  refunded_fen int not null default 0,
  -- Channel of the payment that counts.
  channel text check (channel in ('wechatNative', 'alipayPage', 'local')),
  -- Its transaction id at the payment platform.
  channel_txn text,
  -- Its `payment_attempt`.
  trade_no text,
  expire_at bigint not null,
  created_at bigint not null,
  paid_at bigint,
  fulfilled_at bigint,
  closed_at bigint,
  close_reason text check (close_reason in ('timeout', 'user')),
  -- When the payment platform was last queried about the order.
  asked_at bigint not null default 0,
  -- The collection as sold: id, title, and the titles left out because the buyer owned them. Null for a single book.
  bundle jsonb,
  -- `state` of the redirect that identifies a payer inside WeChat, usable once by the session that started it.
  payer_state text,
  payer_state_sid text,
  -- Expiry of `payer_state`.
  payer_state_ends_at bigint,
  unique (channel, channel_txn),
  check (pay_fen = (total_fen - discount_fen)),
  check (refunded_fen >= 0 and refunded_fen <= pay_fen),
  check (((channel_txn is null) = (paid_at is null)) and ((trade_no is null) = (paid_at is null)))
);
create index purchase_order_newest on purchase_order (created_at desc, no desc);
create index purchase_order_user on purchase_order (user_id, created_at desc, no desc);
create index purchase_order_under_way on purchase_order (expire_at) where status in ('created', 'paid');

-- Books of an order. There are no foreign keys to books, because an order outlives what it sold.
create table order_item (
  order_no text not null references purchase_order (no) on delete cascade,
  position int not null,
  sku_id text not null,
  book_id text not null,
  -- Title, authors and term at the time of the order.
  snapshot jsonb not null,
  price_fen int not null check (price_fen >= 0),
  -- The item's share of the payment; the shares add up to `purchase_order.pay_fen`.
  pay_fen int not null check (pay_fen >= 0),
  -- When the item was refunded and its right ended.
  refunded_at bigint,
  primary key (order_no, position)
);
create index order_item_book on order_item (book_id);

-- A payment started at a platform. Each has its own trade number, so that a closed one does not block the next.
create table payment_attempt (
  trade_no text primary key check (trade_no ~ '^[0-9A-Za-z_]{6,32}$'),
  order_no text not null references purchase_order (no) on delete cascade,
  channel text not null check (channel in ('wechatNative', 'alipayPage', 'local')),
  -- Contract `paymentStart`: what the client needs to show the payment.
  start jsonb not null,
  -- `open`: can still be paid. `paid`: was paid. `closed`: can no longer be paid.
  state text not null check (state in ('open', 'paid', 'closed')),
  created_at bigint not null,
  -- Where the browser of the payer ran: payment platforms have a separate product, with its own trade number, for each.
  environment text not null default 'desktop' check (environment in ('desktop', 'phone', 'wechat')),
  -- The only session that can pay it (WeChat JSAPI); null for any.
  payer_sid text
);
create unique index payment_attempt_open on payment_attempt (order_no, channel, environment) where state = 'open';
create index payment_attempt_order on payment_attempt (order_no);

-- Append-only log of the exchange with payment platforms.
create table payment_event (
  id text primary key,
  order_no text not null,
  channel text not null,
  type text not null check (type in ('create', 'notify', 'query', 'close', 'refund')),
  -- The platform's id of the notification, to recognize a repeated one.
  notify_id text,
  -- The content of the message, without the payer.
  raw jsonb not null,
  -- The signature was verified.
  verified boolean not null,
  at bigint not null,
  unique (channel, notify_id)
);
create index payment_event_order on payment_event (order_no, at);

-- Refunds of payments.
create table order_refund (
  id text primary key,
  order_no text not null references purchase_order (no) on delete cascade,
  -- `late`, `removed`, `duplicate`: started by the server, because the payment cannot be accepted; `operator`: by finance without a request.
  cause text not null check (cause in ('requested', 'late', 'removed', 'duplicate', 'operator')),
  channel text not null,
  -- The payment that is refunded.
  trade_no text not null,
  channel_txn text not null,
  amount_fen int not null check (amount_fen > 0),
  reason text not null default '',
  status text not null check (status in ('requested', 'approved', 'processing', 'succeeded', 'failed', 'rejected')),
  reply text not null default '',
  requested_at bigint not null,
  -- User id; null for a decision by rule. There is no foreign key, because the record outlives the account.
  decided_by text,
  decided_at bigint,
  finished_at bigint,
  asked_at bigint not null default 0,
  -- Books whose rights end with the refund. Empty: none, unless the whole payment has then been refunded.
  book_ids text[] not null default '{}'
);
-- At most one open refund per payment.
create unique index order_refund_live on order_refund (channel, channel_txn) where status in ('requested', 'approved', 'processing');
create index order_refund_newest on order_refund (requested_at desc, id desc);
create index order_refund_order on order_refund (order_no);
create index order_refund_under_way on order_refund (asked_at) where status in ('approved', 'processing');

-- Requests for invoices (发票).
create table invoice_request (
  id text primary key,
  user_id text not null references user_account (id),
  title_type text not null check (title_type in ('personal', 'enterprise')),
  title text not null,
  tax_no text check (tax_no ~ '^[0-9A-Z]{15,20}$'),
  email text,
  amount_fen int not null check (amount_fen > 0),
  status text not null check (status in ('submitted', 'issuing', 'issued', 'rejected', 'redPending', 'redIssued')),
  invoice_no text,
  file_id text references user_file (id) on delete set null,
  reply text not null default '',
  decided_by text,
  created_at bigint not null,
  decided_at bigint,
  -- The staff member who is processing a request while it is `issuing`. A deleted account holds none.
  held_by text references user_account (id) on delete set null,
  -- Number of the credit note (红字发票), which finance issues after a refund.
  red_invoice_no text,
  red_file_id text references user_file (id) on delete set null,
  constraint invoice_request_red check (status <> 'redIssued' or red_invoice_no is not null)
);
create index invoice_request_held on invoice_request (held_by) where held_by is not null;
create index invoice_request_newest on invoice_request (created_at desc, id desc);
create index invoice_request_user on invoice_request (user_id, created_at desc);

-- Orders of an invoice.
create table invoice_order (
  invoice_id text not null references invoice_request (id) on delete cascade,
  order_no text not null references purchase_order (no),
  -- False after the invoice was rejected or withdrawn.
  live boolean not null,
  primary key (invoice_id, order_no)
);
-- An order is on at most one valid invoice.
create unique index invoice_order_live on invoice_order (order_no) where live;

-- Payments at the simulated payment platform of the demo, which has its own storage as real platforms have.
create table local_payment (
  trade_no text primary key,
  subject text not null,
  amount_fen int not null,
  notify_url text not null,
  state text not null check (state in ('open', 'paid', 'closed', 'refunded')),
  txn text,
  expires_at bigint not null,
  -- Where the payment page returns to; null when it has a window of its own.
  return_url text
);

-- Refunds at the simulated payment platform, by our refund number.
create table local_refund (
  refund_no text primary key,
  trade_no text not null references local_payment (trade_no) on delete cascade,
  amount_fen int not null check (amount_fen > 0)
);
create index local_refund_trade on local_refund (trade_no);

-- Refuses changes of the log. Functions are replaced, because a restore into a prepared database drops only its tables.
create or replace function payment_event_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'payment_event is append only';
end
$$;
create trigger payment_event_append_only before update or delete on payment_event
  for each row execute function payment_event_is_append_only();

-- Refuses refunds that together exceed the payment.
create or replace function order_refund_within_payment() returns trigger language plpgsql as $$
begin
  if (select sum(r.amount_fen) from order_refund r
      where r.channel = new.channel and r.channel_txn = new.channel_txn and r.status not in ('failed', 'rejected'))
     > (select o.pay_fen from purchase_order o where o.no = new.order_no) then
    raise exception 'more would go back than was paid for order %', new.order_no;
  end if;
  return null;
end
$$;
create trigger order_refund_within_payment after insert or update of status, amount_fen on order_refund
  for each row execute function order_refund_within_payment();
