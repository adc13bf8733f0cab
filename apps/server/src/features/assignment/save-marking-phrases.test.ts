/** Tests the phrases of a teacher: in their order, once each, and of nobody else. */
import { LIMITS } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('saveMarkingPhrases', ['teacher', 'admin']);
testIdempotency('saveMarkingPhrases', async ({ aTeacher }) => ({ as: await aTeacher(), body: { phrases: ['论据充分'] } }));

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('phrases are stored in their order, once each, for their teacher only', async () => {
  const [teacher, other] = [await fixture.aTeacher(), await fixture.aTeacher()];
  const listOf = async (as: TestUser) => (await fixture.get<{ phrases: string[] }>('/api/assignment/phrases', as)).payload?.phrases;
  const save = (phrases: readonly string[]) => fixture.post('/api/assignment/phrases/save', teacher, { phrases });
  expect(await listOf(teacher)).toEqual([]);
  await save(['注意审题', ' 论据充分 ', '注意审题']);
  expect(await listOf(teacher)).toEqual(['注意审题', '论据充分']);
  expect(await listOf(other)).toEqual([]);
  expect((await save(['x'.repeat(LIMITS.markingPhraseChars + 1)])).code).toBe('request.invalid');
});
