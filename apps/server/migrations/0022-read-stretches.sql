-- What of a book was read, not only where the person is: leafing to the end reads nothing, going back to the start undoes nothing.

-- Parts of the book, in 1/10,000 of its length, that were passed on at a pace a person reads at.
ALTER TABLE reading_progress ADD COLUMN passed int4multirange NOT NULL DEFAULT '{}';
-- Of places from before all is known is how far they lie.
UPDATE reading_progress SET passed = int4multirange(int4range(0, ceil(least(1, total_progression) * 10000)::int)) WHERE total_progression > 0;
