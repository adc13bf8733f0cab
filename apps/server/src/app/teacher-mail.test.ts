/** Becoming a teacher by a mailbox of one's school: asked for, proven by six digits, one mailbox for one account, gone with the account. */
import { LIMITS, type OutputOf, type saveInstitution, type TeacherStanding } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personalDataHolders } from './file-parts.ts';
import { granted } from './testing/file-scene.ts';
import { createTeacherScene, type TeacherScene } from './testing/teacher-scene.ts';
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

let shop: TestServer;
let scene: TeacherScene;
let domain: string;
let peopleMade = 0;
beforeAll(async () => {
  shop = await openTestServer();
  scene = createTeacherScene(shop, () => '');
  domain = await scene.aDomain('曲阜大学');
}, 120_000);
afterAll(() => shop?.close());

const aPerson = (): Promise<TestPerson> => shop.person(`136555502${String(++peopleMade).padStart(2, '0')}`);
const anAddress = (): string => `teacher${++peopleMade}@${domain}`;
const send = (as: TestPerson, address: string) => shop.call<{ resendAt: number }>('/api/teacher/auth/mail/send', { as, body: { address } });
const prove = (as: TestPerson, address: string, code: string) =>
  shop.call<TeacherStanding>('/api/teacher/auth/mail', { as, body: { address, code } });
const standing = async (as: TestPerson): Promise<TeacherStanding> =>
  granted(await shop.call<TeacherStanding>('/api/my/getAuthentication', { as }));
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const query = async (text: string, values: unknown[]) => (await shop.platform.db.pool.query(text, values)).rows;

describe('a mailbox of a school', () => {
  test('makes a teacher at once who reads the six digits there, for three years; the log names the domain, never the address', async () => {
    const mei = await aPerson();
    expect((await standing(mei)).waysAtOnce).toEqual(['code', 'mail']);
    const address = anAddress();
    const sent = granted(await send(mei, ` ${address.toUpperCase()} `));
    expect(sent.resendAt).toBeGreaterThan(shop.platform.clock.now());
    const mail = (await scene.mails()).at(-1);
    expect(mail).toMatchObject({ to: address, type: 'teacher', code: expect.stringMatching(/^\d{6}$/) as string });
    expect(mail?.text).toContain(mail?.code);
    const approved = granted(await prove(mei, address, mail?.code ?? ''));
    const why = `曲阜大学的邮箱（@${domain}）已验证，自动通过。`;
    expect(approved).toMatchObject({ state: 'approved', answer: why, waysAtOnce: [] });
    expect(approved.validUntil).toBe((approved.decidedAt ?? 0) + LIMITS.teacherValidMs);
    expect(await query(`select reason from audit_act where act = 'application.approve' order by at desc, id desc limit 1`, [])).toEqual([
      { reason: why },
    ]);
    expect(await query(`select 1 from audit_act where position($1 in audit_act::text) > 0`, [address])).toEqual([]);
    expect(shop.log()).not.toContain(address);
  });

  test('is of the domain as it stands: no subdomain, no other domain, no free mail, no list of addresses', async () => {
    const mei = await aPerson();
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
    expect((await scene.mails()).filter(({ to }) => !to.endsWith(`@${domain}`))).toEqual([]);
  });

  test('speaks for one account; who does not have the digits, or asked for none, gains nothing', async () => {
    const [mei, han, eve] = [await aPerson(), await aPerson(), await aPerson()];
    const address = anAddress();
    const code = await scene.mailCode(mei, address);
    expect((await prove(eve, address, code)).code).toBe('account.mailCodeWrong');
    granted(await prove(mei, address, code));
    shop.platform.advanceClock?.(LIMITS.smsResendMs);
    const second = await scene.mailCode(han, address);
    expect((await prove(han, address, second)).code).toBe('application.mailTaken');
    expect((await standing(han)).state).toBe('none');
  });

  test('takes five tries of a code, five minutes, once, the newest; a try at the same moment does not count twice', async () => {
    const mei = await aPerson();
    const address = anAddress();
    const first = await scene.mailCode(mei, address);
    for (let n = 0; n < LIMITS.smsCodeTries; n++) expect((await prove(mei, address, otherThan(first))).code).toBe('account.mailCodeWrong');
    expect((await prove(mei, address, first)).code).toBe('account.mailCodeWrong');
    shop.platform.advanceClock?.(LIMITS.smsResendMs);
    const late = await scene.mailCode(mei, address);
    shop.platform.advanceClock?.(LIMITS.smsCodeLifetimeMs);
    expect((await prove(mei, address, late)).code).toBe('account.mailCodeWrong');
    const good = await scene.mailCode(mei, address);
    const codes = (await Promise.all([prove(mei, address, good), prove(mei, address, good)])).map(({ code }) => code);
    expect(codes.filter((code) => code === 'success')).toHaveLength(1);
  });

  test('is written to once a minute and five times an hour; one person asks for twenty an hour', async () => {
    const mei = await aPerson();
    shop.platform.advanceClock?.(3_600_000);
    const address = anAddress();
    for (let n = 0; n < LIMITS.smsPerNumberPerHour; n++) {
      granted(await send(mei, address));
      expect((await send(await aPerson(), address)).code).toBe('account.mailTooSoon');
      shop.platform.advanceClock?.(LIMITS.smsResendMs);
    }
    expect((await send(mei, address)).code).toBe('account.mailBudget');
    for (let n = LIMITS.smsPerNumberPerHour; n < LIMITS.smsPerDevicePerHour; n++) granted(await send(mei, anAddress()));
    expect((await send(mei, anAddress())).code).toBe('account.mailBudget');
  });

  test('stands in the copy of one’s data and goes with the account, so that somebody else may show it', async () => {
    const [mei, han] = [await aPerson(), await aPerson()];
    shop.platform.advanceClock?.(3_600_000);
    const address = anAddress();
    granted(await prove(mei, address, await scene.mailCode(mei, address)));
    const holder = personalDataHolders(shop.platform).find(({ slice }) => slice === 'institution');
    const [file] = (await holder?.exportOf(shop.platform.db.orm, mei.id)) ?? [];
    const pieces: string[] = [];
    for await (const piece of file?.read() ?? []) pieces.push(piece.toString());
    expect(pieces.join('')).toContain(address);
    await shop.platform.db.transaction(async (tx) => holder?.eraseOf(tx, mei.id));
    expect(await query('select 1 from institution_mailbox where user_id = $1', [mei.id])).toEqual([]);
    shop.platform.advanceClock?.(LIMITS.smsResendMs);
    expect(granted(await prove(han, address, await scene.mailCode(han, address))).state).toBe('approved');
  });
});

describe('the desk', () => {
  test('tells the domains of an institution: not free mail, not a registry’s, each for one; left out they stay', async () => {
    const as = await shop.person('13655550199', 'admin');
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
    const acts = await query(
      `select before, after from audit_act where act = 'institution.save' and target_id = $1 order by at desc, id desc limit 1`,
      [id],
    );
    expect(acts).toMatchObject([{ before: { mailDomains: 'a.jixia.edu.cn jixia.edu.cn' }, after: { mailDomains: '' } }]);
  });
});

test('a server that sends no mail offers none, and refuses to', async () => {
  const silent = await openTestServer({ MAIL_PROVIDER: 'none' });
  try {
    const own = await createTeacherScene(silent, () => '').aDomain();
    const mei = await silent.person('13655550300');
    expect(granted(await silent.call<TeacherStanding>('/api/my/getAuthentication', { as: mei })).waysAtOnce).toEqual(['code']);
    expect((await silent.call('/api/teacher/auth/mail/send', { as: mei, body: { address: `a@${own}` } })).code).toBe(
      'account.mailUnavailable',
    );
  } finally {
    await silent.close();
  }
}, 60_000);
