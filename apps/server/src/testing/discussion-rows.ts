/** Recognizable rows of the discussion slice, as `user-rows.ts` inserts them. */
type Insert = (userId: string, n: number) => readonly [sql: string, ...values: unknown[]];

/** Returns the insert statement of each table. `ASSIGNMENT` creates the class to which the rows belong; `markOf` returns the text by which a row is recognized. */
export const discussionRows = (ASSIGNMENT: string, markOf: (table: string, n: number) => string): Readonly<Record<string, Insert>> => ({
  class_thread: (id, n) => [
    `${ASSIGNMENT}
     insert into class_thread (id, class_id, book_id, kind, user_id, author_name, is_teacher, is_anonymous, version_id, target, chapter_title,
       total_progression, body, created_at)
     values ($2, 'quizzed', 'book', 'question', $1, '', false, true, 'version', '{}', '', 0, $3, 0)`,
    id,
    `thread${n}`,
    markOf('class_thread', n),
  ],
  class_reply: (id, n) => [
    `${ASSIGNMENT},
     asked as (insert into class_thread (id, class_id, book_id, kind, user_id, author_name, is_teacher, is_anonymous, version_id, target,
       chapter_title, total_progression, body, created_at)
     values ($2, 'quizzed', 'book', 'question', $1, '', false, true, 'version', '{}', '', 0, '', 0))
     insert into class_reply (id, thread_id, user_id, author_name, is_teacher, is_anonymous, body, created_at)
     values ($2, $2, $1, '', false, false, $3, 0)`,
    id,
    `reply${n}`,
    markOf('class_reply', n),
  ],
  topic_post: (id, n) => [
    `${ASSIGNMENT},
     opened as (insert into class_topic (id, class_id, title, opened_at) values ('quiz', 'quizzed', '', 0) on conflict do nothing)
     insert into topic_post (id, topic_id, user_id, author_name, is_teacher, is_anonymous, body, created_at)
     values ($2, 'quiz', $1, '', false, false, $3, 0)`,
    id,
    `post${n}`,
    markOf('topic_post', n),
  ],
});
