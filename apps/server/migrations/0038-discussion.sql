-- The class layer of a book: passages that teachers share, questions and replies. All times are UTC milliseconds.

create table class_thread (
  id text primary key,
  class_id text not null references class_group (id) on delete cascade,
  book_id text not null,
  kind text not null check (kind in ('highlight', 'question')),
  user_id text not null references user_account (id) on delete cascade,
  author_name text not null,
  is_teacher boolean not null,
  is_anonymous boolean not null,
  version_id text not null,
  target jsonb not null,
  chapter_title text not null,
  total_progression double precision not null,
  body text not null,
  accepted_reply_id text,
  -- Why a teacher has hidden the thread; null while everyone sees it.
  hidden_reason text,
  created_at bigint not null
);
create index class_thread_class on class_thread (class_id, total_progression);
create index class_thread_user on class_thread (user_id);

create table class_reply (
  id text primary key,
  thread_id text not null references class_thread (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  author_name text not null,
  is_teacher boolean not null,
  is_anonymous boolean not null,
  body text not null,
  hidden_reason text,
  created_at bigint not null
);
create index class_reply_thread on class_reply (thread_id, created_at);
create index class_reply_user on class_reply (user_id);
