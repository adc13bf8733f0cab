/** Tests of `sendSmsCodeAfterSlider`: sends only after a correct slider. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { getSlider } from '../captcha/get-slider.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf } from '../testing/caller.ts';
import { sendSmsCodeAfterSlider } from './send-sms-code-after-slider.ts';

testAccess('sendSmsCodeAfterSlider', 'everyone');
testIdempotency('sendSmsCodeAfterSlider', async ({ wire }) => ({
  body: { tel: wire.aTel(), type: 'login', captcha: await wire.solvedSlider() },
}));

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

const TEL = '13900000902';
/** The gap of the fixture's slider is at 123 CSS pixels. */
const send = async (x: number) => {
  const { key } = await payloadOf(getSlider(fixture.account, callerOf(), {}));
  return payloadOf(sendSmsCodeAfterSlider(fixture.account, callerOf(), { tel: TEL, type: 'login', captcha: JSON.stringify({ key, x }) }));
};

it('sends a code after a correct slider, and none after a wrong one or within the minute', async () => {
  expect(await outcomeOf(send(20))).toBe('account.sliderWrong');
  expect(fixture.sent).toEqual([]);
  expect((await payloadOf(send(123))).resendAt).toBeGreaterThan(fixture.clock.now());
  expect(fixture.sent.map(({ tel, type }) => [tel, type])).toEqual([[TEL, 'login']]);
  expect(await outcomeOf(send(123))).toBe('account.smsTooSoon');
});
