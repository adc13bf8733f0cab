-- Adoption lists: textbooks that teachers order for the courses of a term. All times are UTC milliseconds.

create table adoption_list (
  id text primary key,
  teacher_id text not null references user_account (id) on delete cascade,
  institution_id text not null references institution (id) on delete cascade,
  term text not null,
  note text not null default '',
  status text not null default 'draft' check (status in ('draft', 'submitted', 'returned', 'withdrawn', 'confirmed', 'ordered')),
  -- Number of the last change.
  rev int not null default 1,
  -- Number of levels that have approved the list since it was submitted: teaching section, department, school.
  approvals int not null default 0 check (approvals between 0 and 3),
  created_at bigint not null,
  updated_at bigint not null,
  submitted_at bigint,
  ordered_at bigint,
  check ((status = 'ordered') = (ordered_at is not null)),
  check (status not in ('submitted', 'confirmed', 'ordered') or submitted_at is not null),
  check ((status in ('confirmed', 'ordered')) = (approvals = 3))
);
create index adoption_list_teacher on adoption_list (teacher_id, created_at desc);
create index adoption_list_status on adoption_list (status, updated_at, id);
create index adoption_list_institution on adoption_list (institution_id, term);

-- One row per textbook of a course; the fields of the book are those at the time when the list was saved.
create table adoption_item (
  list_id text not null references adoption_list (id) on delete cascade,
  position int not null,
  course_code text not null,
  course text not null,
  class_id text references class_group (id) on delete set null,
  class_name text not null,
  book_id text not null references book (id) on delete cascade,
  book_title text not null,
  form text not null check (form in ('print', 'digital')),
  isbn text not null,
  edition text not null,
  publisher text not null,
  award text not null check (award in ('none', 'national', 'provincial', 'prize')),
  is_marxist boolean not null,
  students int not null check (students >= 0),
  has_teacher_copy boolean not null,
  price_fen int,
  reason text not null,
  primary key (list_id, position)
);
create index adoption_item_isbn on adoption_item (isbn, course_code);
create index adoption_item_book on adoption_item (book_id);
create index adoption_item_class on adoption_item (class_id);

-- Decisions on lists, those before a return included.
create table adoption_review (
  id text primary key,
  list_id text not null references adoption_list (id) on delete cascade,
  level text not null check (level in ('section', 'department', 'school')),
  decision text not null check (decision in ('approve', 'return')),
  reviewer text not null,
  remark text not null,
  at bigint not null
);
create index adoption_review_list on adoption_review (list_id, at);

-- Until when the lists of an institution and term can be submitted.
create table adoption_deadline (
  institution_id text not null references institution (id) on delete cascade,
  term text not null,
  closes_at bigint not null,
  primary key (institution_id, term)
);
