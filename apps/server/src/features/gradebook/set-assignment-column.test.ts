/** Tests the column of an assignment: scores flow in, a teacher overrides one and takes it back, and every page shows the same numbers. */
import { assessedScheme, studentGrade } from '@shufang/assessment';
import type {
  Assignment,
  explainGrade,
  GradeCellRecord,
  getAssignmentColumn,
  getGradebook,
  getMyGrades,
  OutputOf,
} from '@shufang/contract';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aChoice, anAnswer, anEssay, assignmentFields } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import {
  cellsOf,
  type GradebookFixture,
  type MadeGradebook,
  makeGradebook,
  openGradebookFixture,
  points,
} from './testing/gradebook-fixture.ts';

testAccess('setAssignmentColumn', ['teacher', 'admin']);
testIdempotency('setAssignmentColumn', async (objects) => {
  const { teacher, group, scheme } = await makeGradebook(objects);
  const one = await objects.aPublished(teacher, group);
  return { as: teacher, body: { assignmentId: one.id, column: { category: { id: scheme.categories[0]?.id }, maxMilli: 20_000 } } };
});

let fixture: GradebookFixture;
beforeAll(async () => {
  fixture = await openGradebookFixture();
});
afterAll(() => fixture?.shop.close());

const CHOICES = [aChoice(), aChoice('“仁”出现最多的一篇是？')];

const matrix = async ({ group, teacher }: MadeGradebook) =>
  (await fixture.get<OutputOf<typeof getGradebook>>(`/api/grade/matrix?classId=${group.id}`, teacher)).payload;
const mine = async ({ group }: MadeGradebook, as: TestUser) =>
  (await fixture.get<OutputOf<typeof getMyGrades>>(`/api/grade/mine?classId=${group.id}`, as)).payload;
const columnOf = async ({ teacher }: MadeGradebook, one: Pick<Assignment, 'id'>) =>
  (await fixture.get<OutputOf<typeof getAssignmentColumn>>(`/api/grade/assignment?assignmentId=${one.id}`, teacher)).payload;
const count = ({ teacher, scheme }: MadeGradebook, one: Pick<Assignment, 'id'>, maxMilli = 20_000) =>
  fixture.post('/api/grade/assignment/set', teacher, {
    assignmentId: one.id,
    column: { category: { id: scheme.categories[0]?.id }, maxMilli },
  });
const answer = async (student: TestUser, one: Assignment, values: readonly string[]) => {
  const { id } = await fixture.start(student, one);
  await fixture.submit(
    student,
    id,
    values.map((value, at) => anAnswer(`q${at + 1}`, value)),
  );
  return id;
};
const cellIn = async (book: MadeGradebook, columnId: string, user: TestUser): Promise<GradeCellRecord | undefined> =>
  cellsOf(await matrix(book)).find((cell) => cell.columnId === columnId && cell.userId === user.id);
const setCell = (book: MadeGradebook, cell: Omit<GradeCellRecord, 'isOverride'>, reason = '') =>
  fixture.post('/api/grade/set', book.teacher, { classId: book.group.id, reason, cells: [cell] });

test('scores flow into the column with their history, are overridden, taken back, and explained', async () => {
  const book = await fixture.aGradebook();
  const one = await fixture.aPublished(book.teacher, book.group, { questions: CHOICES });
  const other = await fixture.aStudentOf(book.group);
  await answer(book.student, one, ['O1', 'O2']);
  await count(book, one);
  const columnId = (await columnOf(book, one))?.column?.id ?? '';
  expect(await cellIn(book, columnId, book.student)).toMatchObject({ rev: 1, value: points(10) });
  // A hand-in after the column was created flows in as well.
  await answer(other, one, ['O1', 'O1']);
  expect(await cellIn(book, columnId, other)).toMatchObject({ rev: 1, value: points(20) });
  await setCell(book, { columnId, userId: book.student.id, rev: 1, value: points(15) }, '口试加分');
  expect(await cellIn(book, columnId, book.student)).toMatchObject({ rev: 2, value: points(15), isOverride: true });
  const explained = await fixture.get<OutputOf<typeof explainGrade>>(
    `/api/grade/explain?classId=${book.group.id}&columnId=${columnId}&userId=${book.student.id}`,
    book.student,
  );
  expect(explained.payload).toMatchObject({
    possibleMilli: 4000,
    maxMilli: 20_000,
    countedMilli: 2000,
    counted: [1],
    value: points(10),
    isOverride: true,
  });
  await setCell(book, { columnId, userId: book.student.id, rev: 2, value: { kind: 'empty' } });
  expect(await cellIn(book, columnId, book.student)).toEqual({ columnId, userId: book.student.id, rev: 3, value: points(10) });
  const history = await fixture.get<{ items: object[] }>(
    `/api/grade/history?classId=${book.group.id}&columnId=${columnId}&userId=${book.student.id}`,
    book.student,
  );
  expect(history.payload?.items).toMatchObject([
    { source: 'teacher', before: points(15), after: points(10) },
    { source: 'teacher', before: points(10), after: points(15), reason: '口试加分' },
    { source: 'assignment', before: { kind: 'empty' }, after: points(10), byName: '' },
  ]);
  // Half the points of the column: every score follows.
  await count(book, one, 10_000);
  expect(await cellIn(book, columnId, other)).toMatchObject({ rev: 2, value: points(10) });
});

test('late, waiting and missing work is marked, and the column is released by the rules of the assignment', async () => {
  const book = await fixture.aGradebook();
  const dueAt = fixture.shop.platform.clock.now() - 1000;
  const late = { unitMinutes: 1440, stepBasisPoints: 1000, basis: 'earned', floorBasisPoints: 0, capBasisPoints: 10_000 } as const;
  const one = await fixture.aPublished(book.teacher, book.group, {
    questions: [aChoice(), anEssay()],
    policy: { dueAt, late },
    release: { score: 'closed' },
  });
  await count(book, one, 12_000);
  const columnId = (await columnOf(book, one))?.column?.id ?? '';
  const attemptId = await answer(book.student, one, ['O1', '学而时习之']);
  expect(await cellIn(book, columnId, book.student)).toMatchObject({ value: { kind: 'empty' }, unscored: 1, isLate: true });
  await fixture.post('/api/assignment/mark', book.teacher, { attemptId, questionId: 'q2', rev: 0, earnedMilli: 8000, comment: '' });
  // 10 of 12 points, minus 10 % for one day.
  expect(await cellIn(book, columnId, book.student)).toEqual({ columnId, userId: book.student.id, rev: 1, value: points(9), isLate: true });
  expect((await mine(book, book.student))?.cells).toEqual([]);
  const absent = await fixture.aStudentOf(book.group);
  const rev = (await fixture.get<Assignment>(`/api/assignment/get?id=${one.id}`, book.teacher)).payload?.rev;
  await fixture.post('/api/assignment/status', book.teacher, { id: one.id, rev, status: 'closed' });
  expect(await cellIn(book, columnId, absent)).toMatchObject({ value: { kind: 'state', state: 'missing' } });
  expect((await mine(book, book.student))?.cells).toMatchObject([{ columnId, value: points(9) }]);
  const release = await fixture.post('/api/grade/release', book.teacher, {
    classId: book.group.id,
    columnIds: [columnId],
    isReleased: true,
  });
  expect(release.code).toBe('request.invalid');
});

test('a draft has no column, final grades stay until they are opened again, and a removed column must have no results of a teacher', async () => {
  const book = await fixture.aGradebook();
  const draft = await fixture.aDraft(book.teacher, book.group);
  expect((await count(book, draft)).code).toBe('assignment.notFound');
  const one = await fixture.aPublished(book.teacher, book.group, { questions: CHOICES });
  await count(book, one);
  const columnId = (await columnOf(book, one))?.column?.id ?? '';
  const finalize = (isFinal: boolean) =>
    fixture.post('/api/grade/finalize', book.teacher, { classId: book.group.id, isFinal, ...(isFinal ? {} : { reason: '补录' }) });
  await finalize(true);
  await answer(book.student, one, ['O1', 'O1']);
  expect(await cellIn(book, columnId, book.student)).toBeUndefined();
  expect((await count(book, one)).code).toBe('grade.final');
  await finalize(false);
  expect(await cellIn(book, columnId, book.student)).toMatchObject({ value: points(20) });
  await setCell(book, { columnId, userId: book.student.id, rev: 1, value: points(1) });
  const remove = () => fixture.post('/api/grade/assignment/set', book.teacher, { assignmentId: one.id, column: null });
  expect((await remove()).code).toBe('grade.columnInUse');
  await setCell(book, { columnId, userId: book.student.id, rev: 2, value: { kind: 'empty' } });
  expect((await remove()).code).toBe('success');
  expect((await columnOf(book, one))?.column).toBeUndefined();
});

/** What can happen to the score of a student, in any order. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('answer' as const), student: fc.nat(2), values: fc.tuple(fc.nat(2), fc.nat(2)) }),
  fc.record({ kind: fc.constant('mark' as const), student: fc.nat(2), earned: fc.nat(10) }),
  fc.record({ kind: fc.constant('override' as const), student: fc.nat(2), points: fc.option(fc.nat(20), { nil: undefined }) }),
  fc.record({ kind: fc.constant('policy' as const), isLate: fc.boolean(), best: fc.boolean() }),
  fc.record({ kind: fc.constant('exception' as const), student: fc.nat(2) }),
);

/** Returns the results and totals of the exported workbook by student, as they stand in its cells. */
const exported = async (book: MadeGradebook) => {
  const { payload } = await fixture.get<{ base64: string }>(`/api/grade/export?classId=${book.group.id}`, book.teacher);
  const files = unzipSync(Buffer.from(payload?.base64 ?? '', 'base64'));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const strings = Array.from(
    strFromU8(files['xl/sharedStrings.xml'] ?? new Uint8Array()).matchAll(/<t[^>]*>([^<]*)<\/t>/g),
    ([, text]) => text,
  );
  // Empty cells may be left out, so every value is found by the letters of its column.
  return Array.from(
    sheet.matchAll(/<row .*?<\/row>/gs),
    ([row]) =>
      new Map(
        Array.from(row.matchAll(/<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs), ([, letters = '', attributes = '', content = '']) => {
          const value = /<v>([^<]*)<\/v>/.exec(content)?.[1];
          return [letters, attributes.includes('t="s"') ? strings[Number(value)] : value];
        }),
      ),
  ).slice(2);
};

test('the page of the student, the page of the teacher and the export show equal numbers after any course of events', async () => {
  // One class: its earlier columns stay, and their numbers with them.
  const book = await fixture.aGradebook();
  const students = [book.student, await fixture.aStudentOf(book.group), await fixture.aStudentOf(book.group)];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), fc.integer({ min: 1, max: 40 }), async (steps, max) => {
      const questions = [...CHOICES, anEssay()];
      const one = await fixture.aPublished(book.teacher, book.group, { questions, policy: { attempts: null } });
      await count(book, one, max * 1000);
      const columnId = (await columnOf(book, one))?.column?.id ?? '';
      const last = new Map<number, string>();
      for (const each of steps) {
        if (each.kind === 'policy') {
          const now = fixture.shop.platform.clock.now();
          const late = { unitMinutes: 1, stepBasisPoints: 333, basis: 'earned', floorBasisPoints: 0, capBasisPoints: 5000 } as const;
          const { rev } = (await fixture.get<Assignment>(`/api/assignment/get?id=${one.id}`, book.teacher)).payload as Assignment;
          const policy = { attempts: null, late, dueAt: each.isLate ? now - 90_000 : now + 90_000 };
          const form = assignmentFields({ ...policy, countedAttempt: each.best ? 'best' : 'mean' });
          await fixture.post('/api/assignment/update', book.teacher, { ...form, id: one.id, rev });
          continue;
        }
        const student = students[each.student] as TestUser;
        if (each.kind === 'answer') last.set(each.student, await answer(student, one, [...each.values.map((at) => `O${at + 1}`), '学而']));
        else if (each.kind === 'exception')
          await fixture.post('/api/assignment/override', book.teacher, {
            assignmentId: one.id,
            userId: student.id,
            override: { dueAt: null },
            reason: '病假',
          });
        else if (each.kind === 'mark') {
          const attemptId = last.get(each.student);
          const marked = { attemptId, questionId: 'q3', rev: 0, earnedMilli: each.earned * 1000, comment: '' };
          if (attemptId !== undefined) await fixture.post('/api/assignment/mark', book.teacher, marked);
        } else {
          const rev = (await cellIn(book, columnId, student))?.rev ?? 0;
          await setCell(book, {
            columnId,
            userId: student.id,
            rev,
            value: each.points === undefined ? { kind: 'empty' } : points(each.points),
          });
        }
      }
      const teacher = await matrix(book);
      const sheet = await exported(book);
      const expected: string[][] = [];
      // After the number and the name come the columns by category, the shares of the categories, and the total.
      const { categories, columns } = teacher?.scheme ?? { categories: [], columns: [] };
      const inOrder = categories.flatMap(({ id }) => columns.filter(({ categoryId }) => categoryId === id));
      const columnAt = 'CDEFGHIJKLMN'[inOrder.findIndex(({ id }) => id === columnId)] ?? '';
      const totalAt = 'CDEFGHIJKLMN'[columns.length + categories.length] ?? '';
      for (const student of students) {
        const seen = await mine(book, student);
        const own = cellsOf(teacher).filter(({ userId }) => userId === student.id);
        expect(seen?.cells).toEqual(own);
        // What flows in is what a calculation from the attempts gives now.
        const path = `/api/grade/explain?classId=${book.group.id}&columnId=${columnId}&userId=${student.id}`;
        const explained = (await fixture.get<OutputOf<typeof explainGrade>>(path, student)).payload;
        const cell = own.find((each) => each.columnId === columnId);
        expect(cell?.isOverride === true || JSON.stringify(cell?.value ?? { kind: 'empty' }) === JSON.stringify(explained?.value)).toBe(
          true,
        );
        const scheme = teacher?.scheme;
        if (scheme === undefined) throw new Error('no scheme');
        const total = studentGrade(assessedScheme(scheme), new Map((own ?? []).map((each) => [each.columnId, each.value]))).soFar
          .scaledTotal;
        const value = cell?.value.kind === 'points' ? cell.value.milli / 1000 : undefined;
        expected.push([value, total === undefined ? undefined : total / 10].map((number) => number?.toString() ?? ''));
      }
      // All students have the same number here: the rows are compared whatever their order.
      const texts = (rows: readonly (readonly (string | undefined)[])[]) => rows.map((row) => row.join(' ')).toSorted();
      expect(texts(sheet.map((row) => [row.get(columnAt) ?? '', row.get(totalAt) ?? '']))).toEqual(texts(expected));
    }),
    { numRuns: 4 },
  );
});
