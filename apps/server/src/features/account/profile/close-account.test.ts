/** Tests of `closeAccount`: schedules the erasure in a week and ends every session. */
import { LIMITS } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { payloadOf } from '../testing/caller.ts';
import { closeAccount } from './close-account.ts';

testAccess('closeAccount', 'every user');

testIdempotency(
  'closeAccount',
  async ({ aUser, ownCode }) => {
    const as = await aUser();
    return { as, body: { code: await ownCode(as) } };
  },
  { endsSession: true },
);

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

it("requires a code sent to the user's number, ends the sessions, and leaves the date unchanged when requested again", async () => {
  const tel = '13900000908';
  const login = await fixture.signInBySms(tel);
  const caller = await fixture.signedInCaller(tel);
  const close = async () => closeAccount(fixture.account, caller, { code: await fixture.sendCode(tel, { type: 'binding' }) });
  expect(await outcomeOf(closeAccount(fixture.account, caller, { code: '000000' }))).toBe('account.smsCodeWrong');
  const now = fixture.clock.now();
  const first = await close();
  expect(first).toMatchObject({ say: expect.stringMatching(/^账号将于.*注销/) });
  const { closesAt } = await payloadOf(Promise.resolve(first));
  expect(closesAt).toBeGreaterThanOrEqual(now + LIMITS.closingMs);
  expect(closesAt).toBeLessThanOrEqual(fixture.clock.now() + LIMITS.closingMs);
  expect(await fixture.authenticate(login.dpAuthToken)).toEqual({ kind: 'refused', code: 'userBeenKickedOut' });
  expect((await fixture.account.db.pool.query('select 1 from session where user_id = $1', [caller.reader.userId])).rows).toEqual([]);
  fixture.clock.advance(LIMITS.smsResendMs);
  expect((await payloadOf(close())).closesAt).toBe(closesAt);
});

it('requires an account with a phone number', async () => {
  const caller = await fixture.signedInCaller('13900000909');
  await fixture.account.db.pool.query('update user_account set tel = null where id = $1', [caller.reader.userId]);
  expect(await outcomeOf(closeAccount(fixture.account, caller, { code: '000000' }))).toBe('account.phoneMissing');
});
