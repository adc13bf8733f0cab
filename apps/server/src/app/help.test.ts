/** Questions to the operator, votes on manuals, dead codes, contact and status: over HTTP, by everybody who may. */
import { LIMITS, type OperatorTicket, type Ticket } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetOldContacts } from '../features/help/forget-contacts.ts';
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';
import { createWireScene, type WireScene } from './testing/wire-scene.ts';

let shop: TestServer;
let scene: WireScene;
let reader: TestPerson;
let other: TestPerson;
let editor: TestPerson;
beforeAll(async () => {
  shop = await openTestServer({
    OPERATOR_NAME: '青禾教育出版社',
    OPERATOR_PHONE: '010-5555 0100',
    OPERATOR_EMAIL_CODE: 'code@example.com',
    OPERATOR_LICENCES: '京ICP备00000000号；（署）网出证（京）字第000号',
    SMS_PROVIDER: 'none',
  });
  scene = createWireScene(shop);
  reader = await shop.person('13611110001');
  other = await shop.person('13611110002');
  editor = await shop.person('13611110003', 'editor');
}, 120_000);
afterAll(() => shop?.close());

const DIAGNOSTICS = {
  clientVersion: '0.1.0',
  userAgent: 'Firefox',
  screen: '1440×900 @2',
  page: '/bookshelf',
  online: true,
  sync: { waiting: 2, rejected: 0 },
  faults: [{ operation: 'getHome', code: 'internal', traceId: 'a-trace', at: 1 }],
};

const ask = async (as: TestPerson | undefined, body: object) =>
  shop.call<{ ticket: Ticket }>('/api/ticket/create', {
    body: { topic: 'code', body: '激活码刮坏了，看不清。', ...body },
    ...(as ? { as } : {}),
  });
const mine = async (as: TestPerson): Promise<Ticket[]> =>
  (await shop.call<{ items: Ticket[] }>('/api/ticket/mine', { as })).payload?.items ?? [];
const asked = async (as: TestPerson, body: object = {}): Promise<string> => (await ask(as, body)).payload?.ticket.id ?? '';

describe('the help pages', () => {
  test('show the contact the operator set and nothing that was not set', async () => {
    expect((await shop.call('/api/help/contact')).payload).toEqual({
      name: '青禾教育出版社',
      phone: '010-5555 0100',
      emails: [{ topic: 'code', email: 'code@example.com' }],
      licences: ['京ICP备00000000号', '（署）网出证（京）字第000号'],
    });
  });

  test('say how each part of the service stands', async () => {
    const { payload } = await shop.call<{ parts: { part: string; state: string }[]; history: object[] }>('/api/status/board');
    expect(payload?.history).toEqual([]);
    expect(Object.fromEntries((payload?.parts ?? []).map(({ part, state }) => [part, state]))).toEqual({
      library: 'ok',
      books: 'ok',
      signIn: 'ok',
      sms: 'off',
      wechat: 'off',
      institution: 'off',
      payment: 'ok',
    });
  });

  test('count votes without keeping whose they are', async () => {
    for (const useful of [true, true, false])
      await shop.call('/api/help/vote', { as: reader, body: { manual: 'student', article: 'sign-in', useful } });
    const { payload } = await shop.call<{ items: object[] }>('/api/admin/help/votes', { as: editor });
    expect(payload?.items).toContainEqual({ manual: 'student', article: 'sign-in', useful: 2, useless: 1 });
    expect((await shop.call('/api/admin/help/votes', { as: reader })).code).toBe('forbidden');
  });

  test('take reports of dead codes, the last words about a code beside it', async () => {
    await shop.call('/api/q/report', { body: { code: 'ABC234', note: '古文读本第 12 页' } });
    await shop.call('/api/q/report', { body: { code: 'ABC234' } });
    expect((await shop.call('/api/q/report', { body: { code: '../etc' } })).code).toBe('request.invalid');
    const { payload } = await shop.call<{ items: object[] }>('/api/admin/q/reports', { as: editor });
    expect(payload?.items).toMatchObject([{ code: 'ABC234', reports: 2, lastNote: '古文读本第 12 页' }]);
  });
});

describe('a question', () => {
  test('is asked, answered, taken up again and closed, and its asker sees each step', async () => {
    const sent = await ask(reader, { diagnostics: DIAGNOSTICS });
    expect(sent).toMatchObject({ code: 'success', payload: { ticket: { state: 'open', replies: [], diagnostics: DIAGNOSTICS } } });
    const ticketId = sent.payload?.ticket.id ?? '';
    const answered = await shop.call<{ ticket: OperatorTicket }>('/api/admin/ticket/answer', {
      as: editor,
      body: { ticketId, body: '请把书码页拍下来发给我们。' },
    });
    expect(answered.payload?.ticket.asker).toEqual({ userId: reader.id, name: expect.any(String), tel: '136****0001' });
    expect(await mine(reader)).toMatchObject([
      { id: ticketId, state: 'answered', replies: [{ fromOperator: true, body: '请把书码页拍下来发给我们。' }] },
    ]);
    expect(JSON.stringify(await mine(reader))).not.toContain(editor.id);

    await shop.call('/api/ticket/reply', { as: reader, body: { ticketId, body: '已经找到了，谢谢' } });
    expect((await mine(reader))[0]).toMatchObject({ state: 'open', replies: [{ fromOperator: true }, { fromOperator: false }] });
    await shop.call('/api/admin/ticket/close', { as: editor, body: { ticketId } });
    expect((await mine(reader))[0]?.state).toBe('closed');
    const late = await shop.call('/api/admin/ticket/answer', { as: editor, body: { ticketId, body: '再说一句' } });
    expect(late.code).toBe('help.ticketClosed');
    expect((await shop.call('/api/admin/ticket/close', { as: editor, body: { ticketId } })).code).toBe('success');
  });

  test('tells its asker of the answer over the stream, and nobody else', async () => {
    const heard: string[] = [];
    const stop = [reader, other].map(({ id }) => shop.platform.events.subscribe(`help:${id}:tickets`, () => heard.push(id)));
    const ticketId = await asked(reader);
    await shop.call('/api/admin/ticket/answer', { as: editor, body: { ticketId, body: '好的' } });
    expect(heard).toEqual([reader.id]);
    for (const end of stop) end();
  });

  test("is its asker's own: another person can neither see it nor speak in it", async () => {
    const ticketId = await asked(reader);
    expect((await mine(other)).map(({ id }) => id)).not.toContain(ticketId);
    const reply = await shop.call('/api/ticket/reply', { as: other, body: { ticketId, body: '我来说' } });
    expect(reply.code).toBe('help.ticketNotFound');
    expect((await shop.call('/api/admin/ticket/list', { as: other })).code).toBe('forbidden');
  });

  test('is asked once however often the wish is sent', async () => {
    const headers = { 'x-op-id': 'ask-once-0123456789' };
    const before = (await mine(other)).length;
    const bodies = { topic: 'other', body: '这句话只问一次' };
    for (let n = 0; n < 3; n += 1) await shop.call('/api/ticket/create', { as: other, body: bodies, headers });
    expect((await mine(other)).length).toBe(before + 1);
  });

  test('without an account needs a captcha that was not used before, and a way to answer', async () => {
    const captcha = await scene.solvedCaptcha();
    expect((await ask(undefined, { contact: '', ...captcha })).code).toBe('request.invalid');
    expect((await ask(undefined, { contact: 'a@example.com', captchaKey: 'x', captchaTxt: 'ABCD' })).code).toBe('account.captchaWrong');
    expect((await ask(undefined, { contact: 'a@example.com' })).code).toBe('account.captchaWrong');
    const sent = await ask(undefined, { contact: 'a@example.com', ...captcha });
    expect(sent.code).toBe('success');
    expect((await ask(undefined, { contact: 'a@example.com', ...captcha })).code).toBe('account.captchaWrong');
    const { payload } = await shop.call<{ items: OperatorTicket[] }>('/api/admin/ticket/list?state=open&limit=100', { as: editor });
    const seen = payload?.items.find(({ id }) => id === sent.payload?.ticket.id);
    expect(seen).toMatchObject({ contact: 'a@example.com' });
    expect(seen).not.toHaveProperty('asker');
  });

  test('comes to the operator page by page, who waited longest first', async () => {
    for (let n = 0; n < 5; n += 1) {
      await asked(other, { topic: 'review', body: `评审的第 ${n} 个问题` });
      shop.platform.advanceClock?.(1_000);
    }
    const bodies: string[] = [];
    let cursor = '';
    do {
      const next = cursor === '' ? '' : `&cursor=${cursor}`;
      const { payload } = await shop.call<{ items: OperatorTicket[]; nextCursor?: string }>(
        `/api/admin/ticket/list?state=open&topic=review&limit=2${next}`,
        { as: editor },
      );
      bodies.push(...(payload?.items ?? []).map(({ body }) => body));
      cursor = payload?.nextCursor ?? '';
    } while (cursor !== '');
    expect(bodies).toEqual([0, 1, 2, 3, 4].map((n) => `评审的第 ${n} 个问题`));
    expect((await shop.call('/api/admin/ticket/list?cursor=nonsense', { as: editor })).code).toBe('request.invalid');
  });

  test('may be asked so often a day and no oftener', async () => {
    const eager = await shop.person('13611110009');
    for (let n = 0; n < LIMITS.ticketsPerUserPerDay; n += 1) expect((await ask(eager, {})).code).toBe('success');
    expect((await ask(eager, {})).code).toBe('request.tooMany');
  });

  test('keeps where its asker can be reached for half a year after it was closed', async () => {
    const sent = await ask(undefined, { contact: 'forget@example.com', diagnostics: DIAGNOSTICS, ...(await scene.solvedCaptcha()) });
    const ticketId = sent.payload?.ticket.id ?? '';
    await shop.call('/api/admin/ticket/close', { as: editor, body: { ticketId } });
    const stored = async () =>
      (await shop.platform.db.pool.query('select contact, diagnostics from ticket where id = $1', [ticketId])).rows[0] as object;
    shop.platform.advanceClock?.((LIMITS.ticketContactDays - 1) * 86_400_000);
    await forgetOldContacts(shop.platform);
    expect(await stored()).toMatchObject({ contact: 'forget@example.com' });
    shop.platform.advanceClock?.(2 * 86_400_000);
    await forgetOldContacts(shop.platform);
    expect(await stored()).toEqual({ contact: '', diagnostics: null });
  });
});
