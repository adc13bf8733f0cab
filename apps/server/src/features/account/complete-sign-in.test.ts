/**
 * Tests of the steps that complete every sign-in, and of the sign-in tickets between the steps. The tests assert error codes and fields,
 * not messages.
 */

import { CodedError, deviceInUse, LIMITS, secondFactorRequired } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckSecondFactor, completeSignIn, continueSignIn } from './complete-sign-in.ts';
import { findOrRegister } from './create-users.ts';
import { forgetExpiredProofs } from './forget-expired.ts';
import { ACCOUNT_LIMITS } from './limits.ts';
import { changePasswordBySms } from './password/change-password-by-sms.ts';
import { type Device, revokeSessions } from './sessions.ts';
import { signInWithPassword } from './sign-in/sign-in-with-password.ts';
import { type AccountFixture, createAccountFixture, encryptPassword, outcomeOf } from './testing/account-fixture.ts';
import { callerOf, payloadOf } from './testing/caller.ts';

let fixture: AccountFixture;
/** Ids of users who need a second factor. */
const guarded = new Set<string>();
/** The time is fixed, so that limits are tested exactly. */
let nowMs = Date.UTC(2026, 5, 1);
const advance = (ms: number): void => {
  nowMs += ms;
};
beforeAll(async () => {
  fixture = await createAccountFixture({ clock: { now: () => nowMs }, needsSecondFactor: async (_tx, userId) => guarded.has(userId) });
});
afterAll(() => fixture.drop());

let made = 0;
const aTel = (): string => `1352222${String(++made).padStart(4, '0')}`;
const aUser = async (tel = aTel()) => (await findOrRegister(fixture.account, tel)).user;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const aDevice = (deviceId: string | undefined, changes: Partial<Device> = {}): Device => ({
  deviceCode: 'web',
  deviceId,
  userAgent: FIREFOX,
  ...changes,
});
const [office, library] = [aDevice('desk000001'), aDevice('library001')];
const isLive = async (token: string): Promise<boolean> => (await fixture.authenticate(token)).kind === 'reader';
const refusalOf = async (work: Promise<unknown>): Promise<CodedError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CodedError)) throw new Error('the sign-in was not refused');
  return error;
};
const asks = { ifSignedInElsewhere: 'ask' } as const;
const askedTicket = async (user: Awaited<ReturnType<typeof aUser>>, device = library): Promise<string> =>
  deviceInUse.parse((await refusalOf(completeSignIn(fixture.account, user, device, asks))).payload).ticket;
const replace = (ticket: string, device = library) => continueSignIn(fixture.account, { purpose: 'replaceDevice', ticket }, device);

describe('a sign-in that asks before it replaces a device', () => {
  it('names the device in use and when it was last seen, and changes nothing', async () => {
    const user = await aUser();
    const old = await completeSignIn(fixture.account, user, office);
    const seenAt = nowMs;
    advance(1_000);
    const refusal = await refusalOf(completeSignIn(fixture.account, user, library, { ...asks, returnTo: '/bookshelf' }));
    expect([refusal.code, refusal.payload]).toEqual([
      'account.deviceInUse',
      {
        ticket: expect.stringMatching(/^[\w-]{22}$/),
        expiresAt: nowMs + 2 * 60_000,
        device: { name: 'Firefox · Linux', lastSeenAt: seenAt },
        returnTo: '/bookshelf',
      },
    ]);
    expect(await isLive(old.dpAuthToken)).toBe(true);
  });

  it('replaces the device with the ticket, once, also when the ticket is used twice concurrently', async () => {
    const user = await aUser();
    const old = await completeSignIn(fixture.account, user, office);
    const ticket = await askedTicket(user);
    const outcomes = await Promise.allSettled([replace(ticket), replace(ticket), replace(ticket)]);
    const opened = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(opened).toHaveLength(1);
    expect(opened[0]?.replaced?.name).toBe('Firefox · Linux');
    expect(await fixture.authenticate(old.dpAuthToken)).toEqual({ kind: 'refused', code: 'userBeenKickedOut' });
    expect(await isLive(opened[0]?.dpAuthToken ?? '')).toBe(true);
    expect(await outcomeOf(replace(ticket))).toBe('account.signInExpired');
  });

  it('opens at once when it replaces nothing: no session, an expired one, another device type, this same device', async () => {
    const user = await aUser();
    expect(await outcomeOf(completeSignIn(fixture.account, user, office, asks))).toBe('success');
    expect(await outcomeOf(completeSignIn(fixture.account, user, office, asks))).toBe('success');
    expect(await outcomeOf(completeSignIn(fixture.account, user, aDevice('phone00001', { deviceCode: 'mobile' }), asks))).toBe('success');
    advance(LIMITS.sessionLifetimeMs);
    expect(await outcomeOf(completeSignIn(fixture.account, user, library, asks))).toBe('success');
    // `nameless` sends no device id, so even its own session counts as that of another device.
    const [nameless, other] = [aDevice(undefined), await aUser()];
    await completeSignIn(fixture.account, other, nameless);
    expect(await outcomeOf(completeSignIn(fixture.account, other, nameless, asks))).toBe('account.deviceInUse');
  });

  it('replaces at once when the client does not want to be asked', async () => {
    const user = await aUser();
    const old = await completeSignIn(fixture.account, user, office);
    for (const input of [{}, { ifSignedInElsewhere: 'replace' } as const]) {
      expect(await outcomeOf(completeSignIn(fixture.account, user, library, input))).toBe('success');
      expect(await isLive(old.dpAuthToken)).toBe(false);
    }
  });

  it('asks again when another device has signed in since, and opens when the shown device has signed out', async () => {
    const user = await aUser();
    await completeSignIn(fixture.account, user, office);
    const ticket = await askedTicket(user);
    await completeSignIn(fixture.account, user, aDevice('third00001', { userAgent: 'Mozilla/5.0 (Macintosh) Safari/605' }));
    const again = deviceInUse.parse((await refusalOf(replace(ticket))).payload);
    expect(again.device.name).toBe('Safari · macOS');
    expect((await replace(again.ticket)).replaced?.name).toBe('Safari · macOS');

    const other = await aUser();
    await completeSignIn(fixture.account, other, office);
    const unneeded = await askedTicket(other);
    await fixture.account.db.pool.query('delete from session where user_id = $1', [other.id]);
    expect((await replace(unneeded)).replaced).toBeNull();
  });

  it('reveals nothing after a wrong password', async () => {
    const tel = aTel();
    const user = await aUser(tel);
    const passwordHash = await fixture.account.hasher.hash('yuedu-haoshu-88');
    await fixture.account.db.pool.query('update user_account set password_hash = $2 where id = $1', [user.id, passwordHash]);
    await completeSignIn(fixture.account, user, office);
    const signIn = async (password: string) =>
      payloadOf(
        signInWithPassword(fixture.account, callerOf({ ...library, address: '192.0.2.1' }), {
          tel,
          password: encryptPassword(await fixture.account.transport.issueKey(), password),
          ...(await fixture.solvedCaptcha()),
          ...asks,
        }),
      );
    expect((await refusalOf(signIn('yuedu-haoshu-89'))).payload).toBeUndefined();
    expect(await outcomeOf(signIn('yuedu-haoshu-89'))).toBe('account.credentialsWrong');
    expect(await outcomeOf(signIn('yuedu-haoshu-88'))).toBe('account.deviceInUse');
  });
});

describe('a ticket', () => {
  it('is valid for exactly two minutes', async () => {
    const user = await aUser();
    await completeSignIn(fixture.account, user, office);
    const [first, second] = [await askedTicket(user), await askedTicket(user)];
    advance(ACCOUNT_LIMITS.replaceDeviceTicketMs - 1);
    expect(await outcomeOf(replace(first))).toBe('success');
    advance(1);
    expect(await outcomeOf(replace(second))).toBe('account.signInExpired');
  });

  it('is bound to the device it was given to, and remains valid for it', async () => {
    const user = await aUser();
    await completeSignIn(fixture.account, user, office);
    const ticket = await askedTicket(user);
    const thieves = [office, aDevice(undefined), aDevice(library.deviceId, { deviceCode: 'pc' })];
    for (const thief of thieves) expect(await outcomeOf(replace(ticket, thief))).toBe('account.signInExpired');
    expect(await outcomeOf(replace(ticket, aDevice(library.deviceId, { userAgent: 'another network' })))).toBe('success');
  });

  it('becomes invalid when the password or the number changes, every session is ended, or the account is frozen', async () => {
    const changes: [(id: string, tel: string) => Promise<unknown>, string][] = [
      [
        (id) => fixture.account.db.pool.query(`update user_account set password_hash = 'another' where id = $1`, [id]),
        'account.signInExpired',
      ],
      [(id) => fixture.account.db.pool.query('update user_account set tel = $2 where id = $1', [id, aTel()]), 'account.signInExpired'],
      [(id) => revokeSessions(fixture.account, id), 'account.signInExpired'],
      [(id) => fixture.account.db.pool.query(`update user_account set status = 'frozen' where id = $1`, [id]), 'account.frozen'],
      [
        async (_id, tel) => {
          const code = await fixture.sendCode(tel, { type: 'resetPassword' });
          const password = encryptPassword(await fixture.account.transport.issueKey(), 'xin-mima-2026');
          await payloadOf(changePasswordBySms(fixture.account, callerOf({ address: '192.0.2.1' }), { tel, code, password }));
        },
        'account.signInExpired',
      ],
    ];
    for (const [change, code] of changes) {
      const tel = aTel();
      const user = await aUser(tel);
      await completeSignIn(fixture.account, user, office);
      const ticket = await askedTicket(user);
      await change(user.id, tel);
      expect(await outcomeOf(replace(ticket))).toBe(code);
    }
  });

  it('is stored as a hash, and deleted after it expires', async () => {
    const user = await aUser();
    await completeSignIn(fixture.account, user, office);
    const ticket = await askedTicket(user);
    const rows = async () =>
      (await fixture.account.db.pool.query<{ all: string }>('select t::text as all from sign_in_ticket t where user_id = $1', [user.id]))
        .rows;
    expect(JSON.stringify(await rows())).not.toContain(ticket);
    expect(await rows()).toHaveLength(1);
    advance(ACCOUNT_LIMITS.replaceDeviceTicketMs + 1);
    await forgetExpiredProofs(fixture.account);
    expect(await rows()).toHaveLength(0);
  });
});

describe('the second factor', () => {
  const right: CheckSecondFactor = async () => undefined;
  const wrong: CheckSecondFactor = async () => {
    throw new CodedError('account.credentialsWrong');
  };
  const aGuarded = async () => {
    const user = await aUser();
    guarded.add(user.id);
    return user;
  };
  const ticketOf = async (user: Awaited<ReturnType<typeof aUser>>, options = {}): Promise<string> =>
    secondFactorRequired.parse((await refusalOf(completeSignIn(fixture.account, user, library, options))).payload).ticket;
  const verify = (ticket: string, check: CheckSecondFactor, device = library) =>
    continueSignIn(fixture.account, { purpose: 'secondFactor', ticket, check }, device);

  it('is checked before the user is asked about another device', async () => {
    const user = await aUser();
    const old = await completeSignIn(fixture.account, user, office);
    guarded.add(user.id);
    const ticket = await ticketOf(user, { ...asks, registered: true });
    const refusal = await refusalOf(verify(ticket, right));
    expect(refusal.code).toBe('account.deviceInUse');
    expect(await isLive(old.dpAuthToken)).toBe(true);
    const opened = await replace(deviceInUse.parse(refusal.payload).ticket);
    expect(opened.registered).toBe(true);
    expect(await isLive(opened.dpAuthToken)).toBe(true);
  });

  it('has a ticket valid for five minutes that no other step accepts', async () => {
    const user = await aGuarded();
    const ticket = await ticketOf(user);
    expect(await outcomeOf(replace(ticket))).toBe('account.signInExpired');
    advance(ACCOUNT_LIMITS.secondFactorTicketMs - 1);
    expect(await outcomeOf(verify(ticket, right, office))).toBe('account.signInExpired');
    expect(await outcomeOf(verify(ticket, right))).toBe('success');
    const late = await ticketOf(user);
    advance(ACCOUNT_LIMITS.secondFactorTicketMs);
    expect(await outcomeOf(verify(late, right))).toBe('account.signInExpired');
    guarded.delete(user.id);
    const other = await askedTicket(user, office);
    expect(await outcomeOf(verify(other, right, office))).toBe('account.signInExpired');
  });

  it(`may be wrong ${ACCOUNT_LIMITS.secondFactorTries - 1} times, and cannot be guessed by many concurrent calls`, async () => {
    const patient = await ticketOf(await aGuarded());
    for (let n = 1; n < ACCOUNT_LIMITS.secondFactorTries; n += 1)
      expect(await outcomeOf(verify(patient, wrong))).toBe('account.credentialsWrong');
    expect(await outcomeOf(verify(patient, right))).toBe('success');
    const guessed = await ticketOf(await aGuarded());
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(verify(guessed, wrong))));
    expect(outcomes.filter((code) => code === 'account.credentialsWrong')).toHaveLength(ACCOUNT_LIMITS.secondFactorTries);
    expect(await outcomeOf(verify(guessed, right))).toBe('account.signInExpired');
  });
});

it('the sign-in method receives the new session, whichever step it opened after', async () => {
  const user = await aUser();
  const used: unknown[] = [];
  fixture.account.followUps.set('test', async (session, data) => void used.push([session.userId, session.sid.length > 0, data]));
  await completeSignIn(fixture.account, user, office, { followUp: { name: 'test', data: 1 } });
  const refusal = await refusalOf(
    completeSignIn(fixture.account, user, library, { ...asks, followUp: { name: 'test', data: { two: [2] } } }),
  );
  expect(used).toEqual([[user.id, true, 1]]);
  await replace(deviceInUse.parse(refusal.payload).ticket);
  expect(used).toEqual([
    [user.id, true, 1],
    [user.id, true, { two: [2] }],
  ]);
});

describe('where two sessions of a device type are allowed', () => {
  let two: AccountFixture;
  beforeAll(async () => {
    two = await createAccountFixture({ clock: { now: () => nowMs }, sessionsPerDeviceType: 2 });
  });
  afterAll(() => two.drop());
  const isLiveThere = async (token: string) => (await two.authenticate(token)).kind === 'reader';

  it('a third sign-in replaces the one that began first, and asks about that one', async () => {
    const { user } = await findOrRegister(two.account, aTel());
    const first = await completeSignIn(two.account, user, office);
    advance(1_000);
    const second = await completeSignIn(two.account, user, aDevice('second0001'), asks);
    advance(1_000);
    // The session that began first was used last, but the time of last use does not decide which session a sign-in replaces.
    await two.account.db.pool.query('update session set last_seen_at = $1 where public_id = $2', [nowMs, first.loginTHQS]);
    expect(deviceInUse.parse((await refusalOf(completeSignIn(two.account, user, library, asks))).payload).device.lastSeenAt).toBe(nowMs);
    const third = await completeSignIn(two.account, user, library);
    expect([await isLiveThere(first.dpAuthToken), await isLiveThere(second.dpAuthToken), await isLiveThere(third.dpAuthToken)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await two.authenticate(first.dpAuthToken)).toEqual({ kind: 'refused', code: 'userBeenKickedOut' });
    expect([second.replaced, third.replaced?.name]).toEqual([null, 'Firefox · Linux']);
    // A new sign-in on the same device replaces the session of that device, although another session is older.
    const again = await completeSignIn(two.account, user, library, asks);
    expect([await isLiveThere(second.dpAuthToken), await isLiveThere(third.dpAuthToken), await isLiveThere(again.dpAuthToken)]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
