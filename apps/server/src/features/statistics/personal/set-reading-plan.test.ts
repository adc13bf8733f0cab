/** Tests setting a reading goal. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer } from '../../../testing/test-server.ts';

testAccess('setReadingPlan', 'every user');
testIdempotency('setReadingPlan', async ({ aUser }) => ({
  as: await aUser(),
  body: { goal: { kind: 'minutes', amount: 20 }, hasNotices: true },
}));

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
}, 120_000);
afterAll(() => shop?.close());

test('a goal is stored and removed, and a week has seven days', async () => {
  const [reader, other] = [await shop.user('13966660021'), await shop.user('13966660022')];
  const set = (body: object) => shop.call('/api/stat/plan/set', { as: reader, body });
  const plan = async (as = reader) => (await shop.call('/api/stat/plan?today=2026-11-29', { as })).payload;
  const goal = { kind: 'days', amount: 3 };
  expect((await set({ goal, hasNotices: false })).payload).toEqual({ goal, hasNotices: false });
  expect(await plan()).toMatchObject({ goal, hasNotices: false });
  expect(await plan(other)).toMatchObject({ goal: null, hasNotices: true });
  expect((await set({ goal: { kind: 'days', amount: 8 }, hasNotices: false })).code).toBe('request.invalid');
  expect((await set({ goal: { kind: 'minutes', amount: 241 }, hasNotices: false })).code).toBe('request.invalid');
  await set({ goal: null, hasNotices: true });
  expect(await plan()).toMatchObject({ goal: null, hasNotices: true });
});
