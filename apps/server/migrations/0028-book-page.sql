-- What readers are told of each version of a book, and recommendations to libraries among the questions.

-- The editor's words about what is new.
ALTER TABLE book_version ADD COLUMN note text NOT NULL DEFAULT '';
-- Contract `versionChanges`, counted once against the version before; null: not counted yet, or there was none before.
ALTER TABLE book_version ADD COLUMN changes jsonb;

ALTER TABLE ticket DROP CONSTRAINT ticket_topic_check;
ALTER TABLE ticket ADD CONSTRAINT ticket_topic_check
  CHECK (topic IN ('account', 'code', 'payment', 'reading', 'teaching', 'author', 'review', 'infringement', 'recommend', 'other'));
