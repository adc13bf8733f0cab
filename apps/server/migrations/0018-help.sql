-- Support tickets, votes on help articles, reports of dead printed codes, and the service status. All times are UTC milliseconds.

-- Questions to the operator.
create table ticket (
  id text primary key,
  -- Null when asked without an account.
  user_id text references user_account (id),
  topic text not null check (topic in (
    'account', 'code', 'payment', 'reading', 'teaching', 'author', 'review', 'infringement', 'recommend', 'other'
  )),
  state text not null check (state in ('open', 'answered', 'closed')),
  body text not null,
  -- How to reach the author of the ticket; emptied, together with `diagnostics`, some time after the ticket was closed.
  contact text not null default '',
  -- Contract `ticketDiagnostics`: what the user agreed to send.
  diagnostics jsonb,
  created_at bigint not null,
  updated_at bigint not null,
  closed_at bigint,
  check (state <> 'closed' or closed_at is not null)
);
create index ticket_state on ticket (state, updated_at);
create index ticket_user on ticket (user_id, updated_at desc) where user_id is not null;

-- Replies within a ticket.
create table ticket_reply (
  id text primary key,
  ticket_id text not null references ticket (id) on delete cascade,
  from_operator boolean not null,
  -- The staff member who replied; null for the user's own replies and after that account is deleted.
  operator_id text references user_account (id) on delete set null,
  body text not null,
  created_at bigint not null
);
create index ticket_reply_ticket on ticket_reply (ticket_id, created_at);

-- Counts of votes per help article; individual votes are not stored.
create table article_vote (
  manual text not null check (manual in ('student', 'teacher')),
  article text not null,
  useful int not null default 0,
  useless int not null default 0,
  primary key (manual, article)
);

-- Printed codes that readers reported as not working.
create table dead_code_report (
  code text primary key,
  reports int not null,
  -- Book and page as given in the last report.
  last_note text not null default '',
  first_at bigint not null,
  last_at bigint not null
);

-- One row per change of state of a part of the service, for the page /helper/contact.
create table service_change (
  id bigint generated always as identity primary key,
  part text not null,
  state text not null check (state in ('ok', 'failed')),
  at bigint not null
);
create index service_change_of_part on service_change (part, at desc);
