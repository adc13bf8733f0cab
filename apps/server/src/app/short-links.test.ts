/** Short codes: printed in books and made at the desk, shared by anybody; they lead to their place for ever. Over HTTP, on a real database. */
import { decodeLocatorParam, type listBookPlaces, type OutputOf, type resolveShortLink, type ShortLink } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { granted } from './testing/file-scene.ts';
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

let shop: TestServer;
let editor: TestPerson;
let bookId: string;

beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.person('13966670001', 'editor');
  bookId = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 1 });
});
afterAll(() => shop?.close());

const post = <T = unknown>(as: TestPerson, url: string, body: object) => shop.call<T>(`/api/${url}`, { as, body });
const get = <T = unknown>(as: TestPerson | undefined, url: string) => shop.call<T>(`/api/${url}`, { ...(as && { as }) });
const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await shop.platform.db.pool.query(text, values)).rows;

describe('short links at the desk', () => {
  it('are found by code and label with what they lead to, and lead to any chapter of a book', async () => {
    const places = granted(await get<OutputOf<typeof listBookPlaces>>(editor, `admin/q/places?bookId=${bookId}`)).items;
    expect(places.map(({ title }) => title)).toEqual(['第一章 学而', '第二章 为政']);
    const wish = (blockId: string, label: string) => ({ targetType: 'block', targetId: `${bookId}#${blockId}`, label });
    const made = granted(
      await post<{ items: ShortLink[] }>(editor, 'admin/q/create', { links: places.map(({ blockId, title }) => wish(blockId, title)) }),
    ).items;
    const second = made[1];
    expect(second).toMatchObject({ label: '第二章 为政', targetTitle: '论语选读', hits: 0 });
    const found = async (q: string) =>
      granted(await get<{ items: ShortLink[] }>(editor, `admin/q/list?q=${encodeURIComponent(q)}`)).items.map(({ code }) => code);
    expect(await found('为政')).toEqual([second?.code]);
    expect(await found(second?.code.slice(0, 6).toLowerCase() ?? '')).toEqual([second?.code]);
    expect(await found('100%')).toEqual([]);
    const way = granted(await get<OutputOf<typeof resolveShortLink>>(undefined, `q/resolve?code=${second?.code}`));
    const at = decodeLocatorParam(new URL(way.path, 'http://x').searchParams.get('at') ?? '');
    expect([way.exact, at?.locations.block?.blockId]).toEqual([true, places[1]?.blockId]);
    expect((await get(editor, `admin/q/places?bookId=0${'1'.repeat(25)}`)).code).toBe('catalog.bookNotFound');
  });
});

describe('a short link', () => {
  const make = async (...links: object[]): Promise<ShortLink[]> =>
    granted(await post<{ items: ShortLink[] }>(editor, 'admin/q/create', { links })).items;
  const resolve = (code: string) => get<OutputOf<typeof resolveShortLink>>(undefined, `q/resolve?code=${code}`);

  it('leads to the very block for anybody, however it is typed, and counts its visits', async () => {
    const [block] = await query(
      'select block_id from publication_block where version_id = (select current_version_id from book where id = $1) and document_index = 1 limit 1',
      [bookId],
    );
    const blockId = String(block?.['block_id']);
    const [link] = await make({ targetType: 'block', targetId: `${bookId}#${blockId}`, label: '第 12 页' });
    const way = granted(await resolve(link?.code.toLowerCase() ?? ''));
    expect(way.exact).toBe(true);
    expect(decodeLocatorParam(new URL(way.path, 'http://x').searchParams.get('at') ?? '')?.locations.block?.blockId).toBe(blockId);
    granted(await resolve(link?.code ?? ''));
    const listed = granted(await get<{ items: ShortLink[] }>(editor, 'admin/q/list')).items[0];
    expect(listed).toMatchObject({ hits: 2, label: '第 12 页', address: expect.stringMatching(/\/q\/[0-9A-Z]{8}$/) as string });
  });

  it('whose place is gone leads to the book or to what it falls back to; one that was never made leads nowhere', async () => {
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

  it('that a person shares is the same for everybody, leads to the place or to its book, and is none of the desk’s', async () => {
    const share = (body: object, as?: TestPerson) => shop.call<{ address: string }>('/api/q/share', { body, ...(as && { as }) });
    const [block] = await query(
      'select block_id from publication_block where version_id = (select current_version_id from book where id = $1) and document_index = 1 limit 1',
      [bookId],
    );
    const place = { targetType: 'block', targetId: `${bookId}#${String(block?.['block_id'])}` };
    const [first, again, other] = await Promise.all([share(place), share(place, editor), share({ targetType: 'book', targetId: bookId })]);
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

  it('is never deleted or renamed', async () => {
    await expect(query('delete from qr_link')).rejects.toThrow('never deleted');
    await expect(query(`update qr_link set code = 'ABCD' || code`)).rejects.toThrow('never deleted');
  });
});
