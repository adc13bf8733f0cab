-- Which of the many books that hold a word are on the shelf, and since when: told by the index alone.
create index book_on_shelf on book (id) include (published_at, current_version_id) where shelf_state = 'published' and current_version_id is not null;
