-- People of a book keep the exact role: what an editor chose, or what the file says of them.

alter table book_contributor drop constraint book_contributor_role_check;
alter table book_contributor add constraint book_contributor_role_check check (role in (
  'chiefEditor', 'associateEditor', 'contributor', 'chiefReviewer', 'digitalEditor', 'responsibleEditor',
  'author', 'translator', 'editor', 'illustrator', 'narrator'));

-- A role that was only the nearest of six to what the file says is the file's own again.
update book_contributor c set role = said.role
from (
  select b.id as book_id, person ->> 'name' as name, min(person ->> 'role') as role
  from book b join book_version v on v.id = b.current_version_id, jsonb_array_elements(v.manifest -> 'metadata' -> 'contributors') person
  group by 1, 2 having count(*) = 1
) said
where said.book_id = c.book_id and said.name = c.name and (said.role, c.role) in (
  ('author', 'chiefEditor'), ('translator', 'contributor'), ('editor', 'responsibleEditor'),
  ('illustrator', 'contributor'), ('narrator', 'contributor'));

-- What readers are shown had two of the six roles left.
update book b set contributors = made.people
from (
  select book_id, jsonb_agg(
    jsonb_build_object('name', name, 'role', role) || case when unit = '' then '{}'::jsonb else jsonb_build_object('unit', unit) end
    order by position) as people
  from book_contributor group by book_id
) made
where made.book_id = b.id and b.facts_edited;
