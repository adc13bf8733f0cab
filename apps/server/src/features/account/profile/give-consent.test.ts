/** Tests of `giveConsent`, and the consent that a sign-in gives. */
import { type LoginResult, TERMS_VERSION } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { payloadOf, signedInCallerOf } from '../testing/caller.ts';
import { giveConsent } from './give-consent.ts';
import { getUserInfoById } from './user-info.ts';

testAccess('giveConsent', 'every user');
testIdempotency('giveConsent', async ({ aUser }) => ({ as: await aUser(), body: { version: TERMS_VERSION } }));

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());
const idOf = async ({ dpAuthToken }: LoginResult): Promise<string> => {
  const who = await fixture.authenticate(dpAuthToken);
  return who.kind === 'reader' ? who.reader.userId : '';
};

describe('consent', () => {
  const recorded = async (userId: string) =>
    (await fixture.account.db.pool.query('select version, network from user_consent where user_id = $1 order by version', [userId])).rows;

  it('is recorded by the sign-in that creates an account, as the sign-in panel says', async () => {
    const userId = await idOf(await fixture.signInBySms('13900000141'));
    expect((await getUserInfoById(fixture.account, userId)).consentVersion).toBe(TERMS_VERSION);
    expect(await recorded(userId)).toEqual([{ version: TERMS_VERSION, network: expect.any(String) as string }]);
  });

  it('to later terms is not given by signing in again: the client asks', async () => {
    const userId = await idOf(await fixture.signInBySms('13900000142'));
    await fixture.account.db.pool.query('delete from user_consent where user_id = $1', [userId]);
    await fixture.account.db.pool.query('update user_account set consent_version = $2 where id = $1', [userId, TERMS_VERSION - 1]);
    await fixture.signInBySms('13900000142');
    expect((await getUserInfoById(fixture.account, userId)).consentVersion).toBe(TERMS_VERSION - 1);
    expect(await recorded(userId)).toEqual([]);
  });

  it('is recorded once for each version, and only for the version that is in force', async () => {
    const userId = await idOf(await fixture.signInBySms('13900000140'));
    await fixture.account.db.pool.query('delete from user_consent where user_id = $1', [userId]);
    const give = (version: number) =>
      payloadOf(giveConsent(fixture.account, signedInCallerOf(userId, { address: '2001:db8:1:2::1' }), { version: version }));
    expect((await give(TERMS_VERSION)).consentVersion).toBe(TERMS_VERSION);
    expect((await give(TERMS_VERSION)).consentVersion).toBe(TERMS_VERSION);
    expect(await outcomeOf(give(TERMS_VERSION + 1))).toBe('account.consentOutdated');
    const { rows } = await fixture.account.db.pool.query('select version, network from user_consent where user_id = $1', [userId]);
    expect(rows).toEqual([{ version: TERMS_VERSION, network: '2001:db8:1:2::/64' }]);
  });
});
