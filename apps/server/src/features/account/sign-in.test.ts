import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser, seedDemoPeople } from './people.ts';
import { endSession, revokeSessions } from './sessions.ts';
import { signInWithSmsCode } from './sign-in-with-sms-code.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from './testing/account-fixture.ts';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

const here = { deviceCode: 'web', deviceId: undefined, userAgent: '', address: '192.0.2.9' } as const;

describe('sign-in with an SMS code', () => {
  it('creates the account the first time and finds it the second time', async () => {
    const first = await fixture.signInBySms('13900000001');
    const second = await fixture.signInBySms('13900000001');
    expect([first.registered, second.registered]).toEqual([true, false]);
    const who = await fixture.authenticate(second.dpAuthToken);
    expect(who).toMatchObject({ kind: 'reader', reader: { roles: ['reader'] } });
  });

  it('says plainly that the number is new when the box is not ticked, and the code stays good', async () => {
    const tel = '13900000002';
    const code = await fixture.sendCode(tel);
    expect(await outcomeOf(signInWithSmsCode(fixture.account, { tel, code, autoRegister: false }, here))).toBe('account.notRegistered');
    const signedIn = await signInWithSmsCode(fixture.account, { tel, code, autoRegister: true }, here);
    expect(signedIn.registered).toBe(true);
  });

  it('lets one of two parallel uses of a code in', async () => {
    const tel = '13900000003';
    const code = await fixture.sendCode(tel);
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map(() => outcomeOf(signInWithSmsCode(fixture.account, { tel, code, autoRegister: true }, here))),
    );
    expect(outcomes.toSorted()).toEqual(['account.smsCodeWrong', 'account.smsCodeWrong', 'account.smsCodeWrong', 'success']);
  });
});

describe('sign-in with a password', () => {
  it('opens a session for each demo person with the role of design.md §7', async () => {
    await seedDemoPeople(fixture.account);
    await seedDemoPeople(fixture.account);
    const roles = ['reader', 'teacher', 'author', 'expert', 'editor', 'admin'];
    for (const [index, role] of roles.entries()) {
      const { dpAuthToken } = await fixture.signInByPassword(`1380000000${index + 1}`, 'Shufang-2026');
      const who = await fixture.authenticate(dpAuthToken);
      expect(who).toMatchObject({ kind: 'reader', reader: { roles: expect.arrayContaining(['reader', role]) } });
    }
  });

  it('answers alike for a wrong password, an unknown number and a number without a password', async () => {
    await fixture.signInBySms('13900000004');
    const outcomes = await Promise.all([
      outcomeOf(fixture.signInByPassword('13800000001', 'wrong-password')),
      outcomeOf(fixture.signInByPassword('13999999999', 'Shufang-2026')),
      outcomeOf(fixture.signInByPassword('13900000004', '')),
    ]);
    expect(new Set(outcomes)).toEqual(new Set(['account.credentialsWrong']));
  });

  it('takes a password of 64 Chinese characters exactly as typed', async () => {
    const password = ` ${'春眠不觉晓处处闻啼鸟'.repeat(6)}夜 `;
    await createUser(fixture.account, { tel: '13900000005', password, role: 'reader' });
    expect(await outcomeOf(fixture.signInByPassword('13900000005', password))).toBe('success');
    expect(await outcomeOf(fixture.signInByPassword('13900000005', password.trim()))).toBe('account.credentialsWrong');
  });

  it('refuses a second account for a number and a common password', async () => {
    const person = { tel: '13900000006', password: 'yuedu-haoshu-88', role: 'teacher' } as const;
    expect(await outcomeOf(createUser(fixture.account, person))).toBe('success');
    expect(await outcomeOf(createUser(fixture.account, person))).toBe('account.phoneTaken');
    expect(await outcomeOf(createUser(fixture.account, { ...person, tel: '13900000007', password: 'password1' }))).toBe(
      'account.passwordWeak',
    );
  });

  it('keeps a frozen person out, but says so only after the right password', async () => {
    const tel = '13900000008';
    await createUser(fixture.account, { tel, password: 'yuedu-haoshu-88', role: 'reader' });
    const { dpAuthToken } = await fixture.signInByPassword(tel, 'yuedu-haoshu-88');
    await fixture.account.db.pool.query(`update user_account set status = 'frozen' where tel = $1`, [tel]);
    expect(await fixture.authenticate(dpAuthToken)).toEqual({ kind: 'refused', code: 'requestLogin' });
    expect(await outcomeOf(fixture.signInByPassword(tel, 'yuedu-haoshu-88'))).toBe('account.frozen');
    expect(await outcomeOf(fixture.signInByPassword(tel, 'yuedu-haoshu-89'))).toBe('account.credentialsWrong');
  });
});

describe('sessions', () => {
  it('lets web, pc and mobile live side by side, and replaces only the same type', async () => {
    const tel = '13900000010';
    const web = await fixture.signInBySms(tel, 'web');
    const pc = await fixture.signInBySms(tel, 'pc');
    const newerWeb = await fixture.signInBySms(tel, 'web');
    expect(await fixture.authenticate(web.dpAuthToken)).toEqual({ kind: 'refused', code: 'userBeenKickedOut' });
    expect((await fixture.authenticate(pc.dpAuthToken, 'pc')).kind).toBe('reader');
    expect((await fixture.authenticate(newerWeb.dpAuthToken)).kind).toBe('reader');
  });

  it('tells the streams of a replaced session that it ended', async () => {
    const tel = '13900000011';
    const { dpAuthToken } = await fixture.signInBySms(tel);
    const who = await fixture.authenticate(dpAuthToken);
    const sid = who.kind === 'reader' ? who.reader.sid : '';
    const heard: unknown[] = [];
    const stop = fixture.events.subscribe(`session:${sid}:ended`, (data) => heard.push(data));
    await fixture.signInBySms(tel);
    stop();
    expect(heard).toEqual([expect.objectContaining({ sid, reason: 'replaced' })]);
  });

  it('asks to sign in after sign-out, after revocation and after 15 days', async () => {
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

  it('leaves exactly one of 50 parallel sign-ins of one device type alive', async () => {
    const tel = '13900000013';
    await createUser(fixture.account, { tel, password: 'yuedu-haoshu-88', role: 'reader' });
    const signIns = await Promise.all(Array.from({ length: 50 }, () => fixture.signInByPassword(tel, 'yuedu-haoshu-88')));
    const tokens = signIns.map(({ dpAuthToken }) => dpAuthToken);
    const answers = await Promise.all(tokens.map((token) => fixture.authenticate(token)));
    expect(answers.filter(({ kind }) => kind === 'reader')).toHaveLength(1);
    expect(answers.filter((answer) => answer.kind === 'refused' && answer.code === 'userBeenKickedOut')).toHaveLength(49);
  });
});
