-- Classes, their members, and the right of members to read the book before they own it. All times are UTC milliseconds.

-- One row per class.
create table class_group (
  id text primary key,
  -- Null after the teacher has closed the account.
  teacher_id text references user_account (id) on delete set null,
  -- Name of the teacher as students see it.
  teacher_name text not null,
  institution_id text references institution (id) on delete set null,
  name text not null,
  term text not null,
  book_id text not null references book (id),
  -- The version that the class uses.
  version_id text not null,
  -- Join code: six letters and digits.
  code text not null unique,
  is_code_on boolean not null default true,
  join_policy text not null default 'open' check (join_policy in ('open', 'approve')),
  status text not null default 'active' check (status in ('active', 'ended', 'archived')),
  created_at bigint not null
);
create index class_group_teacher on class_group (teacher_id, created_at desc);
create index class_group_institution on class_group (institution_id) where institution_id is not null;
create index class_group_book on class_group (book_id);

-- One row per user who is or was a member.
create table class_member (
  class_id text not null references class_group (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  status text not null check (status in ('pending', 'active', 'left', 'removed')),
  -- Name and student number as the member or the teacher entered them.
  name text not null,
  student_no text not null default '',
  joined_at bigint not null,
  -- Empty: no group.
  group_name text not null default '',
  -- Whether the member publishes announcements for the teacher.
  is_representative boolean not null default false,
  primary key (class_id, user_id)
);
create index class_member_user on class_member (user_id, joined_at desc);
create index class_member_list on class_member (class_id, status, joined_at, user_id);

-- The period in which a user may read a book as a member of some class. It starts once: another class of the same book does not repeat it.
create table class_probation (
  user_id text not null references user_account (id) on delete cascade,
  book_id text not null references book (id) on delete cascade,
  started_at bigint not null,
  ends_at bigint not null,
  primary key (user_id, book_id)
);

-- Content tickets of a member become invalid when the membership ends, and those of all members when the class ends or changes its book.
create constraint trigger class_member_change_ends_content after update on class_member deferrable initially deferred for each row
  when (old.status = 'active' and new.status <> 'active') execute function revoke_content_of_user();
create constraint trigger class_member_gone_ends_content after delete on class_member deferrable initially deferred for each row
  when (old.status = 'active') execute function revoke_content_of_user();
create or replace function revoke_content_of_class() returns trigger language plpgsql as $$
begin
  perform revoke_content(variadic array(select 'user:' || user_id from class_member where class_id = old.id and status = 'active'));
  return null;
end
$$;
create constraint trigger class_change_ends_content after update on class_group deferrable initially deferred for each row
  when (old.status = 'active' and (new.status <> 'active' or new.book_id <> old.book_id)) execute function revoke_content_of_class();

-- The students whom the teacher expects, by the list of the school. They join without the teacher's consent.
create table class_roster_entry (
  class_id text not null references class_group (id) on delete cascade,
  student_no text not null,
  name text not null,
  primary key (class_id, student_no)
);

-- Teachers who help the teacher of a class.
create table class_co_teacher (
  class_id text not null references class_group (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  -- Name as the members of the class see it.
  name text not null,
  -- Contract `coTeacherRight`. A later right includes the earlier one.
  access text not null check (access in ('view', 'edit')),
  added_at bigint not null,
  primary key (class_id, user_id)
);
create index class_co_teacher_user on class_co_teacher (user_id);

create table class_announcement (
  id text primary key,
  class_id text not null references class_group (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  author_name text not null,
  -- What the author was in the class.
  author_role text not null check (author_role in ('teacher', 'representative')),
  body text not null,
  created_at bigint not null
);
create index class_announcement_list on class_announcement (class_id, created_at desc, id desc);
create index class_announcement_author on class_announcement (user_id);

-- What a class plans for chapters of its book.
create table class_chapter (
  class_id text not null references class_group (id) on delete cascade,
  -- URL of the document in the reading order.
  href text not null,
  is_required boolean not null,
  opens_at bigint,
  due_at bigint,
  -- Whether members do not see this plan before `opens_at`.
  is_hidden boolean not null,
  primary key (class_id, href)
);
