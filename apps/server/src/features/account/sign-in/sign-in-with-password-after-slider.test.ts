/** Tests of `signInWithPasswordAfterSlider`: the slider is checked before the password. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { getSlider } from '../captcha/get-slider.ts';
import { createUser } from '../create-users.ts';
import { type AccountFixture, createAccountFixture, encryptPassword, outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf } from '../testing/caller.ts';
import { signInWithPasswordAfterSlider } from './sign-in-with-password-after-slider.ts';

testAccess('signInWithPasswordAfterSlider', 'everyone');

testIdempotency('signInWithPasswordAfterSlider', async ({ wire, aUser }) => {
  const { tel } = await aUser();
  return { body: { tel, password: await wire.encrypted('Ceshi-mima-2026'), captcha: await wire.solvedSlider() } };
});

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

const TEL = '13900000901';
const PASSWORD = 'yuedu-haoshu-88';
/** The gap of the fixture's slider is at 123 CSS pixels. */
const signIn = async (x: number, password = PASSWORD) => {
  const { key } = await payloadOf(getSlider(fixture.account, callerOf(), {}));
  const encrypted = encryptPassword(await fixture.account.transport.issueKey(), password);
  const input = { tel: TEL, password: encrypted, captcha: JSON.stringify({ key, x }), ifSignedInElsewhere: 'replace' } as const;
  return payloadOf(signInWithPasswordAfterSlider(fixture.account, callerOf(), input));
};

it('signs in with the right slider and password, and says which of the two is wrong', async () => {
  await createUser(fixture.account, { tel: TEL, password: PASSWORD, role: 'reader' });
  expect(await outcomeOf(signIn(20))).toBe('account.sliderWrong');
  expect(await outcomeOf(signIn(123, 'another-password'))).toBe('account.credentialsWrong');
  expect(await payloadOf(signIn(123))).toMatchObject({ registered: false, dpAuthToken: expect.any(String) });
});
