/** The tree of disciplines at the desk: added to, renamed, moved, removed when empty; and what readers find by a branch. */
import type { getCategoryTree, listCategoryRecords, listCourses, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from './testing/file-scene.ts';
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

type Records = OutputOf<typeof listCategoryRecords>;

let shop: TestServer;
let editor: TestPerson;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.person('13656660001', 'editor');
  bookId = await shop.book({}, { publish: true });
}, 120_000);
afterAll(() => shop?.close());

const act = (name: 'save' | 'move' | 'remove', body: object, as = editor) =>
  shop.call<Records>(`/api/admin/category/${name}`, { as, body });
const idOf = ({ items }: Records, name: string): string => items.find((one) => one.name === name)?.id ?? '';
const add = async (name: string, parentId?: string): Promise<string> => idOf(granted(await act('save', { name, parentId })), name);
const partsOf = ({ items }: Records, parentId: string): string[] =>
  items.filter((one) => one.parentId === parentId).map(({ name }) => name);
const read = async (): Promise<Records> => granted(await shop.call<Records>('/api/admin/category/list', { as: editor }));

test('grows to three levels, in the editor’s order, with one name once among sisters', async () => {
  const chinese = await add('中国语言文学类', 'literature');
  await add('外国语言文学类', 'literature');
  const major = await add('汉语言文学', chinese);
  expect((await act('save', { name: '汉语言文学', parentId: chinese })).message).toBe('同一级已有同名的学科');
  expect((await act('save', { name: '更细的', parentId: major })).message).toBe('学科最多分 3 级');
  expect((await act('save', { id: 'nowhere', name: '甲' })).code).toBe('catalog.categoryNotFound');
  expect((await act('save', { id: major, name: '汉语言文学（师范）' })).code).toBe('success');
  expect(partsOf(await read(), chinese)).toEqual(['汉语言文学（师范）']);
  const tree = granted(await shop.call<OutputOf<typeof getCategoryTree>>('/api/category/tree'));
  expect(tree.items.find(({ id }) => id === 'literature')?.children.map(({ name }) => name)).toEqual(['中国语言文学类', '外国语言文学类']);
});

test('begins a tree of its kind at the top, and is of the kind of what it stands under', async () => {
  granted(await act('save', { name: '学前', kind: 'school' }));
  const preschool = idOf(await read(), '学前');
  granted(await act('save', { name: '大班', parentId: preschool }));
  const kinds = (await read()).items.filter(({ name }) => name === '学前' || name === '大班').map(({ kind }) => kind);
  expect(kinds).toEqual(['school', 'school']);
  granted(await act('remove', { id: idOf(await read(), '大班') }));
  granted(await act('remove', { id: preschool }));
});

test('is moved among sisters and under another, never into itself, never too deep', async () => {
  const before = await read();
  const [chinese, foreign] = [idOf(before, '中国语言文学类'), idOf(before, '外国语言文学类')];
  granted(await act('move', { id: foreign, parentId: 'literature', beforeId: chinese }));
  expect(partsOf(await read(), 'literature')).toEqual(['外国语言文学类', '中国语言文学类']);
  expect((await act('move', { id: 'literature', parentId: chinese })).message).toBe('不能移到它自己下面');
  expect((await act('move', { id: chinese, parentId: foreign })).message).toBe('学科最多分 3 级');
  expect((await act('move', { id: chinese, parentId: 'literature', beforeId: 'art' })).code).toBe('request.invalid');
  expect((await act('move', { id: foreign, parentId: 'school-primary' })).message).toBe('只能在同一种分类里移动');
  granted(await act('move', { id: foreign }));
  expect((await read()).items.at(-1)).toMatchObject({ id: foreign });
  granted(await act('move', { id: foreign, parentId: 'literature' }));
});

test('a branch is found with all that is under it, and counted once', async () => {
  const records = await read();
  const major = idOf(records, '汉语言文学（师范）');
  granted(await shop.call('/api/admin/book/save', { as: editor, body: { bookId, categoryIds: [major, 'literature'] } }));
  for (const category of ['literature', idOf(records, '中国语言文学类'), major]) {
    const { items, facets } = granted(await shop.call<OutputOf<typeof listCourses>>(`/api/course/query?category=${category}`));
    expect(items.map(({ id }) => id)).toEqual([bookId]);
    expect(facets.categories.find(({ id }) => id === category)?.count).toBe(1);
  }
  expect(granted(await shop.call<OutputOf<typeof listCourses>>('/api/course/query?category=art')).items).toEqual([]);
});

test('is removed only when nothing is in it, each step in the log, by nobody but editors', async () => {
  const chinese = idOf(await read(), '中国语言文学类');
  const major = idOf(await read(), '汉语言文学（师范）');
  expect((await act('remove', { id: chinese })).message).toBe('这个学科下还有1 个下级学科，不能删除');
  expect((await act('remove', { id: major })).message).toBe('这个学科下还有1 本书，不能删除');
  granted(await shop.call('/api/admin/book/save', { as: editor, body: { bookId, categoryIds: [] } }));
  granted(await act('remove', { id: major }));
  granted(await act('remove', { id: chinese }));
  expect((await act('remove', { id: chinese })).code).toBe('catalog.categoryNotFound');
  expect((await act('save', { name: '甲' }, await shop.person('13656660002'))).code).toBe('forbidden');
  const { rows } = await shop.platform.db.pool.query<{ act: string; n: number }>(
    "select act, count(*)::int as n from audit_act where act like 'category.%' group by 1 order by 1",
  );
  expect(rows).toEqual([
    { act: 'category.move', n: 3 },
    { act: 'category.remove', n: 4 },
    { act: 'category.save', n: 6 },
  ]);
});
