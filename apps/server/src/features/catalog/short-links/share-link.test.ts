/** Tests of short links for sharing. */
import { type OutputOf, type resolveShortLink, type ShortLink } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('shareLink', 'everyone');

testIdempotency('shareLink', async ({ aUser, aBook }) => {
  // A new book has no share link yet, so that the first request creates one.
  return { as: await aUser(), body: { targetType: 'book', targetId: await aBook() } };
});

let shop: TestServer;
let editor: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13966670001', 'editor');
  bookId = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 1 });
});
afterAll(() => shop?.close());
const get = <T = unknown>(as: TestUser | undefined, url: string) => shop.call<T>(`/api/${url}`, { ...(as && { as }) });
const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await shop.platform.db.pool.query(text, values)).rows;
const resolve = (code: string) => get<OutputOf<typeof resolveShortLink>>(undefined, `q/resolve?code=${code}`);

it('a share link is the same for everyone, leads to the position or its book, and is not listed in the admin area', async () => {
  const share = (body: object, as?: TestUser) => shop.call<{ address: string }>('/api/q/share', { body, ...(as && { as }) });
  const [block] = await query(
    'select block_id from publication_block where version_id = (select current_version_id from book where id = $1) and document_index = 1 limit 1',
    [bookId],
  );
  const position = { targetType: 'block', targetId: `${bookId}#${String(block?.['block_id'])}` };
  const [first, again, other] = await Promise.all([
    share(position),
    share(position, editor),
    share({ targetType: 'book', targetId: bookId }),
  ]);
  expect(first?.payload?.address).toMatch(/\/q\/[0-9A-Z]{8}$/);
  expect(again?.payload).toEqual(first?.payload);
  expect(other?.payload?.address).not.toBe(first?.payload?.address);
  const codeOf = (address: string | undefined): string => address?.split('/').at(-1) ?? '';
  expect((await resolve(codeOf(first?.payload?.address))).payload).toMatchObject({
    exact: true,
    path: expect.stringContaining('?at=') as string,
  });
  expect((await share({ targetType: 'block', targetId: `${bookId}#gone` })).payload).toEqual(other?.payload);
  expect((await share({ targetType: 'book', targetId: '0'.repeat(26) })).code).toBe('catalog.bookNotFound');
  expect((await share({ targetType: 'collection', targetId: '0'.repeat(26) })).code).toBe('catalog.collectionNotFound');
  expect((await share({ targetType: 'page', targetId: '/' })).code).toBe('request.invalid');
  const listed = granted(await get<{ items: ShortLink[] }>(editor, `admin/q/list?q=${codeOf(first?.payload?.address)}`)).items;
  expect(listed).toEqual([]);
});
