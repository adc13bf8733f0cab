-- Subtitles and chapter titles are found by pinyin too. Beside the other words of a book, for whoever is found so comes after everybody found
-- by those.

-- Lexemes without positions. Null: still to be made from the version in force.
alter table book_search add column pinyin tsvector;
create index book_search_pinyin on book_search using gin (pinyin);
