/** Tests of refreshing sessions: lifetimes, tokens, and the detection of a copied token. */
import { loginResult, type SessionCredentials } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { findOrRegister } from '../create-users.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { type Device, endSession, revokeSessions } from '../sessions.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { payloadOf, signedInCallerOf } from '../testing/caller.ts';
import { refreshSession } from './refresh-session.ts';

testAccess('refreshSession', 'every user');

testIdempotency('refreshSession', async ({ wire, signIn }) => {
  const tel = wire.aTel();
  const { dpAuthToken, refresh_token } = loginResult.parse(await signIn(tel));
  return { as: { id: '', tel, headers: { authorization: `dp-token ${dpAuthToken}` } }, body: { refresh_token } };
});

const DAY_MS = 86_400_000;
let fixture: AccountFixture;
/** The time is fixed, so that limits are tested exactly. */
let nowMs = Date.UTC(2026, 5, 1);
beforeAll(async () => {
  fixture = await createAccountFixture({ clock: { now: () => nowMs } });
});
afterAll(() => fixture.drop());

let made = 0;
const office: Device = { deviceCode: 'web', deviceId: 'desk000001', userAgent: '' };
interface Signed extends SessionCredentials {
  readonly sid: string;
  readonly userId: string;
}
const signIn = async (device = office, tel = `1354444${String(++made).padStart(4, '0')}`): Promise<Signed> => {
  const { user } = await findOrRegister(fixture.account, tel);
  const login = await completeSignIn(fixture.account, user, device);
  const who = await fixture.authenticate(login.dpAuthToken, device.deviceCode);
  if (who.kind !== 'reader') throw new Error('the new session is not live');
  return { ...login, sid: who.reader.sid, userId: user.id };
};
const refresh = (signed: Pick<Signed, 'sid'>, token: string, device = office) =>
  payloadOf(refreshSession(fixture.account, signedInCallerOf({ userId: '', ...signed }, device), { refresh_token: token }));
const resultOf = async (token: string): Promise<string> => {
  const who = await fixture.authenticate(token);
  return who.kind === 'refused' ? who.code : who.kind;
};

describe('refreshing a session', () => {
  it('returns the five fields of a sign-in, with the same login token and name, and new access and refresh tokens', async () => {
    const signed = await signIn();
    expect(signed.expires_in).toBe(15 * 86_400);
    nowMs += DAY_MS;
    const refreshed = await refresh(signed, signed.refresh_token);
    expect(Object.keys(refreshed).toSorted()).toEqual(['access_token', 'dpAuthToken', 'expires_in', 'loginTHQS', 'refresh_token']);
    expect([refreshed.dpAuthToken, refreshed.loginTHQS, refreshed.expires_in]).toEqual([signed.dpAuthToken, signed.loginTHQS, 15 * 86_400]);
    expect(refreshed.refresh_token).not.toBe(signed.refresh_token);
    expect(refreshed.access_token).not.toBe(signed.access_token);
  });

  it('extends it to 15 days from then, and the same login token stays valid', async () => {
    const signed = await signIn();
    nowMs += 15 * DAY_MS - 1;
    await refresh(signed, signed.refresh_token);
    nowMs += 15 * DAY_MS - 1;
    expect(await resultOf(signed.dpAuthToken)).toBe('reader');
    nowMs += 1;
    expect(await resultOf(signed.dpAuthToken)).toBe('requestLogin');
    expect(await outcomeOf(refresh(signed, signed.refresh_token))).toBe('requestLogin');
  });

  it('extends it to at most 180 days after the sign-in', async () => {
    const signed = await signIn();
    const beganAt = nowMs;
    let token = signed.refresh_token;
    for (let day = 0; day < 170; day += 10) {
      nowMs += 10 * DAY_MS;
      token = (await refresh(signed, token)).refresh_token;
    }
    nowMs += 5 * DAY_MS;
    expect((await refresh(signed, token)).expires_in).toBe(5 * 86_400);
    nowMs = beganAt + 180 * DAY_MS - 1;
    expect(await resultOf(signed.dpAuthToken)).toBe('reader');
    nowMs += 1;
    expect(await resultOf(signed.dpAuthToken)).toBe('requestLogin');
  });

  it('fails without any change for a token of another session', async () => {
    const [signed, other] = [await signIn(), await signIn()];
    const changed = signed.refresh_token.at(-2) === 'A' ? 'B' : 'A';
    const others = [
      other.refresh_token,
      signed.access_token,
      signed.refresh_token.replace('.0.', '.1.'),
      signed.refresh_token.replace('.0.', '.00.'),
      signed.refresh_token.slice(0, -2) + changed + signed.refresh_token.at(-1),
      '',
      'nonsense',
      signed.dpAuthToken,
    ];
    for (const token of others) expect(await outcomeOf(refresh(signed, token))).toBe('requestLogin');
    expect([await resultOf(signed.dpAuthToken), await resultOf(other.dpAuthToken)]).toEqual(['reader', 'reader']);
    expect(await outcomeOf(refresh(signed, signed.refresh_token))).toBe('success');
  });
});

describe('the previous refresh token', () => {
  it('returns the current tokens for 60 s, so that concurrent refreshes get the same result', async () => {
    const signed = await signIn();
    const together = await Promise.all(Array.from({ length: 12 }, () => refresh(signed, signed.refresh_token)));
    expect(new Set(together.map((each) => JSON.stringify(each))).size).toBe(1);
    nowMs += ACCOUNT_LIMITS.refreshOverlapMs;
    const late = await refresh(signed, signed.refresh_token);
    expect(late.refresh_token).toBe(together[0]?.refresh_token);
    expect(await outcomeOf(refresh(signed, late.refresh_token))).toBe('success');
  });

  it('ends the session when it is used later, also for the holder of the current one', async () => {
    const signed = await signIn();
    const owner = await refresh(signed, signed.refresh_token);
    nowMs += ACCOUNT_LIMITS.refreshOverlapMs + 1;
    const ends: unknown[] = [];
    fixture.events.subscribe(`session:${signed.sid}:ended`, (data) => ends.push(data));
    expect(await outcomeOf(refresh(signed, signed.refresh_token))).toBe('requestLogin');
    expect(ends).toEqual([{ sid: signed.sid, userId: signed.userId, reason: 'revoked' }]);
    expect(await resultOf(signed.dpAuthToken)).toBe('requestLogin');
    expect(await outcomeOf(refresh(signed, owner.refresh_token))).toBe('requestLogin');
  });

  it('ends the session within the minute too when it is two rotations old', async () => {
    const signed = await signIn();
    const second = await refresh(signed, signed.refresh_token);
    await refresh(signed, second.refresh_token);
    expect(await outcomeOf(refresh(signed, signed.refresh_token))).toBe('requestLogin');
    expect(await resultOf(signed.dpAuthToken)).toBe('requestLogin');
  });
});

describe('a refresh token sent by another device', () => {
  it.each([
    ['another installation', { ...office, deviceId: 'thief00001' }],
    ['one that names itself nothing', { ...office, deviceId: undefined }],
    ['another type of device', { ...office, deviceCode: 'pc' }],
  ] as const)('ends the session: %s', async (_case, thief) => {
    const signed = await signIn();
    expect(await outcomeOf(refresh(signed, signed.refresh_token, thief))).toBe('requestLogin');
    expect(await resultOf(signed.dpAuthToken)).toBe('requestLogin');
    expect(await outcomeOf(refresh(signed, signed.refresh_token))).toBe('requestLogin');
  });

  it('ends the session also within the minute in which the previous token is accepted from its own device', async () => {
    const signed = await signIn();
    await refresh(signed, signed.refresh_token);
    expect(await outcomeOf(refresh(signed, signed.refresh_token, { ...office, deviceId: 'thief00001' }))).toBe('requestLogin');
    expect(await resultOf(signed.dpAuthToken)).toBe('requestLogin');
  });
});

describe('a refresh concurrent with', () => {
  const rounds = 20;
  /** Ends a session during its refresh, in several rounds. Returns the rounds after which the session was still live. */
  const revivedBy = async (end: (signed: Signed) => Promise<unknown>): Promise<string[]> => {
    const revived: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const signed = await signIn();
      const [refreshed] = await Promise.all([outcomeOf(refresh(signed, signed.refresh_token)), end(signed)]);
      const { rows } = await fixture.account.db.pool.query('select 1 from session where sid = $1', [signed.sid]);
      if ((await resultOf(signed.dpAuthToken)) === 'reader' || rows.length > 0) revived.push(`round ${round}: ${refreshed}`);
      if (refreshed !== 'success' && refreshed !== 'requestLogin') revived.push(refreshed);
    }
    return revived;
  };

  it('a sign-out does not restore the session', async () => {
    expect(await revivedBy(({ sid }) => endSession(fixture.account, sid))).toEqual([]);
  });

  it('a new password does not restore the session', async () => {
    expect(await revivedBy(({ userId }) => revokeSessions(fixture.account, userId))).toEqual([]);
  });

  it('a newer sign-in does not restore the session', async () => {
    const replaced = await revivedBy(async ({ userId }) => {
      const { rows } = await fixture.account.db.pool.query<{ tel: string }>('select tel from user_account where id = $1', [userId]);
      await signIn({ ...office, deviceId: 'library001' }, rows[0]?.tel);
    });
    expect(replaced).toEqual([]);
  });
});

describe('the access token', () => {
  const accepting = (token: string, deviceCode: 'web' | 'pc' = 'web') =>
    fixture.authenticateWith(token, deviceCode, { acceptsAccessToken: true });

  it('identifies the session only where an operation accepts it', async () => {
    const signed = await signIn();
    expect(await accepting(signed.access_token)).toMatchObject({ kind: 'reader', reader: { sid: signed.sid, userId: signed.userId } });
    expect(await resultOf(signed.access_token)).toBe('requestLogin');
    for (const token of [signed.refresh_token, signed.loginTHQS])
      expect(await accepting(token)).toEqual({ kind: 'refused', code: 'requestLogin' });
    expect(await accepting(signed.access_token, 'pc')).toEqual({ kind: 'refused', code: 'requestLogin' });
    expect((await accepting(signed.dpAuthToken)).kind).toBe('reader');
  });

  it('rotates with the refresh token, and becomes invalid with the session', async () => {
    const signed = await signIn();
    const refreshed = await refresh(signed, signed.refresh_token);
    expect((await accepting(signed.access_token)).kind).toBe('reader');
    nowMs += ACCOUNT_LIMITS.refreshOverlapMs + 1;
    expect((await accepting(signed.access_token)).kind).toBe('refused');
    expect((await accepting(refreshed.access_token)).kind).toBe('reader');
    await fixture.account.db.pool.query(`update user_account set status = 'frozen' where id = $1`, [signed.userId]);
    expect((await accepting(refreshed.access_token)).kind).toBe('refused');
    await fixture.account.db.pool.query(`update user_account set status = 'active' where id = $1`, [signed.userId]);
    await endSession(fixture.account, signed.sid);
    expect((await accepting(refreshed.access_token)).kind).toBe('refused');
  });
});

it('the database contains no token and no key that gives access to a session', async () => {
  const signed = await signIn();
  const { rows } = await fixture.account.db.pool.query<{ all: string }>('select s::text as all from session s where sid = $1', [
    signed.sid,
  ]);
  for (const secret of [signed.access_token, signed.refresh_token, signed.dpAuthToken]) expect(rows[0]?.all).not.toContain(secret);
});
