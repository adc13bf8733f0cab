/** Tests of short links whose target is gone, and of giving them a new target. */
import { type OutputOf, type resolveShortLink, type ShortLink } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('retargetShortLink', ['editor', 'admin'], 'code:shortLink');

testIdempotency('retargetShortLink', async ({ aUser, linkTarget, post }) => {
  const as = await aUser('editor');
  const { items } = await post<{ items: { code: string }[] }>('/api/admin/q/create', as, { links: [linkTarget()] });
  return { as, body: { ...linkTarget(), label: '新的', code: items[0]?.code } };
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
const post = <T = unknown>(as: TestUser, url: string, body: object) => shop.call<T>(`/api/${url}`, { as, body });
const get = <T = unknown>(as: TestUser | undefined, url: string) => shop.call<T>(`/api/${url}`, { ...(as && { as }) });
const make = async (...links: object[]): Promise<ShortLink[]> =>
  granted(await post<{ items: ShortLink[] }>(editor, 'admin/q/create', { links })).items;
const resolve = (code: string) => get<OutputOf<typeof resolveShortLink>>(undefined, `q/resolve?code=${code}`);

it('a short link whose block is missing leads to its fallback or book, and an unknown code leads nowhere', async () => {
  const [gone, fallen, lost] = await make(
    { targetType: 'block', targetId: `${bookId}#nosuchblock` },
    { targetType: 'block', targetId: `${bookId}#nosuchblock`, fallbackUrl: '/course/list' },
    { targetType: 'book', targetId: `0${'9'.repeat(25)}` },
  );
  expect((await resolve(gone?.code ?? '')).payload).toEqual({ path: `/course/info/${bookId}`, exact: false });
  expect((await resolve(fallen?.code ?? '')).payload).toEqual({ path: '/course/list', exact: false });
  expect((await resolve(lost?.code ?? '')).code).toBe('catalog.shortLinkUnknown');
  expect((await resolve('ZZZZZZZZ')).code).toBe('catalog.shortLinkUnknown');
  const moved = { code: lost?.code, targetType: 'book', targetId: bookId };
  granted(await post(editor, 'admin/q/retarget', moved));
  expect((await resolve(lost?.code ?? '')).payload).toEqual({ path: `/course/info/${bookId}`, exact: true });
  expect((await post(editor, 'admin/q/create', { links: [{ targetType: 'page', targetId: '//evil.example' }] })).code).toBe(
    'request.invalid',
  );
});
