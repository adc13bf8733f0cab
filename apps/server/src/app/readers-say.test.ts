/** What readers say of a book, over HTTP: ratings with their moderation, errata from the report to the version that puts them right. */
import type {
  DeskErratum,
  DeskRating,
  Erratum,
  getBookInfo,
  listCourses,
  listErrata,
  MyRating,
  OutputOf,
  RatingList,
} from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { grantBook } from '../features/commerce/grant-book.ts';
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

let shop: TestServer;
let editor: TestPerson;
let people = 0;
let bookId: string;

const NOBODY = '0'.repeat(26);
const query = (text: string, values: unknown[] = []) => shop.platform.db.pool.query(text, values);
const aPerson = (role?: 'editor'): Promise<TestPerson> => {
  people += 1;
  return shop.person(`1393335${String(people).padStart(4, '0')}`, role);
};
const metadata = (title: string): string =>
  `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language>`;
const aBook = (title: string, text: string, options: object = {}): Promise<string> =>
  shop.book(
    { metadata: metadata(title), chapters: [['开篇', text.repeat(20)]] },
    { publish: true, accessModel: 'paid', priceFen: 900, ...options },
  );
const aReader = async (id = bookId): Promise<TestPerson> => {
  const person = await aPerson();
  await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: person.id, bookId: id });
  await query(`insert into reading_progress values ($1, $2, 'v', '{"href": "c1.xhtml", "locations": {}}', 0, 'h', 0)`, [person.id, id]);
  return person;
};

beforeAll(async () => {
  shop = await openTestServer();
  editor = await aPerson('editor');
});
beforeEach(async () => {
  bookId = await aBook(`书 ${people}`, `第 ${people} 本书的正文。`);
});
afterAll(() => shop?.close());

const ask = async <T>(url: string, as?: TestPerson): Promise<T> => {
  const answer = await shop.call<T>(url, as === undefined ? {} : { as });
  if (answer.payload === null) throw new Error(`${url}: ${answer.code} ${answer.message}`);
  return answer.payload;
};
const send = <T = unknown>(url: string, as: TestPerson, body: object) => shop.call<T>(url, { as, body });

describe('ratings', () => {
  const list = (as?: TestPerson, rest = ''): Promise<RatingList> => ask<RatingList>(`/api/rating/list?bookId=${bookId}${rest}`, as);
  const rate = (as: TestPerson, stars: unknown, body = '') => send<{ mine: MyRating }>('/api/rating/save', as, { bookId, stars, body });

  test('are for people with a right to the whole book who have opened it, and not for the publisher', async () => {
    expect((await list()).mayRate).toBe('signIn');
    const stranger = await aPerson();
    expect((await list(stranger)).mayRate).toBe('noRight');
    expect(await rate(stranger, 5)).toMatchObject({ code: 'catalog.ratingRefused', message: '不能提交：拥有本书全文的阅读权限后才能评价' });
    await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: stranger.id, bookId });
    expect((await list(stranger)).mayRate).toBe('notOpened');
    expect((await rate(stranger, 5)).code).toBe('catalog.ratingRefused');
    expect((await list(editor)).mayRate).toBe('staff');
    const reader = await aReader();
    expect((await list(reader)).mayRate).toBe('yes');
    expect(await rate(reader, 4, ' 讲得清楚。 ')).toMatchObject({ code: 'success', payload: { mine: { stars: 4, body: '讲得清楚。' } } });
    expect((await send('/api/rating/save', reader, { bookId: NOBODY, stars: 4 })).code).toBe('catalog.bookNotFound');
    for (const [stars, body] of [[0], [6], ['x'], [4.5], [5, '字'.repeat(1_001)]] as const) {
      expect((await rate(reader, stars, body)).code).toBe('request.invalid');
    }
  });

  test('are one a person, editable and removable, with mean and distribution', async () => {
    const [first, second] = [await aReader(), await aReader()];
    await rate(first, 2, '<b>一般</b>');
    await rate(second, 5);
    await rate(first, 4, '<b>再读更好</b>');
    const seen = await list(first);
    expect(seen).toMatchObject({ count: 2, mean: 4.5, distribution: [0, 0, 0, 1, 1], mine: { stars: 4, body: '<b>再读更好</b>' } });
    expect(seen.items.map(({ stars }) => stars).toSorted()).toEqual([4, 5]);
    expect(JSON.stringify(await list())).not.toContain(first.id);
    expect((await ask<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`)).rating).toEqual({ count: 2, mean: 4.5 });
    expect((await send('/api/rating/remove', second, { bookId })).code).toBe('success');
    expect(await list(second)).toMatchObject({ count: 1, mean: 4, mayRate: 'yes' });
    expect((await list(second)).mine).toBeUndefined();
  });

  test('come page by page, the newest first', async () => {
    for (const stars of [1, 2, 3]) {
      await rate(await aReader(), stars);
      shop.platform.advanceClock?.(1_000);
    }
    const first = await list(undefined, '&limit=2');
    const second = await list(undefined, `&limit=2&cursor=${first.next}`);
    expect([...first.items, ...second.items].map(({ stars }) => stars)).toEqual([3, 2, 1]);
    expect(second.next).toBeUndefined();
    expect((await shop.call(`/api/rating/list?bookId=${bookId}&cursor=xx`)).code).toBe('request.invalid');
  });

  test('given at once by many people are summed up whole', async () => {
    const readers: TestPerson[] = [];
    for (let n = 0; n < 12; n++) readers.push(await aReader());
    await Promise.all(readers.map((reader, index) => rate(reader, (index % 5) + 1)));
    const { rows } = await query('select count, stars from book_rating_sum where book_id = $1', [bookId]);
    expect(rows).toEqual([{ count: 12, stars: 33 }]);
  });

  test('are reported, hidden with a reason by an editor and put back, each act in the log', async () => {
    const [author, other] = [await aReader(), await aPerson()];
    const { payload } = await rate(author, 1, '广告：加微信');
    const id = payload?.mine.id ?? '';
    expect((await send('/api/rating/report', author, { id, reason: '我' })).code).toBe('catalog.ratingRefused');
    expect((await send('/api/rating/report', other, { id, reason: ' ' })).message).toBe('请写明举报的原因');
    for (const reason of ['广告', '是广告']) expect((await send('/api/rating/report', other, { id, reason })).code).toBe('success');
    const desk = (state: string) =>
      ask<{ items: DeskRating[]; counts: object }>(`/api/admin/rating/list?state=${state}&bookId=${bookId}`, editor);
    expect(await desk('reported')).toMatchObject({
      items: [{ id, state: 'reported', reports: [{ reason: '是广告' }], person: { tel: expect.stringContaining('****') } }],
      counts: { reported: 1, shown: 1, hidden: 0 },
    });
    const decide = (body: object, as = editor) => send<DeskRating>('/api/admin/rating/decide', as, { id, ...body });
    expect((await decide({ decision: 'hide' })).message).toBe('请写明隐藏的原因');
    expect((await decide({ decision: 'hide', reason: '广告' }, other)).code).toBe('forbidden');
    expect((await decide({ decision: 'hide', reason: '含有广告' })).payload).toMatchObject({ state: 'hidden', reports: [] });
    expect(await list()).toMatchObject({ count: 0, items: [] });
    expect((await query('select kind from notice where user_id = $1', [author.id])).rows).toEqual([{ kind: 'ratingHidden' }]);
    expect((await list(author)).mine).toMatchObject({ hiddenReason: '含有广告' });
    // Written anew it stays hidden until an editor has looked.
    await rate(author, 3, '改过了');
    expect((await list()).count).toBe(0);
    expect((await send('/api/rating/report', other, { id, reason: '还在' })).code).toBe('catalog.ratingNotFound');
    expect((await decide({ decision: 'keep' })).payload).toMatchObject({ state: 'shown' });
    expect(await list()).toMatchObject({ count: 1, mean: 3 });
    expect((await send('/api/admin/rating/decide', editor, { id: NOBODY, decision: 'keep' })).code).toBe('catalog.ratingNotFound');
    const { rows } = await query('select act, before, reason from audit_act where target_id = $1 order by id', [id]);
    expect(rows).toEqual([
      { act: 'rating.hide', before: { hidden: false }, reason: '含有广告' },
      { act: 'rating.keep', before: { hidden: true }, reason: '' },
    ]);
  });

  test('put a book into the order by rating, many good ones before one that is perfect', async () => {
    const [liked, perfect, plain] = [bookId, await aBook('独一份', '只有一个人评价。'), await aBook('无人评', '没有人评价。')];
    for (let n = 0; n < 8; n++) await rate(await aReader(liked), n === 0 ? 4 : 5);
    bookId = perfect;
    await rate(await aReader(perfect), 5);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await ask<OutputOf<typeof listCourses>>(`/api/course/query?sort=rating&limit=2&cursor=${cursor}`);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next ?? '';
    } while (cursor !== '');
    expect(new Set(seen).size).toBe(seen.length);
    const order = [liked, perfect, plain].map((id) => seen.indexOf(id));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });
});

describe('errata', () => {
  type List = OutputOf<typeof listErrata>;
  const list = (as?: TestPerson, whose = 'all'): Promise<List> => ask<List>(`/api/errata/list?bookId=${bookId}&whose=${whose}`, as);
  const report = (as: TestPerson, body: object = {}) =>
    send<Erratum>('/api/errata/report', as, { bookId, quote: '学而时习之，不亦悦乎', suggestion: '学而时习之，不亦说乎', ...body });
  const decide = (id: string, body: object, as = editor) => send<DeskErratum>('/api/errata/decide', as, { id, ...body });
  const reported = async (as: TestPerson, body?: object): Promise<string> => {
    const { payload } = await report(as, body);
    if (payload === null) throw new Error('not reported');
    return payload.id;
  };

  test('go from the report to the version that puts them right, seen by all once they are right', async () => {
    const [finder, other] = [await aPerson(), await aPerson()];
    const locator = { href: 'c1.xhtml', title: '开篇', locations: { block: { blockId: 'b1', offset: 2 } }, text: { highlight: '悦' } };
    const long = '这一段原文很长'.repeat(10);
    const id = await reported(finder, { quote: long, reason: '通假字', locator });
    expect(await list(other)).toMatchObject({ items: [], counts: { submitted: 1, accepted: 0 } });
    expect((await list(finder, 'mine')).items).toMatchObject([{ id, state: 'submitted', chapter: '开篇', quote: long, mine: true }]);
    expect((await decide(id, { decision: 'fix' })).code).toBe('errata.decided');
    expect((await decide(id, { decision: 'accept', answer: '谢谢' })).payload).toMatchObject({ state: 'accepted', currentVersion: 1 });
    expect((await decide(id, { decision: 'reject', answer: '再想想' })).code).toBe('errata.decided');
    expect((await decide(id, { decision: 'fix', fixedInVersion: 2 })).code).toBe('errata.versionUnknown');
    await shop.book({ metadata: metadata('新版'), chapters: [['开篇', '改正过的正文。'.repeat(20)]] }, { publish: true, bookId });
    expect((await decide(id, { decision: 'fix' })).payload).toMatchObject({
      state: 'fixed',
      fixedInVersion: 2,
      answer: '谢谢',
      reason: '通假字',
    });
    const { rows: news } = await query('select kind, subject_id from notice where user_id = $1 order by id', [finder.id]);
    expect(news).toEqual([
      { kind: 'erratumAccepted', subject_id: bookId },
      { kind: 'erratumFixed', subject_id: bookId },
    ]);
    const [seen] = (await list(other)).items;
    expect(seen).toMatchObject({ state: 'fixed', versionNo: 1, fixedInVersion: 2, answer: '谢谢', mine: false });
    // What others quoted is cut short, and neither the words around it nor the reason go out.
    expect([...(seen?.quote ?? '')]).toHaveLength(40);
    expect(JSON.stringify(seen)).not.toMatch(/highlight|通假字/);
    const { rows } = await query('select act, before, after from audit_act where target_id = $1 order by id', [id]);
    expect(rows).toEqual([
      { act: 'erratum.accept', before: { state: 'submitted' }, after: { state: 'accepted', bookId } },
      { act: 'erratum.fix', before: { state: 'accepted' }, after: { state: 'fixed', bookId, fixedInVersion: 2 } },
    ]);
  });

  test('that are no fault or known already are told to their reporter alone', async () => {
    const finder = await aPerson();
    const [wrong, known] = [await reported(finder), await reported(finder, { suggestion: '另一种写法' })];
    expect((await decide(wrong, { decision: 'reject' })).message).toBe('请写明不采纳的原因');
    expect((await decide(wrong, { decision: 'reject', answer: '通假字，原文无误' })).payload?.state).toBe('rejected');
    expect((await decide(known, { decision: 'duplicate' })).payload?.state).toBe('duplicate');
    expect((await list()).items).toEqual([]);
    expect((await list(finder, 'mine')).items.map(({ state, answer }) => [state, answer])).toEqual([
      ['duplicate', ''],
      ['rejected', '通假字，原文无误'],
    ]);
  });

  test('are checked, for signed-in people, and decided by editors only', async () => {
    const finder = await aPerson();
    expect((await shop.call('/api/errata/report', { body: { bookId, quote: '甲', suggestion: '乙' } })).code).toBe('requestLogin');
    expect((await shop.call(`/api/errata/list?bookId=${bookId}&whose=mine`)).code).toBe('requestLogin');
    expect((await report(finder, { suggestion: ' 学而时习之，不亦悦乎 ' })).code).toBe('errata.sameText');
    expect((await report(finder, { quote: ' ' })).message).toBe('请填写有误的原文');
    expect((await report(finder, { quote: '字'.repeat(201) })).code).toBe('request.invalid');
    expect((await report(finder, { bookId: NOBODY })).code).toBe('catalog.bookNotFound');
    const id = await reported(finder);
    expect((await decide(id, { decision: 'accept' }, finder)).code).toBe('forbidden');
    expect((await decide(NOBODY, { decision: 'accept' })).code).toBe('errata.notFound');
  });

  test('wait at the desk, the longest first, with who found them', async () => {
    const finder = await aPerson();
    const ids: string[] = [];
    for (const suggestion of ['一', '二', '三']) {
      ids.push(await reported(finder, { suggestion }));
      shop.platform.advanceClock?.(1_000);
    }
    const page = (cursor = '') =>
      ask<{ items: DeskErratum[]; nextCursor?: string; counts: object }>(
        `/api/admin/errata/list?bookId=${bookId}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
        editor,
      );
    const first = await page();
    const second = await page(first.nextCursor);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(first).toMatchObject({ counts: { submitted: 3 }, items: [{ reporter: { userId: finder.id } }, {}] });
  });
});
