/** Tests of `replaceDevice`: a sign-in that stopped continues with its sign-in ticket and replaces the session on the shown device. */
import { CodedError, deviceInUse } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { findOrRegister } from '../create-users.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf } from '../testing/caller.ts';
import { replaceDevice } from './replace-device.ts';

testAccess('replaceDevice', 'everyone');

testIdempotency('replaceDevice', async ({ wire, aUser, post, query }) => {
  const { id, tel } = await aUser();
  // The user is signed in on another device than the one that sends the requests.
  await query(`update session set device_id = 'device0009' where user_id = $1`, [id]);
  const request = { tel, code: await wire.smsCode(tel, 'login'), ifSignedInElsewhere: 'ask' };
  return { body: { ticket: deviceInUse.parse(await post('/api/center-user/auth/login-by-tel', undefined, request)).ticket } };
});

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

it('ends the session of the shown device and opens the new one, once', async () => {
  const tel = '13900000904';
  const before = await fixture.signInBySms(tel);
  const { user } = await findOrRegister(fixture.account, tel);
  const here = callerOf({ deviceId: 'device0002' });
  const refusal = await completeSignIn(fixture.account, user, here, { ifSignedInElsewhere: 'ask' }).catch((error: unknown) => error);
  if (!(refusal instanceof CodedError)) throw new Error('the sign-in did not ask');
  expect(refusal.code).toBe('account.deviceInUse');
  const { ticket } = refusal.payload as { ticket: string };
  expect(await outcomeOf(replaceDevice(fixture.account, callerOf({ deviceId: 'device0003' }), { ticket }))).toBe('account.signInExpired');
  const login = await payloadOf(replaceDevice(fixture.account, here, { ticket }));
  expect((await fixture.authenticate(login.dpAuthToken)).kind).toBe('reader');
  expect(await fixture.authenticate(before.dpAuthToken)).toEqual({ kind: 'refused', code: 'userBeenKickedOut' });
  expect(await outcomeOf(replaceDevice(fixture.account, here, { ticket }))).toBe('account.signInExpired');
});
