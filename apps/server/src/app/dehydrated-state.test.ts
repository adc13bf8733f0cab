/** Tests of the dehydrated state of pages: it equals the API's responses, is specific to the client IP, and is escaped. */
import { DEHYDRATED_STATE_ID, dehydratedResponseKey } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { granted } from '../testing/file-fixture.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { initialCalls } from './dehydrated-state.ts';

const DAY_MS = 86_400_000;
const TITLE = '</script><script>alert(1)</script>';
let shop: TestServer;
let bookId: string;

beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  const escaped = TITLE.replaceAll('<', '&lt;');
  bookId = await shop.book(
    { metadata: `<dc:identifier id="id">1</dc:identifier><dc:title>${escaped}</dc:title><dc:language>zh-CN</dc:language>` },
    { publish: true, accessModel: 'codeOnly', trialChapters: 1 },
  );
});
afterAll(() => shop?.close());

const open = (url: string, remoteAddress = '127.0.0.1') =>
  shop.request({ url, headers: { host: 'localhost:8080', 'accept-encoding': '' }, remoteAddress });

const responsesIn = (page: string): Record<string, { payload: { book?: { title: string }; right?: { kind: string } } }> => {
  const json = new RegExp(`<script type="application/json" id="${DEHYDRATED_STATE_ID}">(.*?)</script>`, 's').exec(page)?.[1];
  return json === undefined ? {} : JSON.parse(json);
};

it.each(['/', '/course/list', '/book/list', '/book/list?source=free'])(
  'embeds in %s the responses of its initial calls',
  async (address) => {
    const responses = responsesIn((await open(address)).body);
    expect(Object.keys(responses).toSorted()).toEqual(initialCalls(address).map(dehydratedResponseKey).toSorted());
    for (const call of initialCalls(address)) expect(responses[dehydratedResponseKey(call)], call).toEqual((await open(call)).json());
  },
);

it('embeds nothing in pages with filters or without initial calls', async () => {
  for (const address of ['/course/list?category=science', '/bookshelf', '/index.html', `/course/info/${bookId}/x`]) {
    expect(responsesIn((await open(address)).body), address).toEqual({});
  }
});

it('escapes titles and omits errors', async () => {
  const page = (await open(`/course/info/${bookId}`)).body;
  expect(page).not.toContain(TITLE);
  expect(Object.values(responsesIn(page))[0]?.payload.book?.title).toBe(TITLE);
  expect(responsesIn((await open('/course/info/01JD0000000000000000000000')).body)).toEqual({});
});

it('depends on the client IP, so proxies cannot cache the page', async () => {
  const finance = await shop.user('13966670002', 'finance');
  const now = shop.platform.clock.now();
  const license = { institution: '甲大学', networks: ['198.51.100.0/24'], startsAt: now - 1, endsAt: now + 30 * DAY_MS };
  granted(await shop.call('/api/admin/license/create', { as: finance, body: license }));
  const kindAt = async (remoteAddress: string) => {
    const { body, headers } = await open(`/course/info/${bookId}`, remoteAddress);
    expect(headers['cache-control']).toBe('private, no-cache');
    return Object.values(responsesIn(body))[0]?.payload.right?.kind;
  };
  expect(await kindAt('198.51.100.7')).toBe('institution');
  expect(await kindAt('127.0.0.1')).toBe('trial');
});
