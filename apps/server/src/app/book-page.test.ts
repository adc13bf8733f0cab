/** The tabs of the product page, over HTTP: what changed from version to version, and what is in the book beside its words. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { getBookChanges, getBookInfo, listBookResources, listCourses, listPaperPages, OutputOf, searchBooks } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

let shop: TestServer;
let reader: TestPerson;
let editor: TestPerson;
let paid: string;

const NOBODY = '0'.repeat(26);
const words = (text: string): string => text.repeat(8);
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const page = (title: string, body: string): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head><body><h1 id="top">${title}</h1>${body}</body></html>`;
const table = '<table><caption>表一　元素周期</caption><tr><th>元素</th><th>序数</th></tr><tr><td>氢</td><td>1</td></tr></table>';
const figure = (caption: string): string => `<figure><img src="dot.png" alt=""/><figcaption>${caption}</figcaption></figure>`;
const formula = '<p><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>E</mi><mo>=</mo><mi>m</mi></math></p>';

beforeAll(async () => {
  shop = await openTestServer();
  reader = await shop.person('13933340001');
  editor = await shop.person('13933340002', 'editor');
  paid = await shop.book(
    {
      metadata: '<dc:identifier id="id">化学</dc:identifier><dc:title>化学</dc:title><dc:language>zh-CN</dc:language>',
      manifest: '<item id="dot" href="dot.png" media-type="image/png"/>',
      chapters: [['元素'], ['反应']],
      files: {
        'OEBPS/c1.xhtml': page('元素', `<p>${words('元素按原子序数排列。')}</p>${table}${figure('图一　原子的结构')}${formula}`),
        'OEBPS/c2.xhtml': page('反应', `<p>${words('化学反应的速率。')}</p>${figure(`图二　${'很长的说明'.repeat(20)}`)}`),
        'OEBPS/dot.png': png,
      },
    },
    { publish: true, accessModel: 'paid', priceFen: 4_900, trialChapters: 1 },
  );
});
afterAll(() => shop?.close());

const ask = async <T>(url: string, as?: TestPerson): Promise<T> => {
  const answer = await shop.call<T>(url, as === undefined ? {} : { as });
  if (answer.payload === null) throw new Error(`${url}: ${answer.code} ${answer.message}`);
  return answer.payload;
};

test('a sentence that is found says on which page of the paper book it stands', async () => {
  const paper = (title: string, body: string) =>
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`;
  const mark = (page: number): string => `<span epub:type="pagebreak" id="p${page}" title="${page}"></span>`;
  const bookId = await shop.book({
    metadata: '<dc:identifier id="id">水利</dc:identifier><dc:title>水工</dc:title><dc:language>zh-CN</dc:language>',
    chapters: [['堤'], ['坝']],
    nav: `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>目录</title></head><body><nav epub:type="toc"><ol><li><a href="c1.xhtml">堤</a></li><li><a href="c2.xhtml">坝</a></li></ol></nav><nav epub:type="page-list"><ol><li><a href="c1.xhtml#p12">12</a></li><li><a href="c1.xhtml#p13">13</a></li></ol></nav></body></html>`,
    files: {
      'OEBPS/c1.xhtml': paper('堤', `<p>扉页上的丁坝。</p><p>${mark(12)}护岸的顺坝。</p><p>${mark(13)}潜没的锁坝。</p>`),
      'OEBPS/c2.xhtml': paper('坝', '<p>拱形的连拱坝。</p>'),
    },
  });
  const pageOf = async (q: string): Promise<string | undefined> =>
    (await ask<OutputOf<typeof searchBooks>>(`/api/search/query?tab=body&q=${encodeURIComponent(q)}`)).hits[0]?.page;
  expect(await pageOf('扉页上')).toBeUndefined();
  expect(await pageOf('护岸的')).toBe('12');
  expect(await pageOf('潜没的')).toBe('13');
  expect(await pageOf('拱形的')).toBe('13');

  const { rows } = await shop.platform.db.pool.query<{ id: string }>('select current_version_id as id from book where id = $1', [bookId]);
  const versionId = rows[0]?.id ?? '';
  const { versions } = await ask<OutputOf<typeof listPaperPages>>(`/api/book/paperPages?versionIds=${versionId},${'0'.repeat(26)}`);
  expect(versions).toHaveLength(1);
  const [first, second] = versions[0]?.documents ?? [];
  expect(first?.pages.map(({ label }) => label)).toEqual(['12', '13']);
  expect(first?.pages[0]?.from).toBeGreaterThan(0);
  expect(second?.pages).toEqual([{ label: '13', from: 0 }]);
});

test('films and sounds are counted with how long they last, chapter by chapter, and practice questions with them', async () => {
  const media = path.join(import.meta.dirname, '../../../../demo/books/python-rumen/media');
  const bookId = await shop.book({
    metadata: '<dc:identifier id="id">钳工</dc:identifier><dc:title>钳工</dc:title><dc:language>zh-CN</dc:language>',
    manifest:
      '<item id="v" href="v.mp4" media-type="video/mp4"/><item id="a" href="a.mp3" media-type="audio/mpeg"/><item id="b" href="b.mp4" media-type="video/mp4"/>',
    chapters: [['锉削'], ['划线']],
    files: {
      'OEBPS/c1.xhtml': page(
        '锉削',
        '<video><source src="v.mp4"/><source src="b.mp4"/></video><audio src="a.mp3"></audio><audio src="a.mp3"></audio>',
      ),
      'OEBPS/c2.xhtml': page(
        '划线',
        '<section epub:type="assessment" xmlns:epub="http://www.idpf.org/2007/ops"><div epub:type="true-false-problem">锉刀可以当撬棒。</div><div epub:type="multiple-choice-problem">选一种。</div></section><video src="b.mp4"></video>',
      ),
      'OEBPS/v.mp4': readFileSync(path.join(media, 'binary-search.mp4')),
      'OEBPS/a.mp3': readFileSync(path.join(media, 'chapter-1-summary.mp3')),
      // Begins as a film does, and ends there.
      'OEBPS/b.mp4': readFileSync(path.join(media, 'binary-search.mp4')).subarray(0, 40),
    },
  });
  const { counts, toc } = await ask<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`);
  expect(counts).toMatchObject({ video: 2, videoSeconds: 17, audio: 2, audioSeconds: 86, questions: 2 });
  expect(toc.map(({ title, mediaMinutes }) => [title, mediaMinutes])).toEqual([
    ['锉削', 2],
    ['划线', undefined],
  ]);
  const { items, facets } = await ask<OutputOf<typeof listCourses>>('/api/course/query?media=quiz');
  expect(items.map(({ id }) => id)).toEqual([bookId]);
  expect(facets.media).toContainEqual({ value: 'quiz', count: 1 });
});

describe('resources', () => {
  type Answer = OutputOf<typeof listBookResources>;
  const list = (query: string, as?: TestPerson): Promise<Answer> => ask<Answer>(`/api/book/resources?bookId=${paid}&${query}`, as);

  test('are counted by kind and named by their caption, with their place', async () => {
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

  test('that are closed to a person are marked and say no more than 40 characters', async () => {
    const [, closed] = (await list('kind=figure', reader)).items;
    expect(closed).toMatchObject({ open: false, chapter: '反应' });
    expect([...(closed?.title ?? '')]).toHaveLength(40);
    const [, open] = (await list('kind=figure', editor)).items;
    expect(open?.open).toBe(true);
    expect([...(open?.title ?? '')].length).toBeGreaterThan(40);
  });

  test('come page by page', async () => {
    const first = await list('kind=figure&limit=1');
    const second = await list(`kind=figure&limit=1&cursor=${first.next}`);
    expect([first, second].map(({ items }) => items[0]?.chapter)).toEqual(['元素', '反应']);
    expect(second.next).toBeUndefined();
    expect((await shop.call(`/api/book/resources?bookId=${paid}&cursor=xyz`)).code).toBe('request.invalid');
    expect((await shop.call(`/api/book/resources?bookId=${NOBODY}`)).code).toBe('catalog.bookNotFound');
  });
});

test('the contents tell once how long each document takes', async () => {
  const chapter = (title: string, chars: number): [string, string] => [title, '字'.repeat(chars)];
  const nav = `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>目录</title></head><body><nav epub:type="toc"><ol>
    <li><a href="c1.xhtml">上编</a><ol><li><a href="c1.xhtml#p1">上编第一节</a></li></ol></li><li><a href="c2.xhtml">下编</a></li></ol></nav></body></html>`;
  const bookId = await shop.book({
    metadata: '<dc:identifier id="id">时</dc:identifier><dc:title>时长</dc:title><dc:language>zh-CN</dc:language>',
    nav,
    chapters: [chapter('上编', 900), chapter('下编', 20)],
  });
  const { toc } = await ask<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`);
  expect(toc.map(({ minutes, children }) => [minutes, children?.map((child) => child.minutes)])).toEqual([
    [4, [undefined]],
    [1, undefined],
  ]);
});

describe('changes', () => {
  type Answer = OutputOf<typeof getBookChanges>;
  const changes = (bookId: string): Promise<Answer> => ask<Answer>(`/api/book/changes?bookId=${bookId}`);
  const paragraphs = ['第一段讲元素。', '第二段讲原子。', '第三段讲分子。', '第四段讲反应。'].map(words);
  const metadata = '<dc:identifier id="id">史</dc:identifier><dc:title>化学史</dc:title><dc:language>zh-CN</dc:language>';

  test('say of each version what is new, what was written anew and what is gone, and in which chapters', async () => {
    const bookId = await shop.book({
      metadata,
      chapters: [
        ['上编', ...paragraphs],
        ['下编', words('结语。')],
      ],
    });
    const [first = '', second = '', , fourth = ''] = paragraphs;
    const edited = [first, second.replace('原子', '离子'), fourth, words('全新的一段，从前没有。')];
    shop.platform.advanceClock?.(86_400_000);
    await shop.book(
      {
        metadata,
        chapters: [
          ['上编', ...edited],
          ['下编', words('结语。')],
        ],
      },
      { publish: true, bookId },
    );
    const { versions } = await changes(bookId);
    expect(versions.map(({ no }) => no)).toEqual([2, 1]);
    expect(versions[0]?.changes).toEqual({ added: 1, changed: 1, removed: 1, chapters: [{ title: '上编', added: 1, changed: 1 }] });
    expect(versions[1]?.changes).toBeUndefined();
    expect((await changes(bookId)).versions).toEqual(versions);
    expect(await ask(`/api/book/info?bookId=${bookId}`)).toMatchObject({ versionNo: 2, updatedAt: versions[0]?.releasedAt });
  });

  test('carry the note of an editor, whose act is in the log', async () => {
    const note = (as: TestPerson, body: object) =>
      shop.call<Answer>('/api/admin/book/version/note', { as, body: { bookId: paid, ...body } });
    expect((await note(editor, { no: 1, note: ' 订正了周期表。 ' })).payload?.versions).toMatchObject([{ no: 1, note: '订正了周期表。' }]);
    expect((await changes(paid)).versions).toMatchObject([{ note: '订正了周期表。' }]);
    expect((await note(reader, { no: 1, note: '我来写' })).code).toBe('forbidden');
    expect(await note(editor, { no: 7, note: '没有这一版' })).toMatchObject({ code: 'request.invalid', message: '没有这个版本' });
    expect((await note(editor, { no: 1, note: '字'.repeat(501) })).message).toBe('版本说明最多 500 个字');
    const { rows } = await shop.platform.db.pool.query('select before, after from audit_act where act = $1', ['book.versionNote']);
    expect(rows).toEqual([{ before: { no: 1, note: '' }, after: { no: 1, note: '订正了周期表。' } }]);
  });

  test('of an unknown book are refused', async () => {
    expect((await shop.call(`/api/book/changes?bookId=${NOBODY}`)).code).toBe('catalog.bookNotFound');
  });
});
