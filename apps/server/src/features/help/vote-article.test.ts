import { newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { HELP_LIMITS } from './limits.ts';
import { type HelpFixture, openHelpFixture } from './testing/help-fixture.ts';

testAccess('voteArticle', 'everyone');
testIdempotency('voteArticle', () => ({ body: { manual: 'student', article: `a${newId().slice(-8)}`, useful: true } }));

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
