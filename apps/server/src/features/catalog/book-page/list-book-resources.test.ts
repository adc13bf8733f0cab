/** Tests of the list of resources of a book. */
import { LIMITS, type listBookResources, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('listBookResources', 'everyone');

let shop: TestServer;
let reader: TestUser;
let editor: TestUser;
let paid: string;
const NOBODY = '0'.repeat(26);
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
type Resources = OutputOf<typeof listBookResources>;
const list = (query: string, as?: TestUser): Promise<Resources> => ask<Resources>(`/api/book/resources?bookId=${paid}&${query}`, as);

test('resources are counted by kind and listed with their caption and location', async () => {
  const found = await list('');
  expect(found.counts).toEqual([
    { kind: 'figure', count: 2 },
    { kind: 'table', count: 1 },
    { kind: 'formula', count: 1 },
  ]);
  expect(found.kind).toBe('figure');
  expect(found.items[0]).toMatchObject({ kind: 'figure', title: '图一　原子的结构'.replace('　', ' '), chapter: '元素', open: true });
  expect(found.items[0]?.locator.locations.block?.blockId).toMatch(/\S/);
  expect((await list('kind=table')).items).toMatchObject([{ title: '表一 元素周期', open: true }]);
  expect((await list('kind=formula')).items).toHaveLength(1);
  expect((await list('kind=media')).items).toEqual([]);
});

test('locked resources show no more of their caption than search shows of locked text', async () => {
  const [, closed] = (await list('kind=figure', reader)).items;
  expect(closed).toMatchObject({ open: false, chapter: '反应' });
  expect([...(closed?.title ?? '')]).toHaveLength(2 * LIMITS.lockedContextChars);
  expect(closed?.locator.locations).toEqual({});
  const [, open] = (await list('kind=figure', editor)).items;
  expect(open?.open).toBe(true);
  expect([...(open?.title ?? '')].length).toBeGreaterThan(40);
});

test('resources are listed in pages', async () => {
  const first = await list('kind=figure&limit=1');
  const second = await list(`kind=figure&limit=1&cursor=${first.next}`);
  expect([first, second].map(({ items }) => items[0]?.chapter)).toEqual(['元素', '反应']);
  expect(second.next).toBeUndefined();
  expect((await shop.call(`/api/book/resources?bookId=${paid}&cursor=xyz`)).code).toBe('request.invalid');
  expect((await shop.call(`/api/book/resources?bookId=${NOBODY}`)).code).toBe('catalog.bookNotFound');
});
