/** Tests the analysis of a paper: which attempts it takes, the attainment of objectives, and that the workbook has the same numbers. */
import type { getPaperAnalysis, OutputOf } from '@shufang/contract';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aChoice, anAnswer, anEssay } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('getPaperAnalysis', ['teacher', 'admin']);

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

type Analysis = OutputOf<typeof getPaperAnalysis>;

test('the first complete attempt of each student is analyzed, objectives have their attainment, and the workbook has the numbers', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const one = await fixture.aPublished(teacher, group, { questions: [aChoice(), aChoice('第二题'), anEssay()], policy: { attempts: 2 } });
  const hand = async (first: string, second: string, essay: string | undefined) => {
    const student = await fixture.aStudentOf(group);
    const { id } = await fixture.start(student, one);
    await fixture.submit(student, id, [
      anAnswer('q1', first),
      anAnswer('q2', second),
      ...(essay === undefined ? [] : [anAnswer('q3', essay)]),
    ]);
    return { student, id };
  };
  const best = await hand('O1', 'O1', undefined);
  await hand('O1', 'O2', undefined);
  await hand('O2', 'O2', undefined);
  await hand('O1', 'O1', '等老师批');
  // A second attempt is no part of the analysis.
  const again = await fixture.start(best.student, one);
  await fixture.submit(best.student, again.id, []);
  const objectives = ['目标一', '目标二', '目标一'].map((objective, at) => ({ questionId: `q${at + 1}`, objective }));
  const set = await fixture.post<Analysis>('/api/assignment/objectives', teacher, { assignmentId: one.id, objectives });
  const { payload } = await fixture.get<Analysis>(`/api/assignment/analysis?assignmentId=${one.id}`, teacher);
  expect(set.payload).toEqual(payload);
  expect(payload).toMatchObject({ students: 3, waiting: 1, possibleMilli: 14_000, meanMilli: 2000, highestMilli: 4000, lowestMilli: 0 });
  expect(payload?.items.map(({ facility }) => facility)).toEqual([2 / 3, 1 / 3, 0]);
  // One student in each group of 27 %.
  expect(payload?.items.map(({ discrimination }) => discrimination)).toEqual([1, 1, 0]);
  expect(payload?.items[2]?.pointBiserial).toBeUndefined();
  // Three analyzed students; the fourth waits for a person.
  expect(payload?.items.map(({ options }) => options.map(({ label, isCorrect, students }) => [label, isCorrect, students]))).toEqual([
    [
      ['A', true, 2],
      ['B', false, 1],
      ['C', false, 0],
      ['没有作答', false, 0],
    ],
    [
      ['A', true, 1],
      ['B', false, 2],
      ['C', false, 0],
      ['没有作答', false, 0],
    ],
    [],
  ]);
  expect(payload?.objectives).toMatchObject([
    { objective: '目标一', questionIds: ['q1', 'q3'], possibleMilli: 12_000, attainment: 4 / 3 / 12 },
    { objective: '目标二', questionIds: ['q2'], possibleMilli: 2000, attainment: 1 / 3 },
  ]);
  const file = (await fixture.get<{ fileName: string; base64: string }>(`/api/assignment/analysis/export?assignmentId=${one.id}`, teacher))
    .payload;
  expect(file?.fileName).toBe('第一次测验-试卷分析.xlsx');
  const sheet = strFromU8(unzipSync(Buffer.from(file?.base64 ?? '', 'base64'))['xl/worksheets/sheet2.xml'] ?? new Uint8Array());
  const facilities = Array.from(sheet.matchAll(/<c r="F[2-9]"[^>]*><v>([^<]*)<\/v>/g), ([, value]) => Number(value));
  expect(facilities).toEqual(payload?.items.map(({ facility }) => facility));
  const unknown = { assignmentId: one.id, objectives: [{ questionId: 'q9', objective: '目标一' }] };
  expect((await fixture.post('/api/assignment/objectives', teacher, unknown)).code).toBe('request.invalid');
});

test('a draft has no analysis, and a paper that nobody has handed in has no numbers', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const draft = await fixture.aDraft(teacher, group);
  expect((await fixture.get(`/api/assignment/analysis?assignmentId=${draft.id}`, teacher)).code).toBe('assignment.notFound');
  const one = await fixture.aPublished(teacher, group);
  const { payload } = await fixture.get<Analysis>(`/api/assignment/analysis?assignmentId=${one.id}`, teacher);
  expect(payload).toMatchObject({ students: 0, waiting: 0, objectives: [] });
  expect(payload?.meanMilli).toBeUndefined();
});
