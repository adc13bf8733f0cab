/** Tests polls: the rounds, who sees which votes when, and peer instruction in two rounds. */
import type { listPolls, OutputOf, Poll } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('castVote', 'every user');
testIdempotency('castVote', async ({ aTeacher, aClass, aStudentOf, aPoll }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  const student = await aStudentOf(group);
  return { as: student, body: { id: (await aPoll(teacher, group)).id, round: 1, choice: 2 } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

const vote = (as: TestUser, { id }: Poll, round: number, choice: number) => fixture.post('/api/poll/vote', as, { id, round, choice });
const move = async (as: TestUser, { id }: Poll, from: string, to: string) => fixture.post<Poll>('/api/poll/state', as, { id, from, to });
const seen = async (as: TestUser, { id }: Poll) => (await fixture.get<Poll>(`/api/poll/get?id=${id}`, as)).payload;

test('in two rounds students vote, talk and vote again; they see the votes and the correct option at the end only', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [one, two] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const poll = await fixture.aPoll(teacher, group, 'draft');
  expect((await fixture.get<Poll>(`/api/poll/get?id=${poll.id}`, one)).code).toBe('poll.notFound');
  expect((await vote(one, poll, 1, 0)).code).toBe('poll.notFound');
  await move(teacher, poll, 'draft', 'first');
  await vote(one, poll, 1, 0);
  await vote(one, poll, 1, 2);
  await vote(two, poll, 1, 0);
  expect(await seen(one, poll)).toMatchObject({ state: 'first', own: [2], voters: 2, members: 2, mayEdit: false });
  expect(await seen(one, poll)).not.toHaveProperty('tallies');
  expect(await seen(one, poll)).not.toHaveProperty('correct');
  expect(await seen(teacher, poll)).toMatchObject({ tallies: [[1, 0, 1]], correct: 1 });
  await move(teacher, poll, 'first', 'discussing');
  expect((await vote(two, poll, 1, 1)).code).toBe('poll.notOpen');
  await move(teacher, poll, 'discussing', 'second');
  expect((await vote(two, poll, 1, 1)).code).toBe('poll.notOpen');
  await vote(one, poll, 2, 1);
  await vote(two, poll, 2, 1);
  await move(teacher, poll, 'second', 'closed');
  expect(await seen(two, poll)).toMatchObject({
    correct: 1,
    own: [0, 1],
    tallies: [
      [1, 0, 1],
      [0, 2, 0],
    ],
  });
});

test('a round cannot begin twice, be skipped or be repeated, and a vote needs one of the options', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const poll = await fixture.aPoll(teacher, group, 'first');
  expect((await move(teacher, poll, 'draft', 'first')).code).toBe('poll.changed');
  expect((await move(teacher, poll, 'first', 'second')).code).toBe('poll.changed');
  expect((await vote(student, poll, 1, 3)).code).toBe('poll.notOpen');
  expect((await vote(student, poll, 2, 1)).code).toBe('poll.notOpen');
  expect((await vote(teacher, poll, 1, 1)).code).toBe('poll.notFound');
  await move(teacher, poll, 'first', 'closed');
  expect((await move(teacher, poll, 'closed', 'second')).code).toBe('poll.changed');
});

test('students do not see drafts in the list, and nobody sees a deleted poll', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const poll = await fixture.aPoll(teacher, group, 'draft');
  const listed = async (as: TestUser) =>
    (await fixture.get<OutputOf<typeof listPolls>>(`/api/poll/list?classId=${group.id}`, as)).payload?.items.map(({ id }) => id);
  expect(await listed(student)).toEqual([]);
  expect(await listed(teacher)).toEqual([poll.id]);
  await fixture.post('/api/poll/delete', teacher, { id: poll.id });
  expect(await listed(teacher)).toEqual([]);
});

test('a question without an option, with one, or with a correct one that does not exist is refused', async () => {
  const teacher = await fixture.aTeacher();
  const { id: classId } = await fixture.aClass(teacher);
  const refused = async (fields: object) =>
    (await fixture.post('/api/poll/create', teacher, { classId, question: '几次？', options: ['九次', '十次'], ...fields })).message;
  expect(await refused({ question: ' ' })).toBe('请填写问题');
  expect(await refused({ options: ['九次'] })).toBe('至少要有两个选项');
  expect(await refused({ options: ['九次', ''] })).toBe('请填写选项');
  expect(await refused({ correct: 2 })).toBe('正确答案不在选项里');
});
