/** Tests of the list of short links in the admin area. */
import {
  type listChapterTargets,
  locator,
  type OutputOf,
  parseLocatorParam,
  type resolveShortLink,
  type ShortLink,
} from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('listShortLinks', ['editor', 'admin'], 'filtered');

let shop: TestServer;
let editor: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13966670001', 'editor');
  bookId = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 1 });
});
afterAll(() => shop?.close());
const post = <T = unknown>(as: TestUser, url: string, body: object) => shop.call<T>(`/api/${url}`, { as, body });
const get = <T = unknown>(as: TestUser | undefined, url: string) => shop.call<T>(`/api/${url}`, { ...(as && { as }) });

it('short links to chapters are created for each chapter, listed with their targets, and found by code and label', async () => {
  const chapters = granted(await get<OutputOf<typeof listChapterTargets>>(editor, `admin/q/places?bookId=${bookId}`)).items;
  expect(chapters.map(({ title }) => title)).toEqual(['第一章 学而', '第二章 为政']);
  const linkTo = (blockId: string, label: string) => ({ targetType: 'block', targetId: `${bookId}#${blockId}`, label });
  const made = granted(
    await post<{ items: ShortLink[] }>(editor, 'admin/q/create', { links: chapters.map(({ blockId, title }) => linkTo(blockId, title)) }),
  ).items;
  const second = made[1];
  expect(second).toMatchObject({ label: '第二章 为政', targetTitle: '论语选读', hits: 0 });
  const found = async (q: string) =>
    granted(await get<{ items: ShortLink[] }>(editor, `admin/q/list?q=${encodeURIComponent(q)}`)).items.map(({ code }) => code);
  expect(await found('为政')).toEqual([second?.code]);
  expect(await found(second?.code.slice(0, 6).toLowerCase() ?? '')).toEqual([second?.code]);
  expect(await found('100%')).toEqual([]);
  const destination = granted(await get<OutputOf<typeof resolveShortLink>>(undefined, `q/resolve?code=${second?.code}`));
  const at = locator.parse(parseLocatorParam(new URL(destination.path, 'http://x').searchParams.get('at') ?? ''));
  expect([destination.exact, at?.locations.block?.blockId]).toEqual([true, chapters[1]?.blockId]);
  expect((await get(editor, `admin/q/places?bookId=0${'1'.repeat(25)}`)).code).toBe('catalog.bookNotFound');
});
