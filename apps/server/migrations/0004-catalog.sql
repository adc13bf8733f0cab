-- Books as they are listed, found, rated and shared. All times are UTC milliseconds.

-- Trees of disciplines, vocational fields, and school stages with grades and subjects.
create table category (
  id text primary key,
  parent_id text references category (id),
  name text not null,
  position int not null,
  -- The tree of the category. discipline: 学科门类 of higher education; vocational: 职业教育专业大类; school: 学段, 年级, 学科.
  kind text not null default 'discipline' check (kind in ('discipline', 'vocational', 'school'))
);

-- One row per book; its content is in the current version (`book_version`).
create table book (
  id text primary key,
  title text not null,
  subtitle text,
  -- First of `languages`, for facets.
  language text,
  languages text[] not null default '{}',
  isbn text,
  publisher text,
  -- Cited before the publisher (GB/T 7714); from the metadata of the file until an editor changes it.
  place_of_publication text check (place_of_publication <> ''),
  description text,
  -- Authors' names as one line for cards; `contributors` lists them with their roles.
  authors text not null default '',
  contributors jsonb not null default '[]',
  category_ids text[] not null default '{}',
  access_model text not null default 'free' check (access_model in ('free', 'paid', 'codeOnly', 'institutionOnly')),
  price_fen int not null default 0 check (price_fen >= 0),
  -- Number of linear documents from the start that are free to read.
  trial_chapters int not null default 2 check (trial_chapters >= 0),
  shelf_state text not null default 'draft' check (shelf_state in ('draft', 'published', 'offShelf')),
  -- References `book_version`; 0005-publication.sql adds the foreign key.
  current_version_id text,
  -- Cover picture (WebP) in the object store.
  cover_sha256 text,
  cover_width int,
  cover_height int,
  -- Number of the next new block of this book; a number is never reused.
  next_block_number int not null default 1,
  created_at bigint not null,
  updated_at bigint not null,
  published_at bigint,
  -- Shown to readers when an authority ordered the removal of the book; only the publisher's staff can then open it. Null: not removed.
  removal_notice text check (removal_notice <> ''),
  -- Metadata that an editor has set is not overwritten by the import of a new version.
  facts_edited boolean not null default false,
  -- The same for the cover.
  cover_edited boolean not null default false,
  -- Name of the textbook plan (规划教材) shown to readers.
  plan_tag text check (plan_tag <> ''),
  -- Document that lists the book in the plan.
  plan_proof text check (plan_proof <> ''),
  -- Media types in the current version, for facets.
  media text[] not null default '{}' check (media <@ array['video', 'audio', 'quiz']),
  -- Year of publication according to the metadata of the current version.
  published_year int,
  -- Books with the same `work_id` are editions of one work; null when there is no other edition.
  work_id text,
  edition int not null default 1 check (edition >= 1),
  level text check (level in ('primary', 'junior', 'senior', 'secondaryVoc', 'higherVoc', 'undergrad', 'postgrad', 'continuing')),
  -- Free chapters chosen by an editor, each as its first block in the current version; null: the first `trial_chapters`. A new version
  -- keeps them by the blocks that both versions have.
  trial_chosen text[],
  constraint book_plan_is_proven check (plan_tag is null or plan_proof is not null),
  constraint book_trial_chosen_count check (trial_chosen is null or (cardinality(trial_chosen) = trial_chapters))
);
create index book_categories on book using gin (category_ids);
create index book_contributors on book using gin (contributors jsonb_path_ops);
create index book_isbn on book (isbn) where isbn is not null;
create index book_newest on book (published_at desc, id desc) where shelf_state = 'published';
-- Answers from the index alone which books that match a query are published, and since when.
create index book_on_shelf on book (id) include (published_at, current_version_id)
  where shelf_state = 'published' and current_version_id is not null;
create index book_plan on book (plan_tag) where plan_tag is not null;
create index book_publisher on book (publisher) where publisher is not null;
create unique index book_work_edition on book (work_id, edition) where work_id is not null;

-- People who made a book, in display order.
create table book_contributor (
  book_id text not null references book (id) on delete cascade,
  position int not null,
  name text not null,
  role text not null check (role in (
    'chiefEditor', 'associateEditor', 'contributor', 'chiefReviewer', 'digitalEditor', 'responsibleEditor', 'author', 'translator',
    'editor', 'illustrator', 'narrator'
  )),
  unit text not null default '',
  -- Account of the contributor; null when none is linked.
  user_id text references user_account (id) on delete set null,
  primary key (book_id, position)
);
create index book_contributor_user on book_contributor (user_id) where user_id is not null;

-- Search tokens of a book: titles, authors, ISBN and chapter titles. The server makes the lexemes (catalog/text-index).
create table book_search (
  book_id text primary key references book (id) on delete cascade,
  tokens tsvector not null,
  -- Pinyin of subtitles and chapter titles, without positions, because such a match ranks below all others. Null until computed from the
  -- current version.
  pinyin tsvector,
  -- Tokens without chapter titles, used for ranking: those of the chapters are large and only decide whether a book matches.
  head tsvector not null generated always as (ts_filter(tokens, '{a,b,c}'::"char"[])) stored
);
create index book_search_pinyin on book_search using gin (pinyin);
create index book_search_tokens on book_search using gin (tokens);

-- Collections of books made by editors.
create table book_collection (
  id text primary key,
  kind text not null check (kind in ('series', 'topic', 'list', 'plan')),
  title text not null,
  intro text not null default '',
  -- Name of the curator as shown to readers.
  curator text not null default '',
  -- An uploaded picture in the object store; null: composed from the covers.
  picture_sha256 text,
  picture_media_type text,
  position int not null,
  visible boolean not null default false,
  created_at bigint not null,
  updated_at bigint not null,
  -- Publisher that maintains the collection, as in `book.publisher`; null for the platform itself.
  publisher text
);
create index book_collection_shown on book_collection ("position", id) where visible;

-- Books of a collection.
create table book_collection_item (
  collection_id text not null references book_collection (id) on delete cascade,
  book_id text not null references book (id) on delete cascade,
  position int not null,
  note text not null default '',
  primary key (collection_id, book_id)
);
create index book_collection_item_book on book_collection_item (book_id);
create index book_collection_item_order on book_collection_item (collection_id, "position");

-- Banners and rows of the home page.
create table home_slot (
  id text primary key,
  slot text not null check (slot in ('banner', 'row')),
  target_type text not null check (target_type in ('book', 'collection', 'page')),
  -- Id of the book or collection, or a path within the product.
  target text not null,
  title text not null default '',
  lead text not null default '',
  picture_sha256 text,
  picture_media_type text,
  -- Shown from `start_at` until `end_at`; null: unlimited.
  start_at bigint,
  end_at bigint,
  position int not null,
  visible boolean not null default true,
  created_at bigint not null,
  updated_at bigint not null
);

-- Popularity counts, recomputed periodically. The list of popular books is sorted by them.
create table book_popularity (
  book_id text primary key references book (id) on delete cascade,
  -- Users who read the book within the last 30 days.
  readers int not null,
  -- Users who have the book among their favorites.
  favorites int not null,
  score int not null,
  counted_at bigint not null
);
create index book_popularity_order on book_popularity (score desc);

-- One rating per user and book.
create table book_rating (
  id text primary key,
  book_id text not null references book (id) on delete cascade,
  user_id text not null references user_account (id),
  stars int not null check (stars >= 1 and stars <= 5),
  body text not null default '',
  created_at bigint not null,
  updated_at bigint not null,
  -- When an editor hid the rating; its author sees the reason.
  hidden_at bigint,
  hidden_reason text not null default '',
  unique (book_id, user_id)
);
create index book_rating_admin on book_rating (updated_at desc, id desc);
create index book_rating_newest on book_rating (book_id, updated_at desc, id desc) where hidden_at is null;
create index book_rating_user on book_rating (user_id);

-- Users' requests that an editor review a rating.
create table rating_report (
  rating_id text not null references book_rating (id) on delete cascade,
  user_id text not null references user_account (id),
  reason text not null,
  created_at bigint not null,
  primary key (rating_id, user_id)
);
create index rating_report_user on rating_report (user_id, created_at);

-- Totals of the visible ratings of a book, updated with every change of a rating.
create table book_rating_sum (
  book_id text primary key references book (id) on delete cascade,
  count int not null default 0,
  stars int not null default 0,
  -- Sort key: the mean in thousandths, with five further ratings of 3.5, so that a single 5 does not rank above a hundred ratings.
  score int not null default 0
);

-- Files that accompany a book: slides, lesson plans, answer keys.
create table book_material (
  id text primary key,
  book_id text not null references book (id) on delete cascade,
  title text not null,
  note text not null default '',
  -- `all`: everyone with an account; `owner`: users who may read the whole book; `teacher`: verified teachers.
  audience text not null check (audience in ('all', 'owner', 'teacher')),
  file_name text not null,
  media_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  created_at bigint not null
);
create index book_material_book on book_material (book_id, created_at, id);

-- Short codes that are printed in books or shared. A printed code must work for ever: it is never reused or deleted.
create table qr_link (
  code text primary key check (code ~ '^[0-9A-Z]{4,16}$'),
  target_type text not null check (target_type in ('book', 'block', 'collection', 'page')),
  -- Book or collection id; `<book id>#<block id>`; a path of the product.
  target_id text not null,
  -- Path of the product that is used when the target no longer exists.
  fallback_url text not null default '',
  -- Description for editors, for example 第 12 页 or 图 3-2.
  label text not null default '',
  hits bigint not null default 0,
  last_ok_at bigint,
  created_by text,
  created_at bigint not null,
  -- True for a link made by sharing. There is one per target, whoever shares it.
  shared boolean not null default false
);
create index qr_link_newest on qr_link (created_at desc, code desc);
create unique index qr_link_shared on qr_link (target_type, target_id) where shared;

-- Recent search terms that led to a book; terms that many users searched for are suggested to all. Rows are deleted after two weeks.
create table search_word (
  word text not null,
  -- Keyed hash of the account or subnet; it cannot be reversed.
  who bytea not null,
  at bigint not null,
  primary key (word, who)
);
create index search_word_old on search_word (at);
create index search_word_who on search_word (who);

-- Searches that users reported as unsuccessful.
create table search_report (
  id text primary key,
  -- Normalized search terms; reports with the same key are grouped.
  word_key text not null,
  -- Search terms as typed.
  query text not null,
  -- False when the search had no result.
  found boolean not null,
  -- What the user was looking for; empty when not given.
  note text not null default '',
  -- Null when reported without an account.
  user_id text references user_account (id),
  -- Keyed hash of the account, or of the subnet of an anonymous user; it cannot be reversed.
  who bytea not null,
  reported_at bigint not null,
  -- Null until an editor has handled the report.
  done_at bigint
);
create index search_report_age on search_report (reported_at);
create unique index search_report_open on search_report (word_key, who) where done_at is null;
create index search_report_user on search_report (user_id) where user_id is not null;

-- 学科门类: the disciplines of Chinese higher education.
insert into category (id, parent_id, name, position) values
  ('philosophy', null, '哲学', 1),
  ('economics', null, '经济学', 2),
  ('law', null, '法学', 3),
  ('education', null, '教育学', 4),
  ('literature', null, '文学', 5),
  ('history', null, '历史学', 6),
  ('science', null, '理学', 7),
  ('engineering', null, '工学', 8),
  ('agriculture', null, '农学', 9),
  ('medicine', null, '医学', 10),
  ('military', null, '军事学', 11),
  ('management', null, '管理学', 12),
  ('art', null, '艺术学', 13),
  ('interdisciplinary', null, '交叉学科', 14);

-- 职业教育专业目录（2021 年）.
insert into category (id, parent_id, name, position, kind)
select 'voc-' || id, null, name, 100 + position, 'vocational'
from unnest(
  array['agriculture', 'resources', 'energy', 'construction', 'water', 'manufacturing', 'chemistry', 'textile', 'food', 'transport',
    'electronics', 'health', 'finance', 'tourism', 'culture', 'media', 'education', 'police', 'public'],
  array['农林牧渔大类', '资源环境与安全大类', '能源动力与材料大类', '土木建筑大类', '水利大类', '装备制造大类', '生物与化工大类', '轻工纺织大类',
    '食品药品与粮食大类', '交通运输大类', '电子与信息大类', '医药卫生大类', '财经商贸大类', '旅游大类', '文化艺术大类', '新闻传播大类', '教育与体育大类',
    '公安与司法大类', '公共管理与服务大类']
) with ordinality as given (id, name, position);

-- 学段: the stages of school.
insert into category (id, parent_id, name, position, kind) values
  ('school-primary', null, '小学', 201, 'school'),
  ('school-junior', null, '初中', 202, 'school'),
  ('school-senior', null, '高中', 203, 'school');

-- 年级: the grades of each stage.
insert into category (id, parent_id, name, position, kind)
select 'school-' || grade, 'school-' || stage, name, grade, 'school'
from unnest(
  array['primary', 'primary', 'primary', 'primary', 'primary', 'primary', 'junior', 'junior', 'junior', 'senior', 'senior', 'senior'],
  array['一年级', '二年级', '三年级', '四年级', '五年级', '六年级', '七年级', '八年级', '九年级', '高一', '高二', '高三']
) with ordinality as given (stage, name, grade);

-- 学科: the subjects of 义务教育课程方案（2022 年版）and 普通高中课程方案（2017 年版 2020 年修订）, in the grades that have them.
insert into category (id, parent_id, name, position, kind)
select 'school-' || grade || '-' || subject, 'school-' || grade, name, position, 'school'
from unnest(
  array['morals', 'politics', 'chinese', 'maths', 'english', 'history', 'geography', 'science', 'physics', 'chemistry', 'biology',
    'computing', 'ict', 'technology', 'sport', 'arts', 'music', 'fine-arts', 'labour'],
  array['道德与法治', '思想政治', '语文', '数学', '英语', '历史', '地理', '科学', '物理', '化学', '生物学',
    '信息科技', '信息技术', '通用技术', '体育与健康', '艺术', '音乐', '美术', '劳动'],
  array[1, 10, 1, 1, 3, 7, 7, 1, 8, 9, 7, 3, 10, 10, 1, 1, 10, 10, 1],
  array[9, 12, 12, 12, 12, 12, 12, 6, 12, 12, 12, 8, 12, 12, 12, 9, 12, 12, 9]
) with ordinality as given (subject, name, first_grade, last_grade, position)
cross join lateral generate_series(first_grade, last_grade) as grade;

-- Server processes cache the catalog. The tables below tell them what to read again. They describe this database alone, so they are in a
-- schema that a backup leaves out; a restore runs this file again while they exist, which makes every process reload its cache.
create schema if not exists shufang_local;

-- The revision of the catalog. A transaction that raises it holds the row until its end: of two changes the later one has the greater
-- number and is committed later.
create table if not exists shufang_local.catalog_revision (
  is_only boolean primary key default true check (is_only),
  revision bigint not null,
  -- The transaction that raised the revision last, so that each transaction raises it once.
  changed_by bigint not null default 0,
  -- The last revision at which something other than single books changed: the whole catalog is read again.
  all_changed_at bigint not null default 0
);
insert into shufang_local.catalog_revision (revision, all_changed_at) values (1, 1)
  on conflict (is_only) do update set revision = catalog_revision.revision + 1, all_changed_at = catalog_revision.revision + 1;

-- The revision at which each book changed last, including deleted books.
create table if not exists shufang_local.catalog_change (
  book_id text primary key,
  revision bigint not null
);
create index if not exists catalog_change_revision on shufang_local.catalog_change (revision);

-- Records which book changed, or that everything did. Functions are replaced, because a restore into a prepared database drops only its
-- tables.
create or replace function note_catalog_change() returns trigger language plpgsql as $$
declare
  me constant bigint := pg_current_xact_id()::text::bigint;
  changed text;
begin
  update shufang_local.catalog_revision set revision = revision + 1, changed_by = me where changed_by <> me;
  if tg_table_name = 'book' then
    if tg_op = 'DELETE' then changed := old.id; else changed := new.id; end if;
  elsif tg_table_name in ('book_popularity', 'book_rating_sum', 'book_search') then
    if tg_op = 'DELETE' then changed := old.book_id; else changed := new.book_id; end if;
  end if;
  if changed is null then
    update shufang_local.catalog_revision set all_changed_at = revision where all_changed_at <> revision;
  else
    insert into shufang_local.catalog_change (book_id, revision) select changed, r.revision from shufang_local.catalog_revision r
      on conflict (book_id) do update set revision = excluded.revision where catalog_change.revision <> excluded.revision;
  end if;
  return null;
end
$$;

-- Deferred to the end of the transaction, so that others do not wait for a long one.
create constraint trigger book_changes_catalog after insert or update or delete on book
  deferrable initially deferred for each row execute function note_catalog_change();
create constraint trigger category_changes_catalog after insert or update or delete on category
  deferrable initially deferred for each row execute function note_catalog_change();
create constraint trigger popularity_changes_catalog after insert or update or delete on book_popularity
  deferrable initially deferred for each row execute function note_catalog_change();
create constraint trigger rating_changes_catalog after update on book_rating_sum
  deferrable initially deferred for each row when (old.score is distinct from new.score) execute function note_catalog_change();
create constraint trigger search_changes_catalog after insert or update or delete on book_search
  deferrable initially deferred for each row execute function note_catalog_change();

-- Refuses the deletion and the renaming of a printed code.
create or replace function qr_link_is_for_ever() returns trigger language plpgsql as $$
begin
  raise exception 'a printed code is never deleted or renamed';
end
$$;
create trigger qr_link_for_ever before delete on qr_link for each row execute function qr_link_is_for_ever();
create trigger qr_link_same_code before update of code on qr_link for each row execute function qr_link_is_for_ever();

-- Whether the scripts of a version may run. A version without a row is not approved. Two people are needed for an approval.
create table script_approval (
  version_id text primary key,
  book_id text not null references book (id) on delete cascade,
  state text not null check (state in ('requested', 'approved', 'rejected', 'withdrawn')),
  requested_by text not null,
  requested_at bigint not null,
  reason text not null,
  -- Who approved, rejected or withdrew it.
  decided_by text,
  decided_at bigint,
  reply text not null default '',
  check (state <> 'approved' or decided_by <> requested_by)
);
