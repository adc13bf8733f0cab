/** Searches that did not find what was looked for, over HTTP: told by anybody, grouped by words at the desk, dealt with, forgotten. */
import { LIMITS, type listSearchReports, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetSearchReports } from '../features/catalog/search-reports.ts';
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

type List = OutputOf<typeof listSearchReports>;

let shop: TestServer;
let editor: TestPerson;
let people = 0;
const aPerson = (role?: 'editor'): Promise<TestPerson> => {
  people += 1;
  return shop.person(`1393345${String(people).padStart(4, '0')}`, role);
};

beforeAll(async () => {
  shop = await openTestServer();
  editor = await aPerson('editor');
});
afterAll(() => shop?.close());

const report = (q: string, as?: TestPerson, body: object = {}) => {
  shop.platform.advanceClock?.(1_000);
  return shop.call('/api/search/report', { ...(as && { as }), body: { q, found: false, ...body } });
};
const list = async (query = ''): Promise<List> => {
  const answer = await shop.call<List>(`/api/admin/search/reports?${query}`, { as: editor });
  if (answer.payload === null) throw new Error(`${answer.code} ${answer.message}`);
  return answer.payload;
};
const settle = (body: object, as = editor) => shop.call<{ settled: number }>('/api/admin/search/settle', { as, body });

describe('a search that did not find what was looked for', () => {
  test('is told by anybody, counted once a person, and stands with the same words however they are spelt', async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    expect((await report('線性代數', one, { note: '同济版' })).message).toBe('已收到，谢谢');
    await report('线性代数', one);
    await report('线性代数', other, { found: true, note: '要习题解答' });
    await report('线性代数');
    await report('线性代数');
    await report('范畴论', one);
    const { items, counts, nextCursor } = await list('limit=1');
    expect(items).toEqual([
      expect.objectContaining({ key: '线性代数', words: '线性代数', people: 3, nothing: 2, notes: ['要习题解答', '同济版'] }),
    ]);
    expect(counts).toEqual({ open: 2, done: 0 });
    const rest = await list(`limit=1&cursor=${nextCursor}`);
    expect(rest.items.map(({ words }) => words)).toEqual(['范畴论']);
    expect(rest.nextCursor).toBeUndefined();
  });

  test('is dealt with up to what was seen; what is told later is new, and the act is in the log', async () => {
    const [seen] = (await list()).items;
    await report('线性代数', await aPerson());
    expect((await settle({ key: '线性代数', lastAt: seen?.lastAt })).payload).toEqual({ settled: 3 });
    expect((await settle({ key: '线性代数', lastAt: seen?.lastAt })).payload).toEqual({ settled: 0 });
    expect((await list()).items.find(({ key }) => key === '线性代数')).toMatchObject({ people: 1, notes: [] });
    const done = await list('state=done');
    expect(done).toMatchObject({ items: [{ key: '线性代数', people: 3, doneAt: expect.any(Number) }], counts: { open: 2, done: 1 } });
    const { rows } = await shop.platform.db.pool.query(
      "select target_id, target_name, after from audit_act where act = 'searchReport.settle'",
    );
    expect(rows).toEqual([{ target_id: '线性代数', target_name: '线性代数', after: { reports: 3 } }]);
  });

  test('takes no empty words, no novels and no flood, and is shown to editors of the platform alone', async () => {
    expect((await report(' ')).message).toBe('请写下搜索的词');
    expect((await report('好'.repeat(LIMITS.searchTextMax + 1))).message).toContain('最多');
    expect((await report('词', undefined, { note: '长'.repeat(LIMITS.searchReportNoteChars + 1) })).message).toBe('最多写 200 个字');
    expect((await shop.call('/api/search/report', { body: { q: '词' } })).code).toBe('request.invalid');
    const reader = await aPerson();
    expect((await shop.call('/api/admin/search/reports', { as: reader })).code).toBe('forbidden');
    expect((await settle({ key: '范畴论', lastAt: 1 }, reader)).code).toBe('forbidden');
    expect((await shop.call('/api/admin/search/reports?cursor=x', { as: editor })).code).toBe('request.invalid');
    expect((await report('——')).code).toBe('success');
    shop.platform.advanceClock?.(3_600_000);
    for (let n = 0; n < LIMITS.searchReportsPerAddressPerHour; n++) expect((await report(`词${n}`)).code).toBe('success');
    expect((await report('又一个')).code).toBe('request.tooMany');
  });

  test('is forgotten after half a year', async () => {
    expect(await forgetSearchReports(shop.platform)).toBe(0);
    shop.platform.advanceClock?.((LIMITS.searchReportDays + 1) * 86_400_000);
    expect(await forgetSearchReports(shop.platform)).toBeGreaterThan(60);
    const { rows } = await shop.platform.db.pool.query('select 1 from search_report');
    expect(rows).toEqual([]);
  });
});
