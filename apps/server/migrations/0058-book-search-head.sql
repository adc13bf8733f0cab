-- What a book is ranked by: its titles, people, ISBN and publisher. The titles of its chapters fill pages that were read for every book a word is in,
-- and only say that it is.
alter table book_search add column head tsvector not null generated always as (ts_filter(tokens, '{a,b,c}')) stored;
