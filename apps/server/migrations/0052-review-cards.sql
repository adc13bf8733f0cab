-- Review cards: where the card of each mark stands for its reader. A mark that was never rated and never taken out has no row.
create table review_card (
  -- Of the same person: the annotation slice makes a row only for a mark it found among theirs.
  mark_id text primary key references annotation (id) on delete cascade,
  user_id text not null references user_account (id) on delete cascade,
  -- Contract `cardStanding`; null: never rated, or the only rating was taken back.
  standing jsonb,
  is_out boolean not null default false,
  -- Field name to stamp.
  field_clocks jsonb not null
);
create index review_card_of_person on review_card (user_id, mark_id);
