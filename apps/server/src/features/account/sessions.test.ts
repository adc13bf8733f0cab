/** Tests of sessions: one per device type, replaced by a newer sign-in, revoked, expired. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from './create-users.ts';
import { endSession, revokeSessions } from './sessions.ts';
import { type AccountFixture, createAccountFixture } from './testing/account-fixture.ts';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

describe('sessions', () => {
  it('of web, pc and mobile exist side by side, and a sign-in replaces only the same type', async () => {
    const tel = '13900000010';
    const web = await fixture.signInBySms(tel, 'web');
    const pc = await fixture.signInBySms(tel, 'pc');
    const newerWeb = await fixture.signInBySms(tel, 'web');
    expect(await fixture.authenticate(web.dpAuthToken)).toEqual({ kind: 'refused', code: 'userBeenKickedOut' });
    expect((await fixture.authenticate(pc.dpAuthToken, 'pc')).kind).toBe('reader');
    expect((await fixture.authenticate(newerWeb.dpAuthToken)).kind).toBe('reader');
  });

  it('that are replaced publish this to their streams', async () => {
    const tel = '13900000011';
    const { dpAuthToken } = await fixture.signInBySms(tel);
    const who = await fixture.authenticate(dpAuthToken);
    const sid = who.kind === 'reader' ? who.reader.sid : '';
    const published: unknown[] = [];
    const stop = fixture.events.subscribe(`session:${sid}:ended`, (data) => published.push(data));
    await fixture.signInBySms(tel);
    stop();
    expect(published).toEqual([expect.objectContaining({ sid, reason: 'replaced' })]);
  });

  it('require a new sign-in after sign-out, after revocation and after 15 days', async () => {
    const tel = '13900000012';
    const requestLogin = { kind: 'refused', code: 'requestLogin' };
    const one = await fixture.signInBySms(tel);
    const who = await fixture.authenticate(one.dpAuthToken);
    await endSession(fixture.account, who.kind === 'reader' ? who.reader.sid : '');
    expect(await fixture.authenticate(one.dpAuthToken)).toEqual(requestLogin);

    const two = await fixture.signInBySms(tel);
    const again = await fixture.authenticate(two.dpAuthToken);
    await revokeSessions(fixture.account, again.kind === 'reader' ? again.reader.userId : '');
    expect(await fixture.authenticate(two.dpAuthToken)).toEqual(requestLogin);

    const three = await fixture.signInBySms(tel);
    fixture.clock.advance(15 * 86_400_000 - 60_000);
    expect((await fixture.authenticate(three.dpAuthToken)).kind).toBe('reader');
    fixture.clock.advance(60_000);
    expect(await fixture.authenticate(three.dpAuthToken)).toEqual(requestLogin);
    expect(await fixture.authenticate(one.dpAuthToken)).toEqual(requestLogin);
  });

  it.each(['frozen', 'closed'])(
    'end for every token of an account that is %s, whatever row exists, and continue when it is unfrozen',
    async (status) => {
      const tel = status === 'frozen' ? '13900000014' : '13900000015';
      const [web, pc] = [await fixture.signInBySms(tel), await fixture.signInBySms(tel, 'pc')];
      const responses = async () => [
        await fixture.authenticate(web.dpAuthToken),
        await fixture.authenticate(pc.dpAuthToken, 'pc'),
        await fixture.authenticateWith(web.access_token, 'web', { acceptsAccessToken: true }),
      ];
      const setStatus = (value: string) =>
        fixture.account.db.pool.query('update user_account set status = $2 where tel = $1', [tel, value]);
      await setStatus(status);
      expect(await responses()).toEqual(Array.from({ length: 3 }, () => ({ kind: 'refused', code: 'requestLogin' })));
      await setStatus('closing');
      expect((await responses()).map(({ kind }) => kind)).toEqual(['reader', 'reader', 'reader']);
    },
  );

  it('of one device type: exactly one of 50 parallel sign-ins stays alive', async () => {
    const tel = '13900000013';
    await createUser(fixture.account, { tel, password: 'yuedu-haoshu-88', role: 'reader' });
    const signIns = await Promise.all(Array.from({ length: 50 }, () => fixture.signInByPassword(tel, 'yuedu-haoshu-88')));
    const tokens = signIns.map(({ dpAuthToken }) => dpAuthToken);
    const responses = await Promise.all(tokens.map((token) => fixture.authenticate(token)));
    expect(responses.filter(({ kind }) => kind === 'reader')).toHaveLength(1);
    expect(responses.filter((response) => response.kind === 'refused' && response.code === 'userBeenKickedOut')).toHaveLength(49);
  });
});
