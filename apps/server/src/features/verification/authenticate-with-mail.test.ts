/** Tests of verifying a teacher by a mailbox of an institution: the code, the rate limits, one account per mailbox, and erasure. */
import { LIMITS, type OutputOf, type saveInstitution, type TeacherApplicationStatus } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personalDataHolders } from '../../app/personal-data-holders.ts';
import { granted } from '../../testing/file-fixture.ts';
import { createTeacherScenario, type TeacherScenario } from '../../testing/teacher-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { ACCOUNT_LIMITS } from '../account/limits.ts';
import { VERIFICATION_LIMITS } from './limits.ts';

testAccess('authenticateWithMail', 'every user');

testIdempotency('authenticateWithMail', async ({ aUser, teaching }) => {
  const [as, address] = [await aUser(), `a@${await teaching.aDomain()}`];
  return { as, body: { address, code: await teaching.mailCode(as, address) } };
});

let shop: TestServer;
let fixture: TeacherScenario;
let domain: string;
let userCount = 0;
beforeAll(async () => {
  shop = await openTestServer();
  fixture = createTeacherScenario(shop, () => '');
  domain = await fixture.aDomain('曲阜大学');
}, 120_000);
afterAll(() => shop?.close());

const aUser = (): Promise<TestUser> => shop.user(`136555502${String(++userCount).padStart(2, '0')}`);
const anAddress = (): string => `teacher${++userCount}@${domain}`;
const send = (as: TestUser, address: string) => shop.call<{ resendAt: number }>('/api/teacher/auth/mail/send', { as, body: { address } });
const prove = (as: TestUser, address: string, code: string) =>
  shop.call<TeacherApplicationStatus>('/api/teacher/auth/mail', { as, body: { address, code } });
const statusOf = async (as: TestUser): Promise<TeacherApplicationStatus> =>
  granted(await shop.call<TeacherApplicationStatus>('/api/my/getAuthentication', { as }));
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const query = async (text: string, values: unknown[]) => (await shop.platform.db.pool.query(text, values)).rows;

describe('a mailbox of an institution', () => {
  test('verifies the teacher who enters its code, for three years; the audit event contains the domain, not the mailbox', async () => {
    const mei = await aUser();
    expect((await statusOf(mei)).waysAtOnce).toEqual(['code', 'mail']);
    const address = anAddress();
    const sent = granted(await send(mei, ` ${address.toUpperCase()} `));
    expect(sent.resendAt).toBeGreaterThan(shop.platform.clock.now());
    const mail = (await fixture.mails()).at(-1);
    expect(mail).toMatchObject({ to: address, type: 'teacher', code: expect.stringMatching(/^\d{6}$/) as string });
    expect(mail?.text).toContain(mail?.code);
    const approved = granted(await prove(mei, address, mail?.code ?? ''));
    const why = `曲阜大学的邮箱（@${domain}）已验证，自动通过。`;
    expect(approved).toMatchObject({ state: 'approved', reply: why, waysAtOnce: [] });
    expect(approved.validUntil).toBe((approved.decidedAt ?? 0) + VERIFICATION_LIMITS.teacherValidMs);
    expect(
      await query(`select reason from audit_event where action = 'application.approve' order by at desc, id desc limit 1`, []),
    ).toEqual([{ reason: why }]);
    expect(await query(`select 1 from audit_event where position($1 in audit_event::text) > 0`, [address])).toEqual([]);
    expect(shop.log()).not.toContain(address);
  });

  test('must have exactly the registered domain: no subdomain, other domain, public provider or list of addresses', async () => {
    const mei = await aUser();
    expect((await send(mei, `mei@stu.${domain}`)).code).toBe('application.mailNotListed');
    expect((await send(mei, `mei@evil${domain}`)).code).toBe('application.mailNotListed');
    expect((await send(mei, 'mei@qq.com')).code).toBe('application.mailNotListed');
    for (const address of [
      `a@b@${domain}`,
      `a@x.cn,b@${domain}`,
      `a+b@${domain}`,
      `"a b"@${domain}`,
      domain,
      `@${domain}`,
      `a@${domain}\nbcc:x@y.cn`,
    ])
      expect((await send(mei, address)).code, address).toBe('request.invalid');
    expect((await fixture.mails()).filter(({ to }) => !to.endsWith(`@${domain}`))).toEqual([]);
  });

  test('verifies one account, and only the user who requested the code', async () => {
    const [mei, han, eve] = [await aUser(), await aUser(), await aUser()];
    const address = anAddress();
    const code = await fixture.mailCode(mei, address);
    expect((await prove(eve, address, code)).code).toBe('account.mailCodeWrong');
    granted(await prove(mei, address, code));
    shop.platform.advanceClock?.(LIMITS.smsResendMs);
    const second = await fixture.mailCode(han, address);
    expect((await prove(han, address, second)).code).toBe('application.mailTaken');
    expect((await statusOf(han)).state).toBe('none');
  });

  test('is verified by the latest code only, once, within five minutes and five attempts', async () => {
    const mei = await aUser();
    const address = anAddress();
    const first = await fixture.mailCode(mei, address);
    for (let n = 0; n < ACCOUNT_LIMITS.smsCodeTries; n++)
      expect((await prove(mei, address, otherThan(first))).code).toBe('account.mailCodeWrong');
    expect((await prove(mei, address, first)).code).toBe('account.mailCodeWrong');
    shop.platform.advanceClock?.(LIMITS.smsResendMs);
    const late = await fixture.mailCode(mei, address);
    shop.platform.advanceClock?.(ACCOUNT_LIMITS.smsCodeLifetimeMs);
    expect((await prove(mei, address, late)).code).toBe('account.mailCodeWrong');
    const good = await fixture.mailCode(mei, address);
    const codes = (await Promise.all([prove(mei, address, good), prove(mei, address, good)])).map(({ code }) => code);
    expect(codes.filter((code) => code === 'success')).toHaveLength(1);
  });

  test('gets one mail per minute and five per hour; one user can request twenty per hour', async () => {
    const mei = await aUser();
    shop.platform.advanceClock?.(3_600_000);
    const address = anAddress();
    for (let n = 0; n < ACCOUNT_LIMITS.mailPerMailboxPerHour; n++) {
      granted(await send(mei, address));
      expect((await send(await aUser(), address)).code).toBe('account.mailTooSoon');
      shop.platform.advanceClock?.(LIMITS.smsResendMs);
    }
    expect((await send(mei, address)).code).toBe('account.mailBudget');
    for (let n = ACCOUNT_LIMITS.mailPerMailboxPerHour; n < ACCOUNT_LIMITS.smsPerDevicePerHour; n++) granted(await send(mei, anAddress()));
    expect((await send(mei, anAddress())).code).toBe('account.mailBudget');
  });

  test('is part of the data export, and after erasure another account can use it', async () => {
    const [mei, han] = [await aUser(), await aUser()];
    shop.platform.advanceClock?.(3_600_000);
    const address = anAddress();
    granted(await prove(mei, address, await fixture.mailCode(mei, address)));
    const holder = personalDataHolders(shop.platform).find(({ slice }) => slice === 'institution');
    const [file] = (await holder?.exportOf(shop.platform.db.orm, mei.id)) ?? [];
    const pieces: string[] = [];
    for await (const piece of file?.read() ?? []) pieces.push(piece.toString());
    expect(pieces.join('')).toContain(address);
    await shop.platform.db.transaction(async (tx) => holder?.eraseOf(tx, mei.id));
    expect(await query('select 1 from institution_mailbox where user_id = $1', [mei.id])).toEqual([]);
    shop.platform.advanceClock?.(LIMITS.smsResendMs);
    expect(granted(await prove(han, address, await fixture.mailCode(han, address))).state).toBe('approved');
  });
});

describe('the admin area for institutions', () => {
  test('registers mail domains, no public providers or registries, each for one institution; absent ones do not change', async () => {
    const as = await shop.user('13655550199', 'admin');
    const save = (body: object) =>
      shop.call<OutputOf<typeof saveInstitution>>('/api/admin/institution/save', { as, body: { domain: '', protocol: 'none', ...body } });
    for (const wrong of ['qq.com', '163.com', 'Gmail.com', 'edu.cn', 'com.cn', 'a@b.cn', 'nodot'])
      expect((await save({ name: '稷下学宫', mailDomains: [wrong] })).code, wrong).toBe('request.invalid');
    const { institution } = granted(await save({ name: '稷下学宫', mailDomains: ['Jixia.edu.cn', 'jixia.edu.cn', 'a.jixia.edu.cn'] }));
    expect(institution.mailDomains).toEqual(['a.jixia.edu.cn', 'jixia.edu.cn']);
    const { id } = institution;
    expect(granted(await save({ id, name: '稷下学宫' })).institution.mailDomains).toEqual(['a.jixia.edu.cn', 'jixia.edu.cn']);
    expect(await save({ name: '别的学宫', mailDomains: ['jixia.edu.cn'] })).toMatchObject({
      code: 'institution.mailDomainTaken',
      message: '邮箱域名 jixia.edu.cn 已登记给“稷下学宫”',
    });
    expect(granted(await save({ id, name: '稷下学宫', mailDomains: [] })).institution.mailDomains).toEqual([]);
    const auditEvents = await query(
      `select before, after from audit_event where action = 'institution.save' and target_id = $1 order by at desc, id desc limit 1`,
      [id],
    );
    expect(auditEvents).toMatchObject([{ before: { mailDomains: 'a.jixia.edu.cn jixia.edu.cn' }, after: { mailDomains: '' } }]);
  });
});

test('a server without a mail provider does not offer this verification and refuses it', async () => {
  const silent = await openTestServer({ MAIL_PROVIDER: 'none' });
  try {
    const own = await createTeacherScenario(silent, () => '').aDomain();
    const mei = await silent.user('13655550300');
    expect(granted(await silent.call<TeacherApplicationStatus>('/api/my/getAuthentication', { as: mei })).waysAtOnce).toEqual(['code']);
    expect((await silent.call('/api/teacher/auth/mail/send', { as: mei, body: { address: `a@${own}` } })).code).toBe(
      'account.mailUnavailable',
    );
  } finally {
    await silent.close();
  }
}, 60_000);
