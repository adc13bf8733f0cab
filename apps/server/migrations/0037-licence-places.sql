-- How many people read by an institution's licence: named seats, and readers at the same time. Times are UTC milliseconds.

-- Null: no limit.
ALTER TABLE institution_licence ADD COLUMN seats int CHECK (seats > 0);
ALTER TABLE institution_licence ADD COLUMN concurrent int CHECK (concurrent > 0);
-- `draft`: written down, opens nothing yet.
ALTER TABLE institution_licence DROP CONSTRAINT institution_licence_status_check;
ALTER TABLE institution_licence ADD CONSTRAINT institution_licence_status_check CHECK (status IN ('draft', 'active', 'suspended'));

-- Taken by the first opening of a book; one that was not used for long counts no more, and goes to who needs one next.
CREATE TABLE licence_seat (
  licence_id text NOT NULL REFERENCES institution_licence (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  taken_at bigint NOT NULL,
  last_at bigint NOT NULL,
  PRIMARY KEY (licence_id, user_id)
);
CREATE INDEX licence_seat_person ON licence_seat (user_id);

-- Who reads now: a row counts for minutes after the last sign of reading.
CREATE TABLE licence_reader (
  licence_id text NOT NULL REFERENCES institution_licence (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  last_at bigint NOT NULL,
  PRIMARY KEY (licence_id, user_id)
);
CREATE INDEX licence_reader_person ON licence_reader (user_id);
