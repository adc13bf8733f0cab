/** Tests of editors’ notes about versions. */
import { type getBookChanges, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('saveVersionNote', ['editor', 'admin'], 'bookId:book');
testIdempotency('saveVersionNote', async ({ aUser, bookId }) => ({
  as: await aUser('editor'),
  body: { bookId, no: 1, note: `订正 ${newId().slice(-6)}` },
}));

let shop: TestServer;
let reader: TestUser;
let editor: TestUser;
let paid: string;
const repeated = (text: string): string => text.repeat(8);
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const page = (title: string, body: string): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head><body><h1 id="top">${title}</h1>${body}</body></html>`;
const table = '<table><caption>表一　元素周期</caption><tr><th>元素</th><th>序数</th></tr><tr><td>氢</td><td>1</td></tr></table>';
const figure = (caption: string): string => `<figure><img src="dot.png" alt=""/><figcaption>${caption}</figcaption></figure>`;
const formula = '<p><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>E</mi><mo>=</mo><mi>m</mi></math></p>';
beforeAll(async () => {
  shop = await openTestServer();
  reader = await shop.user('13933340001');
  editor = await shop.user('13933340002', 'editor');
  paid = await shop.book(
    {
      metadata: '<dc:identifier id="id">化学</dc:identifier><dc:title>化学</dc:title><dc:language>zh-CN</dc:language>',
      manifest: '<item id="dot" href="dot.png" media-type="image/png"/>',
      chapters: [['元素'], ['反应']],
      files: {
        'OEBPS/c1.xhtml': page('元素', `<p>${repeated('元素按原子序数排列。')}</p>${table}${figure('图一　原子的结构')}${formula}`),
        'OEBPS/c2.xhtml': page('反应', `<p>${repeated('化学反应的速率。')}</p>${figure(`图二　${'很长的说明'.repeat(20)}`)}`),
        'OEBPS/dot.png': png,
      },
    },
    { publish: true, accessModel: 'paid', priceFen: 4_900, trialChapters: 1 },
  );
});
afterAll(() => shop?.close());
const ask = async <T>(url: string, as?: TestUser): Promise<T> => {
  const response = await shop.call<T>(url, as === undefined ? {} : { as });
  if (response.payload === null) throw new Error(`${url}: ${response.code} ${response.message}`);
  return response.payload;
};
type Changes = OutputOf<typeof getBookChanges>;
const changes = (bookId: string): Promise<Changes> => ask<Changes>(`/api/book/changes?bookId=${bookId}`);

test('the changes of a version contain the editor’s note, and the audit log contains its change', async () => {
  const note = (as: TestUser, body: object) => shop.call<Changes>('/api/admin/book/version/note', { as, body: { bookId: paid, ...body } });
  expect((await note(editor, { no: 1, note: ' 订正了周期表。 ' })).payload?.versions).toMatchObject([{ no: 1, note: '订正了周期表。' }]);
  expect((await changes(paid)).versions).toMatchObject([{ note: '订正了周期表。' }]);
  expect((await note(reader, { no: 1, note: '我来写' })).code).toBe('forbidden');
  expect(await note(editor, { no: 7, note: '没有这一版' })).toMatchObject({ code: 'request.invalid', message: '没有这个版本' });
  expect((await note(editor, { no: 1, note: '字'.repeat(501) })).message).toBe('版本说明最多 500 个字');
  const { rows } = await shop.platform.db.pool.query('select before, after from audit_event where action = $1', ['book.versionNote']);
  expect(rows).toEqual([{ before: { no: 1, note: '' }, after: { no: 1, note: '订正了周期表。' } }]);
});
