/** Tests of hiding reported ratings and showing them again. */
import { type AdminRating, type MyRating, type RatingList } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { grantBook } from '../../entitlement/grant-book.ts';

testAccess('decideRating', ['editor', 'admin'], 'id:rating');
testIdempotency('decideRating', async ({ aUser, aRating }) => ({
  as: await aUser('editor'),
  body: { id: (await aRating()).id, decision: 'hide', reason: '广告' },
}));

let shop: TestServer;
let editor: TestUser;
let userCount = 0;
let bookId: string;
const NOBODY = '0'.repeat(26);
const query = (text: string, values: unknown[] = []) => shop.platform.db.pool.query(text, values);
const aUser = (role?: 'editor'): Promise<TestUser> => {
  userCount += 1;
  return shop.user(`1393335${String(userCount).padStart(4, '0')}`, role);
};
const metadata = (title: string): string =>
  `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language>`;
const aBook = (title: string, text: string, options: object = {}): Promise<string> =>
  shop.book(
    { metadata: metadata(title), chapters: [['开篇', text.repeat(20)]] },
    { publish: true, accessModel: 'paid', priceFen: 900, ...options },
  );
const aReader = async (id = bookId): Promise<TestUser> => {
  const user = await aUser();
  await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: user.id, bookId: id });
  await query(`insert into reading_progress values ($1, $2, 'v', '{"href": "c1.xhtml", "locations": {}}', 0, 'h', 0)`, [user.id, id]);
  return user;
};
beforeAll(async () => {
  shop = await openTestServer();
  editor = await aUser('editor');
});
beforeEach(async () => {
  bookId = await aBook(`书 ${userCount}`, `第 ${userCount} 本书的正文。`);
});
afterAll(() => shop?.close());
const ask = async <T>(url: string, as?: TestUser): Promise<T> => {
  const response = await shop.call<T>(url, as === undefined ? {} : { as });
  if (response.payload === null) throw new Error(`${url}: ${response.code} ${response.message}`);
  return response.payload;
};
const send = <T = unknown>(url: string, as: TestUser, body: object) => shop.call<T>(url, { as, body });
const list = (as?: TestUser, rest = ''): Promise<RatingList> => ask<RatingList>(`/api/rating/list?bookId=${bookId}${rest}`, as);
const rate = (as: TestUser, stars: unknown, body = '') => send<{ mine: MyRating }>('/api/rating/save', as, { bookId, stars, body });

test('a reported rating is hidden with a reason and shown again by an editor, and each decision is in the audit log', async () => {
  const [author, other] = [await aReader(), await aUser()];
  const { payload } = await rate(author, 1, '广告：加微信');
  const id = payload?.mine.id ?? '';
  expect((await send('/api/rating/report', author, { id, reason: '我' })).code).toBe('catalog.ratingRefused');
  expect((await send('/api/rating/report', other, { id, reason: ' ' })).message).toBe('请写明举报的原因');
  for (const reason of ['广告', '是广告']) expect((await send('/api/rating/report', other, { id, reason })).code).toBe('success');
  const listForAdmin = (state: string) =>
    ask<{ items: AdminRating[]; counts: object }>(`/api/admin/rating/list?state=${state}&bookId=${bookId}`, editor);
  expect(await listForAdmin('reported')).toMatchObject({
    items: [{ id, state: 'reported', reports: [{ reason: '是广告' }], account: { tel: expect.stringContaining('****') } }],
    counts: { reported: 1, shown: 1, hidden: 0 },
  });
  const decide = (body: object, as = editor) => send<AdminRating>('/api/admin/rating/decide', as, { id, ...body });
  expect((await decide({ decision: 'hide' })).message).toBe('请写明隐藏的原因');
  expect((await decide({ decision: 'hide', reason: '广告' }, other)).code).toBe('forbidden');
  expect((await decide({ decision: 'hide', reason: '含有广告' })).payload).toMatchObject({ state: 'hidden', reports: [] });
  expect(await list()).toMatchObject({ count: 0, items: [] });
  expect((await query('select kind from notice where user_id = $1', [author.id])).rows).toEqual([{ kind: 'ratingHidden' }]);
  expect((await list(author)).mine).toMatchObject({ hiddenReason: '含有广告' });
  // A hidden rating stays hidden after its author edits it, until an editor decides.
  await rate(author, 3, '改过了');
  expect((await list()).count).toBe(0);
  expect((await send('/api/rating/report', other, { id, reason: '还在' })).code).toBe('catalog.ratingNotFound');
  expect((await decide({ decision: 'keep' })).payload).toMatchObject({ state: 'shown' });
  expect(await list()).toMatchObject({ count: 1, mean: 3 });
  expect((await send('/api/admin/rating/decide', editor, { id: NOBODY, decision: 'keep' })).code).toBe('catalog.ratingNotFound');
  const { rows } = await query('select action, before, reason from audit_event where target_id = $1 order by id', [id]);
  expect(rows).toEqual([
    { action: 'rating.hide', before: { hidden: false }, reason: '含有广告' },
    { action: 'rating.keep', before: { hidden: true }, reason: '' },
  ]);
});
