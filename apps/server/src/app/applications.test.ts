/** Becoming a verified teacher or an author: sent, changed, decided with reasons, ended and taken back; the papers are seen by nobody else and go in time. */
import { type ApplicationRecord, type AuditRecord, LIMITS, type TeacherStanding } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rolesChangedTopic } from '../features/account/roles.ts';
import { forgetProofs } from '../features/application/forget-proofs.ts';
import { proofParts } from './application-parts.ts';
import { sweepOnce } from './housekeeping.ts';
import { granted, uploadAs } from './testing/file-scene.ts';
import { APP_HOST, openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

let shop: TestServer;
let editor: TestPerson;
let peopleMade = 0;
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  editor = await shop.person('13633330001', 'editor');
}, 120_000);
afterAll(() => shop?.close());

const aPerson = (): Promise<TestPerson> => shop.person(`136333301${String(++peopleMade).padStart(2, '0')}`);
const aProof = async (as: TestPerson, text = '教师资格证'): Promise<string> =>
  granted(await uploadAs(shop, as, '资格证.txt', Buffer.from(`${text} ${as.id}`))).id;
const FORM = { realName: '孔丘', institution: '曲阜大学', department: '文学院', title: '教授', subjects: ['古代汉语'] };
const submit = (as: TestPerson, body: object) => shop.call<TeacherStanding>('/api/teacher/auth/submit', { as, body: { ...FORM, ...body } });
const standing = async (as: TestPerson): Promise<TeacherStanding> =>
  granted(await shop.call<TeacherStanding>('/api/my/getAuthentication', { as }));
const waiting = async (of: TestPerson): Promise<ApplicationRecord> => {
  const { items } = granted(await shop.call<{ items: ApplicationRecord[] }>('/api/admin/application/list?limit=100', { as: editor }));
  const found = items.find(({ applicant }) => applicant.userId === of.id);
  if (found === undefined) throw new Error('nothing waits');
  return found;
};
const decide = async (of: TestPerson, body: object) => {
  const { id, submittedAt } = await waiting(of);
  return shop.call<ApplicationRecord>('/api/admin/application/decide', { as: editor, body: { id, submittedAt, ...body } });
};
const rolesOf = async (as: TestPerson): Promise<string[]> =>
  granted(await shop.call<{ roles: { role: string }[] }>('/apiv2/auth/get-roles', { as })).roles.map(({ role }) => role);
const newestAct = async () => {
  const { rows } = await shop.platform.db.pool.query<AuditRecord>('select act, reason from audit_act order by at desc, id desc limit 1');
  return rows[0];
};

describe('a teacher', () => {
  test('applies, hears which field is wrong, applies again, is approved, and is a teacher at once', async () => {
    const mei = await aPerson();
    expect(await standing(mei)).toMatchObject({ state: 'none', maySubmit: true, proofs: [] });
    const first = await aProof(mei);
    expect(granted(await submit(mei, { fileIds: [first] }))).toMatchObject({ state: 'pending', form: FORM, proofs: [{ id: first }] });

    const heard: unknown[] = [];
    const stop = shop.platform.events.subscribe(rolesChangedTopic(mei.id), () => heard.push(1));
    const reasons = { proofs: '照片看不清，请重新拍摄', institution: '请写学校全称' };
    expect((await decide(mei, { decision: 'reject', fieldReasons: reasons })).payload).toMatchObject({ state: 'rejected' });
    expect(await standing(mei)).toMatchObject({ state: 'rejected', fieldReasons: reasons, maySubmit: true, form: FORM });
    expect(await rolesOf(mei)).toEqual(['reader']);

    const second = await aProof(mei, '更清楚的资格证');
    granted(await submit(mei, { institution: '曲阜师范大学', fileIds: [second] }));
    expect(await standing(mei)).toMatchObject({ state: 'pending', fieldReasons: {}, proofs: [{ id: second }] });
    shop.platform.advanceClock?.(1);
    expect((await decide(mei, { decision: 'approve', answer: '材料齐全' })).code).toBe('success');
    expect(await newestAct()).toEqual({ act: 'application.approve', reason: '材料齐全' });
    const approved = await standing(mei);
    expect(approved).toMatchObject({ state: 'approved', maySubmit: false, validUntil: (approved.decidedAt ?? 0) + LIMITS.teacherValidMs });
    expect(await rolesOf(mei)).toEqual(['reader', 'teacher']);
    expect(heard.length).toBe(2);
    expect((await submit(mei, { fileIds: [second] })).code).toBe('application.notOpen');
    stop();
  });

  test('changes what waits: it stays one, and an editor who read the old words decides nothing', async () => {
    const mei = await aPerson();
    const proof = await aProof(mei);
    await submit(mei, { fileIds: [proof] });
    const read = await waiting(mei);
    shop.platform.advanceClock?.(1_000);
    await Promise.all([submit(mei, { title: '副教授', fileIds: [proof] }), submit(mei, { title: '副教授', fileIds: [proof] })]);
    const late = { id: read.id, submittedAt: read.submittedAt, decision: 'approve' };
    expect((await shop.call('/api/admin/application/decide', { as: editor, body: late })).code).toBe('application.changed');
    expect(await waiting(mei)).toMatchObject({ id: read.id, form: { title: '副教授' } });
    const { rows } = await shop.platform.db.pool.query('select count(*)::int as n from application where user_id = $1', [mei.id]);
    expect(rows).toEqual([{ n: 1 }]);
    await decide(mei, { decision: 'approve' });
    const again = { ...late, submittedAt: read.submittedAt + 1_000 };
    expect((await shop.call('/api/admin/application/decide', { as: editor, body: again })).code).toBe('application.decided');
  });

  test('shows proofs of their own only, one to five, and every field is needed', async () => {
    const [mei, han] = [await aPerson(), await aPerson()];
    expect((await submit(mei, { fileIds: [await aProof(han)] })).code).toBe('file.notFound');
    expect((await submit(mei, { fileIds: [] })).code).toBe('request.invalid');
    const proofs = await Promise.all(Array.from({ length: LIMITS.applicationProofsMax + 1 }, (_, n) => aProof(mei, `第 ${n} 份`)));
    expect((await submit(mei, { fileIds: proofs })).code).toBe('request.invalid');
    for (const field of Object.keys(FORM))
      expect((await submit(mei, { [field]: '', fileIds: proofs.slice(0, 5) })).code, field).toBe('request.invalid');
    expect((await submit(mei, { fileIds: proofs.slice(0, 5) })).code).toBe('success');
  });

  test('has a rejection with reasons, never without', async () => {
    const mei = await aPerson();
    await submit(mei, { fileIds: [await aProof(mei)] });
    expect((await decide(mei, { decision: 'reject' })).code).toBe('request.invalid');
    expect((await decide(mei, { decision: 'reject', fieldReasons: { tel: '没有这个字段' } })).code).toBe('request.invalid');
    expect((await decide(mei, { decision: 'reject', answer: '材料不足' })).code).toBe('success');
  });

  test('loses the role when the authentication is taken back, and may apply again', async () => {
    const mei = await aPerson();
    await submit(mei, { fileIds: [await aProof(mei)] });
    const { payload } = await decide(mei, { decision: 'approve' });
    const revoke = (body: object) => shop.call('/api/admin/application/revoke', { as: editor, body: { id: payload?.id, ...body } });
    expect((await revoke({ reason: '' })).code).toBe('request.invalid');
    expect((await revoke({ reason: '已离职' })).code).toBe('success');
    expect((await revoke({ reason: '已离职' })).code).toBe('application.decided');
    expect(await rolesOf(mei)).toEqual(['reader']);
    expect(await standing(mei)).toMatchObject({ state: 'revoked', answer: '已离职', maySubmit: true });
  });
});

describe('a teacher an institution knows', () => {
  let school: string;
  beforeAll(async () => {
    const { rows } = await shop.platform.db.pool.query<{ id: string }>(
      `insert into institution (id, name, created_at) values ('${'5'.repeat(26)}', '稷下学宫', 0) returning id`,
    );
    school = rows[0]?.id ?? '';
  });
  const onList = (phone: string, name: string, kind = 'teacher') =>
    shop.platform.db.pool.query(
      `insert into institution_member (id, institution_id, phone, name, kind, created_at) values ($1, $2, $1, $3, $4, 0)`,
      [phone, school, name, kind],
    );
  const SAID = { realName: '荀况', institution: '稷下 学宫', fileIds: [] };

  test('is one at once, without papers, by the rule and not by a person; asking twice at the same moment makes it so once', async () => {
    const xun = await aPerson();
    await onList(xun.tel, '荀况');
    expect((await standing(xun)).vouchers).toEqual([{ institution: '稷下学宫', via: 'roster' }]);
    const heard: unknown[] = [];
    const stop = shop.platform.events.subscribe(rolesChangedTopic(xun.id), () => heard.push(1));
    const answers = await Promise.all([submit(xun, SAID), submit(xun, SAID)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['application.notOpen', 'success']);
    const approved = await standing(xun);
    expect(approved).toMatchObject({ state: 'approved', answer: '稷下学宫的名单里有这位教师，自动通过。', vouchers: [] });
    expect(approved.validUntil).toBe((approved.decidedAt ?? 0) + LIMITS.teacherValidMs);
    expect(await rolesOf(xun)).toEqual(['reader', 'teacher']);
    expect(heard.length).toBe(1);
    stop();
    const admin = await shop.person('13633330009', 'admin');
    const { items } = granted(
      await shop.call<{ items: AuditRecord[] }>('/api/admin/audit/list?operatorId=rule&act=application.approve', { as: admin }),
    );
    expect(items).toMatchObject([{ operator: { userId: 'rule' }, reason: '稷下学宫的名单里有这位教师，自动通过。' }]);
  });

  test('goes to an editor where a word does not fit, with papers; the editor sees what speaks for it, and what was taken back stays theirs', async () => {
    const li = await aPerson();
    await onList(li.tel, '李斯');
    expect((await submit(li, SAID)).code).toBe('request.invalid');
    const proof = await aProof(li);
    expect(granted(await submit(li, { ...SAID, fileIds: [proof] })).state).toBe('pending');
    expect((await waiting(li)).words).toEqual([
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
    // Put right while it waits, it needs nobody.
    expect(granted(await submit(li, { ...SAID, realName: '李斯' })).state).toBe('approved');
    const { rows } = await shop.platform.db.pool.query<{ id: string }>(`select id from application where user_id = $1`, [li.id]);
    expect(rows).toHaveLength(1);
    const revoke = { id: rows[0]?.id, reason: '已离职' };
    granted(await shop.call('/api/admin/application/revoke', { as: editor, body: revoke }));
    expect((await standing(li)).vouchers).toEqual([]);
    expect(granted(await submit(li, { ...SAID, realName: '李斯', fileIds: [proof] })).state).toBe('pending');
  });

  test('by a sign-in through it as faculty, not as a student, and a line claimed by number waits for an editor', async () => {
    const [han, student, claimer] = [await aPerson(), await aPerson(), await aPerson()];
    const tie = (of: TestPerson, affiliation: string) =>
      shop.platform.db.pool.query(
        `insert into institution_link (protocol, scope, subject, institution_id, user_id, affiliation, created_at, last_used_at)
         values ('carsi', 'jixia.example', $1, $2, $1, $3, $4, $4)`,
        [of.id, school, affiliation, shop.platform.clock.now()],
      );
    await tie(han, 'faculty');
    await tie(student, 'student');
    await shop.platform.db.pool.query(
      `insert into institution_member (id, institution_id, student_no, name, kind, user_id, created_at) values ('claimed', $1, '1001', '荀况', 'teacher', $2, 0)`,
      [school, claimer.id],
    );
    expect(granted(await submit(han, { ...SAID, realName: '韩非' }))).toMatchObject({
      state: 'approved',
      answer: '稷下学宫在机构登录时确认是教师，自动通过。',
    });
    expect((await submit(student, SAID)).code).toBe('request.invalid');
    expect((await submit(claimer, SAID)).code).toBe('request.invalid');
    granted(await submit(claimer, { ...SAID, fileIds: [await aProof(claimer)] }));
    expect((await waiting(claimer)).words).toMatchObject([{ isProven: false, isTeaching: true, fitsName: true }]);
  });
});

describe('the papers', () => {
  const openAs = (as: TestPerson, payload: object) =>
    shop.request({ method: 'POST', url: '/api/admin/application/proof', headers: { host: APP_HOST, ...as.headers }, payload });

  test('are opened by editors only, only those of the application, and each look is in the log', async () => {
    const mei = await aPerson();
    const [proof, other] = [await aProof(mei), await aProof(mei, '别的文件')];
    await submit(mei, { fileIds: [proof] });
    const { id } = await waiting(mei);
    const seen = await openAs(editor, { id, fileId: proof });
    expect([seen.statusCode, seen.body, seen.headers['x-content-type-options']]).toEqual([200, `教师资格证 ${mei.id}`, 'nosniff']);
    shop.platform.advanceClock?.(1);
    expect(await newestAct()).toMatchObject({ act: 'application.readProof' });
    expect((await openAs(editor, { id, fileId: other })).json()).toMatchObject({ code: 'file.notFound' });
    expect((await openAs(mei, { id, fileId: proof })).json()).toMatchObject({ code: 'forbidden' });
    expect((await openAs(editor, { id: proof, fileId: proof })).json()).toMatchObject({ code: 'application.notFound' });
  });

  test('go ninety days after the decision, not before', async () => {
    const mei = await aPerson();
    const proof = await aProof(mei);
    await submit(mei, { fileIds: [proof] });
    await decide(mei, { decision: 'reject', answer: '材料不足' });
    const filesOf = async (): Promise<number> =>
      (await shop.platform.db.pool.query('select 1 from user_file where owner_id = $1', [mei.id])).rows.length;
    shop.platform.advanceClock?.(LIMITS.applicationProofMs - 1_000);
    await forgetProofs(proofParts(shop.platform));
    expect(await filesOf()).toBe(1);
    shop.platform.advanceClock?.(2_000);
    await forgetProofs(proofParts(shop.platform));
    expect(await filesOf()).toBe(0);
  });
});

describe('time', () => {
  test('ends what was approved: the role goes, the page says so, and a renewal may be sent before', async () => {
    const mei = await aPerson();
    const [first, second] = [await aProof(mei), await aProof(mei, '新的')];
    editor = await shop.person('13633330003', 'editor');
    await submit(mei, { fileIds: [first] });
    await decide(mei, { decision: 'approve' });
    const again = async (): Promise<TestPerson> => {
      const { id, tel } = mei;
      const { assembleAccount } = await import('./build-server.ts');
      const { startSession } = await import('../features/account/sessions.ts');
      const device = { deviceCode: 'web', deviceId: undefined, userAgent: '' } as const;
      const session = await startSession(assembleAccount(shop.platform), { id, nickname: tel, avatar: '' }, device, false);
      return { id, tel, headers: { authorization: `dp-token ${session.dpAuthToken}`, 'x-device-code': 'web' } };
    };
    shop.platform.advanceClock?.(LIMITS.teacherValidMs - LIMITS.applicationRenewalMs);
    let now = await again();
    expect(await standing(now)).toMatchObject({ state: 'approved', maySubmit: true });
    granted(await submit(now, { fileIds: [second] }));
    expect(await standing(now)).toMatchObject({ state: 'pending', validUntil: expect.any(Number) });
    expect(await rolesOf(now)).toEqual(['reader', 'teacher']);
    editor = await shop.person('13633330004', 'editor');
    await decide(mei, { decision: 'reject', answer: '请更新材料' });
    expect(await rolesOf(now)).toEqual(['reader', 'teacher']);
    shop.platform.advanceClock?.(LIMITS.applicationRenewalMs);
    now = await again();
    expect(await rolesOf(now)).toEqual(['reader']);
    await sweepOnce(shop.platform);
    const { rows } = await shop.platform.db.pool.query('select role from user_role where user_id = $1', [mei.id]);
    expect(rows).toEqual([{ role: 'reader' }]);
  });
});
