/** Tests of the price and the ordered removal of a book. */
import type { AdminBook } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('setBookRemoval', ['editor', 'admin'], 'bookId:book');
testIdempotency('setBookRemoval', async ({ aUser, aBook }) => ({
  as: await aUser('editor'),
  body: { bookId: await aBook(), notice: '停止使用', reason: '测试' },
}));

let shop: TestServer;
let editor: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  editor = await shop.user('13655550001', 'editor');
  bookId = await shop.book({}, { publish: false });
}, 120_000);
afterAll(() => shop?.close());
const get = async (): Promise<AdminBook> => granted(await shop.call<AdminBook>(`/api/admin/book/get?bookId=${bookId}`, { as: editor }));

test('a price is stored with its term, and an ordered removal requires a reason', async () => {
  granted(await shop.call('/api/admin/book/price', { as: editor, body: { bookId, priceFen: 3_900, termDays: 180 } }));
  expect(await get()).toMatchObject({ accessModel: 'paid', priceFen: 3_900, termDays: 180, removalNotice: '' });
  granted(await shop.call('/api/admin/book/price', { as: editor, body: { bookId, priceFen: 4_900 } }));
  expect(await get()).not.toHaveProperty('termDays');
  const order = (body: object) => shop.call('/api/admin/book/removal', { as: editor, body: { bookId, ...body } });
  expect((await order({ notice: '主管部门要求停止使用' })).message).toBe('请写明停止阅读的依据');
  granted(await order({ notice: '主管部门要求停止使用', reason: '〔2026〕1 号来函' }));
  expect((await get()).removalNotice).toBe('主管部门要求停止使用');
  granted(await order({ notice: '' }));
  expect((await get()).removalNotice).toBe('');
  const { rows } = await shop.platform.db.pool.query("select reason from audit_event where action = 'book.remove' order by at, id");
  expect(rows).toEqual([{ reason: '〔2026〕1 号来函' }, { reason: '' }]);
});
