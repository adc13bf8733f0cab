/** Tests of what changed in a book since a reader read it: what is listed, for whom, and when it is announced. */
import { type getBookInfo, type listTextChanges, newId, type OutputOf, type openBook } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { aHlc, aPut, aTarget, newMarkFields } from '../../sync/testing/sync-fixture.ts';

testAccess('listTextChanges', 'everyone');

type Changes = OutputOf<typeof listTextChanges>;

const xueEr = '学而时习之，不亦说乎？有朋自远方来，不亦乐乎？人不知而不愠，不亦君子乎？';
const weiZheng = '为政以德，譬如北辰，居其所而众星共之。诗三百，一言以蔽之，曰思无邪。';
const baYi = '八佾舞于庭，是可忍也，孰不可忍也？人而不仁，如礼何？人而不仁，如乐何？';
type Chapters = [string, ...string[]][];

let shop: TestServer;
let reader: TestUser;
let bookId: string;
let userCount = 0;
let edition = 0;

const metadata = (): string => {
  edition += 1;
  return `<dc:identifier id="id">v${edition}</dc:identifier><dc:title>论语选读</dc:title><dc:language>zh-CN</dc:language>`;
};
const first = (): Chapters => [
  ['学而第一', xueEr, `附记 ${newId()}`],
  ['为政第二', weiZheng],
  ['八佾第三', baYi],
];
let chapters: Chapters;
const release = async (changed: Chapters, of = bookId): Promise<void> => {
  await shop.book({ metadata: metadata(), chapters: changed }, { bookId: of });
};
/** Replaces text of a chapter. */
const edit = (chapter: number, from: string, to: string): Chapters =>
  chapters.map(([title, ...paragraphs], index): [string, ...string[]] => [
    title,
    ...paragraphs.map((text) => (index === chapter ? text.replace(from, to) : text)),
  ]);

const request = (since: number, query = '', as: TestUser | undefined = reader) =>
  shop.call<Changes>(`/api/book/text-changes?bookId=${bookId}&since=${since}${query}`, as === undefined ? {} : { as });
const changes = async (since: number, query = '', as: TestUser | undefined = reader): Promise<Changes> =>
  granted(await request(since, query, as));
const opened = async (as = reader) => granted(await shop.call<OutputOf<typeof openBook>>(`/api/learn/open?bookId=${bookId}`, { as }));
const changedSince = async (as = reader) => {
  const info = granted(await shop.call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`, { as }));
  expect(info.changedSince).toBe((await opened(as)).changedSince);
  return info.changedSince;
};
let clock = Date.now();
const push = async (op: object, as: TestUser) => {
  const response = await shop.call<{ results: { status: string }[] }>('/api/sync/push', { as, body: { deviceId: 'devicea', ops: [op] } });
  expect(response.payload?.results).toMatchObject([{ status: 'applied' }]);
};
/** Saves a reading position in the current version. */
const read = async (as = reader): Promise<void> => {
  const { version, readingOrder } = await opened(as);
  clock += 1;
  const fields = { versionId: version.id, locator: { href: readingOrder.items[0]?.href ?? '', locations: { totalProgression: 0.1 } } };
  await push({ id: newId(), entity: 'progress', entityId: bookId, kind: 'put', hlc: aHlc(clock), fields }, as);
};
const seen = async (no: number, as = reader) => granted(await shop.call('/api/book/text-changes/seen', { as, body: { bookId, no } }));

const aReader = (): Promise<TestUser> => {
  userCount += 1;
  return shop.user(`1396888${String(userCount).padStart(4, '0')}`);
};
beforeAll(async () => {
  shop = await openTestServer();
});
afterAll(() => shop?.close());
beforeEach(async () => {
  reader = await aReader();
  chapters = first();
  bookId = await shop.book({ metadata: metadata(), chapters });
});

describe('the list of changes', () => {
  it('has the deleted and the inserted text of each changed passage, with its chapter and its position in the new version', async () => {
    await release(edit(1, '一言以蔽之', '一句话概括'));
    const { title, from, to, state, total, items } = await changes(1);
    expect([title, from.no, to.no, state, total]).toEqual(['论语选读', 1, 2, 'compared', 1]);
    const [change] = items;
    expect(change).toMatchObject({ kind: 'changed', chapterTitle: '为政第二', block: { offset: weiZheng.indexOf('言以') } });
    const shown = (kinds: readonly string[]) => change?.parts.flatMap(({ kind, text }) => (kinds.includes(kind) ? text : [])).join('');
    expect(shown(['same', 'deleted'])).toBe(weiZheng);
    expect(shown(['same', 'inserted'])).toBe(weiZheng.replace('一言以蔽之', '一句话概括'));
    const order = (await opened()).readingOrder.items;
    expect(order.map(({ href }) => href)).toContain(change?.href);
  });

  it('has pages, and the changes over several versions', async () => {
    await release(edit(0, '学而时习之', '学而时常温习'));
    await release(
      edit(0, '学而时习之', '学而时常温习').map(([title, ...texts]) => [title, ...texts, `补记：${title}`] as [string, ...string[]]),
    );
    const all = await changes(1);
    expect(all.items.map(({ kind }) => kind)).toEqual(['changed', 'added', 'added', 'added']);
    expect([all.total, (await changes(2)).total, (await changes(3)).total]).toEqual([4, 3, 0]);
    const page = await changes(1, '&limit=3');
    const rest = await changes(1, `&limit=3&cursor=${page.next}`);
    expect([...page.items, ...rest.items]).toEqual(all.items);
    expect([page.total, rest.next]).toEqual([4, undefined]);
  });

  it('is compared once, and the comparisons with versions that are no longer current are deleted', async () => {
    const stored = async () =>
      (await shop.platform.db.pool.query<{ n: number }>('select count(*)::int as n from version_comparison where book_id = $1', [bookId]))
        .rows[0]?.n;
    await release(edit(0, '学而时习之', '学而时常温习'));
    const [one, other] = await Promise.all([changes(1), changes(1)]);
    expect([one, await stored()]).toEqual([other, 1]);
    await release(edit(0, '学而时习之', '学而时时温习'));
    await changes(1);
    await changes(2);
    expect(await stored()).toBe(2);
  });

  it('says that an earlier version has no stored text, or that the new text is being indexed', async () => {
    const { pool } = shop.platform.db;
    await release(edit(0, '学而时习之', '学而时常温习'));
    await pool.query('update book_version set text_indexed = false where book_id = $1', [bookId]);
    expect(await changes(1)).toMatchObject({ state: 'indexing', total: 0, items: [] });
    await pool.query('update book_version set text_indexed = (no = 2) where book_id = $1', [bookId]);
    expect(await changes(1)).toMatchObject({ state: 'noText', total: 0, items: [] });
  });

  it('shows no text of locked chapters, also not of those that became open or were deleted', async () => {
    const paid = { publish: true, accessModel: 'paid', priceFen: 900, trialChapters: 1 } as const;
    bookId = await shop.book({ metadata: metadata(), chapters: first() }, paid);
    const next: Chapters = [
      ['学而第一', xueEr, '本章完'],
      ['为政第二', weiZheng.replace('北辰', '天枢')],
    ];
    await release(next);
    const editor = await shop.user('13968889999', 'editor');
    expect(JSON.stringify(await changes(1, '', editor))).toContain('八佾');
    const { items, total } = await changes(1);
    expect([total, JSON.stringify(items).includes('本章完'), /八佾|天枢/.test(JSON.stringify(items))]).toEqual([items.length, true, false]);
    expect(await changes(1, '', undefined)).toEqual(await changes(1));
    const nothing = await shop.book({ metadata: metadata(), chapters: first() }, { ...paid, trialChapters: 0 });
    bookId = nothing;
    expect((await request(1)).code).toBe('entitlement.notEntitled');
  });

  it('is refused for an unknown book and an unknown version', async () => {
    expect((await request(2)).code).toBe('request.invalid');
    bookId = newId();
    expect((await request(1)).code).toBe('catalog.bookNotFound');
  });
});

describe('changes are announced', () => {
  it('to a reader who read an earlier version, until they have seen them, also while they read on', async () => {
    const other = await aReader();
    await read();
    expect(await changedSince()).toBeUndefined();
    await release(edit(0, '学而时习之', '学而时常温习'));
    expect([await changedSince(), await changedSince(other)]).toEqual([1, undefined]);
    await read();
    expect(await changedSince()).toBe(1);
    await seen(2);
    expect(await changedSince()).toBeUndefined();
    await release(edit(0, '学而时习之', '学而时时温习'));
    expect(await changedSince()).toBe(2);
    // An earlier list that is opened again does not take back what was seen.
    await seen(3);
    await seen(2);
    expect(await changedSince()).toBeUndefined();
  });

  it('to a reader without a position who wrote a note before the release', async () => {
    const { version, readingOrder } = await opened();
    const target = aTarget({ href: readingOrder.items[0]?.href ?? '' });
    const fields = { ...newMarkFields(), bookId, versionId: version.id, target, createdAt: version.releasedAt };
    await push(aPut({ entityId: newId(), hlc: aHlc(Date.now()), fields }), reader);
    expect(await changedSince()).toBeUndefined();
    shop.platform.advanceClock?.(60_000);
    await release(edit(0, '学而时习之', '学而时常温习'));
    expect(await changedSince()).toBe(1);
    await seen(2);
    expect(await changedSince()).toBeUndefined();
  });
});
