/** Tests of the search over all books. */
import type { OutputOf, searchBooks, searchInBook, suggestSearch } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { reindexTitlesWithoutPinyin } from '../../publication/versions/reindex-titles.ts';

testAccess('searchBooks', 'everyone');

let shop: TestServer;
const ids = new Map<string, string>();
const metadata = (title: string, author: string, extra = ''): string =>
  `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language><dc:creator>${author}</dc:creator>${extra}`;
beforeAll(async () => {
  shop = await openTestServer();
  const add = async (title: string, author: string, options: object, text: string, extra = ''): Promise<void> => {
    ids.set(
      title,
      await shop.book(
        {
          metadata: metadata(title, author, extra),
          chapters: [
            ['开篇', text.repeat(12)],
            ['续篇', `《${title}》的第二章。`.repeat(30)],
          ],
        },
        { publish: true, ...options },
      ),
    );
    shop.platform.advanceClock?.(1_000);
  };
  await add(
    '线性代数',
    '王小林',
    { categoryIds: ['science'] },
    '矩阵的特征值与特征向量。',
    '<dc:identifier>urn:isbn:9787040396614</dc:identifier><dc:publisher>高等教育出版社</dc:publisher><dc:date>2019-03</dc:date>',
  );
  await add(
    '计算机网络',
    '谢安',
    { categoryIds: ['engineering'], accessModel: 'paid', priceFen: 4_900, trialChapters: 1 },
    '分组交换把报文切成小块。',
  );
  await add('中国文学史', '袁行之', { categoryIds: ['literature'] }, '诗经里的四言诗。');
  await add('文學概論', '林語', { categoryIds: ['literature'] }, '這裏談語言與文學。');
});
afterAll(() => shop?.close());
const ask = async <T>(url: string, as?: TestUser): Promise<T> => {
  const response = await shop.call<T>(url, as === undefined ? {} : { as });
  if (response.payload === null) throw new Error(`${url}: ${response.code} ${response.message}`);
  return response.payload;
};
const titles = (books: readonly { title: string }[]): string[] => books.map((book) => book.title);
const search = (text: string, tab = 'all') =>
  ask<OutputOf<typeof searchBooks>>(`/api/search/query?q=${encodeURIComponent(text)}&tab=${tab}`);
const cases: [string, string, string][] = [
  ['two characters of a title', '代数', '线性代数'],
  ['an author', '袁行之', '中国文学史'],
  ['an ISBN with hyphens', '978-7-04-039661-4', '线性代数'],
  ['full pinyin', 'jisuanji', '计算机网络'],
  ['initials', 'xxds', '线性代数'],
  ['simplified characters of a traditional title', '文学概论', '文學概論'],
];

test.each(cases)('search finds a book by %s', async (_, text, title) => {
  const found = await search(text, 'books');
  expect(found.hits[0]?.book.title).toBe(title);
});

test('matches by pinyin in subtitles and chapter titles come after other matches, and a matching chapter is opened', async () => {
  const named = (title: string, more = '') =>
    `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title>${more}<dc:language>zh-CN</dc:language>`;
  const subtitled = '<dc:title id="sub">梯度下降入门</dc:title><meta refines="#sub" property="title-type">subtitle</meta>';
  const chaptered = await shop.book(
    {
      metadata: named('优化方法'),
      chapters: [
        ['引言', '甲。'],
        ['第二章 梯度下降', '乙。'],
      ],
    },
    { publish: true },
  );
  const others = [
    await shop.book({ metadata: named('机器讲义', subtitled), chapters: [['正文', '丙。']] }, { publish: true }),
    await shop.book({ metadata: named('梯度下降'), chapters: [['正文', '丁。']] }, { publish: true }),
    await shop.book({ metadata: named('Tidu 手册'), chapters: [['正文', '戊。']] }, { publish: true }),
    await shop.book({ metadata: named('工具书'), chapters: [['Tidu 的用法', '己。']] }, { publish: true }),
  ];
  for (const query of ['tiduxiajiang', 'tdxj']) {
    const found = await search(query, 'books');
    expect(titles(found.hits.map(({ book }) => book)).slice(0, 1), query).toEqual(['梯度下降']);
    expect(new Set(titles(found.hits.map(({ book }) => book))), query).toEqual(new Set(['梯度下降', '机器讲义', '优化方法']));
    expect(found.counts.books).toBe(3);
    const shown = new Map(found.hits.map(({ book, kind, field, locator }) => [book.title, { kind, field, locator }]));
    expect(shown.get('梯度下降')).toEqual({ kind: 'title', field: { text: '梯度下降', matchRanges: [[0, 4]] }, locator: undefined });
    expect(shown.get('机器讲义')).toMatchObject({ kind: 'title', field: { text: '机器讲义：梯度下降入门', matchRanges: [[5, 9]] } });
    expect(shown.get('优化方法')).toMatchObject({
      kind: 'chapter',
      field: { text: '第二章 梯度下降', matchRanges: [[4, 8]] },
      locator: { href: 'OEBPS/c2.xhtml' },
    });
  }
  const byLetters = titles((await search('tidu', 'books')).hits.map(({ book }) => book));
  expect(byLetters.slice(0, 3).toSorted()).toEqual(['Tidu 手册', '工具书', '梯度下降'].toSorted());
  expect(byLetters.slice(3).toSorted()).toEqual(['优化方法', '机器讲义'].toSorted());
  const typed = await ask<OutputOf<typeof suggestSearch>>('/api/search/suggest?q=tiduxia');
  expect(typed.suggestions.map(({ text }) => text).slice(0, 1)).toEqual(['梯度下降']);
  expect(typed.suggestions).toHaveLength(3);

  await shop.platform.db.pool.query('update book_search set pinyin = null');
  expect((await search('tdxj', 'books')).counts.books).toBe(1);
  await reindexTitlesWithoutPinyin(shop.platform, new AbortController().signal);
  expect((await search('tdxj', 'books')).counts.books).toBe(3);
  expect((await shop.platform.db.pool.query('select 1 from book_search where pinyin is null')).rowCount).toBe(0);
  for (const id of [chaptered, ...others])
    await shop.platform.db.pool.query("update book set shelf_state = 'offShelf' where id = $1", [id]);
});

test('search finds a chapter that begins in a later part of a long document', async () => {
  const page = (body: string): string =>
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>天文</title></head><body>${body}</body></html>`;
  const section = (id: string, title: string): string =>
    `<section id="${id}"><h2>${title}</h2>${`<p>${'星移斗转。'.repeat(100)}</p>`.repeat(50)}</section>`;
  const bookId = await shop.book(
    {
      metadata: '<dc:identifier id="id">long</dc:identifier><dc:title>天文通识</dc:title><dc:language>zh-CN</dc:language>',
      chapters: [['天文']],
      nav: page('<nav epub:type="toc"><ol><li><a href="c1.xhtml#one">日食</a></li><li><a href="c1.xhtml#two">潮汐锁定</a></li></ol></nav>'),
      files: { 'OEBPS/c1.xhtml': page(section('one', '日食') + section('two', '潮汐锁定')) },
    },
    { publish: true },
  );
  const [hit] = (await search('潮汐锁定', 'books')).hits;
  expect(hit).toMatchObject({
    book: { id: bookId },
    kind: 'chapter',
    field: { text: '潮汐锁定', matchRanges: [[0, 4]] },
    locator: { href: 'OEBPS/c1.xhtml', locations: { block: { blockId: expect.any(String) }, fragment: 'two' } },
  });
  await shop.platform.db.pool.query("update book set shelf_state = 'offShelf' where id = $1", [bookId]);
});

test('search finds a sentence by two of its characters, with match range and location', async () => {
  const [hit] = (await search('特征', 'body')).hits;
  expect(hit?.book.title).toBe('线性代数');
  const [from = 0, to = 0] = hit?.snippet?.matchRanges[0] ?? [];
  expect(hit?.snippet?.text.slice(from, to)).toBe('特征');
  expect(hit?.locator).toMatchObject({ href: 'OEBPS/c1.xhtml', locations: { block: { blockId: expect.any(String) } } });
});

test('search finds traditional text by simplified characters', async () => {
  expect((await search('这里谈语言', 'body')).hits[0]?.book.title).toBe('文學概論');
});

test('a search without matches returns no hits instead of guesses', async () => {
  expect(await search('量子色动力学')).toEqual({ hits: [], counts: { books: 0, body: 0, resources: 0 } });
});

test('a hit shows the text and not the heading, cut at words; the table of contents is not searched; the titled chapter comes first', async () => {
  const page = (body: string): string =>
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>统计</title></head><body>${body}</body></html>`;
  const contents = '<nav epub:type="toc"><ol><li><a href="c1.xhtml">引言</a></li><li><a href="c2.xhtml">岭回归</a></li></ol></nav>';
  const bookId = await shop.book(
    {
      metadata: '<dc:identifier id="id">ridge</dc:identifier><dc:title>统计学习</dc:title><dc:language>zh-CN</dc:language>',
      chapters: [['引言'], ['岭回归']],
      nav: page(contents),
      files: {
        'OEBPS/c1.xhtml': page(`${contents}<h1>引言</h1><p>${'岭回归见后文。'.repeat(9)}</p>`),
        'OEBPS/c2.xhtml': page(
          '<h1>岭回归</h1><p>supercalifragilistic regularization statistical estimators are shrunk by 岭回归（ridge）。</p>',
        ),
      },
    },
    { publish: true },
  );
  const { hits } = await search('岭回归', 'body');
  expect(hits.map(({ chapter }) => chapter)).toEqual(['岭回归', '引言']);
  expect(hits[0]?.snippet?.text).toBe('statistical estimators are shrunk by 岭回归（ridge）。');
  expect(hits[1]?.snippet?.text).toMatch(/^岭回归见后文。/);
  await shop.platform.db.pool.query("update book set shelf_state = 'offShelf' where id = $1", [bookId]);
});

test('a hit below a heading inside a chapter shows the text and not the heading', async () => {
  const bookId = await shop.book(
    {
      metadata: '<dc:identifier id="id">sections</dc:identifier><dc:title>方法概览</dc:title><dc:language>zh-CN</dc:language>',
      chapters: [['引言']],
      files: {
        'OEBPS/c1.xhtml':
          '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>引言</title></head><body><h1>引言</h1><p>机器学习的问题有几类。</p>' +
          '<h2>分位数估计</h2><p>分位数估计（quantile estimation）是其中一类。</p></body></html>',
      },
    },
    { publish: true },
  );
  const [hit] = (await search('分位数估计', 'body')).hits;
  expect(hit?.snippet).toEqual({ text: '分位数估计（quantile estimation）是其中一类。', matchRanges: [[0, 5]] });
  await shop.platform.db.pool.query("update book set shelf_state = 'offShelf' where id = $1", [bookId]);
});

test('a preview of locked text shows the text and not the heading, cut at words, in the library and in the book', async () => {
  const bookId = await shop.book(
    {
      metadata: metadata('收缩估计', '霍尔'),
      chapters: [
        ['引言', '估计的偏差与方差。'.repeat(20)],
        ['套索', '<b>套索</b>'],
      ],
      files: {
        'OEBPS/c2.xhtml':
          '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>套索</title></head><body><h1>套索</h1><p>A regularization is 套索（lasso estimator）。</p></body></html>',
      },
    },
    { publish: true, accessModel: 'paid', priceFen: 900, trialChapters: 1 },
  );
  const [hit] = (await search('套索', 'body')).hits;
  expect(hit).toMatchObject({ locked: true, hits: 2, snippet: { text: 'is 套索（lasso ', matchRanges: [[3, 5]] } });
  const inBook = await ask<OutputOf<typeof searchInBook>>(`/api/search/inBook?bookId=${bookId}&q=${encodeURIComponent('套索')}`);
  expect(inBook.locked?.chapters).toMatchObject([{ title: '套索', hits: 2, snippet: { text: 'is 套索（lasso ' } }]);
  await shop.platform.db.pool.query("update book set shelf_state = 'offShelf' where id = $1", [bookId]);
});

test('matches whose contexts overlap are shown in one snippet, each highlighted, at most five', async () => {
  const bookId = await shop.book(
    {
      metadata: '<dc:identifier id="id">neighbors</dc:identifier><dc:title>方法比较</dc:title><dc:language>zh-CN</dc:language>',
      chapters: [
        ['比较', '先讲套索估计，再讲弹性套索估计，最后比较两种套索估计的偏差与方差。'],
        ['重复', '套索估计见后文。'.repeat(7)],
        ['边界', `编程题见程序 3-2。</p><p>${'甲'.repeat(30)}弹性网络${'乙'.repeat(42)}，程序 3-2 与 4-1。</p><p>下一段。`],
      ],
    },
    { publish: true },
  );
  const { hits } = await search('套索估计', 'body');
  const highlighted = hits.map(({ chapter, snippet }) => [
    chapter,
    snippet?.matchRanges.map(([from, to]) => snippet.text.slice(from, to)).join(' '),
    snippet?.text,
  ]);
  expect(highlighted).toEqual([
    ['重复', '套索估计 套索估计 套索估计 套索估计 套索估计', '套索估计见后文。'.repeat(7)],
    ['比较', '套索估计 套索估计 套索估计', '先讲套索估计，再讲弹性套索估计，最后比较两种套索估计的偏差与方差。'],
  ]);
  const [bounded] = (await search('弹性网络', 'body')).hits;
  expect(bounded?.snippet?.text).toBe(`${'甲'.repeat(30)}弹性网络${'乙'.repeat(42)}，程序 `);
  await shop.platform.db.pool.query("update book set shelf_state = 'offShelf' where id = $1", [bookId]);
});
