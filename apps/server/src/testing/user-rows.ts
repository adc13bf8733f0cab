/** Inserts a recognizable row into every table that stores user data, so that a test finds it in the data export and after an erasure. */
import { aTarget } from '../features/sync/testing/sync-fixture.ts';
import { discussionRows } from './discussion-rows.ts';

/** Returns the text that identifies the row of a user in a table; `n` distinguishes users. */
export const markOf = (table: string, n: number): string => `CANARY${n}-${table}`;
export const timeOf = (n: number): number => 4_102_444_800_000 + n;
export const last4Of = (n: number): string => `K9Z${n}`;
const orderNoOf = (n: number): string => `2099010100000000000${n}`;

/** Creates the assignment to which these rows belong, in a class without a teacher; the user is a member, so that the class stays. */
const ASSIGNMENT = `with of_quiz as (insert into class_group (id, teacher_name, name, term, book_id, version_id, code, created_at)
    values ('quizzed', '', '班', '秋季', (select id from book), 'version', 'quizzed', 0) on conflict do nothing),
  made as (insert into assignment (id, class_id, kind, title, instructions, policy, release, is_shuffled, created_at)
    values ('quiz', 'quizzed', 'quiz', '', '', '{}', '{}', false, 0) on conflict do nothing),
  joined as (insert into class_member (class_id, user_id, status, name, joined_at) values ('quizzed', $1, 'active', '', 0) on conflict do nothing)`;
/** Clauses that insert a class with a gradebook of one released column, which the rows about grades refer to. */
const A_COLUMN = `
  made_class as (insert into class_group (id, teacher_name, name, term, book_id, version_id, code, created_at)
    values ('graded', '', '班', '秋季', (select id from book), 'version', 'graded', 0) on conflict do nothing),
  made_member as (insert into class_member (class_id, user_id, status, name, joined_at)
    values ('graded', $1, 'left', '', 0) on conflict do nothing),
  made_scheme as (insert into grade_scheme (class_id, rev, digits) values ('graded', 1, 1) on conflict do nothing),
  made_category as (insert into grade_category (id, class_id, position, name, weight_basis_points, method, drop_lowest)
    values ('category', 'graded', 0, '期末', 10000, 'points', 0) on conflict do nothing),
  made_column as (insert into grade_column (id, class_id, category_id, position, title, max_milli, is_released)
    values ('column', 'graded', 'category', 0, '期末', 100000, true) on conflict do nothing)`;
/** Clauses that insert a settled statement of the user; `$2` is its id. */
const A_STATEMENT = `
  royal as (insert into royalty_book (book_id) values ((select id from book)) on conflict do nothing),
  account as (insert into royalty_account (book_id, period, book_title, status, made_at)
    values ((select id from book), '202601', '书', 'issued', 0) on conflict do nothing),
  entry as (insert into royalty_entry (book_id, period, no, source, ref_id, part, label, is_refund, at, gross_fen, publisher_fen)
    values ((select id from book), '202601', 1, 'order', '1', '0', '', false, 0, 100, 90) on conflict do nothing)`;
/** Points in thousandths that no other row has. */
const POINTS = 765_430;

type Plant = readonly [sql: string, ...values: unknown[]];
/** Returns the insert statement of each table. Its row is recognized by the text of `markOf` or by a unique number. */
export const PLANTS: Readonly<Record<string, (userId: string, n: number) => Plant>> = {
  account_link: (id, n) => [`insert into account_link values ('wechat', $2, $1, 0)`, id, markOf('account_link', n)],
  activation_code: (id, n) => [
    `insert into activation_code values (decode(md5($2), 'hex'), $2, 'batch', 'bound', $1, 1, 1)`,
    id,
    last4Of(n),
  ],
  annotation: (id, n) => [
    `insert into annotation (id, user_id, book_id, version_id, kind, color, body, tags, target, anchor, chapter_title, total_progression,
       created_at, updated_at, field_clocks, search_text)
     values ($2, $1, (select id from book), 'v', 'note', 'red', $3, '{}', $4, 'exact', '', 0, 0, 0, '{}', $3)`,
    id,
    `annotation${n}`,
    markOf('annotation', n),
    JSON.stringify(aTarget()),
  ],
  application: (id, n) => [
    `insert into application (id, user_id, kind, state, form, submitted_at, created_at) values ($2, $1, 'author', 'pending', $3, 0, 0)`,
    id,
    `application${n}`,
    JSON.stringify({ about: markOf('application', n) }),
  ],
  assignment_accommodation: (id, n) => [
    `${ASSIGNMENT}
     insert into assignment_accommodation (class_id, user_id, time_factor_basis_points, extra_attempts, note, set_at)
     values ('quizzed', $1, 15000, 1, $2, 0)`,
    id,
    markOf('assignment_accommodation', n),
  ],
  class_attendance_record: (id, n) => [
    `${ASSIGNMENT},
     met as (insert into class_attendance (id, class_id, title, method, opened_at) values ('met', 'quizzed', '', 'code', 0) on conflict do nothing)
     insert into class_attendance_record values ('met', $1, 'present', true, null, $2, 0)`,
    id,
    markOf('class_attendance_record', n),
  ],
  ...discussionRows(ASSIGNMENT, markOf),
  class_poll_vote: (id, n) => [
    `${ASSIGNMENT},
     asked as (insert into class_poll (id, class_id, question, options, state, created_at) values ('asked', 'quizzed', '', '[]', 'closed', 0)
       on conflict do nothing)
     insert into class_poll_vote values ('asked', 1, $1, 0, $2)`,
    id,
    timeOf(n),
  ],
  assignment_override: (id, n) => [
    `${ASSIGNMENT}
     insert into assignment_override (assignment_id, user_id, override, reason, set_at) values ('quiz', $1, '{}', $2, 0)`,
    id,
    markOf('assignment_override', n),
  ],
  attempt: (id, n) => [
    `${ASSIGNMENT}
     insert into attempt (id, assignment_id, user_id, no, seed, rng_version, state, digest) values ($2, 'quiz', $1, 1, '', 1, 'handedIn', $3)`,
    id,
    `attempt${n}`,
    markOf('attempt', n),
  ],
  given_score: (id, n) => [
    `insert into given_score (attempt_id, question_id, seat, rev, marker_user_id, marker_name, earned_milli, comment, marked_at)
     values ($2, 'q1', 1, 1, $1, '', 0, $3, 0)`,
    id,
    `attempt${n}`,
    markOf('given_score', n),
  ],
  marking_share: (id, n) => [
    `${ASSIGNMENT}
     insert into marking_share (assignment_id, user_id, marker_user_id, set_at) values ('quiz', $1, $1, $2)`,
    id,
    timeOf(130 + n),
  ],
  marking_phrases: (id, n) => [
    `insert into marking_phrases (user_id, phrases) values ($1, $2)`,
    id,
    JSON.stringify([markOf('marking_phrases', n)]),
  ],
  exam_incident: (id, n) => [
    `${ASSIGNMENT}
     insert into exam_incident (id, assignment_id, kind, user_id, body, by_name, at) values ($2, 'quiz', 'pause', $1, $3, '', 0)`,
    id,
    `incident${n}`,
    markOf('exam_incident', n),
  ],
  exam_acknowledgment: (id, n) => [
    `${ASSIGNMENT},
     correction as (insert into exam_incident (id, assignment_id, kind, body, by_name, at) values ($2, 'quiz', 'correct', '', '', 0))
     insert into exam_acknowledgment (incident_id, user_id, at) values ($2, $1, $3)`,
    id,
    `correction${n}`,
    timeOf(120 + n),
  ],
  book_contributor: (id, n) => [
    `insert into book_contributor values ((select id from book), $2, $3, 'contributor', '', $1)`,
    id,
    n,
    markOf('book_contributor', n),
  ],
  book_rating: (id, n) => [
    `insert into book_rating (id, book_id, user_id, stars, body, created_at, updated_at) values ($2, (select id from book), $1, 4, $3, 0, 0)`,
    id,
    `rating${n}`,
    markOf('book_rating', n),
  ],
  question_bank: (id, n) => [
    `insert into question_bank (id, teacher_id, name, created_by, created_at) values ($2, $1, $3, $1, 0)`,
    id,
    `bank${n}`,
    markOf('question_bank', n),
  ],
  adoption_list: (id, n) => [
    `with school as (insert into institution values ('school', '学校', 0) on conflict do nothing)
     insert into adoption_list (id, teacher_id, institution_id, term, note, created_at, updated_at) values ($2, $1, 'school', '春季', $3, 0, 0)`,
    id,
    `adoption${n}`,
    markOf('adoption_list', n),
  ],
  sample: (id, n) => [
    `insert into sample (id, user_id, book_id, form, course, term, students, plan, created_at)
     values ($2, $1, (select id from book), 'print', '文学', '秋季', 30, $3, 0)`,
    id,
    `sample${n}`,
    markOf('sample', n),
  ],
  class_group: (id, n) => [
    `insert into class_group (id, teacher_id, teacher_name, name, term, book_id, version_id, code, created_at)
     values ($2, $1, $3, '班', '秋季', (select id from book), 'version', $2, 0)`,
    id,
    `class${n}`,
    markOf('class_group', n),
  ],
  class_member: (id, n) => [
    `with other as (insert into class_group (id, teacher_name, name, term, book_id, version_id, code, created_at)
       values ('other', '', '班', '秋季', (select id from book), 'version', 'other', 0) on conflict do nothing)
     insert into class_member (class_id, user_id, status, name, joined_at) values ('other', $1, 'active', $2, 0)`,
    id,
    markOf('class_member', n),
  ],
  block_time: (id, n) => [
    `insert into block_time values ($1, 'book', (select id from book_version limit 1), 0, '2099-01-01', $2, 60, '{60}')`,
    id,
    markOf('block_time', n),
  ],
  document_time: (id, n) => [
    `insert into document_time values ($1, 'book', (select id from book_version limit 1), '{0}', array[$2::bigint])`,
    id,
    timeOf(110 + n),
  ],
  reader_week: (id, n) => [
    `insert into reader_week values ($1, (select id from book), 'version', $2, '{0}', '{60}', '{1}')`,
    id,
    markOf('reader_week', n),
  ],
  reader_seen: (id, n) => [`insert into reader_seen values ($1, (select id from book), $2, '{0}', '{1}')`, id, markOf('reader_seen', n)],
  class_announcement: (id, n) => [
    `with other as (insert into class_group (id, teacher_name, name, term, book_id, version_id, code, created_at)
       values ('other', '', '班', '秋季', (select id from book), 'version', 'other', 0) on conflict do nothing)
     insert into class_announcement values ($2, 'other', $1, $3, 'teacher', '', 0)`,
    id,
    `announcement${n}`,
    markOf('class_announcement', n),
  ],
  class_co_teacher: (id, n) => [
    `with other as (insert into class_group (id, teacher_name, name, term, book_id, version_id, code, created_at)
       values ('other', '', '班', '秋季', (select id from book), 'version', 'other', 0) on conflict do nothing)
     insert into class_co_teacher values ('other', $1, $2, 'view', 0)`,
    id,
    markOf('class_co_teacher', n),
  ],
  class_probation: (id, n) => [`insert into class_probation values ($1, (select id from book), 0, $2)`, id, timeOf(90 + n)],
  grade_appeal: (id, n) => [
    `with ${A_COLUMN} insert into grade_appeal (id, column_id, user_id, body, created_at) values ($2, 'column', $1, $3, 0)`,
    id,
    `appeal${n}`,
    markOf('grade_appeal', n),
  ],
  grade_cell: (id, n) => [
    `with ${A_COLUMN} insert into grade_cell (column_id, user_id, milli, rev) values ('column', $1, $2, 1)`,
    id,
    POINTS + n,
  ],
  grade_change: (id, n) => [
    `with ${A_COLUMN} insert into grade_change (column_id, user_id, rev, before, after, by_name, reason, changed_at)
     values ('column', $1, 1, '{}', '{}', '', $2, 0)`,
    id,
    markOf('grade_change', n),
  ],
  code_claim: (id, n) => [
    `insert into code_claim (id, user_id, book_id, reason, photo_ids, note, status, created_at)
     values ($2, $1, (select id from book), 'lost', '{photo}', $3, 'open', 0)`,
    id,
    `claim${n}`,
    markOf('code_claim', n),
  ],
  data_export: (id, n) => [
    `insert into data_export (id, user_id, state, created_at, touched_at) values ($2, $1, 'failed', 0, 0)`,
    id,
    markOf('data_export', n),
  ],
  ended_session: (id, n) => [`insert into ended_session values ($2, $1, 'signedOut', $3, $4)`, id, `ended${n}`, timeOf(n), timeOf(50)],
  entitlement: (id, n) => [
    `insert into entitlement (id, user_id, book_id, source, starts_at, note, created_at) values ($2, $1, (select id from book), 'gift', 0, $3, 0)`,
    id,
    `entitlement${n}`,
    markOf('entitlement', n),
  ],
  erratum: (id, n) => [
    `insert into erratum (id, book_id, user_id, version_no, quote, suggestion, reason, state, created_at, decided_at)
     values ($2, (select id from book), $1, 1, '错', '对', $3, 'accepted', 0, 0)`,
    id,
    `erratum${n}`,
    markOf('erratum', n),
  ],
  favorite: (id, n) => [`insert into favorite values ($1, 'book', $2, 0, null, null, '{}')`, id, markOf('favorite', n)],
  import_job: (id, n) => [
    `insert into import_job (id, user_id, file_name, file_bytes, sha256, stage, created_at) values ($2, $1, $3, 1, '', 'done', 0)`,
    id,
    `import${n}`,
    markOf('import_job', n),
  ],
  institution_link: (id, n) => [
    `with school as (insert into institution values ('school', '学校', 0) on conflict do nothing)
     insert into institution_link values ('carsi', 'school.edu.cn', $2, 'school', $1, 'student', 0, 0)`,
    id,
    markOf('institution_link', n),
  ],
  institution_mailbox: (id, n) => [
    `with school as (insert into institution values ('school', '学校', 0) on conflict do nothing)
     insert into institution_mailbox values ($2, 'school', $1, 0)`,
    id,
    markOf('institution_mailbox', n),
  ],
  institution_member: (id, n) => [
    `with school as (insert into institution values ('school', '学校', 0) on conflict do nothing)
     insert into institution_member values ($2, 'school', '', $2, $3, 'student', null, $1, 0)`,
    id,
    `member${n}`,
    markOf('institution_member', n),
  ],
  institution_session: (id, n) => [
    `with school as (insert into institution values ('school', '学校', 0) on conflict do nothing)
     insert into institution_session values ($2, $1, 'school', 'carsi', $3, 0, 4102444800000)`,
    id,
    `institution-sid${n}`,
    markOf('institution_session', n),
  ],
  institution_reading: (id, n) => [`insert into institution_reading values ($1, $2, 0, 0)`, id, markOf('institution_reading', n)],
  invoice_request: (id, n) => [
    `insert into invoice_request (id, user_id, title_type, title, amount_fen, status, created_at) values ($2, $1, 'personal', $3, 1, 'submitted', 0)`,
    id,
    `0invoice${n}`,
    markOf('invoice_request', n),
  ],
  offline_lease: (id, n) => [
    `insert into offline_lease values ($2, $1, 'book', (select id from book_version limit 1), 'device', 'web', $3, 0, 9000000000000)`,
    id,
    `lease${n}`,
    markOf('offline_lease', n),
  ],
  practice_answer: (id, n) => [
    `insert into practice_answer values ($1, $2, 'book', 'text/ch01.xhtml', $3, '{}', 'h')`,
    id,
    `practice${n}`,
    markOf('practice_answer', n),
  ],
  interactive_state: (id, n) => [
    `insert into interactive_state values ($1, $2, 'book', true, json_build_object('a', $3::text), 'h')`,
    id,
    `version${n}`,
    markOf('interactive_state', n),
  ],
  purchase_order: (id, n) => [
    `insert into purchase_order (no, user_id, status, total_fen, pay_fen, expire_at, created_at) values ($2, $1, 'closed', 1, 1, 0, 0)`,
    id,
    orderNoOf(n),
  ],
  rating_report: (id, n) => [
    `insert into rating_report values ((select id from book_rating where user_id = $1), $1, $2, 0)`,
    id,
    markOf('rating_report', n),
  ],
  license_use: (id, n) => [`insert into license_use values ('school', '2026-01', $2, $1, 1, 1)`, id, markOf('license_use', n)],
  license_seat: (id, n) => [`insert into license_seat values ('license', $1, 0, $2)`, id, timeOf(80 + n)],
  reader_preferences: (id, n) => [
    `insert into reader_preferences values ($1, $2, '{}')`,
    id,
    JSON.stringify({ note: markOf('reader_preferences', n) }),
  ],
  reading_day: (id, n) => [
    `insert into reading_day values ($1, $2, (select id from book), '2026-01-01', 60)`,
    id,
    markOf('reading_day', n),
  ],
  reading_progress: (id, n) => [
    `insert into reading_progress values ($1, (select id from book), $2, '{"locations": {}}', 0, 'h', 0)`,
    id,
    markOf('reading_progress', n),
  ],
  review_card: (id, n) => [
    `insert into review_card values ($2, $1, $3, true, '{}')`,
    id,
    `annotation${n}`,
    JSON.stringify({ state: markOf('review_card', n) }),
  ],
  search_report: (id, n) => [
    `insert into search_report (id, word_key, query, found, user_id, who, reported_at) values ($2, $3, $3, false, $1, convert_to($2, 'UTF8'), 4102444800000)`,
    id,
    `searchReport${n}`,
    markOf('search_report', n),
  ],
  seen_version: (id, n) => [`insert into seen_version values ($1, (select id from book), $2)`, id, markOf('seen_version', n)],
  session: (id, n) => [
    `insert into session (user_id, device_type, sid, public_id, device_name, created_at, expires_at, last_seen_at) values ($1, 'mobile', $2, $2, $3, 0, $4, 0)`,
    id,
    `sid${n}`,
    markOf('session', n),
    timeOf(60),
  ],
  shelf_group: (id, n) => [`insert into shelf_group values ($1, $2, $3, null, null, '{}')`, id, `group${n}`, markOf('shelf_group', n)],
  shelf_item: (id, n) => [`insert into shelf_item (user_id, book_id, field_clocks) values ($1, $2, '{}')`, id, markOf('shelf_item', n)],
  royalty_rate: (id, n) => [
    `with ${A_STATEMENT}
     insert into royalty_rate (id, book_id, user_id, rate_bp, valid_from) values ($2, (select id from book), $1, 1, $3)`,
    id,
    `rate${n}`,
    markOf('royalty_rate', n),
  ],
  royalty_statement: (id, n) => [
    `with ${A_STATEMENT},
     statement as (insert into royalty_statement (id, book_id, period, user_id, payee, status, line_count, gross_fen, fen, issued_at)
       values ($2, (select id from book), '202601', $1, $3, 'issued', 1, 100, 10, 0)),
     said as (insert into royalty_message (id, statement_id, is_from_payee, body, at) values ($2, $2, true, $3, 0))
     insert into royalty_line (statement_id, no, rate_bp, fen) values ($2, 1, 1000, 10)`,
    id,
    `statement${n}`,
    markOf('royalty_statement', n),
  ],
  sync_change: (id, n) => [`insert into sync_change values ($1, 'annotation', $2, 7)`, id, markOf('sync_change', n)],
  sync_head: (id, n) => [`insert into sync_head values ($1, 7, $2)`, id, markOf('sync_head', n)],
  sync_op: (id, n) => [
    `insert into sync_op values ($1, $2, 'device', 'h', 'annotation', 'x', 'put', $3, 'applied')`,
    id,
    markOf('sync_op', n),
    timeOf(70),
  ],
  notice: (id, n) => [
    `insert into notice (id, user_id, kind, subject_id, subject_name, created_at) values ($2, $1, 'bookUpdated', 'b', $3, $4)`,
    id,
    `notice${n}`,
    markOf('notice', n),
    timeOf(n),
  ],
  second_factor: (id, n) => [`insert into second_factor values ($1, 'sealed', 0, $2, 0)`, id, timeOf(60 + n)],
  reading_plan: (id, n) => [`insert into reading_plan (user_id, summarized_week) values ($1, $2)`, id, markOf('reading_plan', n)],
  time_recording: (id, n) => [`insert into time_recording values ($1, true, $2)`, id, timeOf(100 + n)],
  trial_opening: (id, n) => [`insert into trial_opening values ($1, $2, 0)`, id, markOf('trial_opening', n)],
  ticket: (id, n) => [
    `insert into ticket (id, user_id, topic, state, body, created_at, updated_at) values ($2, $1, 'other', 'open', $3, 0, 0)`,
    id,
    `ticket${n}`,
    markOf('ticket', n),
  ],
  user_account: (id, n) => [`update user_account set nickname = $2 where id = $1`, id, markOf('user_account', n)],
  user_consent: (id, n) => [`insert into user_consent values ($1, 1, 0, $2)`, id, markOf('user_consent', n)],
  user_role: (id, n) => [`insert into user_role values ($1, 'teacher', $2, 0)`, id, markOf('user_role', n)],
};
/** Insert statements in the order of execution: that of `sync_head` first, because the rows of changes refer to its row. */
export const PLANTS_IN_ORDER = Object.entries(PLANTS).toSorted(([a], [b]) => Number(b === 'sync_head') - Number(a === 'sync_head'));
/** Name of the table whose row is created by a real upload. */
export const BY_UPLOAD = 'user_file';
/** Tables with user data that no export contains, with the reason. */
export const PASSING: Readonly<Record<string, string>> = {
  institution_sign_in_attempt: 'an unfinished sign-in attempt at an institution; it expires after ten minutes',
  provider_sign_in_attempt: 'an unfinished sign-in attempt with a provider; it expires after ten minutes',
  sign_in_ticket: 'a sign-in between two of its steps; it expires after five minutes',
  second_factor_recovery_code: 'keyed hashes of codes that the user has; their page shows how many are left',
  license_request: 'the chapters requested through an institution in the last hours; the months are in license_use',
  license_reader: 'a concurrent slot of an institution’s license; it expires after ten minutes',
};

export const foundBy = (table: string, n: number): string => {
  if (table === 'activation_code') return last4Of(n);
  if (table === 'purchase_order') return orderNoOf(n);
  if (table === 'second_factor') return String(timeOf(60 + n));
  if (table === 'license_seat') return String(timeOf(80 + n));
  if (table === 'time_recording') return String(timeOf(100 + n));
  if (table === 'document_time') return String(timeOf(110 + n));
  if (table === 'exam_acknowledgment') return String(timeOf(120 + n));
  if (table === 'marking_share') return String(timeOf(130 + n));
  if (table === 'grade_cell') return String(POINTS + n);
  if (table === 'class_probation') return String(timeOf(90 + n));
  return ['ended_session', 'class_poll_vote'].includes(table) ? String(timeOf(n)) : markOf(table, n);
};
