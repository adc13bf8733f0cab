/** Tests the replies of finance to objections. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openRoyaltyFixture, type RoyaltyFixture } from './testing/royalty-fixture.ts';

testAccess('replyToRoyaltyDispute', ['finance', 'admin'], 'filtered');
testIdempotency('replyToRoyaltyDispute', async ({ aUser, aStatement }) => ({
  as: await aUser('finance'),
  body: { id: (await aStatement('disputed')).id, body: '已核对，无误。', adjustFen: -1 },
}));

let fixture: RoyaltyFixture;
beforeAll(async () => {
  fixture = await openRoyaltyFixture();
});
afterAll(() => fixture?.close());

test('a reply reaches the payee, only while the statement is disputed and only from its publisher', async () => {
  const { id, payee } = await fixture.aStatement('disputed');
  const reply = (as = fixture.finance) => fixture.post('/api/admin/royalty/reply', as, { id, body: '已核对。' });
  expect((await reply(fixture.otherFinance)).code).toBe('royalty.notFound');
  expect((await reply()).payload).toMatchObject({ from: 'finance', body: '已核对。' });
  expect(await fixture.noticesOf(payee)).toContain('royaltyReplied');
  await fixture.post('/api/author/royalty/confirm', payee, { id });
  expect((await reply()).code).toBe('royalty.stateChanged');
});
