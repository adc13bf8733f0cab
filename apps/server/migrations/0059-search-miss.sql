-- Searches that found nothing, by day in China (YYYY-MM-DD). Who searched is not stored. Rows are deleted after a year.
create table search_miss (
  word text not null,
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  count int not null check (count > 0),
  primary key (day, word)
);
