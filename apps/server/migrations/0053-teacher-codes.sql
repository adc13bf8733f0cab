-- Codes printed in teachers' guides: one makes a verified teacher of who types it, and opens no book.
ALTER TABLE code_batch DROP CONSTRAINT code_batch_purpose_check;
ALTER TABLE code_batch ADD CONSTRAINT code_batch_purpose_check
  CHECK (purpose IN ('printedBook', 'teacher', 'sample', 'gift', 'sales', 'authentication'));
-- How long an authentication holds is one rule for all, and who used such a code has used it.
ALTER TABLE code_batch ADD CONSTRAINT code_batch_authentication
  CHECK (purpose <> 'authentication' OR (term_days IS NULL AND rebind_limit = 0));
-- Null: approved without a form ever sent.
ALTER TABLE application ALTER COLUMN form DROP NOT NULL;
