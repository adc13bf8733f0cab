-- Answers of readers to practice questions in books.

-- The last answer of a user to a question. There is no reference to the book, because a user's data outlives it.
create table practice_answer (
  user_id text not null references user_account (id) on delete cascade,
  -- Contract `practiceAnswerId`.
  id text not null,
  book_id text not null,
  -- Document of the book, and the id of the question's element in it.
  href text not null,
  item_id text not null,
  -- Contract `practiceAnswer`.
  answer jsonb not null,
  -- Contract hybrid logical clock; compares as text.
  hlc text collate "C" not null,
  primary key (user_id, id)
);
