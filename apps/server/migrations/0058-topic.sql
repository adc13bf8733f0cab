-- Topics that classes discuss for an assignment. All times are UTC milliseconds.

-- One row per published discussion assignment, with its id.
create table class_topic (
  id text primary key,
  class_id text not null references class_group (id) on delete cascade,
  title text not null,
  opened_at bigint not null
);
create index class_topic_class on class_topic (class_id);

-- A post, or a reply to one.
create table topic_post (
  id text primary key,
  topic_id text not null references class_topic (id) on delete cascade,
  -- The post to which this is a reply; null for a post.
  parent_id text references topic_post (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  author_name text not null,
  is_teacher boolean not null,
  is_anonymous boolean not null,
  body text not null,
  -- Why a teacher has hidden it; null while everyone sees it.
  hidden_reason text,
  created_at bigint not null
);
create index topic_post_topic on topic_post (topic_id, created_at, id);
create index topic_post_user on topic_post (user_id);
create index topic_post_parent on topic_post (parent_id) where parent_id is not null;
