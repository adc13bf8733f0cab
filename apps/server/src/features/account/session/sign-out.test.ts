/** Tests of `signOut`: ends the session of the caller. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { type AccountFixture, createAccountFixture } from '../testing/account-fixture.ts';
import { callerOf } from '../testing/caller.ts';
import { signOut } from './sign-out.ts';

testAccess('signOut', 'everyone');

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

it('ends the session of the caller alone, and succeeds without one', async () => {
  const [web, pc] = [await fixture.signInBySms('13900000903', 'web'), await fixture.signInBySms('13900000903', 'pc')];
  const who = await fixture.authenticate(web.dpAuthToken);
  if (who.kind !== 'reader') throw new Error('the new session is not live');
  const caller = callerOf({ reader: who.reader });
  expect(await signOut(fixture.account, caller, {})).toEqual({});
  expect(await fixture.authenticate(web.dpAuthToken)).toEqual({ kind: 'refused', code: 'requestLogin' });
  expect((await fixture.authenticate(pc.dpAuthToken, 'pc')).kind).toBe('reader');
  expect(await signOut(fixture.account, caller, {})).toEqual({});
  expect(await signOut(fixture.account, callerOf(), {})).toEqual({});
});
