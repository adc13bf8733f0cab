/** Finding a book, over HTTP: home, list with facets and pages, product page, one search box. */
import type {
  getBookInfo,
  getHome,
  listCollections,
  listCourses,
  listMyBooks,
  OutputOf,
  queryBooks,
  searchBooks,
  suggestSearch,
} from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetSearchWords } from '../features/catalog/search-words.ts';
import { grantBook } from '../features/commerce/grant-book.ts';
import { indexOlderTitles } from '../features/media/publication/index-older-titles.ts';
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

let shop: TestServer;
let reader: TestPerson;
const ids = new Map<string, string>();

const metadata = (title: string, author: string, extra = ''): string =>
  `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language><dc:creator>${author}</dc:creator>${extra}`;

beforeAll(async () => {
  shop = await openTestServer();
  reader = await shop.person('13933330001');
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

const ask = async <T>(url: string, as?: TestPerson): Promise<T> => {
  const answer = await shop.call<T>(url, as === undefined ? {} : { as });
  if (answer.payload === null) throw new Error(`${url}: ${answer.code} ${answer.message}`);
  return answer.payload;
};
const titles = (books: readonly { title: string }[]): string[] => books.map((book) => book.title);

describe('the catalogue', () => {
  test('shows the newest first, the free ones beside, and at home only disciplines that have books', async () => {
    const listed = async (query: string) => titles((await ask<OutputOf<typeof queryBooks>>(`/api/book/query?${query}`)).items);
    expect(await listed('source=new')).toEqual(['文學概論', '中国文学史', '计算机网络', '线性代数']);
    expect(await listed('source=free')).toEqual(['文學概論', '中国文学史', '线性代数']);
    const home = await ask<OutputOf<typeof getHome>>('/api/home/get');
    expect(home.categories).toEqual([
      { id: 'literature', name: '文学', count: 2 },
      { id: 'science', name: '理学', count: 1 },
      { id: 'engineering', name: '工学', count: 1 },
    ]);
  });

  test('pages through all books once in either order', async () => {
    for (const sort of ['newest', 'title', 'default', 'hot']) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const page = await ask<OutputOf<typeof listCourses>>(`/api/course/query?sort=${sort}&limit=1&cursor=${cursor}`);
        expect(page.total).toBe(4);
        seen.push(...titles(page.items));
        cursor = page.next ?? '';
      } while (cursor !== '');
      expect(new Set(seen)).toEqual(new Set(ids.keys()));
      expect(seen).toHaveLength(4);
      expect(seen.indexOf('计算机网络') < seen.indexOf('文學概論')).toBe(sort === 'title');
    }
  });

  test('goes on by title after a book with a long one', async () => {
    const [id, long] = [ids.get('线性代数'), '线性代数'.repeat(50)];
    await shop.platform.db.pool.query('update book set title = $1 where id = $2', [long, id]);
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page: OutputOf<typeof listCourses> = await ask(`/api/course/query?sort=title&limit=1&cursor=${cursor}`);
      seen.push(...titles(page.items));
      cursor = page.next;
    }
    expect(seen).toHaveLength(4);
    expect(seen).toContain(long);
    await shop.platform.db.pool.query('update book set title = $1 where id = $2', ['线性代数', id]);
  });

  test('says which filter leaves nothing', async () => {
    const page = await ask<OutputOf<typeof listCourses>>('/api/course/query?category=science&access=paid');
    expect(page).toMatchObject({
      total: 0,
      without: [
        { filter: 'category', total: 1 },
        { filter: 'access', total: 1 },
      ],
    });
    expect((await ask<OutputOf<typeof listCourses>>('/api/course/query?category=science')).without).toBeUndefined();
  });

  test('says of the list of one source as well which filter leaves nothing, of those that are not its own', async () => {
    const ofSource = (query: string) => ask<OutputOf<typeof queryBooks>>(`/api/book/query?${query}`);
    expect(await ofSource('source=new&category=science&access=paid')).toMatchObject({
      total: 0,
      without: [
        { filter: 'category', total: 1 },
        { filter: 'access', total: 1 },
      ],
    });
    expect((await ofSource('source=free&access=paid&language=ja')).without).toEqual([{ filter: 'language', total: 3 }]);
    expect((await ofSource('source=free&access=paid')).without).toBeUndefined();
    expect((await ofSource('source=publisher&id=没有这家')).without).toBeUndefined();
  });

  test('counts each facet under the other filters', async () => {
    const page = await ask<OutputOf<typeof listCourses>>('/api/course/query?category=literature');
    expect(page.total).toBe(2);
    expect(page.facets.access).toEqual([{ value: 'free', count: 2 }]);
    expect(page.facets.categories.find((entry) => entry.id === 'engineering')?.count).toBe(1);
  });

  test('narrows by publisher, year, media and plan, counts each, and says which of them leaves nothing', async () => {
    const editor = await shop.person('13933330008', 'editor');
    const id = ids.get('线性代数') ?? '';
    const save = (body: object) => shop.call('/api/admin/book/save', { as: editor, body: { bookId: id, ...body } });
    expect(await save({ planTag: '“十四五”国家规划教材' })).toMatchObject({
      code: 'request.invalid',
      message: expect.stringContaining('文号'),
    });
    expect((await save({ planTag: '“十四五”国家规划教材', planProof: '教职成厅函〔2023〕19号' })).code).toBe('success');
    await shop.platform.db.pool.query("update book set media = '{video}' where id = $1", [ids.get('计算机网络')]);

    const all = await ask<OutputOf<typeof listCourses>>('/api/course/query');
    expect(all.facets).toMatchObject({
      publishers: [{ value: '高等教育出版社', count: 1 }],
      years: [{ value: 2019, count: 1 }],
      media: [{ value: 'video', count: 1 }],
      plans: [{ value: '“十四五”国家规划教材', count: 1 }],
      languages: [{ value: 'zh', count: 4 }],
    });
    const listed = async (query: string) => titles((await ask<OutputOf<typeof listCourses>>(`/api/course/query?${query}`)).items);
    expect(await listed('publisher=高等教育出版社')).toEqual(['线性代数']);
    expect(await listed('year=2019')).toEqual(['线性代数']);
    expect(await listed('media=video')).toEqual(['计算机网络']);
    expect(await listed(`plan=${encodeURIComponent('“十四五”国家规划教材')}`)).toEqual(['线性代数']);

    const nothing = await ask<OutputOf<typeof listCourses>>('/api/course/query?year=2019&media=video');
    expect(nothing).toMatchObject({
      total: 0,
      without: [
        { filter: 'media', total: 1 },
        { filter: 'year', total: 1 },
      ],
    });
    // Each facet that is on is counted without itself.
    expect(nothing.facets).toMatchObject({ media: [], years: [] });
    const narrowed = await ask<OutputOf<typeof listCourses>>('/api/course/query?year=2019');
    expect(narrowed.facets).toMatchObject({ years: [{ value: 2019, count: 1 }], media: [], publishers: [{ count: 1 }] });

    const planned = await ask<OutputOf<typeof queryBooks>>('/api/book/query?source=plan');
    expect(planned.items.map(({ title, plan }) => [title, plan])).toEqual([['线性代数', '“十四五”国家规划教材']]);
    expect((await ask<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${id}`)).plan).toEqual({
      name: '“十四五”国家规划教材',
      proof: '教职成厅函〔2023〕19号',
    });
    // Taking the plan away takes its proof along.
    expect((await save({ planTag: '' })).payload).toMatchObject({ planTag: '', planProof: '' });
    expect((await ask<OutputOf<typeof queryBooks>>('/api/book/query?source=plan')).total).toBe(0);
  });

  test('a book that is read counts as newer in the order of everything', async () => {
    await shop.platform.db.pool.query(
      'insert into book_popularity (book_id, readers, favorites, score, counted_at) values ($1, 3, 0, 3, 0)',
      [ids.get('线性代数')],
    );
    const listed = async (sort: string) =>
      titles((await ask<OutputOf<typeof listCourses>>(`/api/course/query?sort=${sort}&limit=2`)).items);
    expect(await listed('newest')).toEqual(['文學概論', '中国文学史']);
    expect(await listed('default')).toEqual(['线性代数', '文學概論']);
    expect(await listed('hot')).toEqual(['线性代数', '文學概論']);
    await shop.platform.db.pool.query('delete from book_popularity');
  });

  test('guesses what was meant where nothing is found: by sound, by a letter that is wrong, by most of the characters', async () => {
    const guesses = async (q: string) => (await ask<OutputOf<typeof searchBooks>>(`/api/search/query?q=${encodeURIComponent(q)}`)).guesses;
    expect(await guesses('记算机网落')).toEqual(['计算机网络']);
    expect(await guesses('jisaunji')).toEqual(['计算机']);
    expect(await guesses('jisuannji')).toEqual(['计算机']);
    expect(await guesses('中国文学使')).toEqual(['中国文学史']);
    expect(await guesses('量子色动力学')).toBeUndefined();
    expect(await guesses("''''")).toBeUndefined();
    // Whoever finds something is not told better.
    expect(await guesses('计算机')).toBeUndefined();
  });

  test('what an institution bought is listed within its network alone', async () => {
    const finance = await shop.person('13933330009', 'finance');
    const far = await ask<OutputOf<typeof queryBooks>>('/api/book/query?source=institution');
    expect(far).toMatchObject({ items: [], total: 0 });
    expect(far.title).toBeUndefined();
    expect(await ask('/api/institution/detect')).toEqual({});
    const now = shop.platform.clock.now();
    const made = await shop.call('/api/admin/licence/create', {
      as: finance,
      body: {
        institution: '示范大学',
        scope: 'books',
        bookIds: [ids.get('计算机网络'), ids.get('线性代数')],
        networks: ['127.0.0.0/8'],
        startsAt: now,
        endsAt: now + 86_400_000,
      },
    });
    expect(made.code).toBe('success');
    const near = await ask<OutputOf<typeof queryBooks>>('/api/book/query?source=institution');
    // What is free for all is nothing the institution gives.
    expect(near).toMatchObject({ title: '示范大学', total: 1, items: [{ title: '计算机网络', right: 'institution' }] });
    expect(await ask('/api/institution/detect')).toEqual({ institution: '示范大学', via: 'ip' });
    shop.platform.advanceClock?.(2 * 86_400_000);
    expect((await ask<OutputOf<typeof queryBooks>>('/api/book/query?source=institution')).total).toBe(0);
  });

  test('marks on the product page what may be opened, and says the right in one line', async () => {
    const id = ids.get('计算机网络') ?? '';
    const info = await ask<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${id}`, reader);
    expect(info.right).toMatchObject({ kind: 'trial', reason: '可试读前 1 章' });
    expect(info.toc.map((entry) => entry.open)).toEqual([true, false]);
    await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: reader.id, bookId: id });
    const owned = await ask<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${id}`, reader);
    expect([owned.right.kind, owned.book.owned, owned.toc.every((entry) => entry.open)]).toEqual(['owned', true, true]);
    const mine = await ask<OutputOf<typeof listMyBooks>>('/api/my/getBooks', reader);
    expect(mine.items.map((item) => [item.book.title, item.right.kind])).toEqual([['计算机网络', 'owned']]);
    expect((await shop.call('/api/book/info?bookId=00000000000000000000000000')).code).toBe('catalog.bookNotFound');
  });
});

describe('the search box', () => {
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
  test.each(cases)('finds a book by %s', async (_, text, title) => {
    const found = await search(text, 'books');
    expect(found.hits[0]?.book.title).toBe(title);
  });

  test('finds a subtitle and a chapter by pinyin after what is found by characters or by the title, and opens the chapter', async () => {
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
      expect(shown.get('梯度下降')).toEqual({ kind: 'title', field: { text: '梯度下降', marks: [[0, 4]] }, locator: undefined });
      expect(shown.get('机器讲义')).toMatchObject({ kind: 'title', field: { text: '机器讲义：梯度下降入门', marks: [[5, 9]] } });
      expect(shown.get('优化方法')).toMatchObject({
        kind: 'chapter',
        field: { text: '第二章 梯度下降', marks: [[4, 8]] },
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
    await indexOlderTitles(shop.platform, new AbortController().signal);
    expect((await search('tdxj', 'books')).counts.books).toBe(3);
    expect((await shop.platform.db.pool.query('select 1 from book_search where pinyin is null')).rowCount).toBe(0);
    for (const id of [chaptered, ...others])
      await shop.platform.db.pool.query("update book set shelf_state = 'offShelf' where id = $1", [id]);
  });

  test('finds a chapter that begins in a later part of a long document', async () => {
    const page = (body: string): string =>
      `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>天文</title></head><body>${body}</body></html>`;
    const section = (id: string, title: string): string =>
      `<section id="${id}"><h2>${title}</h2>${`<p>${'星移斗转。'.repeat(100)}</p>`.repeat(50)}</section>`;
    const bookId = await shop.book(
      {
        metadata: '<dc:identifier id="id">long</dc:identifier><dc:title>天文通识</dc:title><dc:language>zh-CN</dc:language>',
        chapters: [['天文']],
        nav: page(
          '<nav epub:type="toc"><ol><li><a href="c1.xhtml#one">日食</a></li><li><a href="c1.xhtml#two">潮汐锁定</a></li></ol></nav>',
        ),
        files: { 'OEBPS/c1.xhtml': page(section('one', '日食') + section('two', '潮汐锁定')) },
      },
      { publish: true },
    );
    const [hit] = (await search('潮汐锁定', 'books')).hits;
    expect(hit).toMatchObject({
      book: { id: bookId },
      kind: 'chapter',
      field: { text: '潮汐锁定', marks: [[0, 4]] },
      locator: { href: 'OEBPS/c1.xhtml', locations: { block: { blockId: expect.any(String) }, fragment: 'two' } },
    });
    await shop.platform.db.pool.query("update book set shelf_state = 'offShelf' where id = $1", [bookId]);
  });

  test('finds a sentence by two characters of it, marks them, and says where it is', async () => {
    const [hit] = (await search('特征', 'body')).hits;
    expect(hit?.book.title).toBe('线性代数');
    const [from = 0, to = 0] = hit?.snippet?.marks[0] ?? [];
    expect(hit?.snippet?.text.slice(from, to)).toBe('特征');
    expect(hit?.locator).toMatchObject({ href: 'OEBPS/c1.xhtml', locations: { block: { blockId: expect.any(String) } } });
  });

  test('finds traditional text by simplified characters', async () => {
    expect((await search('这里谈语言', 'body')).hits[0]?.book.title).toBe('文學概論');
  });

  test('says nothing was found instead of guessing', async () => {
    expect(await search('量子色动力学')).toEqual({ hits: [], counts: { books: 0, body: 0, resources: 0 } });
  });

  test('finds collections by words of title or introduction, by traditional spelling and by pinyin', async () => {
    const editor = await shop.person('13933330077', 'editor');
    const made = await shop.call<{ id: string }>('/api/admin/collection/save', {
      as: editor,
      body: {
        kind: 'topic',
        title: '数学基础',
        intro: '从线性代数开始',
        curator: '编辑部',
        visible: true,
        items: [{ bookId: ids.get('线性代数'), note: '' }],
      },
    });
    expect(made.code).toBe('success');
    const titles = async (q: string) =>
      (await ask<OutputOf<typeof listCollections>>(`/api/collection/list?q=${encodeURIComponent(q)}`)).items.map(({ title }) => title);
    for (const q of ['数学', '開始', '基础 线性', 'shuxue', 'sxjc']) expect(await titles(q), q).toEqual(['数学基础']);
    for (const q of ['文学', 'wenxue', '。']) expect(await titles(q), q).toEqual([]);
  });

  test('suggests titles while one types', async () => {
    const typed = await ask<OutputOf<typeof suggestSearch>>(`/api/search/suggest?q=${encodeURIComponent('中国')}`);
    expect(typed.suggestions).toEqual([{ text: '中国文学史', bookId: ids.get('中国文学史') }]);
  });
});

describe('the language of books', () => {
  test('counts the ways to write one language as one, and finds the same books by each', async () => {
    const tags: [string, string][] = [
      ['线性代数', 'zh_CN'],
      ['计算机网络', 'zh-Hans-HK'],
      ['中国文学史', 'en-GB'],
      ['文學概論', 'zh-TW'],
    ];
    for (const [title, tag] of tags)
      await shop.platform.db.pool.query('update book set language = $1 where id = $2', [tag, ids.get(title)]);
    const list = (query: string) => ask<OutputOf<typeof listCourses>>(`/api/course/query?sort=title&${query}`);
    expect((await list('')).facets.languages).toEqual([
      { value: 'zh', count: 2 },
      { value: 'en', count: 1 },
      { value: 'zh-Hant', count: 1 },
    ]);
    for (const tag of ['zh', 'zh-CN', 'zh-Hans', 'ZH-hans-cn'])
      expect(titles((await list(`language=${tag}`)).items), tag).toEqual(['计算机网络', '线性代数']);
    for (const tag of ['zh-Hant', 'zh-HK']) expect(titles((await list(`language=${tag}`)).items), tag).toEqual(['文學概論']);
    for (const tag of ['en', 'en-US']) expect(titles((await list(`language=${tag}`)).items), tag).toEqual(['中国文学史']);
    expect(titles((await list('language=de')).items)).toEqual([]);
  });
});

// Last: it moves the clock past everybody's session.
describe('what many look for', () => {
  test('words that five people found books by are offered to everybody, and forgotten after two weeks', async () => {
    const hot = async () => (await ask<{ words: string[] }>('/api/search/hot')).words;
    const look = (q: string, as: TestPerson) => ask(`/api/search/query?q=${encodeURIComponent(q)}`, as);
    const people = await Promise.all([1, 2, 3, 4, 5].map((n) => shop.person(`1393334000${n}`)));
    for (const person of people.slice(0, 4)) for (const q of ['线性代数', ' 线性代数 ', '找不到的书']) await look(q, person);
    expect(await hot()).toEqual([]);
    for (const person of people.slice(4)) for (const q of ['线性代数', '找不到的书']) await look(q, person);
    shop.platform.advanceClock?.(5 * 60_000);
    expect(await hot()).toEqual(['线性代数']);
    // Nobody's account, number or address is kept with a word.
    const { rows } = await shop.platform.db.pool.query<{ row: string }>('select s::text as row from search_word s');
    for (const { row } of rows) for (const { id, tel } of people) expect(row.includes(id) || row.includes(tel)).toBe(false);
    shop.platform.advanceClock?.(15 * 86_400_000);
    expect(await hot()).toEqual([]);
    await forgetSearchWords(shop.platform);
    expect((await shop.platform.db.pool.query('select 1 from search_word')).rowCount).toBe(0);
  });
});
