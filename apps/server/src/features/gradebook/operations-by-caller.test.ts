/** Table test of every operation of gradebooks by every kind of caller: roles, another teacher, members and former members. */
import * as contract from '@shufang/contract';
import { type Assignment, type getAssignmentColumn, isOperation, type Operation, type OutputOf, role } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestUser } from '../../testing/test-server.ts';
import { type GradebookFixture, type MadeGradebook, oneCell, openGradebookFixture, points } from './testing/gradebook-fixture.ts';

const OPERATIONS = Object.values<unknown>(contract)
  .filter(isOperation)
  .filter(({ path }: Operation) => path.startsWith('/api/grade/'))
  .map(({ name }: Operation) => name);

let fixture: GradebookFixture;
let book: MadeGradebook;
let one: Assignment;
let columnId: string;
let callers: Readonly<Record<string, TestUser>>;

beforeAll(async () => {
  fixture = await openGradebookFixture();
  book = await fixture.aGradebook();
  one = await fixture.aPublished(book.teacher, book.group);
  const column = { category: { id: book.scheme.categories[0]?.id }, maxMilli: 10_000 };
  await fixture.post('/api/grade/assignment/set', book.teacher, { assignmentId: one.id, column });
  const { payload } = await fixture.get<OutputOf<typeof getAssignmentColumn>>(`/api/grade/assignment?assignmentId=${one.id}`, book.teacher);
  columnId = payload?.column?.id ?? '';
  const other = await fixture.aGradebook();
  const former = await fixture.aStudentOf(book.group);
  await fixture.post('/api/class/leave', former, { classId: book.group.id });
  const ofRole = async (name: (typeof role.options)[number], at: number) =>
    [name, await fixture.shop.user(`1366667000${at}`, name)] as const;
  const byRole = await Promise.all(role.options.map(ofRole));
  callers = { ...Object.fromEntries(byRole), otherTeacher: other.teacher, memberOfOtherClass: other.student, former };
});
afterAll(() => fixture?.shop.close());

/** A valid request about `book` for each operation. */
const requests: Readonly<Record<string, () => readonly [path: string, body: object | undefined]>> = {
  getGradebook: () => [`/api/grade/matrix?classId=${book.group.id}`, undefined],
  saveGradeScheme: () => ['/api/grade/scheme', { ...book.scheme, rev: 2, categories: [], columns: [] }],
  setGradeCells: () => ['/api/grade/set', oneCell(book, book.exam, points(100))],
  releaseGrades: () => ['/api/grade/release', { classId: book.group.id, columnIds: [book.exam], isReleased: true }],
  getMyGrades: () => [`/api/grade/mine?classId=${book.group.id}`, undefined],
  listGradeHistory: () => [`/api/grade/history?classId=${book.group.id}&columnId=${book.exam}&userId=${book.student.id}`, undefined],
  appealGrade: () => ['/api/grade/appeal', { classId: book.group.id, columnId: book.exam, body: '请复查' }],
  replyToGradeAppeal: () => ['/api/grade/appeal/reply', { classId: book.group.id, appealId: book.exam, reply: '无误' }],
  finalizeGrades: () => ['/api/grade/finalize', { classId: book.group.id, isFinal: true }],
  getAssignmentColumn: () => [`/api/grade/assignment?assignmentId=${one.id}`, undefined],
  setAssignmentColumn: () => ['/api/grade/assignment/set', { assignmentId: one.id, column: null }],
  explainGrade: () => [`/api/grade/explain?classId=${book.group.id}&columnId=${columnId}&userId=${book.student.id}`, undefined],
  exportGradebook: () => [`/api/grade/export?classId=${book.group.id}`, undefined],
};

const call = async (as: TestUser | undefined, name: string): Promise<string> => {
  const [path, body] = requests[name]?.() ?? ['', undefined];
  return (await fixture.shop.call(path, { ...(as === undefined ? {} : { as }), ...(body === undefined ? {} : { body }) })).code;
};

const stored = async () => (await fixture.get(`/api/grade/matrix?classId=${book.group.id}`, book.teacher)).payload;

test('every operation of gradebooks is in this table', () => {
  expect(Object.keys(requests).toSorted()).toEqual(OPERATIONS.toSorted());
});

describe.each(Object.keys(requests))('%s', (name) => {
  test('is refused to everyone who is neither the teacher nor a member, and changes nothing', async () => {
    const before = await stored();
    expect(await call(undefined, name)).toBe('requestLogin');
    expect(Object.keys(callers).length).toBeGreaterThan(10);
    for (const [who, caller] of Object.entries(callers))
      expect([who, await call(caller, name)]).toEqual([who, expect.stringMatching(/^(forbidden|class\.notFound|assignment\.notFound)$/)]);
    expect(await stored()).toEqual(before);
  });
});

test('a member reads the own results and nothing else', async () => {
  const codes: Record<string, string> = {};
  for (const name of OPERATIONS) codes[name] = await call(book.student, name);
  expect(codes).toEqual({
    getGradebook: 'forbidden',
    saveGradeScheme: 'forbidden',
    setGradeCells: 'forbidden',
    releaseGrades: 'forbidden',
    getMyGrades: 'success',
    // Nothing is released.
    listGradeHistory: 'grade.columnNotFound',
    appealGrade: 'grade.columnNotFound',
    replyToGradeAppeal: 'forbidden',
    finalizeGrades: 'forbidden',
    getAssignmentColumn: 'forbidden',
    setAssignmentColumn: 'forbidden',
    // The score is released with the hand-in.
    explainGrade: 'success',
    exportGradebook: 'forbidden',
  });
});
