-- Which plan a textbook is listed in, and what the catalogue is narrowed by. Times are UTC milliseconds.

-- 规划教材: the name of the plan as readers see it, and the document that lists the book. Without the document there is no mark.
ALTER TABLE book ADD COLUMN plan_tag text CHECK (plan_tag <> '');
ALTER TABLE book ADD COLUMN plan_proof text CHECK (plan_proof <> '');
ALTER TABLE book ADD CONSTRAINT book_plan_is_proven CHECK (plan_tag IS NULL OR plan_proof IS NOT NULL);
CREATE INDEX book_plan ON book (plan_tag) WHERE plan_tag IS NOT NULL;

-- Of the current version, so that a list need not look into it: kinds of media in it, and the year the package says it was published.
ALTER TABLE book ADD COLUMN media text[] NOT NULL DEFAULT '{}' CHECK (media <@ ARRAY['video', 'audio']::text[]);
ALTER TABLE book ADD COLUMN published_year int;
UPDATE book b SET
  media = array_remove(ARRAY[
    CASE WHEN coalesce((v.counts->>'video')::int, 0) > 0 THEN 'video' END,
    CASE WHEN coalesce((v.counts->>'audio')::int, 0) > 0 THEN 'audio' END
  ], NULL),
  published_year = substring(v.metadata->>'published' from '^\s*(\d{4})(?!\d)')::int
FROM book_version v WHERE v.id = b.current_version_id;
