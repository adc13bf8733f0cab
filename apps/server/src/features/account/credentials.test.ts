import { LIMITS, type LoginResult, type SmsType, TERMS_VERSION } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { unavailableSms } from '../../gateways/sms/unavailable-sms.ts';
import { changePasswordBySms, sendResetCode } from './change-password.ts';
import { changePhone, sendCodeToMe } from './change-phone.ts';
import { giveConsent } from './consent.ts';
import { getUserInfo } from './get-user-info.ts';
import { createUser } from './people.ts';
import { signInWithPassword } from './sign-in-with-password.ts';
import { signUp } from './sign-up.ts';
import { type AccountFixture, createAccountFixture, encryptPassword, outcomeOf } from './testing/account-fixture.ts';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

const GOOD = 'yuedu-haoshu-88';
const BETTER = 'yuedu-haoshu-99';
let addresses = 0;
/** Every asker from a network of their own, so that no test spends the budget of another. */
const nextAddress = (): string => {
  addresses += 1;
  return `203.0.113.${addresses}`;
};
const here = () => ({ deviceCode: 'web', deviceId: undefined, userAgent: '', address: nextAddress() }) as const;
const sealed = async (password: string): Promise<string> => encryptPassword(await fixture.account.transport.issueKey(), password);
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const codeFor = (tel: string, type: SmsType = 'binding'): Promise<string> => fixture.sendCode(tel, { type, address: nextAddress() });
const idOf = async ({ dpAuthToken }: LoginResult): Promise<string> => {
  const who = await fixture.authenticate(dpAuthToken);
  return who.kind === 'reader' ? who.reader.userId : '';
};
const signInWith = (tel: string, password: string): Promise<string> =>
  outcomeOf(fixture.signInByPassword(tel, password, { address: nextAddress() }));

const join = async (tel: string, smsCode: string, password = GOOD): Promise<LoginResult> =>
  signUp(fixture.account, { tel, smsCode, password: await sealed(password) }, here());
const personWith = async (tel: string): Promise<string> => (await createUser(fixture.account, { tel, password: GOOD, role: 'reader' })).id;

const askForReset = async (tel: string): Promise<string> => {
  const before = fixture.sent.length;
  await sendResetCode(fixture.account, { tel }, { address: nextAddress(), deviceId: undefined });
  await vi.waitFor(() => expect(fixture.sent.length).toBe(before + 1), { timeout: 10_000 });
  return fixture.sent.at(-1)?.code ?? '';
};
const reset = async (tel: string, code: string, password: string): Promise<string> =>
  outcomeOf(changePasswordBySms(fixture.account, { tel, code, password: await sealed(password) }, { address: nextAddress() }));

describe('signing up', () => {
  it('makes an account, signs in, and writes down what was agreed to', async () => {
    const tel = '13900000101';
    const login = await join(tel, await codeFor(tel));
    expect(login.registered).toBe(true);
    const userId = await idOf(login);
    expect(await getUserInfo(fixture.account, userId)).toMatchObject({
      tel: '139****0101',
      hasPassword: true,
      consentVersion: TERMS_VERSION,
    });
    const { rows } = await fixture.account.db.pool.query('select version, network from user_consent where user_id = $1', [userId]);
    expect(rows).toEqual([{ version: TERMS_VERSION, network: `203.0.113.${addresses}` }]);
    expect(await signInWith(tel, GOOD)).toBe('success');
  });

  it('says that the number is taken to who holds it, and to nobody else', async () => {
    const tel = '13900000102';
    await personWith(tel);
    expect(await outcomeOf(join(tel, '000000'))).toBe('account.smsCodeWrong');
    const code = await codeFor(tel);
    expect(await outcomeOf(join(tel, otherThan(code)))).toBe('account.smsCodeWrong');
    expect(await outcomeOf(join(tel, code, BETTER))).toBe('account.phoneTaken');
    expect(await signInWith(tel, GOOD)).toBe('success');
  });

  it('leaves a right code good as often as the password has to be chosen anew', async () => {
    const tel = '13900000103';
    const code = await codeFor(tel);
    for (let i = 0; i <= LIMITS.smsCodeTries; i++) expect(await outcomeOf(join(tel, code, '12345678'))).toBe('account.passwordWeak');
    const used = await sealed(GOOD);
    await fixture.account.transport.open(used);
    expect(await outcomeOf(signUp(fixture.account, { tel, smsCode: code, password: used }, here()))).toBe('account.passwordTransport');
    expect(await outcomeOf(join(tel, code))).toBe('success');
    expect(await outcomeOf(join(tel, code))).toBe('account.smsCodeWrong');
  });

  it('takes the code of its own purpose only, five tries and no more', async () => {
    const tel = '13900000104';
    expect(await outcomeOf(join(tel, await codeFor(tel, 'login')))).toBe('account.smsCodeWrong');
    fixture.clock.advance(LIMITS.smsResendMs);
    const code = await codeFor(tel);
    for (let i = 0; i < LIMITS.smsCodeTries; i++) expect(await outcomeOf(join(tel, otherThan(code)))).toBe('account.smsCodeWrong');
    expect(await outcomeOf(join(tel, code))).toBe('account.smsCodeWrong');
  });

  it('makes one account of several wishes at the same moment', async () => {
    const tel = '13900000105';
    const code = await codeFor(tel);
    const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(join(tel, code))));
    expect(outcomes.filter((outcome) => outcome === 'success')).toHaveLength(1);
    expect(outcomes.filter((outcome) => ['account.smsCodeWrong', 'account.phoneTaken'].includes(outcome))).toHaveLength(2);
  });
});

describe('a forgotten password', () => {
  it('is replaced by who holds the number, and every session ends', async () => {
    const tel = '13900000110';
    await personWith(tel);
    const before = [await fixture.signInBySms(tel, 'web'), await fixture.signInBySms(tel, 'pc')];
    fixture.clock.advance(LIMITS.smsResendMs);
    expect(await reset(tel, await askForReset(tel), BETTER)).toBe('success');
    for (const [index, { dpAuthToken }] of before.entries())
      expect(await fixture.authenticate(dpAuthToken, index === 0 ? 'web' : 'pc')).toEqual({ kind: 'refused', code: 'requestLogin' });
    expect(await signInWith(tel, GOOD)).toBe('account.credentialsWrong');
    expect(await signInWith(tel, BETTER)).toBe('success');
  });

  it('lets nobody in by the old one, not even who was just found right', async () => {
    const tel = '13900000205';
    await personWith(tel);
    const code = await askForReset(tel);
    const { hasher } = fixture.account;
    const slow: typeof hasher = {
      ...hasher,
      verify: async (hash, password) => {
        const right = await hasher.verify(hash, password);
        expect(await reset(tel, code, BETTER)).toBe('success');
        return right;
      },
    };
    const attempt = { tel, password: await sealed(GOOD), ...(await fixture.solvedCaptcha()) };
    expect(await outcomeOf(signInWithPassword({ ...fixture.account, hasher: slow }, attempt, here()))).toBe('account.credentialsWrong');
    expect(await signInWith(tel, BETTER)).toBe('success');
  });

  it('is a first one for who signed in by SMS alone', async () => {
    const tel = '13900000111';
    await fixture.signInBySms(tel);
    fixture.clock.advance(LIMITS.smsResendMs);
    expect(await reset(tel, await askForReset(tel), GOOD)).toBe('success');
    expect(await signInWith(tel, GOOD)).toBe('success');
  });

  it('leaves the sessions and the code alone when the new one is refused', async () => {
    const tel = '13900000112';
    await personWith(tel);
    const { dpAuthToken } = await fixture.signInBySms(tel);
    fixture.clock.advance(LIMITS.smsResendMs);
    const code = await askForReset(tel);
    for (let i = 0; i <= LIMITS.smsCodeTries; i++) expect(await reset(tel, code, tel)).toBe('account.passwordWeak');
    expect((await fixture.authenticate(dpAuthToken)).kind).toBe('reader');
    expect(await reset(tel, code, BETTER)).toBe('success');
    expect(await reset(tel, code, GOOD)).toBe('account.smsCodeWrong');
  });

  it('answers a number nobody has as any other: the same words, the same budget, the same tries, and no message', async () => {
    const [known, unknown] = ['13900000113', '13900000114'];
    await personWith(known);
    const told: unknown[][] = [];
    for (const tel of [known, unknown]) {
      const [before, address] = [fixture.sent.length, nextAddress()];
      const ask = () => sendResetCode(fixture.account, { tel }, { address, deviceId: undefined });
      const words: unknown[] = [Object.keys(await ask()), await outcomeOf(ask())];
      for (let i = 0; i <= LIMITS.smsCodeTries; i++) words.push(await reset(tel, 'abcdef', BETTER));
      for (let i = 1; i < LIMITS.smsPerNumberPerHour; i++) {
        fixture.clock.advance(LIMITS.smsResendMs);
        words.push(await outcomeOf(ask()));
      }
      fixture.clock.advance(LIMITS.smsResendMs);
      words.push(await outcomeOf(ask()));
      told.push(words);
      const sent = tel === known ? LIMITS.smsPerNumberPerHour : 0;
      await vi.waitFor(() => expect(fixture.sent.length).toBe(before + sent), { timeout: 10_000 });
    }
    expect(told[1]).toEqual(told[0]);
    expect(told[0]?.slice(0, 3)).toEqual([['resendAt'], 'account.smsTooSoon', 'account.smsCodeWrong']);
    expect(told[0]?.at(-1)).toBe('account.smsBudget');
    expect(fixture.sent.filter(({ tel }) => tel === unknown)).toEqual([]);
  });

  it('is refused to who is frozen, and asked for in vain where there is no supplier', async () => {
    const tel = '13900000115';
    const id = await personWith(tel);
    await fixture.account.db.pool.query(`update user_account set status = 'frozen' where id = $1`, [id]);
    expect(await reset(tel, await askForReset(tel), BETTER)).toBe('account.frozen');
    const without = { ...fixture.account, sms: unavailableSms };
    for (const number of [tel, '13900000116'])
      expect(await outcomeOf(sendResetCode(without, { tel: number }, { address: nextAddress(), deviceId: undefined }))).toBe(
        'account.smsUnavailable',
      );
  });
});

describe('another phone number', () => {
  const ask = async (userId: string): Promise<string> => {
    const captcha = await fixture.solvedCaptcha();
    await sendCodeToMe(fixture.account, userId, captcha, { address: nextAddress(), deviceId: undefined });
    return fixture.sent.at(-1)?.code ?? '';
  };
  const move = (userId: string, oldCode: string, tel: string, code: string, address = nextAddress()): Promise<string> =>
    outcomeOf(changePhone(fixture.account, userId, { oldCode, tel, code }, { address }));
  const telOf = async (userId: string): Promise<string> => (await getUserInfo(fixture.account, userId)).tel;

  it('takes the place of the old one with a code to each; sessions stay, and the old number is free', async () => {
    const [oldTel, newTel] = ['13900000120', '13900000121'];
    const login = await fixture.signInBySms(oldTel);
    const userId = await idOf(login);
    const oldCode = await ask(userId);
    expect(fixture.sent.at(-1)).toMatchObject({ tel: oldTel, type: 'binding' });
    const code = await codeFor(newTel);
    expect(await move(userId, oldCode, newTel, code)).toBe('success');
    expect(await telOf(userId)).toBe('139****0121');
    expect((await fixture.authenticate(login.dpAuthToken)).kind).toBe('reader');
    fixture.clock.advance(LIMITS.smsResendMs);
    expect(await idOf(await fixture.signInBySms(newTel))).toBe(userId);
    expect((await fixture.signInBySms(oldTel)).registered).toBe(true);
    // Both are used up.
    expect(await move(userId, code, '13900000122', oldCode)).toBe('account.oldCodeWrong');
  });

  it('says which of the two codes is wrong, and a right one stays good', async () => {
    const newTel = '13900000124';
    const userId = await idOf(await fixture.signInBySms('13900000123'));
    const [oldCode, code] = [await ask(userId), await codeFor(newTel)];
    expect(await move(userId, otherThan(oldCode), newTel, code)).toBe('account.oldCodeWrong');
    for (let i = 1; i < LIMITS.smsCodeTries; i++) expect(await move(userId, oldCode, newTel, otherThan(code))).toBe('account.smsCodeWrong');
    expect(await telOf(userId)).toBe('139****0123');
    expect(await move(userId, oldCode, newTel, code)).toBe('success');
  });

  it('is refused when it is taken, to who holds it; neither code is lost by that', async () => {
    const [newTel, freeTel] = ['13900000126', '13900000127'];
    await personWith(newTel);
    const userId = await idOf(await fixture.signInBySms('13900000125'));
    const oldCode = await ask(userId);
    expect(await move(userId, oldCode, newTel, '000000')).toBe('account.smsCodeWrong');
    const code = await codeFor(newTel);
    for (let i = 0; i <= LIMITS.smsCodeTries; i++) expect(await move(userId, oldCode, newTel, code)).toBe('account.phoneTaken');
    expect(await move(userId, oldCode, '13900000125', oldCode)).toBe('account.phoneTaken');
    expect(await telOf(userId)).toBe('139****0125');
    expect(await move(userId, oldCode, freeTel, await codeFor(freeTel))).toBe('success');
  });

  it('is reached by one of several moves at the same moment', async () => {
    const userId = await idOf(await fixture.signInBySms('13900000128'));
    const targets = ['13900000129', '13900000130', '13900000131'];
    const oldCode = await ask(userId);
    const codes: string[] = [];
    for (const tel of targets) codes.push(await codeFor(tel));
    const outcomes = await Promise.all(targets.map((tel, index) => move(userId, oldCode, tel, codes[index] ?? '')));
    expect(outcomes.filter((outcome) => outcome === 'success')).toHaveLength(1);
    const reached = targets[outcomes.indexOf('success')] ?? '';
    expect(await telOf(userId)).toBe(`139****${reached.slice(-4)}`);
  });

  it('cannot be guessed at: wrong codes count against the network', async () => {
    const userId = await idOf(await fixture.signInBySms('13900000132'));
    const address = nextAddress();
    const outcomes: string[] = [];
    for (let i = 0; i <= LIMITS.failedLoginsPerAddressPerHour; i++)
      outcomes.push(await move(userId, '000000', '13900000133', '000000', address));
    expect(outcomes.filter((outcome) => outcome === 'account.oldCodeWrong')).toHaveLength(LIMITS.failedLoginsPerAddressPerHour);
    expect(outcomes.at(-1)).toBe('account.tooManyFailures');
  });

  it('needs an old one', async () => {
    const userId = await idOf(await fixture.signInBySms('13900000134'));
    await fixture.account.db.pool.query('update user_account set tel = null where id = $1', [userId]);
    expect(await outcomeOf(ask(userId))).toBe('account.phoneMissing');
  });
});

describe('consent', () => {
  it('is written down once for each version, and only for the one that stands on the site', async () => {
    const userId = await idOf(await fixture.signInBySms('13900000140'));
    expect((await getUserInfo(fixture.account, userId)).consentVersion).toBe(0);
    const give = (version: number) => giveConsent(fixture.account, userId, version, { address: '2001:db8:1:2::1' });
    expect((await give(TERMS_VERSION)).consentVersion).toBe(TERMS_VERSION);
    expect((await give(TERMS_VERSION)).consentVersion).toBe(TERMS_VERSION);
    expect(await outcomeOf(give(TERMS_VERSION + 1))).toBe('account.consentOutdated');
    const { rows } = await fixture.account.db.pool.query('select version, network from user_consent where user_id = $1', [userId]);
    expect(rows).toEqual([{ version: TERMS_VERSION, network: '2001:db8:1:2::/64' }]);
  });
});
