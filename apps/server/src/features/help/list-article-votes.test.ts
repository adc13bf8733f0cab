import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { type HelpFixture, openHelpFixture } from './testing/help-fixture.ts';

testAccess('listArticleVotes', ['editor', 'admin'], 'platform');

let fixture: HelpFixture;
beforeAll(async () => {
  fixture = await openHelpFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

test('votes are counted without their voters and listed for editors only', async () => {
  const { shop, reader, editor } = fixture;
  for (const useful of [true, true, false])
    await shop.call('/api/help/vote', { as: reader, body: { manual: 'student', article: 'sign-in', useful } });
  const { payload } = await shop.call<{ items: object[] }>('/api/admin/help/votes', { as: editor });
  expect(payload?.items).toContainEqual({ manual: 'student', article: 'sign-in', useful: 2, useless: 1 });
  expect((await shop.call('/api/admin/help/votes', { as: reader })).code).toBe('forbidden');
});
