/** The log of operators' acts: each act is in it with who, what and why, at the desk and on the command line; no row is ever changed. */
import type { AuditRecord, listAudit, OutputOf, Ticket } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { priceBook } from './cli/book-price.ts';
import { mintActivationCodes } from './cli/codes.ts';
import { changeRoles, createPerson, grantBookToPerson } from './cli/people.ts';
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

let shop: TestServer;
let admin: TestPerson;
let editor: TestPerson;
let reader: TestPerson;
let bookId: string;

beforeAll(async () => {
  shop = await openTestServer();
  admin = await shop.person('13622220001', 'admin');
  editor = await shop.person('13622220002', 'editor');
  reader = await shop.person('13622220003');
  bookId = await shop.book({}, { publish: false });
}, 120_000);
afterAll(() => shop?.close());

const log = async (query = ''): Promise<OutputOf<typeof listAudit>> => {
  const { payload, code } = await shop.call<OutputOf<typeof listAudit>>(`/api/admin/audit/list?${query}`, { as: admin });
  if (payload === null) throw new Error(`the log answered ${code}`);
  return payload;
};
const newest = async (query = ''): Promise<AuditRecord | undefined> => (await log(query)).items[0];
const shelve = (body: object, as = editor) => shop.call('/api/admin/book/shelf', { as, body: { bookId, ...body } });

describe('an act at the desk', () => {
  test('is in the log with who, what, before and after, why and in which request', async () => {
    await shelve({ state: 'published' });
    shop.platform.advanceClock?.(1);
    await shelve({ state: 'offShelf', reason: '版权到期' });
    expect(await newest()).toEqual({
      id: expect.any(String),
      at: expect.any(Number),
      operator: { userId: editor.id, name: expect.any(String), tel: '136****0002' },
      act: 'book.takeOffShelf',
      target: { kind: 'book', id: bookId, name: '论语选读' },
      before: { state: 'published' },
      after: { state: 'offShelf' },
      reason: '版权到期',
      requestId: expect.any(String),
    });
  });

  test('that was refused, or changed nothing, is not', async () => {
    const before = (await log('limit=100')).items.length;
    expect((await shelve({ state: 'offShelf' })).code).toBe('request.invalid');
    expect((await shelve({ state: 'offShelf', reason: '再下架一次' })).code).toBe('success');
    expect((await shelve({ state: 'published' }, reader)).code).toBe('forbidden');
    expect((await log('limit=100')).items.length).toBe(before);
  });

  test('on a question is there without its words', async () => {
    const asked = await shop.call<{ ticket: Ticket }>('/api/ticket/create', { as: reader, body: { topic: 'other', body: '这是一个问题' } });
    const ticketId = asked.payload?.ticket.id;
    shop.platform.advanceClock?.(1);
    await shop.call('/api/admin/ticket/answer', { as: editor, body: { ticketId, body: '秘密的回复' } });
    expect(await newest()).toMatchObject({ act: 'ticket.answer', target: { id: ticketId }, after: { state: 'answered' } });
    shop.platform.advanceClock?.(1);
    await shop.call('/api/admin/ticket/close', { as: editor, body: { ticketId } });
    await shop.call('/api/admin/ticket/close', { as: editor, body: { ticketId } });
    expect((await log(`targetId=${ticketId}`)).items.map(({ act }) => act)).toEqual(['ticket.close', 'ticket.answer']);
    expect(JSON.stringify(await log('limit=100'))).not.toContain('秘密的回复');
  });
});

describe('an act on the command line', () => {
  const run = (command: typeof createPerson, line: string) => command.prepare(line.split(' '))(shop.platform, () => undefined);

  test('is in the log as of no person', async () => {
    await run(createPerson, '--tel 13622220009 --password Ceshi-mima-2026 --role teacher');
    shop.platform.advanceClock?.(1);
    await run(changeRoles, '--tel 13622220009 --add finance');
    shop.platform.advanceClock?.(1);
    await run(grantBookToPerson, `--tel 13622220009 --book ${bookId} --note 样书`);
    const { items } = await log('operatorId=cli&targetKind=user&limit=3');
    expect(items.map(({ act, after, reason, operator }) => ({ act, after, reason, operator }))).toEqual([
      { act: 'user.grantBook', after: { bookId, title: '论语选读' }, reason: '样书', operator: undefined },
      { act: 'user.roles', after: { roles: ['finance', 'reader', 'teacher'] }, reason: '', operator: undefined },
      { act: 'user.create', after: { role: 'teacher' }, reason: '', operator: undefined },
    ]);
    expect(items[0]?.target.name).toContain('136****0009');
    shop.platform.advanceClock?.(1);
    await run(mintActivationCodes, `--book ${bookId} --count 2 --printing 一版一次`);
    shop.platform.advanceClock?.(1);
    await run(priceBook, `${bookId} 12.50`);
    expect((await log('operatorId=cli&limit=2')).items).toMatchObject([
      { act: 'book.price', target: { id: bookId }, after: { priceFen: 1250 } },
      { act: 'codes.mint', target: { kind: 'codeBatch', name: '论语选读' }, after: { count: 2, printing: '一版一次' } },
    ]);
    expect(JSON.stringify(items)).not.toContain('13622220009');
  });
});

describe('the log', () => {
  test('is filtered and comes page by page, nothing twice, nothing left out', async () => {
    const whole = (await log('limit=100')).items;
    const paged: AuditRecord[] = [];
    let cursor: string | undefined;
    do {
      const page = await log(`limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`);
      paged.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(paged).toEqual(whole);
    expect((await log(`operatorId=${editor.id}`)).items.every(({ operator }) => operator?.userId === editor.id)).toBe(true);
    expect((await log('act=book.publish')).items.map(({ act }) => act)).toEqual(['book.publish']);
    expect((await log(`to=${whole.at(-1)?.at}`)).items).toEqual([]);
    expect((await log()).operators.map(({ userId }) => userId)).toEqual([editor.id]);
  });

  test('is read by administrators only', async () => {
    for (const as of [editor, reader]) expect((await shop.call('/api/admin/audit/list', { as })).code).toBe('forbidden');
    expect((await shop.call('/api/admin/audit/list')).code).toBe('requestLogin');
    expect((await shop.call('/api/admin/audit/list?cursor=x', { as: admin })).code).toBe('request.invalid');
  });

  test('takes no change and no deletion, whoever asks the database', async () => {
    const { pool } = shop.platform.db;
    await expect(pool.query("update audit_act set reason = 'x'")).rejects.toThrow('append-only');
    await expect(pool.query('delete from audit_act')).rejects.toThrow('append-only');
  });
});
