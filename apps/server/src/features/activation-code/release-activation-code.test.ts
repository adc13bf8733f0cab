/** Tests of releasing a bound code. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payloadOf, resultOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { listMyCodes } from './list-my-codes.ts';
import { redeemActivationCode } from './redeem-activation-code.ts';
import { releaseActivationCode } from './release-activation-code.ts';
import { type CodeFixture, createCodeFixture } from './testing/code-fixture.ts';

testAccess('releaseActivationCode', ['reader', 'teacher', 'author', 'expert', 'editor', 'orgAdmin']);

testIdempotency('releaseActivationCode', async ({ shop, aUser, aCode, post, query }) => {
  const as = await aUser();
  await post('/api/code/redeem', as, { code: await aCode() });
  await query('update activation_code set bound_at = 0 where bound_user_id = $1', [as.id]);
  await query('update code_batch set rebind_limit = 1 where id = (select batch_id from activation_code where bound_user_id = $1)', [as.id]);
  const { payload } = await shop.call<{ items: { id: string }[] }>('/api/my/codes', { as });
  return { as, body: { codeId: payload?.items[0]?.id } };
});

let fixture: CodeFixture;
beforeAll(async () => {
  fixture = await createCodeFixture();
});
afterAll(() => fixture?.drop());

it('a code is released after a day by its owner, which ends the entitlement', async () => {
  const { codes } = await fixture.exported(await fixture.book());
  const [userId, other] = [await fixture.user(), await fixture.user()];
  await redeemActivationCode(fixture.deps, fixture.reader(userId), { code: codes[0] ?? '' });
  const [held] = (await payloadOf(listMyCodes(fixture.deps, fixture.reader(userId), {}))).items;
  const codeId = held?.id ?? '';
  const release = (id: string) => resultOf(releaseActivationCode(fixture.deps, fixture.reader(id), { codeId }));
  expect(await outcomeOf(release(userId))).toBe('activationCode.releaseTooSoon');
  fixture.advance(24 * 3_600_000);
  expect(await outcomeOf(release(other))).toBe('activationCode.codeNotYours');
  expect((await release(userId)).say).toBe('已转让，书的下一位主人可以使用这个激活码');
  expect(await fixture.query('select status from entitlement where user_id = $1', [userId])).toEqual([{ status: 'revoked' }]);
  expect((await resultOf(redeemActivationCode(fixture.deps, fixture.reader(other), { code: codes[0] ?? '' }))).payload.repeated).toBe(
    false,
  );
});
