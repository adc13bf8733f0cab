import { newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { HELP_LIMITS } from './limits.ts';
import { type HelpFixture, openHelpFixture } from './testing/help-fixture.ts';

testAccess('reportDeadCode', 'everyone');
testIdempotency('reportDeadCode', () => ({ body: { code: newId().slice(-8), note: '第 12 页' } }));

let fixture: HelpFixture;
beforeAll(async () => {
  fixture = await openHelpFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

test('a report needs a well-formed code and counts against the hourly limit of a subnet', async () => {
  const report = (code: string) => fixture.shop.call('/api/q/report', { body: { code } });
  expect((await report('../etc')).code).toBe('request.invalid');
  for (let n = 0; n < HELP_LIMITS.deadCodeReportsPerIpPerHour; n += 1)
    expect(await report('ABC234')).toMatchObject({ code: 'success', message: '已收到，谢谢。我们会查明这个二维码应当指向哪里' });
  expect((await report('ABC234')).code).toBe('request.tooMany');
});
