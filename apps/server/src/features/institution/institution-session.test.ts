import { CodedError, deviceInUse } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { completeSignIn, continueSignIn } from '../account/complete-sign-in.ts';
import { findOrRegister } from '../account/create-users.ts';
import { type AccountFixture, createAccountFixture } from '../account/testing/account-fixture.ts';
import { followSignIns, takeRight } from './institution-session.ts';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
  followSignIns(fixture.account);
  await fixture.account.db.pool.query(`insert into institution values ('school', '临渠学院', 0)`);
});
afterAll(() => fixture.drop());

it('gives the right to the new session, also after the user agreed to replace another device', async () => {
  const { account } = fixture;
  const { user } = await findOrRegister(account, '13511110001');
  const [office, library] = ['desk000001', 'library001'].map((deviceId) => ({ deviceCode: 'web', deviceId, userAgent: '' }) as const);
  if (office === undefined || library === undefined) throw new Error('two devices are needed');
  const right = takeRight({ institutionId: 'school', protocol: 'oidc', affiliation: 'student', endsAt: null });
  const rights = async () =>
    (
      await account.db.pool.query<{ isLive: boolean }>(
        `select s.sid is not null as "isLive" from institution_session i left join session s using (sid) where i.user_id = $1 order by 1`,
        [user.id],
      )
    ).rows.map(({ isLive }) => isLive);
  await completeSignIn(account, user, office, { followUp: right });
  expect(await rights()).toEqual([true]);

  const refusal = await completeSignIn(account, user, library, { ifSignedInElsewhere: 'ask', followUp: right }).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(await rights()).toEqual([true]);
  const { ticket } = deviceInUse.parse(refusal instanceof CodedError ? refusal.payload : undefined);
  await continueSignIn(account, { purpose: 'replaceDevice', ticket }, library);
  expect(await rights()).toEqual([false, true]);
});
