-- Dictionaries that the operator has imported. They belong to no user.

create table dictionary (
  id text primary key,
  -- Shown under each entry. An import under the same name replaces the dictionary.
  name text not null unique check (name <> ''),
  -- The terms under which the dictionary may be used, shown with its entries.
  license text not null check (license <> ''),
  format text not null check (format in ('cedict', 'stardict', 'mdict', 'json')),
  entries int not null,
  imported_at bigint not null
);

-- The words by which an entry is found. The key is the index of a look-up, which searches a few exact words in all dictionaries.
create table dictionary_word (
  -- In lower case.
  word text collate "C" not null,
  dictionary_id text not null references dictionary (id) on delete cascade,
  -- Position of the entry in the dictionary.
  ordinal int not null,
  headword text not null,
  pinyin text,
  definitions jsonb not null,
  primary key (word, dictionary_id, ordinal)
);
create index dictionary_word_dictionary on dictionary_word (dictionary_id);
