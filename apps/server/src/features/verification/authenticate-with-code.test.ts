/** Tests of teacher codes: requested and approved by two operators, exported once; each verifies one teacher and opens no book. */
import {
  type ApplicationRecord,
  type AuditEvent,
  type CodeBatchView,
  makeActivationCode,
  type TeacherApplicationStatus,
} from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { granted, uploadAs } from '../../testing/file-fixture.ts';
import { createTeacherScenario, type TeacherScenario } from '../../testing/teacher-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { ACTIVATION_CODE_LIMITS } from '../activation-code/limits.ts';
import { VERIFICATION_LIMITS } from './limits.ts';

testAccess('authenticateWithCode', 'every user');
testIdempotency('authenticateWithCode', async ({ aUser, teaching }) => ({
  as: await aUser(),
  body: { code: (await teaching.codes(1))[0] },
}));

let shop: TestServer;
let bookId: string;
let fixture: TeacherScenario;
let editor: TestUser;
let finance: TestUser;
let userCount = 0;
const codes: string[] = [];
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  bookId = await shop.book({});
  editor = await shop.user('13644440101', 'editor');
  finance = await shop.user('13644440102', 'finance');
  fixture = createTeacherScenario(shop, () => bookId);
  codes.push(...(await fixture.codes(60)));
}, 120_000);
afterAll(() => shop?.close());

const aCode = (): string => {
  const code = codes.pop();
  if (code === undefined) throw new Error('too few codes were made');
  return code;
};
const aUser = (): Promise<TestUser> => shop.user(`136444402${String(++userCount).padStart(2, '0')}`);
const use = (as: TestUser, code: string) => shop.call<TeacherApplicationStatus>('/api/teacher/auth/code', { as, body: { code } });
const statusOf = async (as: TestUser): Promise<TeacherApplicationStatus> =>
  granted(await shop.call<TeacherApplicationStatus>('/api/my/getAuthentication', { as }));
const rolesOf = async (as: TestUser): Promise<string[]> =>
  granted(await shop.call<{ roles: { role: string }[] }>('/apiv2/auth/get-roles', { as })).roles.map(({ role }) => role);
const FORM = { realName: '孔丘', institution: '曲阜大学', department: '文学院', title: '教授', subjects: ['古代汉语'] };
const apply = async (as: TestUser, title = '教授'): Promise<void> => {
  const proof = granted(await uploadAs(shop, as, '资格证.txt', Buffer.from(as.id))).id;
  granted(await shop.call('/api/teacher/auth/submit', { as, body: { ...FORM, title, fileIds: [proof] } }));
};
const recordsOf = async (of: TestUser, state: string): Promise<ApplicationRecord[]> => {
  const path = `/api/admin/application/list?limit=100&state=${state}`;
  const { items } = granted(await shop.call<{ items: ApplicationRecord[] }>(path, { as: editor }));
  return items.filter(({ applicant }) => applicant.userId === of.id);
};
const decide = async (of: TestUser, decision: 'approve' | 'reject') => {
  const [waiting] = await recordsOf(of, 'pending');
  const body = { id: waiting?.id, submittedAt: waiting?.submittedAt, decision, reply: '审核意见' };
  return granted(await shop.call<ApplicationRecord>('/api/admin/application/decide', { as: editor, body }));
};

describe('a user with the code of a teachers’ guide', () => {
  test('is verified for three years if they never applied; the reason is shown and recorded as an audit event', async () => {
    const mei = await aUser();
    expect(await statusOf(mei)).toMatchObject({ state: 'none', waysAtOnce: ['code'] });
    const code = aCode();
    const approved = granted(await use(mei, `${code.slice(0, 4)} ${code.slice(4).toLowerCase()}`));
    const why = `教师认证码自动通过（《论语选读》，尾号 ${code.slice(12, 16)}）。`;
    expect(approved).toMatchObject({ state: 'approved', reply: why, maySubmit: false, waysAtOnce: [] });
    expect(approved).not.toHaveProperty('form');
    expect(approved.validUntil).toBe((approved.decidedAt ?? 0) + VERIFICATION_LIMITS.teacherValidMs);
    expect(await rolesOf(mei)).toEqual(['reader', 'teacher']);
    const { rows } = await shop.platform.db.pool.query<AuditEvent>(
      `select operator_id, action, reason from audit_event where action = 'application.approve' order by at desc, id desc limit 1`,
    );
    expect(rows).toEqual([{ operator_id: 'rule', action: 'application.approve', reason: why }]);
    // The admin area must list an application that was approved by a teacher code, although it has no form.
    const [record] = await recordsOf(mei, 'approved');
    expect(record).toMatchObject({ state: 'approved', reply: why });
    expect(record).not.toHaveProperty('form');
    // If a user who is already verified enters a code, it is refused and stays unused, so another user can use it.
    const spare = aCode();
    expect((await use(mei, spare)).code).toBe('application.notOpen');
    expect((await use(await aUser(), spare)).code).toBe('success');
  });

  test('whose application is pending is approved with its form, and no editor can decide it afterwards', async () => {
    const mei = await aUser();
    await apply(mei);
    const [waiting] = await recordsOf(mei, 'pending');
    expect(granted(await use(mei, aCode()))).toMatchObject({ state: 'approved', form: FORM });
    expect(await recordsOf(mei, 'pending')).toEqual([]);
    const late = { id: waiting?.id, submittedAt: waiting?.submittedAt, decision: 'reject', reply: '太晚了' };
    expect((await shop.call('/api/admin/application/decide', { as: editor, body: late })).code).toBe('application.decided');
  });

  test('whose application was rejected is verified without its form', async () => {
    const mei = await aUser();
    await apply(mei);
    await decide(mei, 'reject');
    expect(await statusOf(mei)).toMatchObject({ state: 'rejected', waysAtOnce: ['code'] });
    const approved = granted(await use(mei, aCode()));
    expect(approved.state).toBe('approved');
    expect(approved).not.toHaveProperty('form');
  });

  test('whose approval was revoked cannot use a code, which stays unused', async () => {
    const mei = await aUser();
    const code = aCode();
    await use(mei, code);
    const [record] = await recordsOf(mei, 'approved');
    granted(await shop.call('/api/admin/application/revoke', { as: editor, body: { id: record?.id, reason: '已离职' } }));
    expect(await statusOf(mei)).toMatchObject({ state: 'revoked', maySubmit: true, waysAtOnce: [] });
    const spare = aCode();
    expect((await use(mei, spare)).code).toBe('application.editorOnly');
    expect(await rolesOf(mei)).toEqual(['reader']);
    expect((await use(await aUser(), spare)).code).toBe('success');
  });

  test('renews the verification with another code shortly before or after its end; the first code stays used', async () => {
    const { pool } = shop.platform.db;
    const mei = await aUser();
    const first = aCode();
    granted(await use(mei, first));
    const endIn = (ms: number) =>
      pool.query('update application set valid_until = $1 where user_id = $2', [shop.platform.clock.now() + ms, mei.id]);
    await endIn(VERIFICATION_LIMITS.applicationRenewalMs);
    expect(await statusOf(mei)).toMatchObject({ state: 'approved', waysAtOnce: ['code'] });
    await endIn(-1);
    expect(await statusOf(mei)).toMatchObject({ state: 'expired', waysAtOnce: ['code'] });
    expect((await use(mei, first)).code).toBe('activationCode.codeUsedUp');
    expect(granted(await use(mei, aCode()))).toMatchObject({ state: 'approved' });
  });
});

describe('the code of a teachers’ guide', () => {
  test('tried 500 times at once by 50 users verifies one teacher', async () => {
    const users = await Promise.all(Array.from({ length: 50 }, aUser));
    const code = aCode();
    const outcomes = await Promise.all(Array.from({ length: 500 }, async (_, n) => (await use(users[n % 50] as TestUser, code)).code));
    expect(outcomes.filter((outcome) => outcome === 'success')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['success', 'activationCode.codeUsed', 'application.notOpen']));
    const teachers = await Promise.all(users.map(rolesOf));
    expect(teachers.filter((roles) => roles.includes('teacher'))).toHaveLength(1);
  }, 60_000);

  test('opens no book, and a book code verifies no teacher; neither counts as a wrong code', async () => {
    const mei = await aUser();
    const [bookCode = ''] = await fixture.codes(1, 'printedBook');
    const code = aCode();
    for (let n = 0; n <= ACTIVATION_CODE_LIMITS.wrongCodesPerUserPerHour; n++) {
      expect((await shop.call('/api/code/check', { as: mei, body: { code } })).code).toBe('activationCode.codeForTeachers');
      expect((await shop.call('/api/code/redeem', { as: mei, body: { code } })).code).toBe('activationCode.codeForTeachers');
      expect((await use(mei, bookCode)).code).toBe('activationCode.codeForBooks');
    }
    granted(await use(mei, code));
    granted(await shop.call('/api/code/redeem', { as: mei, body: { code: bookCode } }));
    const { items } = granted(await shop.call<{ items: { last4: string }[] }>('/api/my/codes', { as: mei }));
    expect(items.map(({ last4 }) => last4)).toEqual([bookCode.slice(12, 16)]);
  });

  test('shares the rate limit of wrong codes with book codes, and has messages of its own', async () => {
    const mei = await aUser();
    const wrong = (n: number) => makeActivationCode(new Uint8Array(16).fill(n));
    expect(await use(mei, '认证码')).toMatchObject({
      code: 'activationCode.codeMistyped',
      message: '教师认证码输入有误，请对照书上印的教师认证码重新输入',
    });
    for (let n = 2; n <= ACTIVATION_CODE_LIMITS.wrongCodesPerUserPerHour; n++)
      expect((await shop.call('/api/code/check', { as: mei, body: { code: wrong(n) } })).code).toBe('activationCode.codeUnknown');
    expect((await use(mei, aCode())).code).toBe('activationCode.codeTries');
  });
});

describe('a batch of codes for teachers', () => {
  const request = (body: object) =>
    shop.call<{ batch: CodeBatchView }>('/api/admin/code/batch/request', {
      as: editor,
      body: { bookId, purpose: 'authentication', count: 3, ...body },
    });

  test('has no term and allows no release', async () => {
    expect((await request({})).code).toBe('request.invalid');
    expect((await request({ rebindLimit: 0, termDays: 30 })).code).toBe('request.invalid');
    await expect(shop.platform.db.pool.query(`update code_batch set rebind_limit = 1 where purpose = 'authentication'`)).rejects.toThrow(
      'code_batch_authentication',
    );
  });

  test('is requested, approved and exported once under its name, and voided except for used codes', async () => {
    const { batch } = granted(await request({ rebindLimit: 0, printing: '第 1 版' }));
    const as = finance;
    granted(await shop.call('/api/admin/code/batch/decide', { as, body: { batchId: batch.id, approve: true } }));
    const file = granted(
      await shop.call<{ fileName: string; csv: string }>('/api/admin/code/batch/export', { as, body: { batchId: batch.id } }),
    );
    expect(file.fileName).toBe(`教师认证码-${batch.id}.csv`);
    const [heading = '', ...lines] = file.csv.trim().split('\r\n');
    expect(heading).toContain('教师认证码');
    const [used = '', free = ''] = lines.map((line) => line.split(',')[2] ?? '');
    const mei = await aUser();
    granted(await use(mei, used));
    const input = { batchId: batch.id, reason: '错发' };
    expect((await shop.call('/api/admin/code/void', { as, body: { ...input, bound: true } })).code).toBe('request.invalid');
    const after = granted(await shop.call<{ batch: CodeBatchView }>('/api/admin/code/void', { as, body: input })).batch;
    expect(after).toMatchObject({ state: 'void', purpose: 'authentication', codes: { free: 0, bound: 1, void: 2 } });
    expect((await use(await aUser(), free)).code).toBe('activationCode.codeVoid');
    expect((await statusOf(mei)).state).toBe('approved');
  });
});
