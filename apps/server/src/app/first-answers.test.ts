/** The answers a page brings along: those its calls would get, for whom it was asked, and nothing that could be more than data. */
import { FIRST_ANSWERS_ID, firstAnswerKey } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstCalls } from './first-answers.ts';
import { granted } from './testing/file-scene.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

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

const answersIn = (page: string): Record<string, { payload: { book?: { title: string }; right?: { kind: string } } }> => {
  const block = new RegExp(`<script type="application/json" id="${FIRST_ANSWERS_ID}">(.*?)</script>`, 's').exec(page)?.[1];
  return block === undefined ? {} : JSON.parse(block);
};

it.each(['/', '/course/list', '/book/list', '/book/list?source=free'])('brings to %s what its calls answer', async (address) => {
  const answers = answersIn((await open(address)).body);
  expect(Object.keys(answers).toSorted()).toEqual(firstCalls(address).map(firstAnswerKey).toSorted());
  for (const call of firstCalls(address)) expect(answers[firstAnswerKey(call)], call).toEqual((await open(call)).json());
});

it('brings nothing to screens that ask for more than their address says, or for nothing', async () => {
  for (const address of ['/course/list?category=science', '/bookshelf', '/index.html', `/course/info/${bookId}/x`]) {
    expect(answersIn((await open(address)).body), address).toEqual({});
  }
});

it('lets no title end the data, and leaves a refusal to the call', async () => {
  const page = (await open(`/course/info/${bookId}`)).body;
  expect(page).not.toContain(TITLE);
  expect(Object.values(answersIn(page))[0]?.payload.book?.title).toBe(TITLE);
  expect(answersIn((await open('/course/info/01JD0000000000000000000000')).body)).toEqual({});
});

it('knows the network of who asks, and keeps the page from everybody between', async () => {
  const finance = await shop.person('13966670002', 'finance');
  const now = shop.platform.clock.now();
  const licence = { institution: '甲大学', networks: ['198.51.100.0/24'], startsAt: now - 1, endsAt: now + 30 * DAY_MS };
  granted(await shop.call('/api/admin/licence/create', { as: finance, body: licence }));
  const kindAt = async (remoteAddress: string) => {
    const { body, headers } = await open(`/course/info/${bookId}`, remoteAddress);
    expect(headers['cache-control']).toBe('private, no-cache');
    return Object.values(answersIn(body))[0]?.payload.right?.kind;
  };
  expect(await kindAt('198.51.100.7')).toBe('institution');
  expect(await kindAt('127.0.0.1')).toBe('trial');
});
