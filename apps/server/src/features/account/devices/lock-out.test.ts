/**
 * Tests that the owner of an account can sign in from a known device, by SMS, by password and with a new password, whatever limits other
 * devices exhaust.
 */

import { LIMITS, type LoginResult } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCaptcha } from '../captcha/captchas.ts';
import { getCaptcha } from '../captcha/get-captcha.ts';
import { getSlider } from '../captcha/get-slider.ts';
import { sendSmsCode } from '../codes/send-sms-code.ts';
import { createUser } from '../create-users.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { changePasswordBySms } from '../password/change-password-by-sms.ts';
import { sendResetCode } from '../password/send-reset-code.ts';
import { revokeSessions } from '../sessions.ts';
import { signInWithPassword } from '../sign-in/sign-in-with-password.ts';
import { signInWithSmsCode } from '../sign-in/sign-in-with-sms-code.ts';
import { type AccountFixture, createAccountFixture, encryptPassword, outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf } from '../testing/caller.ts';
import { issueDeviceCredential, knownDeviceOf, type LimitedCaller } from './known-devices.ts';

const PASSWORD = 'yuedu-haoshu-88';
const NEW_PASSWORD = 'yuedu-haoshu-99';
const CAMPUS = '203.0.113.5';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

const device = (caller: LimitedCaller) => ({ deviceCode: 'web', deviceId: caller.deviceId, userAgent: '', ...caller }) as const;
const sealed = async (password: string): Promise<string> => encryptPassword(await fixture.account.transport.issueKey(), password);
const lastCode = (tel: string): string => fixture.sent.findLast((message) => message.tel === tel)?.code ?? '';
/** A captcha is created from another address, because these tests check the limits that apply after the captcha. */
const picture = () => fixture.solvedCaptcha();

const askForCode = async (tel: string, caller: LimitedCaller): Promise<string> =>
  outcomeOf(sendSmsCode(fixture.account, callerOf(caller), { tel, type: 'login', ...(await picture()) }));
const askForReset = (tel: string, caller: LimitedCaller): Promise<string> =>
  outcomeOf(sendResetCode(fixture.account, callerOf(caller), { tel, type: 'resetPassword' }));
const byPassword = async (tel: string, password: string, caller: LimitedCaller): Promise<LoginResult> =>
  payloadOf(signInWithPassword(fixture.account, callerOf(device(caller)), { tel, password: await sealed(password), ...(await picture()) }));
const byCode = (tel: string, code: string, caller: LimitedCaller): Promise<LoginResult> =>
  payloadOf(signInWithSmsCode(fixture.account, callerOf(device(caller)), { tel, code, autoRegister: false }));

/** Creates an owner who has signed in from a device before, and an attacker behind the same IP address. */
const createScenario = async (tel: string): Promise<{ owner: LimitedCaller; attacker: LimitedCaller; userId: string }> => {
  const { id } = await createUser(fixture.account, { tel, password: PASSWORD, role: 'reader' });
  const phone = { address: CAMPUS, deviceId: `phone${tel}` };
  const { deviceCredential = '' } = await byPassword(tel, PASSWORD, { ...phone, address: tel });
  return {
    owner: { ...phone, deviceCredentials: [deviceCredential ?? ''] },
    attacker: { address: CAMPUS, deviceId: `phone${tel}` },
    userId: id,
  };
};

/**
 * Exhausts every limit that an attacker can use up: messages of each purpose, wrong passwords, wrong codes. Afterwards all of them are
 * exhausted at the same time, which is the worst moment for the owner to sign in.
 */
const exhaust = async (tel: string, attacker: LimitedCaller): Promise<void> => {
  for (let n = 0; n < ACCOUNT_LIMITS.smsSignInPerNumberPerDay; n++) {
    await askForCode(tel, { ...attacker, address: `10.0.0.${n}` });
    await askForReset(tel, { ...attacker, address: `10.0.0.${n}` });
    fixture.clock.advance(LIMITS.smsResendMs);
  }
  for (let n = 0; n <= ACCOUNT_LIMITS.failedLoginsPerIpPerHour; n++) {
    await outcomeOf(byPassword(tel, 'wrong', attacker));
    await outcomeOf(byCode(tel, '000000', attacker));
  }
};

describe('an owner whose limits an attacker has exhausted', () => {
  it('is rejected on an unknown device, as every user is', async () => {
    const tel = '13911110001';
    const { attacker } = await createScenario(tel);
    await exhaust(tel, attacker);
    expect(await outcomeOf(byPassword(tel, PASSWORD, attacker))).toBe('account.tooManyFailures');
    expect(await askForCode(tel, { address: '10.0.1.1' })).toBe('account.smsBudget');
    expect(await askForReset(tel, { address: '10.0.1.1' })).toBe('account.smsBudget');
  });

  it('signs in by password, by SMS and after a new password from a known device', async () => {
    const tel = '13911110002';
    const { owner, attacker } = await createScenario(tel);
    await exhaust(tel, attacker);
    expect(await outcomeOf(byPassword(tel, PASSWORD, owner))).toBe('success');
    expect(await askForCode(tel, owner)).toBe('success');
    expect(await outcomeOf(byCode(tel, lastCode(tel), owner))).toBe('success');
    expect(await askForReset(tel, owner)).toBe('success');
    await expect.poll(() => fixture.sent.at(-1)?.type).toBe('resetPassword');
    const input = { tel, code: lastCode(tel), password: await sealed(NEW_PASSWORD) };
    const { deviceCredential } = await payloadOf(changePasswordBySms(fixture.account, callerOf(owner), input));
    // The old device credential became invalid with the old password; the device that set the new password received a new credential.
    expect(await outcomeOf(byPassword(tel, NEW_PASSWORD, owner))).toBe('account.tooManyFailures');
    expect(await outcomeOf(byPassword(tel, NEW_PASSWORD, { ...owner, deviceCredentials: [deviceCredential ?? ''] }))).toBe('success');
  });

  it('gets a code that wrong tries of others do not invalidate', async () => {
    const tel = '13911110003';
    const { owner } = await createScenario(tel);
    expect(await askForCode(tel, owner)).toBe('success');
    const code = lastCode(tel);
    for (let n = 0; n < ACCOUNT_LIMITS.smsCodeTries; n++) await outcomeOf(byCode(tel, '000000', { address: `10.0.2.${n}` }));
    expect(await outcomeOf(byCode(tel, code, { address: '10.0.3.1' }))).toBe('account.smsCodeWrong');
    expect(await outcomeOf(byCode(tel, code, owner))).toBe('success');
  });

  it('is offered captchas and a slider of one puzzle behind the address of the attack', async () => {
    const tel = '13911110004';
    const { owner, attacker } = await createScenario(tel);
    for (let n = 0; n < ACCOUNT_LIMITS.sliderFailuresPerHour; n++)
      await outcomeOf(checkCaptcha(fixture.account, { captcha: '{"key":"none","x":1}' }, attacker));
    expect(await outcomeOf(getSlider(fixture.account, callerOf(attacker), {}))).toBe('account.sliderPaused');
    expect((await payloadOf(getSlider(fixture.account, callerOf(owner), {}))).second).toBeUndefined();
    for (let n = 0; n < ACCOUNT_LIMITS.captchasPerIpPerMinute; n++) await outcomeOf(getCaptcha(fixture.account, callerOf(attacker), {}));
    expect(await outcomeOf(getCaptcha(fixture.account, callerOf(attacker), {}))).toBe('request.tooMany');
    expect(await outcomeOf(getCaptcha(fixture.account, callerOf(owner), {}))).toBe('success');
  });
});

describe('a known device', () => {
  /**
   * Returns whether the caller counts as a known device. The attacker has used up the limits of unknown devices, so only a known device
   * gets a result other than `account.smsBudget`.
   */
  const isKnown = async (tel: string, caller: LimitedCaller): Promise<boolean> => {
    fixture.clock.advance(LIMITS.smsResendMs);
    return (await askForReset(tel, caller)) === 'success';
  };
  const usedUp = async (tel: string) => {
    const made = await createScenario(tel);
    for (let n = 0; n < ACCOUNT_LIMITS.smsResetPerNumberPerDay; n++) {
      await askForReset(tel, { address: `10.1.0.${n}` });
      fixture.clock.advance(LIMITS.smsResendMs);
    }
    return made;
  };

  it('is recognized by the credential it received at sign-in, and not by its id or a forged, altered or copied credential', async () => {
    const tel = '13911110010';
    const { owner, attacker, userId } = await usedUp(tel);
    const [credential = ''] = owner.deviceCredentials ?? [];
    const [user, time, mac = ''] = credential.split('.');
    const later = Number.parseInt(time ?? '', 36) + 1;
    const forged = [
      '',
      'x',
      `${user}.${time}`,
      `${user}.${time}.${'A'.repeat(43)}`,
      `${user}.${later.toString(36)}.${mac}`,
      `${user}.${time}.${mac.slice(0, -2)}${mac.endsWith('A') ? 'BA' : 'AA'}`,
      issueDeviceCredential(
        { ...fixture.account, keys: { ...fixture.account.keys, device: fixture.account.keys.token } },
        userId,
        owner.deviceId,
      ),
      issueDeviceCredential(fixture.account, 'somebodyelse', owner.deviceId),
    ];
    for (const deviceCredentials of [undefined, [], ...forged.map((one) => [one])])
      expect(await isKnown(tel, { ...attacker, deviceCredentials }), String(deviceCredentials)).toBe(false);
    // A device credential does not count if it comes with another device id, or with none.
    expect(await isKnown(tel, { ...owner, deviceId: 'another' })).toBe(false);
    expect(await isKnown(tel, { ...owner, deviceId: undefined })).toBe(false);
    expect(await isKnown(tel, { ...owner, deviceCredentials: ['x', credential] })).toBe(true);
  });

  it('is known to its own account only', async () => {
    const [mine, theirs] = [await createScenario('13911110011'), await usedUp('13911110012')];
    expect(await isKnown('13911110012', { ...mine.owner })).toBe(false);
    expect(await isKnown('13911110012', { ...mine.owner, reader: { userId: mine.userId } })).toBe(false);
    expect(await isKnown('13911110012', { address: CAMPUS, reader: { userId: theirs.userId } })).toBe(true);
  });

  it('is known for a year, and no longer than the password it signed in with', async () => {
    const tel = '13911110013';
    const { owner, userId } = await usedUp(tel);
    const [credential = ''] = owner.deviceCredentials ?? [];
    const issued = Number.parseInt(credential.split('.')[1] ?? '', 36);
    const at = (nowMs: number) => ({ ...fixture.account, clock: { ...fixture.clock, now: () => nowMs } });
    const user = { id: userId, deviceCredentialsSince: 0 };
    expect(knownDeviceOf(at(issued + LIMITS.deviceCredentialLifetimeMs - 1), user, owner)).toBeDefined();
    expect(knownDeviceOf(at(issued + LIMITS.deviceCredentialLifetimeMs), user, owner)).toBeUndefined();
    expect(await isKnown(tel, owner)).toBe(true);
    await revokeSessions(fixture.account, userId);
    expect(await isKnown(tel, owner)).toBe(false);
  });

  it('is recognized by one of the newest five credentials when it presents more', async () => {
    const tel = '13911110014';
    const { owner } = await usedUp(tel);
    const [credential = ''] = owner.deviceCredentials ?? [];
    const others = (count: number) =>
      Array.from({ length: count }, (_, n) => issueDeviceCredential(fixture.account, `u${n}`, owner.deviceId));
    expect(await isKnown(tel, { ...owner, deviceCredentials: [...others(5), credential] })).toBe(false);
    expect(await isKnown(tel, { ...owner, deviceCredentials: [...others(4), credential] })).toBe(true);
  });
});
