/**
 * Tests of formulas and resources in search, over HTTP: they are found however the query is typed, opened at their location, and shortened
 * if they are locked.
 */
import { LIMITS, type OutputOf, type searchBooks, type searchInBook } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../../testing/test-server.ts';
import { indexUnindexedVersions } from '../../publication/versions/index-unindexed-versions.ts';

type Found = OutputOf<typeof searchBooks>;

const math = (inside: string): string => `<math xmlns="http://www.w3.org/1998/Math/MathML">${inside}</math>`;
const energy = math('<mi>E</mi><mo>=</mo><mi>m</mi><mo>\u2062</mo><msup><mi>c</mi><mn>2</mn></msup>');
const fraction = math('<mi>y</mi><mo>=</mo><mfrac><mi>a</mi><mi>b</mi></mfrac>');
const annotated = math(
  '<semantics><mrow><mover accent="true"><mi>w</mi><mo>^</mo></mover><mo>≤</mo><mi>α</mi></mrow><annotation encoding="application/x-tex">\\hat{w} \\leq \\alpha</annotation></semantics>',
);
const long = math(`<mi>Q</mi><mo>=</mo>${'<mi>k</mi><mo>+</mo>'.repeat(60)}<mi>z</mi>`);

let shop: TestServer;
let open: string;
let paid: string;
let closed: string;

const book = (title: string, chapters: [string, ...string[]][], options = {}) =>
  shop.book(
    { metadata: `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language>`, chapters },
    { publish: true, ...options },
  );

beforeAll(async () => {
  shop = await openTestServer();
  open = await book('物理讲义', [
    ['相对论', `质能方程是${energy}，人人都知道。`, `比值<b>这样</b>写：${fraction}。`, `估计${annotated}成立。`],
    ['光学', '</p><table><caption>可见光的波长一览</caption><tr><td>红</td><td>蓝</td></tr></table><p>完'],
  ]);
  paid = await book(
    '收费讲义',
    [
      ['一', '开头的话。'.repeat(80)],
      [
        '二',
        `这里有${long}。`,
        `</p><figure><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg><figcaption>${'绪论与背景，'.repeat(12)}干涉仪的构造，${'其余说明，'.repeat(12)}</figcaption></figure><p>完`,
      ],
    ],
    { accessModel: 'paid', priceFen: 100, trialChapters: 1 },
  );
  closed = await book(
    '另一本书',
    [
      ['开头', '甲。'.repeat(300)],
      [`后面的收费章${'，很长的题目'.repeat(12)}`, '乙。'],
    ],
    {
      accessModel: 'paid',
      priceFen: 100,
      trialChapters: 1,
    },
  );
});
afterAll(() => shop?.close());

const search = async (q: string, tab = 'formulas'): Promise<Found> => {
  const response = await shop.call<Found>(`/api/search/query?q=${encodeURIComponent(q)}&tab=${tab}`);
  if (response.payload === null) throw new Error(response.code);
  return response.payload;
};

describe('chapter titles', () => {
  test('a book found by a chapter title shows the title with the match range and opens at the chapter', async () => {
    const [hit] = (await search('光学', 'books')).hits;
    expect(hit).toMatchObject({
      book: { id: open },
      kind: 'chapter',
      field: { text: '光学', matchRanges: [[0, 2]] },
      locator: { title: '光学' },
      locked: false,
    });
    const [resource] = (await search('波长', 'resources')).hits;
    expect(hit?.locator?.href).toBe(resource?.locator?.href);
  });

  test('at most 40 characters of the title of a locked chapter are shown', async () => {
    const [hit] = (await search('后面的收费章', 'books')).hits;
    expect(hit).toMatchObject({ book: { id: closed }, kind: 'chapter', locked: true });
    expect(hit?.field?.text.length).toBeLessThanOrEqual(40);
  });
});

describe('formulas', () => {
  test.each(['E=mc^2', 'E = m c^{2}', 'e=mc²', '\\mathrm{E}=mc^2', 'c^2'])('a formula is found by %s', async (q) => {
    const { hits, counts } = await search(q);
    expect(counts.formulas).toBe(1);
    expect(hits[0]).toMatchObject({ kind: 'formula', chapter: '相对论', locked: false, book: { id: open } });
    expect(hits[0]?.formula?.drawing?.tag).toBe('math');
  });
  test.each(['a/b', '\\frac{a}{b}', '\\dfrac{ a }{ b }', 'y=a/b', '{a \\over b}'])('a fraction is found by %s', async (q) => {
    const { hits } = await search(q);
    expect(hits.map(({ formula }) => formula?.latex)).toEqual(['y=\\frac{a}{b}']);
  });
  test('the TeX of the book is shown, and the formula is found by TeX and by plain notation', async () => {
    for (const q of ['\\hat{w} \\leq \\alpha', '\\hat w<=alpha', '≤ α'])
      expect(
        (await search(q)).hits.map(({ formula }) => formula?.latex),
        q,
      ).toEqual(['\\hat{w} \\leq \\alpha']);
  });
  test('the location of a formula is its offset in the text of its block', async () => {
    const [hit] = (await search('a/b')).hits;
    const { rows } = await shop.platform.db.pool.query<{ text: string; block_offsets: [string, number][] }>(
      `select p.text, p.block_offsets from search_passage p where p.book_id = $1 and p.text like '%比值%'`,
      [open],
    );
    const point = hit?.locator?.locations.block;
    const start = rows[0]?.block_offsets.find(([id]) => id === point?.blockId)?.[1] ?? Number.NaN;
    expect(rows[0]?.text.slice(start).startsWith('比值')).toBe(true);
    expect(rows[0]?.text.slice(start + (point?.offset ?? 0), start + (point?.offset ?? 0) + 4)).toBe('y=ab');
    expect(hit?.locator?.text?.highlight).toBe('y=ab');
  });
  test('a query that is not a formula has no formula count', async () => {
    for (const q of ['方程', 'abc', '3']) expect((await search(q)).counts.formulas, q).toBeUndefined();
    expect((await search('x^7')).counts.formulas).toBe(0);
  });
  test('at most sixteen characters of a locked formula are shown, without its location', async () => {
    const [hit] = (await search('Q=k+k')).hits;
    expect(hit).toMatchObject({ locked: true, book: { id: paid } });
    expect(hit?.formula?.latex.length).toBeLessThanOrEqual(2 * LIMITS.lockedContextChars);
    expect(hit?.formula?.drawing).toBeUndefined();
    expect(hit?.locator).toMatchObject({ locations: {} });
    expect(hit?.locator?.text).toBeUndefined();
  });
  test('the tab with all results shows a few formulas', async () => {
    expect((await search('E=mc^2', 'all')).hits.map(({ kind }) => kind)).toContain('formula');
  });
});

describe('resources', () => {
  test('resources are found by their captions', async () => {
    const { hits, counts } = await search('波长', 'resources');
    expect(counts.resources).toBe(1);
    expect(hits[0]).toMatchObject({
      kind: 'resource',
      resource: 'table',
      locked: false,
      snippet: { text: '可见光的波长一览' },
      chapter: '光学',
    });
    const [from = 0, to = 0] = hits[0]?.snippet?.matchRanges[0] ?? [];
    expect(hits[0]?.snippet?.text.slice(from, to)).toBe('波长');
  });
  test('eight characters on each side of the match in the caption of a locked resource are shown', async () => {
    const [hit] = (await search('干涉仪', 'resources')).hits;
    expect(hit).toMatchObject({ locked: true, resource: 'figure' });
    expect(hit?.snippet?.text.length).toBeLessThanOrEqual('干涉仪'.length + 2 * LIMITS.lockedContextChars);
    expect(hit?.locator).toMatchObject({ locations: {} });
    const [from = 0, to = 0] = hit?.snippet?.matchRanges[0] ?? [];
    expect(hit?.snippet?.text.slice(from, to)).toBe('干涉仪');
  });
});

test('search inside a book finds formulas in reading order, and shortens locked ones', async () => {
  const inBook = async (bookId: string, q: string, more = '') =>
    (await shop.call<OutputOf<typeof searchInBook>>(`/api/search/inBook?bookId=${bookId}&q=${encodeURIComponent(q)}${more}`)).payload;
  for (const typed of ['E=mc^2', '\\frac{a}{b}', 'a/b', '\\hat{w}']) {
    const found = (await inBook(open, typed))?.formulas;
    expect(found?.total, typed).toBe(1);
    expect(found?.items[0]?.formula.drawing?.tag, typed).toBe('math');
    expect(found?.items[0]?.locator, typed).toMatchObject({
      title: '相对论',
      locations: { block: { blockId: expect.any(String) as string } },
    });
  }
  expect(await inBook(open, '人人')).not.toHaveProperty('formulas');
  expect((await inBook(closed, 'a/b'))?.formulas).toBeUndefined();
  const locked = (await inBook(paid, 'Q=k+'))?.formulas?.items[0];
  expect(locked?.formula.drawing).toBeUndefined();
  expect(locked?.formula.latex.length).toBeLessThanOrEqual(2 * LIMITS.lockedContextChars);
  expect(locked?.locator.locations).toEqual({});
  expect(locked?.locator.text).toBeUndefined();
});

test('text contains a formula once: it is found as people read it, and shown so', async () => {
  const response = await shop.call<OutputOf<typeof searchInBook>>(`/api/search/inBook?bookId=${open}&q=${encodeURIComponent('mc2，人人')}`);
  expect(response.payload?.hits[0]?.text?.readable).toMatchObject({ before: '质能方程是', highlight: 'E = mc²，人人' });
  const estimate = await shop.call<OutputOf<typeof searchInBook>>(`/api/search/inBook?bookId=${open}&q=${encodeURIComponent('成立')}`);
  expect(estimate.payload?.hits[0]?.text?.readable?.before).toMatch(/估计w\u0302 ≤ α$/);
  // The text of the locator is that of the block, in which offsets count.
  expect(estimate.payload?.hits[0]?.text?.before).toMatch(/估计w\^≤α\\hat\{w\} \\leq \\alpha$/);
  const command = await shop.call<OutputOf<typeof searchInBook>>(`/api/search/inBook?bookId=${open}&q=alpha`);
  expect(command.payload?.hits).toEqual([]);
});

test('versions imported before formulas were indexed are indexed once, from the stored content', async () => {
  const { pool } = shop.platform.db;
  const before = (await pool.query('select * from search_formula order by search_key, position')).rows;
  const resources = (await pool.query('select * from search_resource order by search_key, position')).rows;
  expect(before.length).toBe(4);
  await pool.query('delete from search_formula');
  await pool.query('delete from search_resource');
  await pool.query('update book_version set extras_indexed = false');
  expect((await search('c^2+1')).counts.formulas).toBe(0);
  await indexUnindexedVersions(shop.platform, new AbortController().signal);
  expect((await pool.query('select * from search_formula order by search_key, position')).rows).toEqual(before);
  expect((await pool.query('select * from search_resource order by search_key, position')).rows).toEqual(resources);
  expect((await pool.query('select 1 from book_version where not extras_indexed')).rowCount).toBe(0);
  await pool.query('delete from search_formula');
  await pool.query('delete from search_resource');
  await indexUnindexedVersions(shop.platform, new AbortController().signal);
  expect((await pool.query('select 1 from search_formula')).rowCount).toBe(0);
});
