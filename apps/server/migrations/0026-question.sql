-- Question banks, their folders, questions and the immutable versions of questions. All times are UTC milliseconds.

-- One row per bank. Exactly one of the four owners is set.
create table question_bank (
  id text primary key,
  -- Teacher whose own bank it is.
  teacher_id text references user_account (id) on delete cascade,
  class_id text references class_group (id) on delete cascade,
  institution_id text references institution (id) on delete cascade,
  book_id text references book (id) on delete cascade,
  name text not null,
  status text not null default 'active' check (status in ('active', 'archived')),
  -- Who created it; null after the account was closed.
  created_by text references user_account (id) on delete set null,
  created_at bigint not null,
  check (num_nonnulls(teacher_id, class_id, institution_id, book_id) = 1)
);
create index question_bank_teacher on question_bank (teacher_id) where teacher_id is not null;
create index question_bank_class on question_bank (class_id) where class_id is not null;
create index question_bank_institution on question_bank (institution_id) where institution_id is not null;
create index question_bank_book on question_bank (book_id) where book_id is not null;
create index question_bank_creator on question_bank (created_by) where created_by is not null;

create table question_folder (
  id text primary key,
  bank_id text not null references question_bank (id) on delete cascade,
  name text not null,
  unique (bank_id, name)
);

-- One row per question, with what the lists filter by; the content is in its versions.
create table question (
  id text primary key,
  bank_id text not null references question_bank (id) on delete cascade,
  -- A folder of the same bank.
  folder_id text references question_folder (id) on delete set null,
  status text not null default 'active' check (status in ('active', 'archived')),
  tags text[] not null default '{}',
  knowledge_points text[] not null default '{}',
  difficulty smallint check (difficulty between 1 and 5),
  -- Number of the newest version.
  version_no integer not null,
  -- Grows with each change of content or labels (optimistic concurrency).
  revision integer not null default 1,
  -- Contract `questionOrigin`; null for a question that was not imported.
  origin jsonb,
  -- Title, text, options and labels, folded for search.
  search_text text not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index question_list on question (bank_id, status, created_at desc, id desc);
create index question_of_folder on question (folder_id) where folder_id is not null;

-- One row per version. The key is a column of its own: papers are built from `view`, and only scoring and teachers read `key`.
create table question_version (
  id text primary key,
  question_id text not null references question (id) on delete cascade,
  no integer not null,
  -- Contract `questionType`, `questionView` and `questionKey`.
  type text not null,
  view jsonb not null,
  key jsonb not null,
  maximum_milli integer not null,
  -- Start of the text, for lists.
  excerpt text not null,
  -- SHA-256 of view and key, by which an unchanged question creates no version.
  content_hash text not null,
  -- Who created the version; null after the account was closed.
  created_by text references user_account (id) on delete set null,
  created_at bigint not null,
  unique (question_id, no)
);
create index question_version_creator on question_version (created_by) where created_by is not null;

-- A version never changes, because papers and scores refer to it; only the name of its creator may be erased.
create or replace function refuse_change_of_question_version() returns trigger language plpgsql as $$
begin
  raise exception 'a question version is immutable';
end
$$;
create trigger question_version_is_immutable before update of id, question_id, no, type, view, key, maximum_milli, excerpt, content_hash, created_at
  on question_version for each row execute function refuse_change_of_question_version();
