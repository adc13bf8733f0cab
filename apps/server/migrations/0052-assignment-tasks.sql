-- Assignments without a paper: students hand in files, read, annotate, or discuss.
alter table assignment drop constraint assignment_kind_check;
alter table assignment add constraint assignment_kind_check
  check (kind in ('quiz', 'exam', 'external', 'upload', 'reading', 'annotation', 'discussion'));

-- Contract `assignmentTask`; null for papers and external assignments.
alter table assignment add column task jsonb;

-- Size of a picture in pixels; null for other files, and for pictures that were stored before it was recorded.
alter table user_file add column width int, add column height int;
