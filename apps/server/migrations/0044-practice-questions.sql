-- Books with practice questions are found by them, as those with films and sound.
ALTER TABLE book DROP CONSTRAINT book_media_check;
ALTER TABLE book ADD CONSTRAINT book_media_check CHECK (media <@ ARRAY['video', 'audio', 'quiz']::text[]);
