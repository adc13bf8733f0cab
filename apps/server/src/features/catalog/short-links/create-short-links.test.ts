/** Tests of short links for printing. */
import { type createShortLinks, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('createShortLinks', ['editor', 'admin'], 'filtered');
testIdempotency('createShortLinks', async ({ aUser, linkTarget }) => ({ as: await aUser('editor'), body: { links: [linkTarget()] } }));

let shop: TestServer;
let editor: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13966670001', 'editor');
  bookId = await shop.book({}, { publish: true });
});
afterAll(() => shop?.close());

const query = (text: string) => shop.platform.db.pool.query(text);
const create = (links: object[], as = editor) =>
  shop.call<OutputOf<typeof createShortLinks>>('/api/admin/q/create', { as, body: { links } });

test('each link has a code of its own, and the codes are in the audit log', async () => {
  const created = await create([
    { targetType: 'book', targetId: bookId, label: '封底' },
    { targetType: 'page', targetId: '/book/list' },
  ]);
  expect(created.message).toBe('已生成 2 个短码');
  const { items } = granted(created);
  expect(items).toMatchObject([
    { targetType: 'book', label: '封底', targetTitle: '论语选读', hits: 0 },
    { targetType: 'page', targetId: '/book/list' },
  ]);
  const codes = items.map(({ code }) => code);
  expect(new Set(codes).size).toBe(2);
  expect((await query("select after from audit_event where action = 'shortLink.create'")).rows).toEqual([{ after: { codes } }]);
});

test('an external page is rejected as a target, and readers cannot create links', async () => {
  const external = { targetType: 'page', targetId: '//evil.example' };
  expect((await create([external])).code).toBe('request.invalid');
  expect((await create([external], await shop.user('13966670002'))).code).toBe('forbidden');
});

test('the database rejects deleting or renaming a short link', async () => {
  await expect(query('delete from qr_link')).rejects.toThrow('never deleted');
  await expect(query(`update qr_link set code = 'ABCD' || code`)).rejects.toThrow('never deleted');
});
