-- Whose collections and imports are, for people who run a part of the platform (product.md section 5).

-- The publisher that looks after the collection, by its name as `book.publisher` has it; null: the platform's own.
alter table book_collection add column publisher text;

-- The publishers its importer imports for: the book becomes one of theirs. Empty: for the whole platform.
alter table import_job add column publishers text[] not null default '{}';
