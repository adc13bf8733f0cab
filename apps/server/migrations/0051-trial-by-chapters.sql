-- The chapters an editor opens to everybody, each by its first block in the version in force; null: the first `trial_chapters`.
-- A new version takes them over by the blocks both have.
alter table book add column trial_chosen text[];
alter table book add constraint book_trial_chosen_count check (trial_chosen is null or cardinality(trial_chosen) = trial_chapters);
