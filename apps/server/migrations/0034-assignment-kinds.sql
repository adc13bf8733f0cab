-- An `external` assignment is done elsewhere: only its grade is entered.
alter table assignment drop constraint assignment_kind_check;
alter table assignment add constraint assignment_kind_check check (kind in ('quiz', 'exam', 'external'));
