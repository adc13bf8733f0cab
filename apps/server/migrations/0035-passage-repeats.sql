-- What a hit is ranked and placed by, without all its tokens and without its blocks.

-- Offset of the passage's first character in its document, UTF-16 units.
alter table search_passage add column start_char int not null default 0;
update search_passage p set start_char = coalesce((
    select k.start_char from publication_block k where k.version_id = p.version_id and k.block_id = p.first_block order by k.position limit 1
  ), 0) - coalesce((p.block_offsets -> 0 ->> 1)::int, 0);

-- Of the lexemes in `passage_tokens` those that stand in a passage more than once: the others count alike, so these alone tell which of the
-- passages of a word answers best. Rows stay whole in their table, so that one is read in one step.
create table passage_repeats (
  search_key int not null references book_version (search_key) on delete cascade,
  position int not null,
  tokens tsvector not null,
  primary key (search_key, position)
) with (toast_tuple_target = 8160);
insert into passage_repeats (search_key, position, tokens)
  select t.search_key, t.position, repeated.tokens
  from passage_tokens t cross join lateral (
    select string_agg(
      '''' || replace(replace(u.lexeme, '\', '\\'), '''', '''''') || ''':' || array_to_string(u.positions, ','), ' '
    )::tsvector as tokens from unnest(t.tokens) u where cardinality(u.positions) > 1
  ) repeated where repeated.tokens is not null;
