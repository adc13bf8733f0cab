/** Tests of teacher verification: submitting, changing, deciding, expiry, revocation, and the access to proofs and their deletion. */
import { type ApplicationRecord, type AuditEvent, LIMITS, type TeacherApplicationStatus } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepOnce } from '../../app/housekeeping.ts';
import { granted, uploadAs } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { rolesChangedTopic } from '../authorization/change-roles.ts';
import { forgetProofs } from './forget-proofs.ts';
import { VERIFICATION_LIMITS } from './limits.ts';
import { createProofDependencies } from './verification-dependencies.ts';

testAccess('submitAuthentication', 'every user');

testIdempotency('submitAuthentication', async ({ aUser, aProof, teacherApplication }) => {
  const as = await aUser();
  return { as, body: { ...teacherApplication, fileIds: [await aProof(as)] } };
});

let shop: TestServer;
let editor: TestUser;
let userCount = 0;
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  editor = await shop.user('13633330001', 'editor');
}, 120_000);
afterAll(() => shop?.close());

const aUser = (): Promise<TestUser> => shop.user(`136333301${String(++userCount).padStart(2, '0')}`);
const aProof = async (as: TestUser, text = '教师资格证'): Promise<string> =>
  granted(await uploadAs(shop, as, '资格证.txt', Buffer.from(`${text} ${as.id}`))).id;
const FORM = { realName: '孔丘', institution: '曲阜大学', department: '文学院', title: '教授', subjects: ['古代汉语'] };
const submit = (as: TestUser, body: object) =>
  shop.call<TeacherApplicationStatus>('/api/teacher/auth/submit', { as, body: { ...FORM, ...body } });
const statusOf = async (as: TestUser): Promise<TeacherApplicationStatus> =>
  granted(await shop.call<TeacherApplicationStatus>('/api/my/getAuthentication', { as }));
const pendingOf = async (of: TestUser): Promise<ApplicationRecord> => {
  const { items } = granted(await shop.call<{ items: ApplicationRecord[] }>('/api/admin/application/list?limit=100', { as: editor }));
  const found = items.find(({ applicant }) => applicant.userId === of.id);
  if (found === undefined) throw new Error('no pending application');
  return found;
};
const decide = async (of: TestUser, body: object) => {
  const { id, submittedAt } = await pendingOf(of);
  return shop.call<ApplicationRecord>('/api/admin/application/decide', { as: editor, body: { id, submittedAt, ...body } });
};
const rolesOf = async (as: TestUser): Promise<string[]> =>
  granted(await shop.call<{ roles: { role: string }[] }>('/apiv2/auth/get-roles', { as })).roles.map(({ role }) => role);
const pagesOf = async (as: TestUser): Promise<string[] | undefined> =>
  granted(await shop.call<{ personalPages?: string[] }>('/apiv2/auth/get-roles', { as })).personalPages;
const newestAuditEvent = async () => {
  const { rows } = await shop.platform.db.pool.query<AuditEvent>(
    'select action, reason from audit_event order by at desc, id desc limit 1',
  );
  return rows[0];
};

describe('a teacher verification', () => {
  test('is rejected with reasons per field, submitted again and approved, which grants the role immediately', async () => {
    const mei = await aUser();
    expect(await statusOf(mei)).toMatchObject({ state: 'none', maySubmit: true, proofs: [] });
    expect(await pagesOf(mei)).toEqual([]);
    const first = await aProof(mei);
    expect(granted(await submit(mei, { fileIds: [first] }))).toMatchObject({ state: 'pending', form: FORM, proofs: [{ id: first }] });

    expect(await pagesOf(mei)).toEqual(['teacher']);

    const published: unknown[] = [];
    const stop = shop.platform.events.subscribe(rolesChangedTopic(mei.id), () => published.push(1));
    const reasons = { proofs: '照片看不清，请重新拍摄', institution: '请写学校全称' };
    expect((await decide(mei, { decision: 'reject', fieldReasons: reasons })).payload).toMatchObject({ state: 'rejected' });
    expect(await statusOf(mei)).toMatchObject({ state: 'rejected', fieldReasons: reasons, maySubmit: true, form: FORM });
    expect(await rolesOf(mei)).toEqual(['reader']);

    const second = await aProof(mei, '更清楚的资格证');
    granted(await submit(mei, { institution: '曲阜师范大学', fileIds: [second] }));
    expect(await statusOf(mei)).toMatchObject({ state: 'pending', fieldReasons: {}, proofs: [{ id: second }] });
    shop.platform.advanceClock?.(1);
    expect((await decide(mei, { decision: 'approve', reply: '材料齐全' })).code).toBe('success');
    expect(await newestAuditEvent()).toEqual({ action: 'application.approve', reason: '材料齐全' });
    const approved = await statusOf(mei);
    expect(approved).toMatchObject({
      state: 'approved',
      maySubmit: false,
      validUntil: (approved.decidedAt ?? 0) + VERIFICATION_LIMITS.teacherValidMs,
    });
    expect(await rolesOf(mei)).toEqual(['reader', 'teacher']);
    // Expected: one event each for the rejection, the second submission and the approval.
    expect(published.length).toBe(3);
    expect((await submit(mei, { fileIds: [second] })).code).toBe('application.notOpen');
    stop();
  });

  test('that is pending can be changed; it stays one application, and a decision on its earlier version is refused', async () => {
    const mei = await aUser();
    const proof = await aProof(mei);
    await submit(mei, { fileIds: [proof] });
    const read = await pendingOf(mei);
    shop.platform.advanceClock?.(1_000);
    await Promise.all([submit(mei, { title: '副教授', fileIds: [proof] }), submit(mei, { title: '副教授', fileIds: [proof] })]);
    const late = { id: read.id, submittedAt: read.submittedAt, decision: 'approve' };
    expect((await shop.call('/api/admin/application/decide', { as: editor, body: late })).code).toBe('application.changed');
    expect(await pendingOf(mei)).toMatchObject({ id: read.id, form: { title: '副教授' } });
    const { rows } = await shop.platform.db.pool.query('select count(*)::int as n from application where user_id = $1', [mei.id]);
    expect(rows).toEqual([{ n: 1 }]);
    await decide(mei, { decision: 'approve' });
    const again = { ...late, submittedAt: read.submittedAt + 1_000 };
    expect((await shop.call('/api/admin/application/decide', { as: editor, body: again })).code).toBe('application.decided');
  });

  test('requires every field, and one to five proofs of the applicant', async () => {
    const [mei, han] = [await aUser(), await aUser()];
    expect((await submit(mei, { fileIds: [await aProof(han)] })).code).toBe('file.notFound');
    expect((await submit(mei, { fileIds: [] })).code).toBe('request.invalid');
    const proofs = await Promise.all(Array.from({ length: LIMITS.applicationProofsMax + 1 }, (_, n) => aProof(mei, `第 ${n} 份`)));
    expect((await submit(mei, { fileIds: proofs })).code).toBe('request.invalid');
    for (const field of Object.keys(FORM))
      expect((await submit(mei, { [field]: '', fileIds: proofs.slice(0, 5) })).code, field).toBe('request.invalid');
    expect((await submit(mei, { fileIds: proofs.slice(0, 5) })).code).toBe('success');
  });

  test('is rejected only with a reason', async () => {
    const mei = await aUser();
    await submit(mei, { fileIds: [await aProof(mei)] });
    expect((await decide(mei, { decision: 'reject' })).code).toBe('request.invalid');
    expect((await decide(mei, { decision: 'reject', fieldReasons: { tel: '没有这个字段' } })).code).toBe('request.invalid');
    expect((await decide(mei, { decision: 'reject', reply: '材料不足' })).code).toBe('success');
  });

  test('that is revoked ends the role, and the user can apply again', async () => {
    const mei = await aUser();
    await submit(mei, { fileIds: [await aProof(mei)] });
    const { payload } = await decide(mei, { decision: 'approve' });
    const revoke = (body: object) => shop.call('/api/admin/application/revoke', { as: editor, body: { id: payload?.id, ...body } });
    expect((await revoke({ reason: '' })).code).toBe('request.invalid');
    expect((await revoke({ reason: '已离职' })).code).toBe('success');
    expect((await revoke({ reason: '已离职' })).code).toBe('application.decided');
    expect(await rolesOf(mei)).toEqual(['reader']);
    expect(await statusOf(mei)).toMatchObject({ state: 'revoked', reply: '已离职', maySubmit: true });
  });
});

describe('a teacher confirmed by an institution', () => {
  let institutionId: string;
  beforeAll(async () => {
    const { rows } = await shop.platform.db.pool.query<{ id: string }>(
      `insert into institution (id, name, created_at) values ('${'5'.repeat(26)}', '稷下学宫', 0) returning id`,
    );
    institutionId = rows[0]?.id ?? '';
  });
  const onList = (phone: string, name: string, kind = 'teacher') =>
    shop.platform.db.pool.query(
      `insert into institution_member (id, institution_id, phone, name, kind, created_at) values ($1, $2, $1, $3, $4, 0)`,
      [phone, institutionId, name, kind],
    );
  const INPUT = { realName: '荀况', institution: '稷下 学宫', fileIds: [] };

  test('is approved at once without proofs, automatically, and once for concurrent requests', async () => {
    const xun = await aUser();
    await onList(xun.tel, '荀况');
    expect((await statusOf(xun)).vouchers).toEqual([{ institution: '稷下学宫', via: 'roster' }]);
    const published: unknown[] = [];
    const stop = shop.platform.events.subscribe(rolesChangedTopic(xun.id), () => published.push(1));
    const responses = await Promise.all([submit(xun, INPUT), submit(xun, INPUT)]);
    expect(responses.map(({ code }) => code).toSorted()).toEqual(['application.notOpen', 'success']);
    const approved = await statusOf(xun);
    expect(approved).toMatchObject({ state: 'approved', reply: '稷下学宫的名单里有这位教师，自动通过。', vouchers: [] });
    expect(approved.validUntil).toBe((approved.decidedAt ?? 0) + VERIFICATION_LIMITS.teacherValidMs);
    expect(await rolesOf(xun)).toEqual(['reader', 'teacher']);
    expect(published.length).toBe(1);
    stop();
    const admin = await shop.user('13633330009', 'admin');
    const { items } = granted(
      await shop.call<{ items: AuditEvent[] }>('/api/admin/audit/list?operatorId=rule&action=application.approve', { as: admin }),
    );
    expect(items).toMatchObject([{ operator: { userId: 'rule' }, reason: '稷下学宫的名单里有这位教师，自动通过。' }]);
  });

  test('needs proofs and an editor if the form differs or an approval was revoked; the editor sees the statements', async () => {
    const li = await aUser();
    await onList(li.tel, '李斯');
    expect((await submit(li, INPUT)).code).toBe('request.invalid');
    const proof = await aProof(li);
    expect(granted(await submit(li, { ...INPUT, fileIds: [proof] })).state).toBe('pending');
    expect((await pendingOf(li)).affiliations).toEqual([
      {
        via: 'roster',
        institution: '稷下学宫',
        kind: 'teacher',
        name: '李斯',
        isProven: true,
        isTeaching: true,
        fitsInstitution: true,
        fitsName: false,
        isRecent: true,
      },
    ]);
    // The application is still pending. Submitting it again with the corrected name approves it automatically.
    expect(granted(await submit(li, { ...INPUT, realName: '李斯' })).state).toBe('approved');
    const { rows } = await shop.platform.db.pool.query<{ id: string }>(`select id from application where user_id = $1`, [li.id]);
    expect(rows).toHaveLength(1);
    const revoke = { id: rows[0]?.id, reason: '已离职' };
    granted(await shop.call('/api/admin/application/revoke', { as: editor, body: revoke }));
    expect((await statusOf(li)).vouchers).toEqual([]);
    expect(granted(await submit(li, { ...INPUT, realName: '李斯', fileIds: [proof] })).state).toBe('pending');
  });

  test('is recognized by a sign-in as faculty, not as student; a list entry claimed by number needs an editor', async () => {
    const [han, student, claimer] = [await aUser(), await aUser(), await aUser()];
    const link = (of: TestUser, affiliation: string) =>
      shop.platform.db.pool.query(
        `insert into institution_link (protocol, scope, subject, institution_id, user_id, affiliation, created_at, last_used_at)
         values ('carsi', 'jixia.example', $1, $2, $1, $3, $4, $4)`,
        [of.id, institutionId, affiliation, shop.platform.clock.now()],
      );
    await link(han, 'faculty');
    await link(student, 'student');
    await shop.platform.db.pool.query(
      `insert into institution_member (id, institution_id, student_no, name, kind, user_id, created_at) values ('claimed', $1, '1001', '荀况', 'teacher', $2, 0)`,
      [institutionId, claimer.id],
    );
    expect(granted(await submit(han, { ...INPUT, realName: '韩非' }))).toMatchObject({
      state: 'approved',
      reply: '稷下学宫在机构登录时确认是教师，自动通过。',
    });
    expect((await submit(student, INPUT)).code).toBe('request.invalid');
    expect((await submit(claimer, INPUT)).code).toBe('request.invalid');
    granted(await submit(claimer, { ...INPUT, fileIds: [await aProof(claimer)] }));
    expect((await pendingOf(claimer)).affiliations).toMatchObject([{ isProven: false, isTeaching: true, fitsName: true }]);
  });
});

describe('the proofs of an application', () => {
  const openAs = (as: TestUser, payload: object) =>
    shop.request({ method: 'POST', url: '/api/admin/application/proof', headers: { host: APP_HOST, ...as.headers }, payload });

  test('are sent to editors only, each time as an audit event, and only those of the application', async () => {
    const mei = await aUser();
    const [proof, other] = [await aProof(mei), await aProof(mei, '别的文件')];
    await submit(mei, { fileIds: [proof] });
    const { id } = await pendingOf(mei);
    const sent = await openAs(editor, { id, fileId: proof });
    expect([sent.statusCode, sent.body, sent.headers['x-content-type-options']]).toEqual([200, `教师资格证 ${mei.id}`, 'nosniff']);
    shop.platform.advanceClock?.(1);
    expect(await newestAuditEvent()).toMatchObject({ action: 'application.readProof' });
    expect((await openAs(editor, { id, fileId: other })).json()).toMatchObject({ code: 'file.notFound' });
    expect((await openAs(mei, { id, fileId: proof })).json()).toMatchObject({ code: 'forbidden' });
    expect((await openAs(editor, { id: proof, fileId: proof })).json()).toMatchObject({ code: 'application.notFound' });
  });

  test('are deleted ninety days after the decision', async () => {
    const mei = await aUser();
    const proof = await aProof(mei);
    await submit(mei, { fileIds: [proof] });
    await decide(mei, { decision: 'reject', reply: '材料不足' });
    const filesOf = async (): Promise<number> =>
      (await shop.platform.db.pool.query('select 1 from user_file where owner_id = $1', [mei.id])).rows.length;
    shop.platform.advanceClock?.(VERIFICATION_LIMITS.applicationProofMs - 1_000);
    await forgetProofs(createProofDependencies(shop.platform));
    expect(await filesOf()).toBe(1);
    shop.platform.advanceClock?.(2_000);
    await forgetProofs(createProofDependencies(shop.platform));
    expect(await filesOf()).toBe(0);
  });
});

describe('an approval', () => {
  test('ends with the role after its term, and can be renewed shortly before', async () => {
    const mei = await aUser();
    const [first, second] = [await aProof(mei), await aProof(mei, '新的')];
    editor = await shop.user('13633330003', 'editor');
    await submit(mei, { fileIds: [first] });
    await decide(mei, { decision: 'approve' });
    const again = async (): Promise<TestUser> => {
      const { id, tel } = mei;
      const { assembleAccount } = await import('../../app/assemble-account.ts');
      const { completeSignIn } = await import('../account/complete-sign-in.ts');
      const device = { deviceCode: 'web', deviceId: undefined, userAgent: '' } as const;
      const session = await completeSignIn(assembleAccount(shop.platform), { id, nickname: tel, avatar: '' }, device);
      return { id, tel, headers: { authorization: `dp-token ${session.dpAuthToken}`, 'x-device-code': 'web' } };
    };
    shop.platform.advanceClock?.(VERIFICATION_LIMITS.teacherValidMs - VERIFICATION_LIMITS.applicationRenewalMs);
    let now = await again();
    expect(await statusOf(now)).toMatchObject({ state: 'approved', maySubmit: true });
    granted(await submit(now, { fileIds: [second] }));
    expect(await statusOf(now)).toMatchObject({ state: 'pending', validUntil: expect.any(Number) });
    expect(await rolesOf(now)).toEqual(['reader', 'teacher']);
    editor = await shop.user('13633330004', 'editor');
    await decide(mei, { decision: 'reject', reply: '请更新材料' });
    expect(await rolesOf(now)).toEqual(['reader', 'teacher']);
    shop.platform.advanceClock?.(VERIFICATION_LIMITS.applicationRenewalMs);
    now = await again();
    expect(await rolesOf(now)).toEqual(['reader']);
    await sweepOnce(shop.platform);
    const { rows } = await shop.platform.db.pool.query('select role from user_role where user_id = $1', [mei.id]);
    expect(rows).toEqual([{ role: 'reader' }]);
  });
});
