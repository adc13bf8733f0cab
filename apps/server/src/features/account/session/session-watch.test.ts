import { LIMITS } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endSession } from '../sessions.ts';
import { type AccountFixture, createAccountFixture } from '../testing/account-fixture.ts';
import { createSessionWatch } from './session-watch.ts';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

const sidOf = async (token: string): Promise<string> => {
  const who = await fixture.authenticate(token);
  if (who.kind !== 'reader') throw new Error('the session is not live');
  return who.reader.sid;
};

describe('the cache of live sessions', () => {
  it('contains a live session, removes it at once when it ends, and never contains one that does not exist', async () => {
    const isAlive = createSessionWatch(fixture.account);
    const sid = await sidOf((await fixture.signInBySms('13900000090')).dpAuthToken);
    expect(await isAlive(sid)).toBe(true);
    await endSession(fixture.account, sid);
    expect(await isAlive(sid)).toBe(false);
    expect(await isAlive('invented')).toBe(false);
  });

  it('removes a session that a newer sign-in replaced', async () => {
    const isAlive = createSessionWatch(fixture.account);
    const old = await sidOf((await fixture.signInBySms('13900000091')).dpAuthToken);
    expect(await isAlive(old)).toBe(true);
    const fresh = await sidOf((await fixture.signInBySms('13900000091')).dpAuthToken);
    expect([await isAlive(old), await isAlive(fresh)]).toEqual([false, true]);
  });

  it('queries the database again after 30 s, in case the event was lost', async () => {
    const isAlive = createSessionWatch(fixture.account);
    const sid = await sidOf((await fixture.signInBySms('13900000092')).dpAuthToken);
    expect(await isAlive(sid)).toBe(true);
    await fixture.account.db.pool.query('delete from session where sid = $1', [sid]);
    expect(await isAlive(sid)).toBe(true);
    fixture.clock.advance(30_000);
    expect(await isAlive(sid)).toBe(false);
  });

  it('does not contain a session after it expired (15 days)', async () => {
    const isAlive = createSessionWatch(fixture.account);
    const sid = await sidOf((await fixture.signInBySms('13900000093')).dpAuthToken);
    fixture.clock.advance(LIMITS.sessionLifetimeMs);
    expect(await isAlive(sid)).toBe(false);
  });
});
