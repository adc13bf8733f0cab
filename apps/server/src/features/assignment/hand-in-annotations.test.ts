/** Tests annotation assignments: what counts, the copy that is handed in, its privacy, late work, marking, the receipt and the gradebook. */
import {
  type Assignment,
  type AttemptResult,
  type handInAnnotations,
  type listAnnotationTasks,
  type listAttempts,
  type listResponses,
  type OutputOf,
  type verifyReceipt,
} from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnnotationOptions, storeAnnotation } from '../../testing/annotation-objects.ts';
import { assignmentFields } from '../../testing/assignment-objects.ts';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { aTarget } from '../sync/testing/sync-fixture.ts';
import { findChapters } from '../teaching/class-chapters.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('handInAnnotations', 'every user');
testIdempotency('handInAnnotations', async ({ aTeacher, aClass, aStudentOf, shop, post, bookId }) => {
  const { db } = shop.platform;
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  const student = await aStudentOf(group);
  const [chapter = { href: '' }] = await findChapters(db.orm, bookId);
  const task = { kind: 'annotation', chapters: [{ href: chapter.href, title: '' }], annotationsMin: 1, noteCharsMin: 0 };
  const fields = { ...assignmentFields(), classId: group.id, kind: 'annotation', totalMilli: 10_000, task };
  const { id, rev } = await post<Assignment>('/api/assignment/create', teacher, fields);
  await post('/api/assignment/status', teacher, { id, rev, status: 'published' });
  const annotationId = await storeAnnotation(db.pool, { userId: student.id, bookId }, { href: chapter.href });
  return { as: student, body: { assignmentId: id, annotationIds: [annotationId] } };
});

let fixture: ClassFixture;
let chapters: { readonly href: string; readonly title: string }[];
beforeAll(async () => {
  fixture = await openClassFixture();
  chapters = await findChapters(fixture.shop.platform.db.orm, fixture.bookId);
});
afterAll(() => fixture?.shop.close());

const annotate = (as: TestUser, one: AnnotationOptions) =>
  storeAnnotation(fixture.shop.platform.db.pool, { userId: as.id, bookId: fixture.bookId }, one);

const publish = async (
  teacher: TestUser,
  classId: string,
  { task = {}, policy = {}, more = {} }: { task?: object; policy?: Partial<Assignment['policy']>; more?: object } = {},
): Promise<Assignment> => {
  const { id, rev } = granted(
    await fixture.post<Assignment>('/api/assignment/create', teacher, {
      ...assignmentFields(policy),
      classId,
      kind: 'annotation',
      totalMilli: 10_000,
      task: { kind: 'annotation', chapters: [{ href: chapters[0]?.href, title: '' }], annotationsMin: 2, noteCharsMin: 4, ...task },
      ...more,
    }),
  );
  return granted(await fixture.post<Assignment>('/api/assignment/status', teacher, { id, rev, status: 'published' }));
};

const ownOf = async (as: TestUser, id: string) => granted(await fixture.get<Assignment>(`/api/assignment/get?id=${id}`, as)).own;
const handIn = (as: TestUser, assignmentId: string, annotationIds: readonly string[]) =>
  fixture.post<OutputOf<typeof handInAnnotations>>('/api/assignment/annotation/hand-in', as, { assignmentId, annotationIds });
const responsesOf = async (as: TestUser, id: string) =>
  granted(await fixture.get<OutputOf<typeof listResponses>>(`/api/assignment/responses?assignmentId=${id}&questionId=q1`, as));

const aLesson = async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  return { teacher, group, student: await fixture.aStudentOf(group) };
};

test('only the chosen annotations that count are handed in, and the copy stays as it was', async () => {
  expect(chapters.length).toBeGreaterThan(1);
  const [first = { href: '', title: '' }, other = { href: '' }] = chapters;
  const { teacher, group, student } = await aLesson();
  const one = await publish(teacher, group.id);
  expect(one).toMatchObject({ questions: 1, task: { chapters: [{ href: first.href, title: first.title }] } });
  const [short, counted, unsent, elsewhere] = [
    await annotate(student, { href: first.href, note: '好 的 ！', progression: 0.1 }),
    await annotate(student, { href: first.href, note: '说明了温习的道理', progression: 0.2 }),
    await annotate(student, { href: first.href, note: '只给自己看的话', progression: 0.3 }),
    await annotate(student, { href: other.href, note: '别的章里的批注' }),
  ];
  await annotate(student, { href: first.href, kind: 'bookmark' });
  const progress = (await ownOf(student, one.id))?.annotations;
  expect(progress?.items.map(({ id, isCounted }) => [id, isCounted])).toEqual([
    [short, false],
    [counted, true],
    [unsent, true],
  ]);
  expect(progress).toMatchObject({ bookId: fixture.bookId, isCut: false });

  expect((await handIn(student, one.id, [short, elsewhere])).code).toBe('assignment.noAnnotation');
  const { attemptId, receipt } = granted(await handIn(student, one.id, [counted, short, elsewhere]));
  expect((await handIn(student, one.id, [unsent])).code).toBe('assignment.noAttemptLeft');
  await fixture.shop.platform.db.pool.query(`update annotation set body = '改过' where id = $1`, [counted]);

  const copy = {
    kind: 'annotation',
    bookId: fixture.bookId,
    annotations: [
      {
        id: counted,
        kind: 'note',
        note: '说明了温习的道理',
        quote: aTarget().quote.exact,
        href: first.href,
        chapterTitle: first.title,
        at: 1000,
      },
    ],
  };
  const responses = await responsesOf(teacher, one.id);
  expect(responses.items).toMatchObject([{ attemptId, work: copy }]);
  const listed = granted(await fixture.get<OutputOf<typeof listAttempts>>(`/api/assignment/attempts?assignmentId=${one.id}`, teacher));
  expect(listed.students).toMatchObject([{ userId: student.id, annotations: 1 }]);

  const verify = async () =>
    (await fixture.get<OutputOf<typeof verifyReceipt>>(`/api/assignment/receipt?code=${encodeURIComponent(receipt.code)}`)).payload;
  expect((await verify())?.isIntact).toBe(true);
  await fixture.shop.platform.db.pool.query(
    `update handed_work set work = jsonb_set(work, '{annotations,0,note}', '"换过"') where attempt_id = $1`,
    [attemptId],
  );
  expect((await verify())?.isIntact).toBe(false);
});

test('a teacher marks the copy by the rubric of the assignment; a late one loses points, and the column of the gradebook follows', async () => {
  const { teacher, group, student } = await aLesson();
  const late = { unitMinutes: 1440, stepBasisPoints: 2000, basis: 'earned' as const, floorBasisPoints: 0, capBasisPoints: 10_000 };
  const policy = { dueAt: fixture.shop.platform.clock.now() - 1000, late };
  const form = { ...assignmentFields(policy), classId: group.id, kind: 'annotation', totalMilli: 10_000 };
  const task = { kind: 'annotation', chapters: [{ href: chapters[0]?.href, title: '' }], annotationsMin: 1, noteCharsMin: 0 };
  const draft = granted(await fixture.post<Assignment>('/api/assignment/create', teacher, { ...form, task }));
  const level = (id: string, milli: number) => ({ id, description: id, milli });
  const rubric = { title: '批注', isShown: true, criteria: [{ id: 'c1', title: '切题', levels: [level('l1', 10_000), level('l2', 0)] }] };
  const rated = granted(
    await fixture.post<Assignment>('/api/marking/rubric/save', teacher, { assignmentId: draft.id, rev: draft.rev, rubric }),
  );
  const one = granted(
    await fixture.post<Assignment>('/api/assignment/status', teacher, { id: rated.id, rev: rated.rev, status: 'published' }),
  );
  granted(
    await fixture.post('/api/grade/assignment/set', teacher, {
      assignmentId: one.id,
      column: { category: { name: '平时', weightBasisPoints: 10_000 }, maxMilli: 10_000 },
    }),
  );
  const highlight = await annotate(student, { href: chapters[0]?.href ?? '' });
  const { attemptId } = granted(await handIn(student, one.id, [highlight]));
  const { items, rubric: shown } = await responsesOf(teacher, one.id);
  expect(shown?.title).toBe('批注');
  const mark = { attemptId, questionId: 'q1', rev: items[0]?.rev, earnedMilli: 10_000, comment: '抓住了要点', levels: { c1: 'l1' } };
  expect(granted(await fixture.post('/api/assignment/mark', teacher, mark))).toMatchObject({ work: { kind: 'annotation' } });
  expect((await ownOf(student, one.id))?.countedMilli).toBe(8000);
  const result = granted(await fixture.get<AttemptResult>(`/api/assignment/result?attemptId=${attemptId}`, student));
  expect(result.questions).toMatchObject([
    { comment: '抓住了要点', earnedMilli: 10_000, work: { annotations: [{ id: highlight, note: '' }] } },
  ]);
  const { rows } = await fixture.shop.platform.db.pool.query<{ milli: number }>(
    `select c.milli from grade_cell c join grade_column g on g.id = c.column_id where g.assignment_id = $1 and c.user_id = $2`,
    [one.id, student.id],
  );
  expect(rows).toEqual([{ milli: 8000 }]);
});

test('the reader lists the task while it can be handed in, for members of the class only', async () => {
  const { teacher, group, student } = await aLesson();
  const one = await publish(teacher, group.id, { policy: { attempts: 2 } });
  const future = await publish(teacher, group.id, { policy: { openAt: fixture.shop.platform.clock.now() + 1_000_000 } });
  const tasksOf = async (as: TestUser) =>
    granted(await fixture.get<OutputOf<typeof listAnnotationTasks>>(`/api/assignment/annotation?bookId=${fixture.bookId}`, as)).items;
  expect(await tasksOf(student)).toMatchObject([{ id: one.id, isHandedIn: false, task: { annotationsMin: 2, noteCharsMin: 4 } }]);
  expect(await tasksOf(teacher)).toEqual([]);
  const note = await annotate(student, { href: chapters[0]?.href ?? '', note: '说明了温习的道理' });
  expect((await handIn(student, future.id, [note])).code).toBe('assignment.notOpen');
  expect((await handIn(teacher, one.id, [note])).code).toBe('assignment.notFound');
  granted(await handIn(student, one.id, [note]));
  expect(await tasksOf(student)).toMatchObject([{ id: one.id, isHandedIn: true }]);
  granted(await handIn(student, one.id, [note]));
  expect(await tasksOf(student)).toEqual([]);
  const { rev } = granted(await fixture.get<Assignment>(`/api/assignment/get?id=${future.id}`, teacher));
  await fixture.post('/api/assignment/status', teacher, { id: future.id, rev, status: 'closed' });
  expect((await handIn(student, future.id, [note])).code).toBe('assignment.closed');
});

test('annotations of another student are never handed in, and other kinds of assignments take none', async () => {
  const { teacher, group, student } = await aLesson();
  const other = await fixture.aStudentOf(group);
  const one = await publish(teacher, group.id);
  const foreign = await annotate(other, { href: chapters[0]?.href ?? '', note: '说明了温习的道理' });
  expect((await handIn(student, one.id, [foreign])).code).toBe('assignment.noAnnotation');
  const quiz = await fixture.aPublished(teacher, group);
  expect((await handIn(student, quiz.id, [foreign])).code).toBe('assignment.noPaper');
  expect((await fixture.post('/api/assignment/start', student, { assignmentId: one.id })).code).toBe('assignment.noPaper');
  const wrong = { task: { chapters: [{ href: 'none.xhtml', title: '' }] } };
  await expect(publish(teacher, group.id, wrong)).rejects.toThrow('不在这本书里');
});
