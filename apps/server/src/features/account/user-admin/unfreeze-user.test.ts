/** Tests of `unfreezeUser`: the account can be used again; the reason is recorded. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { signedInCallerOf } from '../testing/caller.ts';
import { freezeUser } from './freeze-user.ts';
import { unfreezeUser } from './unfreeze-user.ts';

testAccess('unfreezeUser', ['admin'], 'platform');

testIdempotency('unfreezeUser', async ({ aboutUser, post }) => {
  const request = await aboutUser();
  await post('/api/admin/user/freeze', request.as, request.body);
  return request;
});

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

const admin = signedInCallerOf('admin');
const users = () => ({ ...fixture.account, scopes: { find: async () => [], namesOf: async () => new Map<string, string>() } });

it('lets the user sign in again, records the reason, and records nothing for an account that is not frozen', async () => {
  const tel = '13900000911';
  const { userId } = (await fixture.signedInCaller(tel)).reader;
  await freezeUser(users(), admin, { userId, reason: '滥用' });
  expect(await outcomeOf(fixture.signInBySms(tel))).toBe('account.frozen');
  fixture.clock.advance(60_000);
  for (const reason of ['申诉成立', '再来一次'])
    expect(await unfreezeUser(users(), admin, { userId, reason })).toMatchObject({ payload: { status: 'active' }, say: '已解冻' });
  expect(await outcomeOf(fixture.signInBySms(tel))).toBe('success');
  const { rows } = await fixture.account.db.pool.query(`select reason from audit_event where action = 'user.unfreeze' and target_id = $1`, [
    userId,
  ]);
  expect(rows).toEqual([{ reason: '申诉成立' }]);
});

it('does not find an account that does not exist', async () => {
  expect(await outcomeOf(unfreezeUser(users(), admin, { userId: 'nobody', reason: '申诉成立' }))).toBe('account.personNotFound');
});
