/** Tests of a trial of chosen chapters: it is the same for the book page, the reader and search, and stays in new versions. */
import {
  type AdminBook,
  type getBookInfo,
  LIMITS,
  type listBookChapters,
  type OutputOf,
  type openBook,
  type searchBooks,
  type searchInBook,
} from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { findShareRead } from '../reading/active-share.ts';

/** Returns a text that shares only one phrase with the other texts, so that an import does not match its chapter with another one. */
const textOf = (of: string, first: number): string =>
  `${of}讲的是自己的事。${String.fromCodePoint(...Array.from({ length: 300 }, (_, n) => 0x4e00 + first * 400 + n))}`;
const CHAPTERS: [string, string][] = ['绪论', '函数', '极限', '导数', '积分'].map((title, n) => [title, textOf(title, n)]);
const metadata = (edition: string): string =>
  `<dc:identifier id="id">${edition}</dc:identifier><dc:title>分析初步</dc:title><dc:language>zh-CN</dc:language>`;

let shop: TestServer;
let editor: TestUser;
let reader: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13622220001', 'editor');
  reader = await shop.user('13622220002');
  const paid = { publish: true, accessModel: 'paid', priceFen: 3_000, trialChapters: 1 } as const;
  bookId = await shop.book({ metadata: metadata('v1'), chapters: CHAPTERS }, paid);
}, 120_000);
afterAll(() => shop?.close());

const chapters = async () =>
  granted(await shop.call<OutputOf<typeof listBookChapters>>(`/api/admin/book/chapters?bookId=${bookId}`, { as: editor }));
const keyOf = async (title: string): Promise<string> => (await chapters()).items.find((row) => row.title === title)?.key ?? '';
const save = (body: object) => shop.call<AdminBook>('/api/admin/book/save', { as: editor, body: { bookId, ...body } });
const info = async () => granted(await shop.call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`, { as: reader }));
const openTitles = async (): Promise<string[]> => (await info()).toc.flatMap(({ title, open }) => (open ? title : []));
const opened = async () => granted(await shop.call<OutputOf<typeof openBook>>(`/api/learn/open?bookId=${bookId}`, { as: reader }));

test('the chapters are listed with their length, and only chosen ones are open on the book page, in the reader and in search', async () => {
  const { items, totalChars } = await chapters();
  expect(items.map(({ title, depth, rank }) => [title, depth, rank])).toEqual(CHAPTERS.map(([title], rank) => [title, 0, rank]));
  expect(items.reduce((sum, { chars }) => sum + chars, 0)).toBe(totalChars);
  expect(await openTitles()).toEqual(['绪论']);
  expect((await info()).right.reason).toContain('前 1 章');

  const saved = granted(await save({ trialChosen: [await keyOf('积分'), await keyOf('函数')] }));
  expect(saved).toMatchObject({ trialChapters: 2, trialChosen: [await keyOf('函数'), await keyOf('积分')] });
  expect(await openTitles()).toEqual(['函数', '积分']);
  const page = await info();
  expect([page.right.kind, page.trialChapters, page.right.reason]).toEqual(['trial', 2, expect.stringContaining('可试读 2 章')]);

  const { readingOrder, content } = await opened();
  const open = readingOrder.items.filter((item) => item.open).map(({ href }) => href);
  expect(open).toHaveLength(2);
  const base = new URL(content.baseUrl);
  for (const { href, open: isOpen } of readingOrder.items) {
    const response = await shop.request({ method: 'GET', url: `${base.pathname}${href}`, headers: { host: base.host } });
    expect([href, response.statusCode]).toEqual([href, isOpen ? 200 : 403]);
  }

  const inBook = granted(
    await shop.call<OutputOf<typeof searchInBook>>(`/api/search/inBook?bookId=${bookId}&q=${encodeURIComponent('自己的事')}&limit=100`, {
      as: reader,
    }),
  );
  expect(inBook.hits.map(({ title }) => title)).toEqual(['函数', '积分']);
  expect(inBook.locked?.chapters.map(({ title, hits }) => [title, hits])).toEqual([
    ['绪论', 1],
    ['极限', 1],
    ['导数', 1],
  ]);
  for (const { snippet } of inBook.locked?.chapters ?? []) {
    const [[start, end] = [0, 0]] = snippet?.matchRanges ?? [];
    expect([snippet?.text.slice(start, end), start <= LIMITS.lockedContextChars]).toEqual(['自己的事', true]);
    expect((snippet?.text.length ?? 0) - end).toBeLessThanOrEqual(LIMITS.lockedContextChars);
  }
  const everywhere = async (q: string) =>
    granted(await shop.call<OutputOf<typeof searchBooks>>(`/api/search/query?q=${encodeURIComponent(q)}&tab=body`, { as: reader })).hits[0];
  expect((await everywhere('导数讲的是'))?.locked).toBe(true);
  expect((await everywhere('积分讲的是'))?.locked).toBe(false);
});

test('reading chosen trial chapters does not count against a refund', async () => {
  const total = 10_000;
  const has = (passed: string) =>
    shop.platform.db.pool.query(
      `insert into reading_progress (user_id, book_id, version_id, locator, total_progression, hlc, updated_at, passed)
       values ($1, $2, 'v', '{}', 0.5, 'h', 0, $3) on conflict (user_id, book_id) do update set passed = excluded.passed`,
      [reader.id, bookId, passed],
    );
  await has(`{[${0.2 * total},${0.4 * total}),[${0.8 * total},${total})}`);
  expect(await findShareRead(shop.platform.db.orm, reader.id, bookId)).toBeLessThan(0.001);
  await has(`{[${0.2 * total},${0.6 * total})}`);
  expect(await findShareRead(shop.platform.db.orm, reader.id, bookId)).toBeCloseTo(0.2, 2);
  await shop.platform.db.pool.query('delete from reading_progress where user_id = $1', [reader.id]);
});

test('a new version retains the chosen chapters, moved or edited, and the import reports missing ones', async () => {
  const again = async (edition: string, parts: [string, string][]): Promise<{ findings: { code: string; message: string }[] }> => {
    await shop.book({ metadata: metadata(edition), chapters: parts }, { bookId });
    const { rows } = await shop.platform.db.pool.query<{ findings: { code: string; message: string }[] }>(
      'select findings from import_job order by created_at desc, id desc limit 1',
    );
    return rows[0] ?? { findings: [] };
  };
  const [preface, functions, limits, derivatives, integrals] = CHAPTERS as [
    [string, string],
    [string, string],
    [string, string],
    [string, string],
    [string, string],
  ];
  shop.platform.advanceClock?.(1_000);
  await again('v2', [
    preface,
    ['集合', textOf('集合', 9)],
    [functions[0], functions[1].replace('自己的事', '映射')],
    limits,
    integrals,
    derivatives,
  ]);
  expect(await openTitles()).toEqual(['函数', '积分']);
  shop.platform.advanceClock?.(1_000);
  const { findings } = await again('v3', [preface, limits, integrals, derivatives]);
  expect(await openTitles()).toEqual(['积分']);
  expect(findings.find(({ code }) => code === 'import.trialChanged')?.message).toContain('由 2 章变成 1 章');
});

test('an unknown chapter is refused; a number selects the first chapters; an empty choice means no trial', async () => {
  expect((await save({ trialChosen: ['b999999'] })).code).toBe('request.invalid');
  expect(granted(await save({ trialChapters: 2 })).trialChosen).toBeUndefined();
  expect(await openTitles()).toEqual(['绪论', '极限']);
  granted(await save({ trialChosen: [] }));
  expect((await info()).right.kind).toBe('none');
  expect((await shop.call(`/api/admin/book/chapters?bookId=${bookId}`, { as: reader })).code).toBe('forbidden');
});
