/** Tests of the states of an erratum, from its report to the version that fixes it. */
import { type AdminErratum, type Erratum, LIMITS, type listErrata, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('decideErratum', ['editor', 'admin'], 'id:erratum');

testIdempotency('decideErratum', async ({ aUser, erratumReport, post }) => {
  const { id } = await post<{ id: string }>('/api/errata/report', await aUser(), erratumReport());
  return { as: await aUser('editor'), body: { id, decision: 'accept' } };
});

let shop: TestServer;
let editor: TestUser;
let userCount = 0;
let bookId: string;
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
type List = OutputOf<typeof listErrata>;
const list = (as?: TestUser, whose = 'all'): Promise<List> => ask<List>(`/api/errata/list?bookId=${bookId}&whose=${whose}`, as);
const report = (as: TestUser, body: object = {}) =>
  send<Erratum>('/api/errata/report', as, { bookId, quote: '学而时习之，不亦悦乎', suggestion: '学而时习之，不亦说乎', ...body });
const decide = (id: string, body: object, as = editor) => send<AdminErratum>('/api/errata/decide', as, { id, ...body });
const reported = async (as: TestUser, body?: object): Promise<string> => {
  const { payload } = await report(as, body);
  if (payload === null) throw new Error('the erratum was not reported');
  return payload.id;
};

test('an erratum is reported, accepted and fixed in a later version, and is listed for other readers once it is accepted', async () => {
  const [finder, other] = [await aUser(), await aUser()];
  const locator = { href: 'c1.xhtml', title: '开篇', locations: { block: { blockId: 'b1', offset: 2 } }, text: { highlight: '悦' } };
  const long = '这一段原文很长'.repeat(10);
  const id = await reported(finder, { quote: long, reason: '通假字', locator });
  expect(await list(other)).toMatchObject({ items: [], counts: { submitted: 1, accepted: 0 } });
  expect((await list(finder, 'mine')).items).toMatchObject([{ id, state: 'submitted', chapter: '开篇', quote: long, mine: true }]);
  expect((await decide(id, { decision: 'fix' })).code).toBe('errata.decided');
  expect((await decide(id, { decision: 'accept', reply: '谢谢' })).payload).toMatchObject({ state: 'accepted', currentVersion: 1 });
  expect((await decide(id, { decision: 'reject', reply: '再想想' })).code).toBe('errata.decided');
  expect((await decide(id, { decision: 'fix', fixedInVersion: 2 })).code).toBe('errata.versionUnknown');
  await shop.book({ metadata: metadata('新版'), chapters: [['开篇', '改正过的正文。'.repeat(20)]] }, { publish: true, bookId });
  expect((await decide(id, { decision: 'fix' })).payload).toMatchObject({
    state: 'fixed',
    fixedInVersion: 2,
    reply: '谢谢',
    reason: '通假字',
  });
  const { rows: news } = await query('select kind, subject_id from notice where user_id = $1 order by id', [finder.id]);
  expect(news).toEqual([
    { kind: 'erratumAccepted', subject_id: bookId },
    { kind: 'erratumFixed', subject_id: bookId },
  ]);
  const [seen] = (await list(other)).items;
  expect(seen).toMatchObject({ state: 'fixed', versionNo: 1, fixedInVersion: 2, reply: '谢谢', mine: false });
  // For other readers the quote is shortened, and neither the text around it nor the reason is sent.
  expect([...(seen?.quote ?? '')]).toHaveLength(2 * LIMITS.lockedContextChars);
  expect(JSON.stringify(seen)).not.toMatch(/highlight|通假字/);
  const { rows } = await query('select action, before, after from audit_event where target_id = $1 order by id', [id]);
  expect(rows).toEqual([
    { action: 'erratum.accept', before: { state: 'submitted' }, after: { state: 'accepted', bookId } },
    { action: 'erratum.fix', before: { state: 'accepted' }, after: { state: 'fixed', bookId, fixedInVersion: 2 } },
  ]);
});
