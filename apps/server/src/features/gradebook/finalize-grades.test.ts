/** Tests final grades and their snapshots. */
import type { getGradebook, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type GradebookFixture, makeGradebook, openGradebookFixture } from './testing/gradebook-fixture.ts';

testAccess('finalizeGrades', ['teacher', 'admin']);
testIdempotency('finalizeGrades', async (objects) => {
  const { teacher, group } = await makeGradebook(objects);
  return { as: teacher, body: { classId: group.id, isFinal: true } };
});

let fixture: GradebookFixture;
beforeAll(async () => {
  fixture = await openGradebookFixture();
});
afterAll(() => fixture?.shop.close());

test('final grades are made changeable only with a reason, and each step is recorded', async () => {
  const { teacher, group, scheme } = await fixture.aGradebook();
  const finalize = async (input: object) => (await fixture.post('/api/grade/finalize', teacher, { classId: group.id, ...input })).code;
  expect(await finalize({ isFinal: true })).toBe('success');
  expect(await finalize({ isFinal: true })).toBe('grade.final');
  expect((await fixture.post('/api/grade/scheme', teacher, { ...scheme, rev: 1 })).code).toBe('grade.final');
  expect(await finalize({ isFinal: false })).toBe('request.invalid');
  expect(await finalize({ isFinal: false, reason: '补登缓考成绩' })).toBe('success');
  expect((await fixture.post('/api/grade/scheme', teacher, { ...scheme, rev: 1 })).code).toBe('success');
  const { payload } = await fixture.get<OutputOf<typeof getGradebook>>(`/api/grade/matrix?classId=${group.id}`, teacher);
  expect(payload?.scheme).not.toHaveProperty('finalAt');
  expect(payload?.snapshots).toMatchObject([
    { isFinal: false, reason: '补登缓考成绩' },
    { isFinal: true, reason: '' },
  ]);
});
