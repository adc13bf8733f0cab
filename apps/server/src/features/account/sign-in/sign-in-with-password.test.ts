/** Tests of `signInWithPassword`: the same response for every wrong combination of phone number and password. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { createUser, seedDemoUsers } from '../create-users.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';

testAccess('signInWithPassword', 'everyone');

testIdempotency('signInWithPassword', async ({ wire, aUser }) => {
  const { tel } = await aUser();
  return { body: { tel, password: await wire.encrypted('Ceshi-mima-2026'), ...(await wire.solvedCaptcha()) } };
});

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

describe('sign-in with a password', () => {
  it('opens a session for each demo user with the role of design.md §7', async () => {
    await seedDemoUsers(fixture.account);
    await seedDemoUsers(fixture.account);
    const roles = ['reader', 'teacher', 'author', 'expert', 'editor', 'admin'];
    for (const [index, role] of roles.entries()) {
      const { dpAuthToken } = await fixture.signInByPassword(`1380000000${index + 1}`, 'Shufang-2026');
      const who = await fixture.authenticate(dpAuthToken);
      expect(who).toMatchObject({ kind: 'reader', reader: { roles: expect.arrayContaining(['reader', role]) } });
    }
  });

  it('returns the same error for a wrong password, an unknown number and a number without a password', async () => {
    await fixture.signInBySms('13900000004');
    const outcomes = await Promise.all([
      outcomeOf(fixture.signInByPassword('13800000001', 'wrong-password')),
      outcomeOf(fixture.signInByPassword('13999999999', 'Shufang-2026')),
      outcomeOf(fixture.signInByPassword('13900000004', '')),
    ]);
    expect(new Set(outcomes)).toEqual(new Set(['account.credentialsWrong']));
  });

  it('accepts a password of 64 Chinese characters exactly as typed', async () => {
    const password = ` ${'春眠不觉晓处处闻啼鸟'.repeat(6)}夜 `;
    await createUser(fixture.account, { tel: '13900000005', password, role: 'reader' });
    expect(await outcomeOf(fixture.signInByPassword('13900000005', password))).toBe('success');
    expect(await outcomeOf(fixture.signInByPassword('13900000005', password.trim()))).toBe('account.credentialsWrong');
  });

  it('has no second account for a number, and no account with a common password', async () => {
    const newUser = { tel: '13900000006', password: 'yuedu-haoshu-88', role: 'teacher' } as const;
    expect(await outcomeOf(createUser(fixture.account, newUser))).toBe('success');
    expect(await outcomeOf(createUser(fixture.account, newUser))).toBe('account.phoneTaken');
    expect(await outcomeOf(createUser(fixture.account, { ...newUser, tel: '13900000007', password: 'password1' }))).toBe(
      'account.passwordWeak',
    );
  });

  it('is refused for a frozen user, with the reason only after the correct password', async () => {
    const tel = '13900000008';
    await createUser(fixture.account, { tel, password: 'yuedu-haoshu-88', role: 'reader' });
    const { dpAuthToken } = await fixture.signInByPassword(tel, 'yuedu-haoshu-88');
    await fixture.account.db.pool.query(`update user_account set status = 'frozen' where tel = $1`, [tel]);
    expect(await fixture.authenticate(dpAuthToken)).toEqual({ kind: 'refused', code: 'requestLogin' });
    expect(await outcomeOf(fixture.signInByPassword(tel, 'yuedu-haoshu-88'))).toBe('account.frozen');
    expect(await outcomeOf(fixture.signInByPassword(tel, 'yuedu-haoshu-89'))).toBe('account.credentialsWrong');
  });
});
