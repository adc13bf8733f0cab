/** Tests of the list of courses: sort orders, pages, filters and facets. */
import type { getBookInfo, listCourses, OutputOf, queryBooks } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('listCourses', 'everyone');

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

test('each order lists all books once, page by page', async () => {
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

test('the order by title continues after a book with a long title', async () => {
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

test('an empty list shows which filter to remove', async () => {
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

test('each facet is counted under the other filters', async () => {
  const page = await ask<OutputOf<typeof listCourses>>('/api/course/query?category=literature');
  expect(page.total).toBe(2);
  expect(page.facets.access).toEqual([{ value: 'free', count: 2 }]);
  expect(page.facets.categories.find((entry) => entry.id === 'engineering')?.count).toBe(1);
});

test('the list is filtered and counted by publisher, year, media and plan, and an empty list shows which filter to remove', async () => {
  const editor = await shop.user('13933330008', 'editor');
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
  // A facet for which the filter has a value is counted without this value.
  expect(nothing.facets).toMatchObject({ media: [], years: [] });
  const narrowed = await ask<OutputOf<typeof listCourses>>('/api/course/query?year=2019');
  expect(narrowed.facets).toMatchObject({ years: [{ value: 2019, count: 1 }], media: [], publishers: [{ count: 1 }] });

  const planned = await ask<OutputOf<typeof queryBooks>>('/api/book/query?source=plan');
  expect(planned.items.map(({ title, plan }) => [title, plan])).toEqual([['线性代数', '“十四五”国家规划教材']]);
  expect((await ask<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${id}`)).plan).toEqual({
    name: '“十四五”国家规划教材',
    proof: '教职成厅函〔2023〕19号',
  });
  // Removing the plan from the book also removes the document that proves it.
  expect((await save({ planTag: '' })).payload).toMatchObject({ planTag: '', planProof: '' });
  expect((await ask<OutputOf<typeof queryBooks>>('/api/book/query?source=plan')).total).toBe(0);
});

test('a popular book is sorted as a newer one in the default order', async () => {
  await shop.platform.db.pool.query(
    'insert into book_popularity (book_id, readers, favorites, score, counted_at) values ($1, 3, 0, 3, 0)',
    [ids.get('线性代数')],
  );
  const listed = async (sort: string) => titles((await ask<OutputOf<typeof listCourses>>(`/api/course/query?sort=${sort}&limit=2`)).items);
  expect(await listed('newest')).toEqual(['文學概論', '中国文学史']);
  expect(await listed('default')).toEqual(['线性代数', '文學概論']);
  expect(await listed('hot')).toEqual(['线性代数', '文學概論']);
  await shop.platform.db.pool.query('delete from book_popularity');
});
