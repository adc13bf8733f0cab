/**
 * Tests that the audit log contains each change by an operator with user, object and reason, from the admin area and the command line, and
 * that no row is ever changed.
 */
import type { AuditEvent, listAudit, OutputOf, Ticket } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { priceBook } from '../../app/cli/book-price.ts';
import { mintActivationCodes } from '../../app/cli/codes.ts';
import { changeRoles, createUserCommand, grantBookToUser } from '../../app/cli/users.ts';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('listAudit', ['admin'], 'platform');

let shop: TestServer;
let admin: TestUser;
let editor: TestUser;
let reader: TestUser;
let bookId: string;

beforeAll(async () => {
  shop = await openTestServer();
  admin = await shop.user('13622220001', 'admin');
  editor = await shop.user('13622220002', 'editor');
  reader = await shop.user('13622220003');
  bookId = await shop.book({}, { publish: false });
}, 120_000);
afterAll(() => shop?.close());

const log = async (query = ''): Promise<OutputOf<typeof listAudit>> => {
  const { payload, code } = await shop.call<OutputOf<typeof listAudit>>(`/api/admin/audit/list?${query}`, { as: admin });
  if (payload === null) throw new Error(`the audit log responded with ${code}`);
  return payload;
};
const newest = async (query = ''): Promise<AuditEvent | undefined> => (await log(query)).items[0];
const shelve = (body: object, as = editor) => shop.call('/api/admin/book/shelf', { as, body: { bookId, ...body } });

describe('a change in the admin area', () => {
  test('is recorded with the operator, the object, the values before and after, the reason and the request', async () => {
    await shelve({ state: 'published' });
    shop.platform.advanceClock?.(1);
    await shelve({ state: 'offShelf', reason: '版权到期' });
    expect(await newest()).toEqual({
      id: expect.any(String),
      at: expect.any(Number),
      operator: { userId: editor.id, name: expect.any(String), tel: '136****0002' },
      action: 'book.takeOffShelf',
      target: { kind: 'book', id: bookId, name: '论语选读' },
      before: { state: 'published' },
      after: { state: 'offShelf' },
      reason: '版权到期',
      requestId: expect.any(String),
    });
  });

  test('is not recorded when it was refused or changed nothing', async () => {
    const before = (await log('limit=100')).items.length;
    expect((await shelve({ state: 'offShelf' })).code).toBe('request.invalid');
    expect((await shelve({ state: 'offShelf', reason: '再下架一次' })).code).toBe('success');
    expect((await shelve({ state: 'published' }, reader)).code).toBe('forbidden');
    expect((await log('limit=100')).items.length).toBe(before);
  });

  test('is recorded without the text of a ticket', async () => {
    const created = await shop.call<{ ticket: Ticket }>('/api/ticket/create', {
      as: reader,
      body: { topic: 'other', body: '这是一个问题' },
    });
    const ticketId = created.payload?.ticket.id;
    shop.platform.advanceClock?.(1);
    await shop.call('/api/admin/ticket/answer', { as: editor, body: { ticketId, body: '秘密的回复' } });
    expect(await newest()).toMatchObject({ action: 'ticket.answer', target: { id: ticketId }, after: { state: 'answered' } });
    shop.platform.advanceClock?.(1);
    await shop.call('/api/admin/ticket/close', { as: editor, body: { ticketId } });
    await shop.call('/api/admin/ticket/close', { as: editor, body: { ticketId } });
    expect((await log(`targetId=${ticketId}`)).items.map(({ action }) => action)).toEqual(['ticket.close', 'ticket.answer']);
    expect(JSON.stringify(await log('limit=100'))).not.toContain('秘密的回复');
  });
});

describe('a change from the command line', () => {
  const run = (command: typeof createUserCommand, line: string) => command.prepare(line.split(' '))(shop.platform, () => undefined);

  test('is recorded without a user', async () => {
    await run(createUserCommand, '--tel 13622220009 --password Ceshi-mima-2026 --role teacher');
    shop.platform.advanceClock?.(1);
    await run(changeRoles, '--tel 13622220009 --add finance');
    shop.platform.advanceClock?.(1);
    await run(grantBookToUser, `--tel 13622220009 --book ${bookId} --note 样书`);
    const { items } = await log('operatorId=cli&targetKind=user&limit=3');
    expect(items.map(({ action, after, reason, operator }) => ({ action, after, reason, operator }))).toEqual([
      { action: 'user.grantBook', after: { bookId, title: '论语选读' }, reason: '样书', operator: undefined },
      { action: 'user.roles', after: { roles: ['finance', 'reader', 'teacher'] }, reason: '', operator: undefined },
      { action: 'user.create', after: { role: 'teacher' }, reason: '', operator: undefined },
    ]);
    expect(items[0]?.target.name).toContain('136****0009');
    shop.platform.advanceClock?.(1);
    await run(mintActivationCodes, `--book ${bookId} --count 2 --printing 一版一次`);
    shop.platform.advanceClock?.(1);
    await run(priceBook, `${bookId} 12.50`);
    expect((await log('operatorId=cli&limit=2')).items).toMatchObject([
      { action: 'book.price', target: { id: bookId }, after: { priceFen: 1250 } },
      { action: 'codes.mint', target: { kind: 'codeBatch', name: '论语选读' }, after: { count: 2, printing: '一版一次' } },
    ]);
    expect(JSON.stringify(items)).not.toContain('13622220009');
  });
});

describe('the audit log', () => {
  test('is filtered and paged without duplicates or gaps', async () => {
    const whole = (await log('limit=100')).items;
    const paged: AuditEvent[] = [];
    let cursor: string | undefined;
    do {
      const page = await log(`limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`);
      paged.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(paged).toEqual(whole);
    expect((await log(`operatorId=${editor.id}`)).items.every(({ operator }) => operator?.userId === editor.id)).toBe(true);
    expect((await log('action=book.publish')).items.map(({ action }) => action)).toEqual(['book.publish']);
    expect((await log(`to=${whole.at(-1)?.at}`)).items).toEqual([]);
    expect((await log()).operators.map(({ userId }) => userId)).toEqual([editor.id]);
  });

  test('is readable by administrators only', async () => {
    for (const as of [editor, reader]) expect((await shop.call('/api/admin/audit/list', { as })).code).toBe('forbidden');
    expect((await shop.call('/api/admin/audit/list')).code).toBe('requestLogin');
    expect((await shop.call('/api/admin/audit/list?cursor=x', { as: admin })).code).toBe('request.invalid');
  });

  test('refuses changes and deletions by any database user', async () => {
    const { pool } = shop.platform.db;
    await expect(pool.query("update audit_event set reason = 'x'")).rejects.toThrow('append-only');
    await expect(pool.query('delete from audit_event')).rejects.toThrow('append-only');
  });
});
