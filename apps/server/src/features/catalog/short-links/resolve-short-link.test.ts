/** Tests of resolving short codes. */
import { locator, type OutputOf, parseLocatorParam, type resolveShortLink, type ShortLink } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('resolveShortLink', 'everyone');

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
const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await shop.platform.db.pool.query(text, values)).rows;
const make = async (...links: object[]): Promise<ShortLink[]> =>
  granted(await post<{ items: ShortLink[] }>(editor, 'admin/q/create', { links })).items;
const resolve = (code: string) => get<OutputOf<typeof resolveShortLink>>(undefined, `q/resolve?code=${code}`);

it('a short link leads everyone to the exact block in any spelling of its code, and its visits are counted', async () => {
  const [block] = await query(
    'select block_id from publication_block where version_id = (select current_version_id from book where id = $1) and document_index = 1 limit 1',
    [bookId],
  );
  const blockId = String(block?.['block_id']);
  const [link] = await make({ targetType: 'block', targetId: `${bookId}#${blockId}`, label: '第 12 页' });
  const destination = granted(await resolve(link?.code.toLowerCase() ?? ''));
  expect(destination.exact).toBe(true);
  expect(
    locator.parse(parseLocatorParam(new URL(destination.path, 'http://x').searchParams.get('at') ?? '')).locations.block?.blockId,
  ).toBe(blockId);
  granted(await resolve(link?.code ?? ''));
  const listed = granted(await get<{ items: ShortLink[] }>(editor, 'admin/q/list')).items[0];
  expect(listed).toMatchObject({ hits: 2, label: '第 12 页', address: expect.stringMatching(/\/q\/[0-9A-Z]{8}$/) as string });
});
