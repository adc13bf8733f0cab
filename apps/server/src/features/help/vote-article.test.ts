import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { HELP_LIMITS } from './limits.ts';
import { type HelpFixture, openHelpFixture } from './testing/help-fixture.ts';

testAccess('voteArticle', 'everyone');

let fixture: HelpFixture;
beforeAll(async () => {
  fixture = await openHelpFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

test('a vote counts without an account, up to the hourly limit of a subnet', async () => {
  const vote = () => fixture.shop.call('/api/help/vote', { body: { manual: 'teacher', article: 'sign-in', useful: true } });
  for (let n = 0; n < HELP_LIMITS.helpVotesPerIpPerHour; n += 1) expect((await vote()).code).toBe('success');
  expect((await vote()).code).toBe('request.tooMany');
});
