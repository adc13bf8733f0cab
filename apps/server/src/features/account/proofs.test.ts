import { CodedError, LIMITS } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCaptcha, createImageCaptcha } from './captchas.ts';
import { createPasswordTransport } from './password-transport.ts';
import { proveSentCode } from './sent-codes.ts';
import { prepareSmsCode, sendSmsCode } from './sms-codes.ts';
import { type AccountFixture, createAccountFixture, encryptPassword, outcomeOf } from './testing/account-fixture.ts';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const NUMBER = { askedBy: '', refusal: 'account.smsCodeWrong' } as const;
const proof = (tel: string, code: string, type: 'login' | 'binding' = 'login') =>
  outcomeOf(proveSentCode(fixture.account, { ...NUMBER, target: tel, type, code }));
/** The account slice at one moment: the fixture's clock runs on by itself. */
const at = (nowMs: number): AccountFixture['account'] => ({ ...fixture.account, clock: { ...fixture.clock, now: () => nowMs } });
const ages = (lifetimeMs: number, refusal: string): [ageMs: number, outcome: string][] => [
  [lifetimeMs - 1, 'success'],
  [lifetimeMs, refusal],
  [lifetimeMs + 1, refusal],
];

describe('the image captcha', () => {
  it('lets one of two answers at the same moment through', async () => {
    const { captchaKey, captchaTxt } = await fixture.solvedCaptcha();
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => outcomeOf(checkCaptcha(fixture.account, { captchaKey, captchaTxt }))));
    expect(outcomes.filter((outcome) => outcome === 'success')).toHaveLength(1);
  });

  it('is used up by a wrong answer', async () => {
    const { captchaKey, captchaTxt } = await fixture.solvedCaptcha();
    expect(await outcomeOf(checkCaptcha(fixture.account, { captchaKey, captchaTxt: 'WRNG' }))).toBe('account.captchaWrong');
    expect(await outcomeOf(checkCaptcha(fixture.account, { captchaKey, captchaTxt }))).toBe('account.captchaWrong');
  });

  it('accepts small letters, spaces and full-width letters', async () => {
    const { captchaKey } = await fixture.solvedCaptcha();
    expect(await outcomeOf(checkCaptcha(fixture.account, { captchaKey, captchaTxt: 'ａ k7t ' }))).toBe('success');
  });

  it('has a key of 128 bits', async () => {
    const { key } = await createImageCaptcha(fixture.account, { address: '192.0.2.1' });
    expect(Buffer.from(key, 'base64url')).toHaveLength(16);
  });

  it.each(ages(LIMITS.captchaLifetimeMs, 'account.captchaWrong'))('%i ms old it gives %s', async (ageMs, outcome) => {
    const made = fixture.clock.now();
    const { key } = await createImageCaptcha(at(made), { address: '192.0.2.1' });
    expect(await outcomeOf(checkCaptcha(at(made + ageMs), { captchaKey: key, captchaTxt: 'AK7T' }))).toBe(outcome);
  });
});

describe('the SMS code', () => {
  it('allows five tries and no more, also at the same moment', async () => {
    const [patient, hasty] = ['13900000030', '13900000031'];
    const code = await fixture.sendCode(patient);
    for (let i = 1; i < LIMITS.smsCodeTries; i++) expect(await proof(patient, otherThan(code))).toBe('account.smsCodeWrong');
    expect(await proof(patient, code)).toBe('success');
    expect(await proof(patient, code)).toBe('account.smsCodeWrong');

    const second = await fixture.sendCode(hasty);
    await Promise.all(Array.from({ length: 20 }, () => proof(hasty, otherThan(second))));
    expect(await proof(hasty, second)).toBe('account.smsCodeWrong');
  });

  it('is bound to its number and its purpose', async () => {
    const [mine, yours] = ['13900000032', '13900000033'];
    const code = await fixture.sendCode(mine);
    await fixture.sendCode(yours);
    expect(await proof(mine, code, 'binding')).toBe('account.smsCodeWrong');
    expect(await outcomeOf(proveSentCode(fixture.account, { ...NUMBER, target: yours, type: 'login', code: otherThan(code) }))).toBe(
      'account.smsCodeWrong',
    );
    expect(await proof(mine, code)).toBe('success');
  });

  it.each(ages(LIMITS.smsCodeLifetimeMs, 'account.smsCodeWrong'))('%i ms old it gives %s', async (ageMs, outcome) => {
    const tel = `1390000${String(ageMs).padStart(4, '0').slice(-4)}`;
    const { code, at: sent } = await prepareSmsCode(at(fixture.clock.now()), { tel, type: 'login' }, { address: tel, deviceId: undefined });
    expect(await outcomeOf(proveSentCode(at(sent + ageMs), { ...NUMBER, target: tel, type: 'login', code }))).toBe(outcome);
  });

  it('dies when a newer one is sent', async () => {
    const tel = '13900000034';
    const first = await fixture.sendCode(tel);
    fixture.clock.advance(LIMITS.smsResendMs);
    const second = await fixture.sendCode(tel);
    // Of a million codes two may be the same; the old one is then the new one.
    expect(await proof(tel, first)).toBe(first === second ? 'success' : 'account.smsCodeWrong');
    expect(await proof(tel, second)).toBe('success');
  });

  it('is not kept in a form that can be read', async () => {
    const code = await fixture.sendCode('13900000035');
    const { rows } = await fixture.account.db.pool.query('select code_hash from sent_code where target = $1', ['13900000035']);
    expect(rows[0].code_hash).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('is not asked for twice within 60 s, and says how many seconds are left', async () => {
    const tel = '13900000036';
    await fixture.sendCode(tel);
    fixture.clock.advance(20_000);
    const wish = { tel, type: 'login', ...(await fixture.solvedCaptcha()) } as const;
    const refusal = await sendSmsCode(fixture.account, wish, { address: '192.0.2.1', deviceId: undefined }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(CodedError);
    expect(refusal).toMatchObject({ code: 'account.smsTooSoon', message: '请在 40 秒后重试' });
  });
});

describe('the way of a password', () => {
  const open = (encrypted: string) => fixture.account.transport.open(encrypted);

  it('opens what a client sealed, once', async () => {
    const encrypted = encryptPassword(await fixture.account.transport.issueKey(), '一个 密码');
    expect(await open(encrypted)).toBe('一个 密码');
    expect(await open(encrypted)).toBeUndefined();
  });

  it('lets one of several parallel uses of a nonce through', async () => {
    const key = await fixture.account.transport.issueKey();
    const opened = await Promise.all([1, 2, 3, 4].map(() => open(encryptPassword(key, 'parallel'))));
    expect(opened.filter((password) => password !== undefined)).toHaveLength(1);
  });

  it('takes nothing with a nonce that is old, foreign or altered', async () => {
    const key = await fixture.account.transport.issueKey();
    const altered = `${key.nonce.startsWith('A') ? 'B' : 'A'}${key.nonce.slice(1)}`;
    expect(await open(encryptPassword({ ...key, nonce: altered }, 'x'))).toBeUndefined();
    expect(await open(encryptPassword({ ...key, nonce: 'invented' }, 'x'))).toBeUndefined();
    fixture.clock.advance(5 * 60_000);
    expect(await open(encryptPassword(key, 'x'))).toBeUndefined();
  });

  it('tells malformed padding and an unknown plaintext from a right one by nothing but the missing password', async () => {
    const { kid } = await fixture.account.transport.issueKey();
    expect(await open(`${kid}:${Buffer.alloc(384, 1).toString('base64')}`)).toBeUndefined();
    expect(await open(`${kid}:AAAA`)).toBeUndefined();
  });

  it('asks for a fresh page when the key is unknown or the form is another', async () => {
    const { kid } = await fixture.account.transport.issueKey();
    expect(await outcomeOf(open('no-such-key:AAAA'))).toBe('account.passwordTransport');
    expect(await outcomeOf(open(`nosuchkey:AAAA`))).toBe('account.passwordTransport');
    expect(await outcomeOf(open(kid))).toBe('account.passwordTransport');
  });

  it('hands out a new key after 24 h and accepts the old one ten minutes longer', async () => {
    const old = await fixture.account.transport.issueKey();
    fixture.clock.advance(24 * 3_600_000);
    const fresh = await fixture.account.transport.issueKey();
    expect(fresh.kid).not.toBe(old.kid);
    const late = encryptPassword({ ...old, nonce: fresh.nonce }, 'late');
    expect(await open(late)).toBe('late');
    fixture.clock.advance(10 * 60_000);
    const tooLate = encryptPassword({ ...old, nonce: (await fixture.account.transport.issueKey()).nonce }, 'too late');
    expect(await outcomeOf(open(tooLate))).toBe('account.passwordTransport');
  });

  it('agrees with other instances on the key, also when they start at the same moment', async () => {
    fixture.clock.advance(25 * 3_600_000);
    const { db, clock, keys } = fixture.account;
    const instances = [1, 2, 3].map(() => createPasswordTransport({ db, clock, keys }));
    const issued = await Promise.all(instances.map((instance) => instance.issueKey()));
    expect(new Set(issued.map(({ kid }) => kid)).size).toBe(1);
    const [first, second] = instances;
    const encrypted = encryptPassword((await first?.issueKey()) ?? { kid: '', nonce: '', rsaKey: '' }, 'anywhere');
    expect(await second?.open(encrypted)).toBe('anywhere');
  });
});
