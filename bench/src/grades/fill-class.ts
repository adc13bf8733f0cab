/** Fills classes of the demo teacher with students, results and answered papers, by SQL, because thousands of hand-ins would take hours. */
import type { Question } from '@shufang/contract';
import type { Database } from '../../../apps/server/src/platform/database.ts';

export interface ClassSize {
  readonly students: number;
  readonly columns: number;
}

/** Inserts a class of the teacher with this phone number. `name` has letters of ids only. Returns its id. */
const insertClass = async ({ pool }: Database, name: string, tel: string, students: number): Promise<string> => {
  const id = `bench${name}`.padEnd(26, '0');
  await pool.query(
    `insert into class_group (id, teacher_id, teacher_name, name, term, book_id, version_id, code, created_at)
     select $1, u.id, '老师', $2, '秋季学期', b.id, b.current_version_id, $3, 0
     from user_account u, (select id, current_version_id from book where current_version_id is not null limit 1) b where u.tel = $4`,
    [id, name, name.slice(0, 6).padEnd(6, 'X').toUpperCase(), tel],
  );
  await pool.query(
    `insert into user_account (id, nickname, created_at, updated_at)
     select $1 || lpad(n::text, 6, '0'), '学生' || n, 0, 0 from generate_series(1, $2::int) n`,
    [id.slice(0, 20), students],
  );
  await pool.query(
    `insert into user_role (user_id, role, granted_at) select $1 || lpad(n::text, 6, '0'), 'reader', 0 from generate_series(1, $2::int) n`,
    [id.slice(0, 20), students],
  );
  await pool.query(
    `insert into class_member (class_id, user_id, status, name, student_no, joined_at)
     select $1, $2 || lpad(n::text, 6, '0'), 'active', '学生' || n, 'S' || lpad(n::text, 6, '0'), 0 from generate_series(1, $3::int) n`,
    [id, id.slice(0, 20), students],
  );
  return id;
};

/** Inserts a gradebook in which every student has a result in every column. Returns the id of the class. */
export const fillGradebook = async (db: Database, name: string, tel: string, { students, columns }: ClassSize): Promise<string> => {
  const id = await insertClass(db, name, tel, students);
  await db.pool.query(`insert into grade_scheme (class_id, rev, digits) values ($1, 1, 1)`, [id]);
  await db.pool.query(
    `insert into grade_category (id, class_id, position, name, weight_basis_points, method, drop_lowest)
     select left($1, 24) || 'k' || n, $1, n, '类别' || n, 2500, 'points', 1 from generate_series(1, 4) n`,
    [id],
  );
  await db.pool.query(
    `insert into grade_column (id, class_id, category_id, position, title, max_milli, is_released)
     select rpad($2 || n, 26, 'c'), $1, left($1, 24) || 'k' || (1 + n % 4), n, '成绩项' || n, 100000, true from generate_series(1, $3::int) n`,
    [id, `${name}n`, columns],
  );
  // One statement for each column: all at once would take longer than a statement may.
  for (let column = 1; column <= columns; column += 1)
    await db.pool.query(
      `insert into grade_cell (column_id, user_id, milli, rev)
       select c.id, m.user_id, (abs(hashtext(c.id || m.user_id)) % 200) * 500, 1 from grade_column c join class_member m using (class_id)
       where c.class_id = $1 and c.position = $2`,
      [id, column],
    );
  return id;
};

/** Inserts an assignment in which every question is this one, worth two points. */
const insertQuiz = async (
  { pool }: Database,
  { id, classId, status, question, questions }: { id: string; classId: string; status: string; question: Question; questions: number },
): Promise<void> => {
  const policy = {
    openAt: null,
    dueAt: null,
    closeAt: null,
    timeLimitSeconds: status === 'closed' ? null : 3_600,
    attempts: 1,
    graceSeconds: 0,
    countedAttempt: 'best',
    late: null,
  };
  const release = '{"score":"handedIn","answers":"closed","explanation":"closed"}';
  await pool.query(
    `insert into assignment (id, class_id, kind, title, instructions, status, policy, release, is_shuffled, questions, possible_milli, rev,
       created_at, published_at, closed_at)
     values ($1, $2, 'quiz', '测验', '', $3, $4, $5, false, $6, 2000 * $6::int, 1, 0, 0, case when $3 = 'closed' then 0 end)`,
    [id, classId, status, JSON.stringify(policy), release, questions],
  );
  await pool.query(
    `insert into assignment_question (assignment_id, id, position, content, answer_key, possible_milli)
     select $1, 'q' || n, n, $2, $3, 2000 from generate_series(1, $4::int) n`,
    [id, JSON.stringify(question.view), JSON.stringify(question.key), questions],
  );
};

/** Inserts a class, and a published quiz of an hour for its students. Returns the ids of the quiz and of the students. */
export const fillQuiz = async (
  db: Database,
  name: string,
  tel: string,
  { students, question, questions }: { students: number; question: Question; questions: number },
): Promise<{ readonly id: string; readonly studentIds: readonly string[] }> => {
  const classId = await insertClass(db, name, tel, students);
  const id = `paper${name}`.padEnd(26, '0');
  await insertQuiz(db, { id, classId, status: 'published', question, questions });
  const { rows } = await db.pool.query<{ id: string }>('select user_id as id from class_member where class_id = $1 order by 1', [classId]);
  return { id, studentIds: rows.map((row) => row.id) };
};

/** Inserts a closed assignment of one choice question that this many students have answered. Returns its id and class. */
export const fillAttempts = async (
  db: Database,
  name: string,
  tel: string,
  { students, question }: { students: number; question: Question },
): Promise<{ readonly classId: string; readonly id: string }> => {
  const classId = await insertClass(db, name, tel, students);
  const id = `paper${name}`.padEnd(26, '0');
  await insertQuiz(db, { id, classId, status: 'closed', question, questions: 1 });
  await db.pool.query(
    `insert into attempt (id, assignment_id, user_id, no, seed, rng_version, state, started_at, finished_at, closed_by, earned_milli, events,
       answered, digest)
     select 'at' || substr(user_id, 3), $1, user_id, 1, '', 1, 'handedIn', 0, 1, 'student', (abs(hashtext(user_id)) % 2) * 2000, 3, 1, ''
     from class_member where class_id = $2`,
    [id, classId],
  );
  // Three answers each, of which the last one counts.
  await db.pool.query(
    `insert into answer_event (attempt_id, question_id, seq, device_id, response, client_at, server_at, is_after_end)
     select t.id, 'q1', n, 'device0001', json_build_object('RESPONSE', json_build_array('O' || (2 - abs(hashtext(t.user_id)) % 2))), 0, 0, false
     from attempt t, generate_series(1, 3) n where t.assignment_id = $1`,
    [id],
  );
  await db.pool.query(
    `insert into item_score (attempt_id, question_id, verdict, earned_milli)
     select id, 'q1', case when earned_milli > 0 then 'correct' else 'wrong' end, earned_milli from attempt where assignment_id = $1`,
    [id],
  );
  return { classId, id };
};
