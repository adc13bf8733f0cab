/** Table test of every operation of assignments by every kind of caller: roles, another teacher, other classes, former members. */
import * as contract from '@shufang/contract';
import { type Assignment, isOperation, type Operation, role } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeAnnotation } from '../../testing/annotation-objects.ts';
import { ANSWER_DEVICE, aChoice, anAnswer, assignmentFields } from '../../testing/assignment-objects.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { findChapters } from '../teaching/class-chapters.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

const OPERATIONS = Object.values<unknown>(contract)
  .filter(isOperation)
  .filter(({ path }: Operation) => path.startsWith('/api/assignment/'))
  .map(({ name }: Operation) => name);

let fixture: ClassFixture;
let callers: Readonly<Record<string, TestUser>>;
let teacher: TestUser;
let member: TestUser;
let draft: Assignment;
let open: Assignment;
let annotated: Assignment;
let annotation: string;
let running: string;
let finished: string;

beforeAll(async () => {
  fixture = await openClassFixture();
  teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  member = await fixture.aStudentOf(group);
  const former = await fixture.aStudentOf(group);
  open = await fixture.aPublished(teacher, group, { policy: { attempts: 2 } });
  draft = await fixture.aDraft(teacher, group);
  const [chapter = { href: '', title: '' }] = await findChapters(fixture.shop.platform.db.orm, fixture.bookId);
  annotated = await fixture.aPublished(teacher, group, {
    kind: 'annotation',
    questions: [],
    more: {
      totalMilli: 10_000,
      task: { kind: 'annotation', chapters: [{ href: chapter.href, title: '' }], annotationsMin: 1, noteCharsMin: 0 },
    },
  });
  annotation = await storeAnnotation(
    fixture.shop.platform.db.pool,
    { userId: member.id, bookId: fixture.bookId },
    { href: chapter.href, note: '温故' },
  );
  finished = (await fixture.start(member, open)).id;
  await fixture.submit(member, finished, [anAnswer('q1', 'O1')]);
  running = (await fixture.start(member, open)).id;
  await fixture.post('/api/class/leave', former, { classId: group.id });
  const otherTeacher = await fixture.aTeacher();
  const otherClass = await fixture.aClass(otherTeacher);
  const ofRole = async (name: (typeof role.options)[number], at: number) =>
    [name, await fixture.shop.user(`1366667000${at}`, name)] as const;
  callers = {
    ...Object.fromEntries(await Promise.all(role.options.map(ofRole))),
    otherTeacher,
    memberOfOtherClass: await fixture.aStudentOf(otherClass),
    former,
  };
});
afterAll(() => fixture?.shop.close());

const requests: Readonly<Record<string, () => readonly [path: string, body?: object]>> = {
  createAssignment: () => ['/api/assignment/create', { ...assignmentFields(), classId: open.classId, kind: 'quiz' }],
  updateAssignment: () => ['/api/assignment/update', { ...assignmentFields(), id: open.id, rev: open.rev, title: '改过的标题' }],
  setAssignmentStatus: () => ['/api/assignment/status', { id: open.id, rev: open.rev, status: 'closed' }],
  deleteAssignment: () => ['/api/assignment/delete', { id: draft.id }],
  listAssignments: () => [`/api/assignment/list?classId=${open.classId}`],
  getAssignment: () => [`/api/assignment/get?id=${open.id}`],
  listAssignmentQuestions: () => [`/api/assignment/questions?id=${open.id}`],
  getPaperDraft: () => [`/api/assignment/paper/draft?assignmentId=${draft.id}`],
  savePaper: () => ['/api/assignment/paper/save', { assignmentId: draft.id, rev: draft.rev, sections: [], blueprint: [] }],
  listAttempts: () => [`/api/assignment/attempts?assignmentId=${open.id}`],
  setAssignmentOverride: () => ['/api/assignment/override', { assignmentId: open.id, userId: member.id, override: { attempts: 9 } }],
  listAccommodations: () => [`/api/assignment/accommodations?classId=${open.classId}`],
  setAccommodation: () => [
    '/api/assignment/accommodation',
    { classId: open.classId, userId: member.id, accommodation: { timeFactorBasisPoints: 15_000, extraAttempts: 1, validUntil: null } },
  ],
  setExternalScores: () => [
    '/api/assignment/external',
    { assignmentId: open.id, scores: [{ userId: member.id, before: null, earnedMilli: 1 }] },
  ],
  listResponses: () => [`/api/assignment/responses?assignmentId=${open.id}&questionId=q1`],
  markResponse: () => ['/api/assignment/mark', { attemptId: finished, questionId: 'q1', rev: 0, earnedMilli: 1, comment: '' }],
  listScoreHistory: () => [`/api/assignment/score/history?attemptId=${finished}&questionId=q1`],
  regradeQuestion: () => [
    '/api/assignment/regrade',
    { assignmentId: open.id, questionId: 'q1', rev: open.rev, key: aChoice().key, isRaiseOnly: false, isPreview: true },
  ],
  undoRegrade: () => ['/api/assignment/regrade/undo', { assignmentId: open.id, regradeId: open.id }],
  listRegrades: () => [`/api/assignment/regrades?assignmentId=${open.id}`],
  getPaperAnalysis: () => [`/api/assignment/analysis?assignmentId=${open.id}`],
  exportPaperAnalysis: () => [`/api/assignment/analysis/export?assignmentId=${open.id}`],
  setQuestionObjectives: () => ['/api/assignment/objectives', { assignmentId: open.id, objectives: [] }],
  startAttempt: () => ['/api/assignment/start', { assignmentId: open.id }],
  getPaper: () => [`/api/assignment/paper?attemptId=${running}`],
  saveAnswers: () => ['/api/assignment/answer', { attemptId: running, deviceId: ANSWER_DEVICE, answers: [anAnswer('q1', 'O2', 7)] }],
  submitAttempt: () => ['/api/assignment/submit', { attemptId: running, deviceId: ANSWER_DEVICE, answers: [] }],
  handInAnnotations: () => ['/api/assignment/annotation/hand-in', { assignmentId: annotated.id, annotationIds: [annotation] }],
  readHandedFile: () => [`/api/assignment/file?attemptId=${finished}&fileId=none`],
  getAttemptResult: () => [`/api/assignment/result?attemptId=${finished}`],
};
/** Operations for anyone who has the code of a receipt. */
const FOR_ANYONE = ['verifyReceipt'];
/** Operations on what a teacher stores for every class, and on what waits for a student in all classes. */
const OWN = ['listMyAssignments', 'listMarkingPhrases', 'saveMarkingPhrases', 'listReadingTasks', 'listAnnotationTasks'];

const call = async (as: TestUser | undefined, name: string): Promise<string> => {
  const [path, body] = requests[name]?.() ?? [''];
  return (await fixture.shop.call(path, { ...(as === undefined ? {} : { as }), ...(body === undefined ? {} : { body }) })).code;
};

/** Returns every row that these calls could change. */
const rows = async () =>
  (
    await fixture.shop.platform.db.pool.query(
      `select (select json_agg(a order by a.id) from assignment a) as a, (select json_agg(t order by t.id) from attempt t) as t,
         (select count(*) from answer_event) as e, (select count(*) from assignment_override) as o`,
    )
  ).rows;

test('every operation of assignments is in this table', () => {
  expect([...Object.keys(requests), ...FOR_ANYONE, ...OWN].toSorted()).toEqual(OPERATIONS.toSorted());
});

describe.each(Object.keys(requests))('%s', (name) => {
  test('is refused to everyone who is neither the teacher nor a member, and changes nothing', async () => {
    const before = await rows();
    expect(await call(undefined, name)).toBe('requestLogin');
    expect(Object.keys(callers).length).toBeGreaterThan(10);
    for (const [who, caller] of Object.entries(callers))
      expect([who, await call(caller, name)]).toEqual([
        who,
        expect.stringMatching(/^(forbidden|class\.notFound|assignment\.notFound|assignment\.attemptNotFound)$/),
      ]);
    expect(await rows()).toEqual(before);
  });
});

test('a member reads what is published and answers, and nothing else', async () => {
  const codes: Record<string, string> = {};
  for (const name of Object.keys(requests)) codes[name] = await call(member, name);
  expect(codes).toEqual({
    createAssignment: 'forbidden',
    updateAssignment: 'forbidden',
    setAssignmentStatus: 'forbidden',
    deleteAssignment: 'forbidden',
    listAssignments: 'success',
    getAssignment: 'success',
    listAssignmentQuestions: 'forbidden',
    getPaperDraft: 'forbidden',
    savePaper: 'forbidden',
    listAttempts: 'forbidden',
    setAssignmentOverride: 'forbidden',
    listAccommodations: 'forbidden',
    setAccommodation: 'forbidden',
    setExternalScores: 'forbidden',
    listResponses: 'forbidden',
    markResponse: 'forbidden',
    listScoreHistory: 'forbidden',
    regradeQuestion: 'forbidden',
    undoRegrade: 'forbidden',
    listRegrades: 'forbidden',
    getPaperAnalysis: 'forbidden',
    exportPaperAnalysis: 'forbidden',
    setQuestionObjectives: 'forbidden',
    startAttempt: 'success',
    getPaper: 'success',
    saveAnswers: 'success',
    submitAttempt: 'success',
    handInAnnotations: 'success',
    readHandedFile: 'file.notFound',
    getAttemptResult: 'success',
  });
});

test('a co-teacher sees everything; only one with the right to edit changes it', async () => {
  const [viewer, editor] = [await fixture.aTeacher(), await fixture.aTeacher()];
  for (const [user, right] of [
    [viewer, 'view'],
    [editor, 'edit'],
  ] as const)
    await fixture.shop.platform.db.pool.query(
      `insert into class_co_teacher (class_id, user_id, name, access, added_at) values ($1, $2, '', $3, 0)`,
      [open.classId, user.id, right],
    );
  const codes: Record<string, string> = {};
  for (const name of Object.keys(requests)) codes[name] = await call(viewer, name);
  expect(codes).toEqual({
    createAssignment: 'class.notFound',
    updateAssignment: 'assignment.notFound',
    setAssignmentStatus: 'assignment.notFound',
    deleteAssignment: 'assignment.notFound',
    listAssignments: 'success',
    getAssignment: 'success',
    listAssignmentQuestions: 'success',
    getPaperDraft: 'success',
    savePaper: 'assignment.notFound',
    listAttempts: 'success',
    setAssignmentOverride: 'assignment.notFound',
    listAccommodations: 'success',
    setAccommodation: 'class.notFound',
    setExternalScores: 'assignment.notFound',
    listResponses: 'success',
    markResponse: 'assignment.attemptNotFound',
    listScoreHistory: 'success',
    regradeQuestion: 'assignment.notFound',
    undoRegrade: 'assignment.notFound',
    listRegrades: 'success',
    getPaperAnalysis: 'success',
    exportPaperAnalysis: 'success',
    setQuestionObjectives: 'assignment.notFound',
    startAttempt: 'assignment.notFound',
    getPaper: 'assignment.attemptNotFound',
    saveAnswers: 'assignment.attemptNotFound',
    submitAttempt: 'assignment.attemptNotFound',
    handInAnnotations: 'assignment.notFound',
    readHandedFile: 'file.notFound',
    getAttemptResult: 'success',
  });
  for (const name of ['createAssignment', 'setAssignmentOverride', 'updateAssignment', 'savePaper', 'deleteAssignment'])
    expect([name, await call(editor, name)]).toEqual([name, 'success']);
});
