/** Table test of every operation of marking by every kind of caller: roles, another teacher, other classes, former members. */
import * as contract from '@shufang/contract';
import { type Assignment, isOperation, type Operation, role } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAnswer } from '../../../testing/assignment-objects.ts';
import { aRubric } from '../../../testing/rubric-objects.ts';
import type { TestUser } from '../../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../../teaching/testing/class-fixture.ts';

const OPERATIONS = Object.values<unknown>(contract)
  .filter(isOperation)
  .filter(({ path }: Operation) => path.startsWith('/api/marking/'))
  .map(({ name }: Operation) => name);

let fixture: ClassFixture;
let callers: Readonly<Record<string, TestUser>>;
let teacher: TestUser;
let member: TestUser;
let viewer: TestUser;
let editor: TestUser;
let draft: Assignment;
let open: Assignment;
let finished: string;

beforeAll(async () => {
  fixture = await openClassFixture();
  teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  member = await fixture.aStudentOf(group);
  viewer = await fixture.aCoTeacherOf(group, teacher, 'view');
  editor = await fixture.aCoTeacherOf(group, teacher, 'edit');
  const former = await fixture.aStudentOf(group);
  open = await fixture.aPublished(teacher, group);
  finished = (await fixture.start(member, open)).id;
  await fixture.submit(member, finished, [anAnswer('q3', '温故而知新')]);
  draft = await fixture.aDraft(teacher, group);
  await fixture.post('/api/class/leave', former, { classId: group.id });
  const otherTeacher = await fixture.aTeacher();
  const otherClass = await fixture.aClass(otherTeacher);
  const ofRole = async (name: (typeof role.options)[number], at: number) =>
    [name, await fixture.shop.user(`1366668000${at}`, name)] as const;
  callers = {
    ...Object.fromEntries(await Promise.all(role.options.map(ofRole))),
    otherTeacher,
    memberOfOtherClass: await fixture.aStudentOf(otherClass),
    former,
  };
});
afterAll(() => fixture?.shop.close());

const requests: Readonly<Record<string, () => readonly [path: string, body?: object]>> = {
  saveRubric: () => ['/api/marking/rubric/save', { assignmentId: draft.id, questionId: 'q3', rev: draft.rev, rubric: aRubric() }],
  deleteRubric: () => ['/api/marking/rubric/delete', { assignmentId: draft.id, questionId: 'q3', rev: draft.rev + 1 }],
  listRubrics: () => [`/api/marking/rubrics?assignmentId=${open.id}`],
  getMarkingPlan: () => [`/api/marking/plan?assignmentId=${open.id}`],
  setDoubleMarking: () => ['/api/marking/double', { assignmentId: open.id, questionId: 'q3', isDouble: true, thresholdMilli: 1000 }],
  setMarkingShares: () => ['/api/marking/shares', { assignmentId: open.id, shares: [{ userId: member.id, markerIds: [] }] }],
  settleResponse: () => ['/api/marking/settle', { attemptId: finished, questionId: 'q3', rev: 0, earnedMilli: 1000, comment: '' }],
};
/** Operations on what a teacher sees of all own classes. */
const OWN = ['listEarlierRubrics'];

const call = async (as: TestUser | undefined, name: string): Promise<string> => {
  const [path, body] = requests[name]?.() ?? [''];
  return (await fixture.shop.call(path, { ...(as === undefined ? {} : { as }), ...(body === undefined ? {} : { body }) })).code;
};
const codesOf = async (as: TestUser) => {
  const codes: Record<string, string> = {};
  for (const name of Object.keys(requests)) codes[name] = await call(as, name);
  return codes;
};

test('every operation of marking is in this table', () => {
  expect([...Object.keys(requests), ...OWN].toSorted()).toEqual(OPERATIONS.toSorted());
});

describe.each(Object.keys(requests))('%s', (name) => {
  test('is refused to everyone who is neither the teacher nor a member', async () => {
    expect(await call(undefined, name)).toBe('requestLogin');
    expect(Object.keys(callers).length).toBeGreaterThan(10);
    for (const [who, caller] of Object.entries(callers))
      expect([who, await call(caller, name)]).toEqual([
        who,
        expect.stringMatching(/^(forbidden|assignment\.notFound|assignment\.attemptNotFound)$/),
      ]);
  });
});

test('a member sees what is shown, colleagues change rubrics if they may edit, and only the teacher of the class decides who marks', async () => {
  expect(await codesOf(member)).toEqual({
    saveRubric: 'forbidden',
    deleteRubric: 'forbidden',
    listRubrics: 'success',
    getMarkingPlan: 'forbidden',
    setDoubleMarking: 'forbidden',
    setMarkingShares: 'forbidden',
    settleResponse: 'forbidden',
  });
  expect(await codesOf(viewer)).toEqual({
    saveRubric: 'assignment.notFound',
    deleteRubric: 'assignment.notFound',
    listRubrics: 'success',
    getMarkingPlan: 'success',
    setDoubleMarking: 'assignment.notFound',
    setMarkingShares: 'assignment.notFound',
    settleResponse: 'assignment.attemptNotFound',
  });
  expect(await codesOf(editor)).toEqual({
    saveRubric: 'success',
    deleteRubric: 'success',
    listRubrics: 'success',
    getMarkingPlan: 'success',
    setDoubleMarking: 'assignment.notFound',
    setMarkingShares: 'assignment.notFound',
    settleResponse: 'assignment.attemptNotFound',
  });
  expect(await call(teacher, 'setDoubleMarking')).toBe('success');
  expect(await call(teacher, 'setMarkingShares')).toBe('success');
  expect(await call(teacher, 'settleResponse')).toBe('marking.unmarked');
});
